package constraint

import (
	"fmt"
	"math/big"
	"slices"

	"farbank/constraint"
	"farbank/model/symmetry"
)

// fewSolutions is the number of solutions that are counted one by one before the search for symmetries.
const fewSolutions = 500

// An orbitCounter counts solutions by orbits: of all solutions that permutations of interchangeable members map to each
// other, the search finds one, the canonical one, and the others are computed (Crawford and others 1996 break such
// symmetries; the number is that of the orbit-stabilizer theorem).
type orbitCounter struct {
	f      *finder
	groups []symmetry.Group
}

// orbits returns a counter for the groups of a part, and adds to the model that a solution is canonical: the columns of
// interchangeable indices ascend lexicographically, and interchangeable values occur for the first time in ascending
// order. Each orbit has exactly one such solution. orbits returns nil if no members are interchangeable.
func (f *finder) orbits(p *part) *orbitCounter {
	groups := symmetry.GroupsOfUnknowns(f.ctx, f.p, p.conditions, nil)
	groups = slices.DeleteFunc(groups, func(g symmetry.Group) bool {
		outside := func(c int) bool { return !p.has[c] }
		return slices.ContainsFunc(g.Cells, outside) || slices.ContainsFunc(slices.Concat(g.Columns...), outside)
	})
	if len(groups) == 0 {
		return nil
	}
	members := 0
	for _, g := range groups {
		members += g.Members()
		for k := 1; k < g.Members(); k++ {
			if g.Columns == nil {
				f.m.Precede(g.Values[k-1], g.Values[k], f.variables(g.Cells)...)
			} else {
				f.m.LexLessEqual(f.variables(g.Columns[k-1]), f.variables(g.Columns[k]))
			}
		}
	}
	f.a.Stats.Notes = append(f.a.Stats.Notes, fmt.Sprintf("%d indices or values in %d groups are interchangeable", members, len(groups)))
	return &orbitCounter{f, groups}
}

// size returns the number of solutions in the orbit of a canonical one.
func (o *orbitCounter) size(sol *constraint.Solution) *big.Int {
	n := big.NewInt(1)
	for _, g := range o.groups {
		if g.Columns == nil {
			n.Mul(n, o.renamings(&g, sol))
		} else {
			n.Mul(n, o.arrangements(&g, sol))
		}
	}
	return n
}

// renamings returns the number of ways to choose different members for the values that occur.
func (o *orbitCounter) renamings(g *symmetry.Group, sol *constraint.Solution) *big.Int {
	used := map[int64]bool{}
	for _, c := range g.Cells {
		if v := sol.Value(o.f.cells[c]); slices.Contains(g.Values, v) {
			used[v] = true
		}
	}
	all := int64(len(g.Values))
	return new(big.Int).MulRange(all-int64(len(used))+1, all)
}

// arrangements returns the number of different orders of the columns. Equal columns are neighbours.
func (o *orbitCounter) arrangements(g *symmetry.Group, sol *constraint.Solution) *big.Int {
	n := new(big.Int).MulRange(1, int64(len(g.Columns)))
	equal := int64(1)
	for k := 1; k < len(g.Columns); k++ {
		if !o.same(g.Columns[k-1], g.Columns[k], sol) {
			equal = 1
			continue
		}
		equal++
		n.Div(n, big.NewInt(equal))
	}
	return n
}

// same reports whether two columns have the same values.
func (o *orbitCounter) same(a, b []int, sol *constraint.Solution) bool {
	for i := range a {
		if sol.Value(o.f.cells[a[i]]) != sol.Value(o.f.cells[b[i]]) {
			return false
		}
	}
	return true
}
