package judge

import (
	"fmt"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

var _ model.StrategyJudge = (*Judge)(nil)

// Play implements model.StrategyJudge: it follows a strategy against everything that foe, chance and the unknown can do.
func (j *Judge) Play(s *model.Strategy) (*model.Played, error) {
	p := &playing{judge: j, s: s, out: &model.Played{}, number: map[string]int{}}
	if err := p.begin(); err != nil {
		return nil, err
	}
	for i := 0; i < len(p.queue); i++ {
		if err := j.done(); err != nil {
			return nil, err
		}
		if err := p.position(i); err != nil {
			return nil, err
		}
	}
	return p.out, nil
}

// A spot is a situation with the states that are possible in it.
type spot struct {
	situation int
	worlds    []State
	way       []string // the moves before it
}

type playing struct {
	judge  *Judge
	s      *model.Strategy
	out    *model.Played
	mask   []bool // by leaf: it is seen
	queue  []spot
	number map[string]int
	others []Move // the ground moves that may not be ours
}

// begin adds the positions at the start: one for each view of the states that agree with the values of the find variables.
func (p *playing) begin() error {
	j := p.judge
	byOthers := func(d *syntax.MoveDecl) bool { return d.By != syntax.ByUs }
	err := j.groundMoves(byOthers, func(mv Move) bool {
		p.others = append(p.others, mv)
		return true
	})
	if err != nil {
		return err
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
			if p.mask[i] && (i >= len(p.s.Find) || leaves[i] != p.s.Find[i]) {
				return true
			}
		}
		worlds = append(worlds, slices.Clone(s))
		return true
	})
	if err != nil {
		return err
	}
	if len(worlds) == 0 {
		return &model.PlanError{Why: "the values found give no start"}
	}
	return p.groups(worlds, func(seen []int64, group []State) error {
		to, err := p.match(p.s.Starts, seen, nil)
		if err == nil {
			p.out.Starts = append(p.out.Starts, p.add(to, group, nil))
		}
		return err
	})
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

// groups calls f for the worlds of each view.
func (p *playing) groups(worlds []State, f func(seen []int64, group []State) error) error {
	var order []string
	all := map[string][]State{}
	for _, w := range worlds {
		k := string(key(nil, p.seen(w)))
		if all[k] == nil {
			order = append(order, k)
		}
		all[k] = append(all[k], w)
	}
	for _, k := range order {
		if err := f(p.seen(all[k][0]), all[k]); err != nil {
			return err
		}
	}
	return nil
}

// match returns the situation among those that can come next that has the view seen.
func (p *playing) match(next []int, seen []int64, way []string) (int, error) {
	found := -1
	for _, k := range next {
		if k < 0 || k >= len(p.s.Situations) {
			return 0, fmt.Errorf("the strategy has no situation %d", k+1)
		}
		if k == found || !slices.Equal(p.s.Situations[k].Seen, seen) {
			continue
		}
		if found >= 0 {
			return 0, p.wrong(way, fmt.Sprintf("the situations %d and %d look alike", found+1, k+1))
		}
		found = k
	}
	if found < 0 {
		return 0, p.wrong(way, "the strategy has no situation for what is then seen")
	}
	return found, nil
}

func (p *playing) wrong(way []string, why string) error {
	move := ""
	if len(way) > 0 {
		move = way[len(way)-1]
	}
	return &model.PlanError{Step: len(way), Move: move, Why: why}
}

// add returns the number of a position.
func (p *playing) add(situation int, worlds []State, way []string) int {
	leaves := make([][]int64, len(worlds))
	for i, w := range worlds {
		leaves[i] = p.judge.Leaves(w)
	}
	slices.SortFunc(leaves, slices.Compare)
	leaves = slices.CompactFunc(leaves, slices.Equal)
	k := key(nil, []int64{int64(situation)})
	var distinct []State
	for _, l := range leaves {
		k = key(k, l)
	}
	name := string(k)
	if n, ok := p.number[name]; ok {
		return n
	}
	have := map[string]bool{}
	for _, w := range worlds {
		if l := string(key(nil, p.judge.Leaves(w))); !have[l] {
			have[l] = true
			distinct = append(distinct, w)
		}
	}
	n := len(p.queue)
	p.number[name] = n
	p.queue = append(p.queue, spot{situation, distinct, way})
	p.out.Positions = append(p.out.Positions, model.Position{})
	return n
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
func (p *playing) position(i int) error {
	at := p.queue[i]
	j := p.judge.Believing(at.worlds)
	st := &p.s.Situations[at.situation]
	out := &p.out.Positions[i]
	out.End = model.Failed
	if broken, err := anyFails(at.worlds, j.Broken); err != nil || broken {
		return err
	}
	missed, err := anyFails(at.worlds, j.Missed)
	if err != nil {
		return err
	}
	if !missed {
		out.End = model.Reached
		return nil
	}
	if st.End == model.Reached {
		return p.wrong(at.way, "the goal is not known to be reached")
	}
	if st.End == model.Failed {
		return nil
	}
	turned, err := p.byOthers(j, at, st)
	if err != nil {
		return err
	}
	out = &p.out.Positions[i] // positions may have been added
	switch {
	case len(turned) > 0 && st.Move != nil:
		return p.wrong(at.way, fmt.Sprintf("%s is not ours to make here: others move", st.Move))
	case len(turned) > 0:
		out.End, out.By, out.Next = model.Goes, turned[0].by, nil
		for _, t := range turned {
			out.Next = append(out.Next, t.Turned)
		}
		return nil
	case st.Move == nil:
		return nil
	}
	next, err := p.byUs(j, at, st)
	if err != nil {
		return err
	}
	out = &p.out.Positions[i]
	out.End, out.Next = model.Goes, next
	return nil
}

// An otherTurn is a move that is not ours.
type otherTurn struct {
	model.Turned
	by model.Chooser
}

// byOthers returns the moves that foe or chance can make.
func (p *playing) byOthers(j *Judge, at spot, st *model.Situation) ([]otherTurn, error) {
	next := make([]int, len(st.Next))
	for i, f := range st.Next {
		next[i] = f.To
	}
	var foes []State
	cost := int64(0)
	var list []otherTurn
	for _, w := range at.worlds {
		for _, mv := range p.others {
			by, weight, err := j.whose(w, mv)
			if err != nil {
				return nil, err
			}
			if by == model.ByUs {
				continue
			}
			out, err := j.Apply(w, mv)
			if err != nil {
				return nil, err
			}
			if out.Left || out.Lost {
				return nil, p.wrong(at.way, j.Written(mv)+" leaves the range of a variable or needs a value that does not exist")
			}
			if out.Next == nil || weight == 0 {
				continue
			}
			if by == model.ByFoe {
				foes, cost = append(foes, out.Next), max(cost, out.Cost)
				if len(at.worlds) > 1 || !p.all() {
					continue
				}
			}
			way := append(slices.Clone(at.way), j.Written(mv))
			to, err := p.match(next, p.seen(out.Next), way)
			if err != nil {
				return nil, err
			}
			list = append(list, otherTurn{model.Turned{To: p.add(to, []State{out.Next}, way), Cost: out.Cost, Weight: weight}, by})
		}
	}
	if len(list) > 0 || len(foes) == 0 {
		return list, nil
	}
	way := append(slices.Clone(at.way), "a move of the foe")
	err := p.groups(foes, func(seen []int64, group []State) error {
		to, err := p.match(next, seen, way)
		if err == nil {
			list = append(list, otherTurn{model.Turned{To: p.add(to, group, way), Cost: cost, Weight: 1}, model.ByFoe})
		}
		return err
	})
	return list, err
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
func (p *playing) byUs(j *Judge, at spot, st *model.Situation) ([]model.Turned, error) {
	mv, ok := j.resolve(st.Move)
	if !ok {
		return nil, p.wrong(at.way, fmt.Sprintf("there is no move %s", st.Move))
	}
	way := append(slices.Clone(at.way), j.Written(mv))
	cost := int64(0)
	var after []State
	for _, w := range at.worlds {
		out, err := j.Apply(w, mv)
		if err != nil {
			return nil, err
		}
		if out.Next == nil {
			return nil, j.refusal(len(way), mv, out.Refused)
		}
		if by, _, err := j.whose(w, mv); err != nil || by != model.ByUs {
			return nil, p.wrong(way, "it is not ours to make")
		}
		cost = max(cost, out.Cost)
		after = append(after, out.Next)
	}
	next := make([]int, len(st.Next))
	for i, f := range st.Next {
		next[i] = f.To
	}
	var list []model.Turned
	err := p.groups(after, func(seen []int64, group []State) error {
		believing := p.judge.Believing(group)
		for _, w := range group {
			broken, err := believing.Broken(w)
			if err != nil {
				return err
			}
			if len(broken) > 0 {
				return &model.PlanError{Step: len(way), Move: j.Written(mv), Rules: broken, Why: "breaks"}
			}
		}
		to, err := p.match(next, seen, way)
		if err == nil {
			list = append(list, model.Turned{To: p.add(to, group, way), Cost: cost, Weight: 1})
		}
		return err
	})
	return list, err
}
