package pddl

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"farbank/model"
)

var _ model.StrategyJudge = (*judge)(nil)

// Play implements model.StrategyJudge: it follows a strategy against everything that can happen, on sets of facts.
func (j *judge) Play(s *model.Strategy) (*model.Played, error) {
	p := &playing{judge: j, s: s, out: &model.Played{}, number: map[string]int{}, named: map[string]*schema{}}
	for _, a := range slices.Concat(j.d.actions, j.d.events) {
		if a.of == nil {
			p.named[a.name] = a
		}
	}
	if err := p.begin(); err != nil {
		return nil, err
	}
	for i := 0; i < len(p.queue); i++ {
		if j.ctx != nil && j.ctx.Err() != nil {
			return nil, context.Cause(j.ctx)
		}
		if err := p.position(i); err != nil {
			return nil, err
		}
	}
	return p.out, nil
}

// A spot is a situation with the worlds that are possible in it.
type spot struct {
	situation int
	worlds    []world
	way       []string // the moves before it
}

type playing struct {
	*judge
	s      *model.Strategy
	out    *model.Played
	queue  []spot
	number map[string]int
	named  map[string]*schema // our actions
}

// begin adds the positions at the start.
func (p *playing) begin() error {
	worlds, err := p.worlds()
	if err != nil {
		return err
	}
	return p.groups(worlds, func(seen []int64, group []world) error {
		to, err := p.match(p.s.Starts, seen, nil)
		if err == nil {
			p.out.Starts = append(p.out.Starts, p.add(to, group, nil))
		}
		return err
	})
}

// seen returns the cells of a world that are seen; the others are 0.
func (p *playing) seen(w world) []int64 {
	s := p.state(w)
	for i, h := range p.hidden {
		if h {
			s[i] = 0
		}
	}
	return s
}

// groups calls f for the worlds of each view.
func (p *playing) groups(worlds []world, f func(seen []int64, group []world) error) error {
	var order []string
	all := map[string][]world{}
	for _, w := range worlds {
		k := fmt.Sprint(p.seen(w))
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

// match returns the situation among those that can come next that looks like seen.
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
			return 0, wrong(way, fmt.Sprintf("the situations %d and %d look alike", found+1, k+1))
		}
		found = k
	}
	if found < 0 {
		return 0, wrong(way, "the strategy has no situation for what is then seen")
	}
	return found, nil
}

func wrong(way []string, why string) error {
	move := ""
	if len(way) > 0 {
		move = way[len(way)-1]
	}
	return &model.PlanError{Step: len(way), Move: move, Why: why}
}

// name returns a text of a world that equal worlds share. Numbers that only the metric reads do not matter.
func (j *judge) name(w world) string {
	facts := slices.Sorted(maps.Keys(w.facts))
	var numbers []string
	for _, k := range slices.Sorted(maps.Keys(w.numbers)) {
		word, _, _ := strings.Cut(strings.Trim(k, "()"), " ")
		if f := j.d.functions[word]; f != nil && f.kept() {
			numbers = append(numbers, k+"="+w.numbers[k].String())
		}
	}
	return strings.Join(facts, ";") + "|" + strings.Join(numbers, ";") + "|" + w.pending + "|" + w.observed
}

// add returns the number of a position.
func (p *playing) add(situation int, worlds []world, way []string) int {
	byName := map[string]world{}
	for _, w := range worlds {
		byName[p.name(w)] = w
	}
	names := slices.Sorted(maps.Keys(byName))
	k := fmt.Sprint(situation, "\n") + strings.Join(names, "\n")
	if n, ok := p.number[k]; ok {
		return n
	}
	n := len(p.queue)
	p.number[k] = n
	at := spot{situation: situation, way: way}
	for _, name := range names {
		at.worlds = append(at.worlds, byName[name])
	}
	p.queue = append(p.queue, at)
	p.out.Positions = append(p.out.Positions, model.Position{})
	return n
}

// position determines what can happen in a position.
func (p *playing) position(i int) error {
	at := p.queue[i]
	st := &p.s.Situations[at.situation]
	p.out.Positions[i].End = model.Failed
	env := make([]int32, p.d.slots)
	reached := !slices.ContainsFunc(at.worlds, func(w world) bool { return w.pending != "" || !p.holds(w, p.d.goal, env) })
	switch {
	case reached:
		p.out.Positions[i].End = model.Reached
		return nil
	case st.End == model.Reached:
		return wrong(at.way, "the goal is not known to be reached")
	case st.End == model.Failed:
		return nil
	}
	var list []model.Turned
	var by model.Chooser
	var err error
	if at.worlds[0].pending != "" {
		if st.Move != nil {
			return wrong(at.way, fmt.Sprintf("%s is not ours to make here: others move", st.Move))
		}
		list, by, err = p.others(at, st)
	} else if st.Move != nil {
		list, err = p.ours(at, st)
	}
	if err != nil || len(list) == 0 {
		return err
	}
	out := &p.out.Positions[i] // positions may have been added
	out.End, out.By, out.Next = model.Goes, by, list
	return nil
}

func targets(st *model.Situation) []int {
	next := make([]int, len(st.Next))
	for i, f := range st.Next {
		next[i] = f.To
	}
	return next
}

// others returns the outcomes of the action that is under way.
func (p *playing) others(at spot, st *model.Situation) (list []model.Turned, by model.Chooser, err error) {
	for _, w := range at.worlds {
		words := strings.Fields(w.pending)
		a := p.named[words[0]]
		for i, o := range a.outcomes {
			env := p.environment(o, words[1:])
			next, why := p.apply(w, o, env)
			if why != "" {
				return nil, by, wrong(at.way, why)
			}
			way := append(slices.Clone(at.way), "("+strings.Join(append([]string{outcomeName(a, i)}, words[1:]...), " ")+")")
			to, err := p.match(targets(st), p.seen(next), way)
			if err != nil {
				return nil, by, err
			}
			list = append(list, model.Turned{To: p.add(to, []world{next}, way), Cost: p.cost(w, next), Weight: o.weight})
		}
	}
	return list, model.ByChance, nil
}

// environment returns the values of the parameters of an action.
func (j *judge) environment(s *schema, objects []string) []int32 {
	env := make([]int32, s.slots)
	for i, o := range objects {
		env[i] = int32(j.d.objectOf[o])
	}
	return env
}

// ours makes the move of the strategy in all worlds that are possible.
func (p *playing) ours(at spot, st *model.Situation) ([]model.Turned, error) {
	way := append(slices.Clone(at.way), st.Move.String())
	a := p.named[st.Move.Schema.Name]
	if a == nil || len(st.Move.Args) != len(a.params) {
		return nil, wrong(at.way, fmt.Sprintf("there is no move %s", st.Move))
	}
	env := make([]int32, a.slots)
	words := []string{a.name}
	for k, x := range st.Move.Args {
		env[k] = int32(x.Leaves[0])
		if !p.d.is(env[k], a.params[k].of) {
			return nil, wrong(way, fmt.Sprintf("%s is not of the type of %s", x, a.params[k].name))
		}
		words = append(words, p.d.objects[env[k]].name)
	}
	cost := int64(0)
	var after []world
	for _, w := range at.worlds {
		if why := p.missing(w, a.pre, env); why != "" {
			return nil, wrong(way, "does not apply: it needs "+why)
		}
		if len(a.outcomes) > 0 {
			for _, o := range a.outcomes {
				if _, why := p.apply(w, o, slices.Clone(env)); why != "" {
					return nil, wrong(way, "does not apply: "+why)
				}
			}
			w.pending = strings.Join(words, " ")
			after = append(after, w)
			continue
		}
		next, why := p.apply(w, a, env)
		if why != "" {
			return nil, wrong(way, "does not apply: "+why)
		}
		next.observed = p.observed(a, next, env)
		cost = max(cost, p.price(a, w, next))
		after = append(after, next)
	}
	var list []model.Turned
	err := p.groups(after, func(seen []int64, group []world) error {
		to, err := p.match(targets(st), seen, way)
		if err == nil {
			list = append(list, model.Turned{To: p.add(to, group, way), Cost: cost, Weight: 1})
		}
		return err
	})
	return list, err
}
