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
	p := &playing{judge: j, named: map[called]*schema{}}
	p.Follower = &model.Follower[world]{Strategy: s, Seen: p.seen, Name: j.name}
	for _, a := range slices.Concat(j.d.actions, j.d.events) {
		if a.of == nil {
			p.named[called{a.name, len(a.params)}] = a
		}
	}
	starts, err := j.worlds()
	if err != nil {
		return nil, err
	}
	return p.Follow(starts, func() error {
		if j.ctx != nil && j.ctx.Err() != nil {
			return context.Cause(j.ctx)
		}
		return nil
	}, p.position)
}

type playing struct {
	*judge
	*model.Follower[world]
	named map[called]*schema // our actions
}

// called is the name of an action with the number of its parameters.
type called struct {
	name   string
	params int
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

// position determines what can happen in a position.
func (p *playing) position(out *model.Position, at model.Spot[world]) error {
	st := p.Situation(at)
	out.End = model.Failed
	env := make([]int32, p.d.slots)
	reached := !slices.ContainsFunc(at.Worlds, func(w world) bool { return w.pending != "" || !p.holds(w, p.d.goal, env) })
	switch {
	case reached:
		out.End = model.Reached
		return nil
	case st.End == model.Reached:
		return model.Misplayed(at.Way, "the goal is not known to be reached")
	case st.End == model.Failed:
		return nil
	}
	var list []model.Turned
	var by model.Chooser
	var err error
	if at.Worlds[0].pending != "" {
		if st.Move != nil {
			return model.Misplayed(at.Way, fmt.Sprintf("%s is not ours to make here: others move", st.Move))
		}
		list, by, err = p.others(at, st)
	} else if st.Move != nil {
		list, err = p.ours(at, st)
	}
	if err == nil && len(list) > 0 {
		out.End, out.By, out.Next = model.Goes, by, list
	}
	return err
}

// others returns the outcomes of the action that is under way.
func (p *playing) others(at model.Spot[world], st *model.Situation) (list []model.Turned, by model.Chooser, err error) {
	for _, w := range at.Worlds {
		words := strings.Fields(w.pending)
		a := p.named[called{words[0], len(words) - 1}]
		for i, o := range a.outcomes {
			env := p.environment(o, words[1:])
			next, why := p.apply(w, o, env)
			if why != "" {
				return nil, by, model.Misplayed(at.Way, why)
			}
			way := append(slices.Clone(at.Way), "("+strings.Join(append([]string{outcomeName(a, i)}, words[1:]...), " ")+")")
			turn, err := p.Turns(st.Targets(), []world{next}, way, p.cost(w, next))
			if err != nil {
				return nil, by, err
			}
			turn[0].Weight = o.weight
			list = append(list, turn[0])
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
func (p *playing) ours(at model.Spot[world], st *model.Situation) ([]model.Turned, error) {
	way := append(slices.Clone(at.Way), st.Move.String())
	a := p.named[called{st.Move.Schema.Name, len(st.Move.Args)}]
	if a == nil {
		return nil, model.Misplayed(at.Way, fmt.Sprintf("there is no move %s", st.Move))
	}
	env := make([]int32, a.slots)
	words := []string{a.name}
	for k, x := range st.Move.Args {
		env[k] = int32(x.Leaves[0])
		if !p.d.is(env[k], a.params[k].of) {
			return nil, model.Misplayed(way, fmt.Sprintf("%s is not of the type of %s", x, a.params[k].name))
		}
		words = append(words, p.d.objects[env[k]].name)
	}
	cost := int64(0)
	var after []world
	for _, w := range at.Worlds {
		if why := p.missing(w, a.pre, env); why != "" {
			return nil, model.Misplayed(way, "does not apply: it needs "+why)
		}
		if len(a.outcomes) > 0 {
			for _, o := range a.outcomes {
				if _, why := p.apply(w, o, slices.Clone(env)); why != "" {
					return nil, model.Misplayed(way, "does not apply: "+why)
				}
			}
			w.pending = strings.Join(words, " ")
			after = append(after, w)
			continue
		}
		next, why := p.apply(w, a, env)
		if why != "" {
			return nil, model.Misplayed(way, "does not apply: "+why)
		}
		next.observed = p.observed(a, next, env)
		cost = max(cost, p.price(a, w, next))
		after = append(after, next)
	}
	return p.Turns(st.Targets(), after, way, cost)
}
