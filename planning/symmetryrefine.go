package planning

import (
	"cmp"
	"slices"
)

// refine tells vertices apart by what they are joined to, until no more come apart (colour refinement, as in McKay
// 1981). Only what is beside vertices that have changed is looked at: in the first round these, later those that came
// apart. Colours do not depend on the numbers of vertices, so that two refinements can be held against each other;
// rounds are numbered on, so that no colour comes twice.
func (g *sketch) refine(colour []uint64, changed []int32, round uint64) []uint64 {
	sizes := map[uint64]int{}
	for _, c := range colour {
		sizes[c]++
	}
	sums := make([]uint64, len(colour)) // of what is beside a vertex and has changed
	var beside []int32
	for len(changed) > 0 && g.ctx.Err() == nil { // what is told apart too little is found out later
		beside = beside[:0]
		for _, v := range changed {
			for _, l := range g.lines[v] {
				if sums[l.to] == 0 {
					beside = append(beside, l.to)
				}
				sums[l.to] += mixed(colour[v], l.label)
			}
		}
		changed = comeApart(colour, beside, sums, sizes, round, changed[:0])
		for _, v := range beside {
			sums[v] = 0
		}
		round++
	}
	return colour
}

// comeApart gives new colours to vertices that have come apart from others of their colour, and lists them. Those beside
// nothing that has changed keep the colour; if there are none, the largest part does.
func comeApart(colour []uint64, beside []int32, sums []uint64, sizes map[uint64]int, round uint64, changed []int32) []int32 {
	slices.SortFunc(beside, func(a, b int32) int {
		return cmp.Or(cmp.Compare(colour[a], colour[b]), cmp.Compare(sums[a], sums[b]))
	})
	end := func(from int, same func(a, b int32) bool) int {
		to := from + 1
		for to < len(beside) && same(beside[from], beside[to]) {
			to++
		}
		return to
	}
	alike := func(a, b int32) bool { return colour[a] == colour[b] }
	equal := func(a, b int32) bool { return colour[a] == colour[b] && sums[a] == sums[b] }
	for from := 0; from < len(beside); {
		last, was := end(from, alike), colour[beside[from]]
		kept, most := -1, 0
		if sizes[was] == last-from {
			for i := from; i < last; i = end(i, equal) {
				if n := end(i, equal) - i; n > most {
					kept, most = i, n
				}
			}
		}
		for from < last {
			to := end(from, equal)
			if from != kept {
				c := mixed(mixed(was, round), sums[beside[from]])
				sizes[was], sizes[c] = sizes[was]-(to-from), to-from
				changed = append(changed, beside[from:to]...)
				for _, v := range beside[from:to] {
					colour[v] = c
				}
			}
			from = to
		}
	}
	return changed
}

// pick tells a vertex apart from its like, at a step.
func (g *sketch) pick(colour []uint64, v int32, step int) []uint64 {
	colour = slices.Clone(colour)
	round := uint64(step+1) << 32
	colour[v] = mixed(colour[v], round|isPicked)
	return g.refine(colour, []int32{v}, round)
}
