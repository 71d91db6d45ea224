package planning

import (
	"cmp"
	"slices"
)

// refine is colour refinement (McKay 1981): it splits cells by the colours of neighbours until the
// partition is stable. Each round examines only the neighbours of vertices whose colour changed: initially
// those in changed, later those of split cells. Colours do not depend on the numbers of vertices, so the
// results of two refinements can be compared. Rounds are numbered, so that no colour occurs twice.
func (g *descriptionGraph) refine(colour []uint64, changed []int32, round uint64) []uint64 {
	sizes := map[uint64]int{}
	for _, c := range colour {
		sizes[c]++
	}
	sums := make([]uint64, len(colour)) // sums over neighbours that changed
	var beside []int32
	for len(changed) > 0 && g.ctx.Err() == nil { // an unfinished refinement is detected later
		beside = beside[:0]
		for _, v := range changed {
			for _, l := range g.lines[v] {
				if sums[l.to] == 0 {
					beside = append(beside, l.to)
				}
				sums[l.to] += mixed(colour[v], l.label)
			}
		}
		changed = splitCells(colour, beside, sums, sizes, round, changed[:0])
		for _, v := range beside {
			sums[v] = 0
		}
		round++
	}
	return colour
}

// splitCells assigns new colours to vertices of split cells and lists them. Vertices without changed
// neighbours keep their colour; if all have changed neighbours, the largest part does.
func splitCells(colour []uint64, beside []int32, sums []uint64, sizes map[uint64]int, round uint64, changed []int32) []int32 {
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

// pick individualizes a vertex and refines.
func (g *descriptionGraph) pick(colour []uint64, v int32, step int) []uint64 {
	colour = slices.Clone(colour)
	round := uint64(step+1) << 32
	colour[v] = mixed(colour[v], round|isPicked)
	return g.refine(colour, []int32{v}, round)
}
