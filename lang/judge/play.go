package judge

import (
	"fmt"
	"maps"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

var _ model.StrategyJudge = (*Judge)(nil)

// Play implements model.StrategyJudge: it follows a strategy against everything that foe, chance and the unknown can do.
func (j *Judge) Play(s *model.Strategy) (*model.Played, error) {
	p := &playing{judge: j}
	p.Follower = &model.Follower[State]{Strategy: s, Seen: p.seen, Name: func(w State) string { return string(key(nil, j.Leaves(w))) }}
	starts, err := p.begin()
	if err != nil {
		return nil, err
	}
	return p.Follow(starts, j.done, p.position)
}

type playing struct {
	*model.Follower[State]
	judge  *Judge
	mask   []bool // by leaf: it is seen
	others []Move // the ground moves that may not be ours
}

// begin returns the states at the start that agree with the values of the find variables.
func (p *playing) begin() ([]State, error) {
	j := p.judge
	byOthers := func(d *syntax.MoveDecl) bool { return d.By != syntax.ByUs }
	err := j.groundMoves(byOthers, func(mv Move) bool {
		p.others = append(p.others, mv)
		return true
	})
	if err != nil {
		return nil, err
	}
	for _, o := range j.vars {
		for range len(layoutOf([]*types.Object{o})) {
			p.mask = append(p.mask, o.Value == nil || !o.Value.Unknown && !o.Value.Hidden)
		}
	}
	var worlds []State
	err = j.Starts(func(s State) bool {
		leaves := j.Leaves(s)
		for i := range len(j.findCells) {
			if p.mask[i] && (i >= len(p.Strategy.Find) || leaves[i] != p.Strategy.Find[i]) {
				return true
			}
		}
		worlds = append(worlds, slices.Clone(s))
		return true
	})
	if err == nil && len(worlds) == 0 {
		err = &model.PlanError{Why: "the values found give no start"}
	}
	return worlds, err
}

// seen returns the leaves of a state that are seen; the others are 0.
func (p *playing) seen(s State) []int64 {
	leaves := p.judge.Leaves(s)
	for i := range leaves {
		if !p.mask[i] {
			leaves[i] = 0
		}
	}
	return leaves
}

// anyFails reports whether a state of a belief breaks a rule of a kind.
func anyFails(worlds []State, failing func(State) ([]*model.Rule, error)) (bool, error) {
	for _, w := range worlds {
		if list, err := failing(w); err != nil || len(list) > 0 {
			return len(list) > 0, err
		}
	}
	return false, nil
}

// position determines what can happen in a position.
func (p *playing) position(out *model.Position, at model.Spot[State]) error {
	j, st := p.judge.Believing(at.Worlds), p.Situation(at)
	out.End = model.Failed
	if broken, err := anyFails(at.Worlds, j.Broken); err != nil || broken {
		return err
	}
	missed, err := anyFails(at.Worlds, j.Missed)
	switch {
	case err != nil:
		return err
	case !missed:
		out.End = model.Reached
		out.Value, err = p.judge.payoff(at.Worlds)
		return err
	case st.End == model.Reached:
		return model.Misplayed(at.Way, "the goal is not known to be reached")
	case st.End == model.Failed:
		return nil
	}
	turned, by, err := p.byOthers(j, at, st)
	switch {
	case err != nil:
		return err
	case len(turned) > 0 && st.Move != nil:
		return model.Misplayed(at.Way, fmt.Sprintf("%s is not ours to make here: others move", st.Move))
	case len(turned) == 0 && st.Move != nil:
		by = model.ByUs
		if turned, err = p.byUs(j, at, st); err != nil {
			return err
		}
	case len(turned) == 0:
		return nil
	}
	out.End, out.By, out.Next = model.Goes, by, turned
	return nil
}

// payoff returns the value of the objective that we can be sure of in a belief, as far as it depends on the state. It returns
// nil if the objective is absent or undefined.
func (j *Judge) payoff(worlds []State) (*int64, error) {
	if j.objective == nil {
		return nil, nil
	}
	var worst *int64
	for _, w := range worlds {
		v, ok, err := j.Worth(j.objective, w, 0, 0)
		if err != nil || !ok {
			return nil, err
		}
		if worst == nil || j.objective.Maximize == (v < *worst) {
			worst = &v
		}
	}
	return worst, nil
}

// byOthers returns the moves that foe or chance can make, and which of them moves.
func (p *playing) byOthers(j *Judge, at model.Spot[State], st *model.Situation) (list []model.Turned, who model.Chooser, err error) {
	var foes []State
	cost := int64(0)
	for _, w := range at.Worlds {
		for _, mv := range p.others {
			by, weight, err := j.whose(w, mv)
			if err != nil {
				return nil, by, err
			}
			if by == model.ByUs {
				continue
			}
			out, err := j.Apply(w, mv)
			if err != nil {
				return nil, by, err
			}
			if out.Left || out.Lost {
				return nil, by, model.Misplayed(at.Way, j.Written(mv)+" leaves the range of a variable or needs a value that does not exist")
			}
			if out.Next == nil || weight == 0 {
				continue
			}
			if by == model.ByFoe {
				foes, cost = append(foes, out.Next), max(cost, out.Cost)
				if len(at.Worlds) > 1 || !p.all() {
					continue
				}
			}
			turn, err := p.Turns(st.Targets(), []State{out.Next}, append(slices.Clone(at.Way), j.Written(mv)), out.Cost)
			if err != nil {
				return nil, by, err
			}
			turn[0].Weight = weight
			if len(list) == 0 {
				who = by
			}
			list = append(list, turn[0])
		}
	}
	if len(list) > 0 || len(foes) == 0 {
		return list, who, nil
	}
	list, err = p.Turns(st.Targets(), foes, append(slices.Clone(at.Way), "a move of the foe"), cost)
	return list, model.ByFoe, err
}

// all reports whether everything is seen.
func (p *playing) all() bool { return !slices.Contains(p.mask, false) }

// whose returns who makes a move in a state, and its weight.
func (j *Judge) whose(s State, mv Move) (by model.Chooser, weight int64, err error) {
	d := j.move(func(d *syntax.MoveDecl) bool { return d == mv.Decl })
	by, weight = map[syntax.Chooser]model.Chooser{syntax.ByFoe: model.ByFoe, syntax.ByChance: model.ByChance}[mv.Decl.By], 1
	if d.when == nil && d.weight == nil {
		return by, weight, nil
	}
	err = j.in(s, func(m *machine) {
		for i, o := range d.params {
			m.bind(o, mv.Args[i])
		}
		if d.when != nil && !m.holds(d.when) {
			by = model.ByUs
		}
		if d.weight != nil {
			v, u := m.number(d.weight)
			if u != nil {
				v = 0
			}
			weight = v
		}
	})
	return by, weight, err
}

// byUs makes the move of the strategy in all states that are possible.
func (p *playing) byUs(j *Judge, at model.Spot[State], st *model.Situation) ([]model.Turned, error) {
	mv, ok := j.resolve(st.Move)
	if !ok {
		return nil, model.Misplayed(at.Way, fmt.Sprintf("there is no move %s", st.Move))
	}
	way := append(slices.Clone(at.Way), j.Written(mv))
	cost := int64(0)
	var after []State
	views := map[string][]State{}
	for _, w := range at.Worlds {
		out, err := j.Apply(w, mv)
		if err != nil {
			return nil, err
		}
		if out.Next == nil {
			return nil, j.refusal(len(way), mv, out.Refused)
		}
		if by, _, err := j.whose(w, mv); err != nil || by != model.ByUs {
			return nil, model.Misplayed(way, "it is not ours to make")
		}
		cost = max(cost, out.Cost)
		after = append(after, out.Next)
		k := string(key(nil, p.seen(out.Next)))
		views[k] = append(views[k], out.Next)
	}
	for _, k := range slices.Sorted(maps.Keys(views)) {
		believing := p.judge.Believing(views[k])
		for _, w := range views[k] {
			broken, err := believing.Broken(w)
			if err != nil {
				return nil, err
			}
			if len(broken) > 0 {
				return nil, &model.PlanError{Step: len(way), Move: j.Written(mv), Rules: broken, Why: "breaks"}
			}
		}
	}
	return p.Turns(st.Targets(), after, way, cost)
}
