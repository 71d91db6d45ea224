package pddl

import (
	"maps"
	"slices"
	"strings"

	"farbank/game"
	"farbank/model"
)

// StripsUpTo sets the number of cases of a move that become separate actions, and returns a
// function that restores it.
func StripsUpTo(n int) (restore func()) {
	old := maxStrips
	maxStrips = n
	return func() { maxStrips = old }
}

// PlainArena returns the game of a problem with outcomes on sets of facts, with all actions and all objects, or nil if it has more than limit
// states. Its start is state 0.
func PlainArena(p *model.Problem, limit int) *game.Arena {
	j := p.Judge.(*judge)
	kinds := []game.Kind{}
	moves := [][]game.Move{}
	number := map[string]int{}
	var worlds []world
	add := func(w world) int32 {
		k := j.name(w)
		n, ok := number[k]
		if !ok {
			n = len(kinds)
			number[k] = n
			kinds, moves, worlds = append(kinds, game.Ours), append(moves, nil), append(worlds, w)
		}
		return int32(n)
	}
	add(j.first())
	for n := 0; n < len(worlds); n++ {
		w := worlds[n]
		if kinds[n] != game.Ours {
			continue
		}
		if len(worlds) > limit {
			return nil
		}
		if j.holds(w, j.d.goal, make([]int32, j.d.slots)) {
			kinds[n] = game.Goal
			continue
		}
		for _, s := range append(slices.Clone(j.d.actions), j.d.events...) {
			if s.of != nil {
				continue
			}
			env := make([]int32, s.slots)
			all := make([]slot, len(s.params))
			for i, v := range s.params {
				all[i] = slot{index: int32(i), of: v.of}
			}
			j.each(all, env, func() bool {
				if !j.holds(w, s.pre, env) {
					return true
				}
				outcomes := []*schema{s}
				if len(s.outcomes) > 0 {
					outcomes = s.outcomes
				}
				var to []game.Move
				var next []world
				for _, o := range outcomes {
					after, why := j.apply(w, o, env)
					if why != "" {
						return true
					}
					next = append(next, after)
				}
				for i, o := range outcomes {
					to = append(to, game.Move{To: add(next[i]), Cost: j.cost(w, next[i]), Weight: max(1, o.weight)})
				}
				if len(s.outcomes) == 0 {
					moves[n] = append(moves[n], to...)
					return true
				}
				kinds, moves, worlds = append(kinds, game.Chance), append(moves, to), append(worlds, w)
				moves[n] = append(moves[n], game.Move{To: int32(len(kinds) - 1)})
				return true
			})
		}
	}
	a := &game.Arena{}
	for n, k := range kinds {
		a.Add(k, moves[n]...)
	}
	return a
}

// PlainBeliefs returns the game of a task with unknown facts on sets of states, with all actions and all objects, or nil if it has more than
// limit sets. Its start is state 0.
func PlainBeliefs(p *model.Problem, limit int) (*game.Arena, error) {
	j := p.Judge.(*judge)
	a := &game.Arena{}
	kinds := []game.Kind{}
	moves := [][]game.Move{}
	number := map[string]int{}
	var beliefs [][]world
	add := func(list []world) int32 {
		names := map[string]world{}
		for _, w := range list {
			w.observed = ""
			names[j.name(w)] = w
		}
		k := strings.Join(slices.Sorted(maps.Keys(names)), "\n")
		n, ok := number[k]
		if !ok {
			n = len(kinds)
			number[k] = n
			kinds, moves, beliefs = append(kinds, game.Ours), append(moves, nil), append(beliefs, slices.Collect(maps.Values(names)))
		}
		return int32(n)
	}
	first, err := j.worlds()
	if err != nil || len(first) == 0 {
		return nil, err
	}
	add(first)
	for n := 0; n < len(beliefs); n++ {
		if kinds[n] != game.Ours {
			continue
		}
		if len(beliefs) > limit {
			return nil, nil
		}
		all := func(f *formula, env []int32) bool {
			return !slices.ContainsFunc(beliefs[n], func(w world) bool { return !j.holds(w, f, env) })
		}
		if all(j.d.goal, make([]int32, j.d.slots)) {
			kinds[n] = game.Goal
			continue
		}
		for _, s := range j.d.actions {
			env := make([]int32, s.slots)
			places := make([]slot, len(s.params))
			for i, v := range s.params {
				places[i] = slot{index: int32(i), of: v.of}
			}
			j.each(places, env, func() bool {
				if !all(s.pre, env) {
					return true
				}
				after := map[string][]world{}
				cost := int64(0)
				for _, w := range beliefs[n] {
					next, why := j.apply(w, s, env)
					if why != "" {
						return true
					}
					cost = max(cost, j.price(s, w, next))
					after[j.observed(s, next, env)] = append(after[j.observed(s, next, env)], next)
				}
				var to []game.Move
				for _, list := range after {
					to = append(to, game.Move{To: add(list), Cost: cost})
				}
				kinds, moves, beliefs = append(kinds, game.Foe), append(moves, to), append(beliefs, nil)
				moves[n] = append(moves[n], game.Move{To: int32(len(kinds) - 1)})
				return true
			})
		}
	}
	for n, k := range kinds {
		a.Add(k, moves[n]...)
	}
	return a, nil
}
