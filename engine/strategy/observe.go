//go:build !wasm

package strategy

import (
	"slices"

	"farbank/model"
)

// observation returns the fewest moves from a belief that separate the guessed world from some of those in which a move cannot be made,
// with the beliefs after them. Otherwise it returns those to the nearest observation of any kind.
func (g *greedy) observation(worlds [][]uint64, guess, move int) (way []leg, groups [][][]uint64, err error) {
	blocked := map[string]bool{}
	g.s.unpack(worlds)
	for i := range worlds {
		t, err := g.s.step.Turn(g.p.Moves[move], g.s.worlds[i], g.s.next)
		if err != nil {
			return nil, nil, err
		}
		if !t.Enabled {
			blocked[g.fixed(worlds[i])] = true
		}
	}
	type node struct {
		worlds [][]uint64
		from   int
		leg
	}
	queue := []node{{worlds, -1, leg{g.key(worlds), -1}}}
	seen := map[string]bool{queue[0].key: true}
	fixed := g.fixed(worlds[guess])
	back := func(i, last int) []leg {
		list := []leg{{queue[i].key, last}}
		for ; queue[i].from >= 0; i = queue[i].from {
			list = append(list, leg{queue[queue[i].from].key, queue[i].move})
		}
		slices.Reverse(list)
		return list
	}
	for i := 0; i < len(queue) && i < detour; i++ {
		here := queue[i].worlds
		state := make(model.State, len(g.p.Cells))
		g.s.layout.Unpack(here[0], state)
		for _, m := range slices.Clone(g.s.index.of(state)) {
			parts, err := g.after(here, int(m))
			switch {
			case err != nil:
				return nil, nil, err
			case parts == nil:
				continue
			case len(parts) == 1:
				if k := g.key(parts[0]); !seen[k] {
					seen[k] = true
					queue = append(queue, node{parts[0], i, leg{k, int(m)}})
				}
				continue
			}
			if g.separates(parts, fixed, blocked) {
				return back(i, int(m)), parts, nil
			}
			if groups == nil {
				way, groups = back(i, int(m)), parts
			}
		}
	}
	return way, groups, nil
}

// separates reports whether in the part with a fixed part fewer worlds are blocked than in all.
func (g *greedy) separates(parts [][][]uint64, fixed string, blocked map[string]bool) bool {
	for _, part := range parts {
		own, n := false, 0
		for _, w := range part {
			f := g.fixed(w)
			own = own || f == fixed
			if blocked[f] {
				n++
			}
		}
		if own {
			return n < len(blocked)
		}
	}
	return false
}
