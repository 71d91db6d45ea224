package pddl

import (
	"slices"

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
