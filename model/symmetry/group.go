package symmetry

import (
	"context"
	"maps"
	"slices"

	"farbank/model"
)

// A Group is a set of interchangeable members of a problem without moves: every permutation of them maps solutions to
// solutions. The members are either indices, or values of cells.
type Group struct {
	Columns [][]int // of indices: by member its cells, in corresponding order; permuting members permutes columns
	Values  []int64 // of values: the members, ascending; permuting members permutes the values of Cells
	Cells   []int   // of values: the cells, ascending
}

// Members returns the number of members, at least 2.
func (g *Group) Members() int { return max(len(g.Columns), len(g.Values)) }

// cells returns all cells whose value a permutation may change.
func (g *Group) cells() []int {
	if g.Columns == nil {
		return g.Cells
	}
	return slices.Concat(g.Columns...)
}

// GroupsOfUnknowns returns groups without common cells, so that the permutations of one are independent of those of the
// others. The arguments are those of OfUnknowns. Of groups with common cells it returns the one with the most members.
func GroupsOfUnknowns(ctx context.Context, p *model.Problem, conditions []*model.Expr, objective *model.Expr) []Group {
	var all []Group
	for _, list := range byScope(OfUnknowns(ctx, p, conditions, objective)) {
		all = append(all, groupsOf(list)...)
	}
	slices.SortStableFunc(all, func(a, b Group) int { return b.Members() - a.Members() })
	taken := make([]bool, p.NumFind)
	return slices.DeleteFunc(all, func(g Group) bool {
		cells := g.cells()
		if slices.ContainsFunc(cells, func(c int) bool { return taken[c] }) {
			return true
		}
		for _, c := range cells {
			taken[c] = true
		}
		return false
	})
}

// byScope returns the exchanges of each scope.
func byScope(found []Exchange) (lists [][]Exchange) {
	for i, x := range found {
		if i == 0 || x.scope != found[i-1].scope {
			lists = append(lists, nil)
		}
		lists[len(lists)-1] = append(lists[len(lists)-1], x)
	}
	return lists
}

// groupsOf returns the groups that the exchanges of one scope generate. Exchanges of two members generate all
// permutations of a set of members if they connect it. It returns nil for exchanges of both indices and values, and if
// a cell belongs to two members.
func groupsOf(list []Exchange) (groups []Group) {
	moves := len(list[0].Moved) > 0
	next := map[int64][]*Exchange{}
	var members []int64
	renamed := map[int]bool{}
	for i := range list {
		x := &list[i]
		if moves != (len(x.Moved) > 0) || moves && len(x.Renamed) > 0 {
			return nil
		}
		for c := range x.Renamed {
			renamed[c] = true
		}
		next[x.V], next[x.W] = append(next[x.V], x), append(next[x.W], x)
		members = append(members, x.V, x.W)
	}
	slices.Sort(members)
	seen := map[int64]bool{}
	for _, v := range slices.Compact(members) {
		if seen[v] {
			continue
		}
		seen[v] = true
		g, whole := Group{Values: []int64{v}}, true
		if moves {
			g.Columns = [][]int{next[v][0].side(v)}
		}
		for k := 0; k < len(g.Values); k++ {
			for _, x := range next[g.Values[k]] {
				w := x.value(g.Values[k])
				if seen[w] {
					continue
				}
				seen[w] = true
				g.Values = append(g.Values, w)
				if g.Columns != nil {
					column, ok := x.image(g.Columns[k])
					g.Columns, whole = append(g.Columns, column), whole && ok
				}
			}
		}
		if whole && g.finish(renamed) {
			groups = append(groups, g)
		}
	}
	return groups
}

// finish completes a group; renamed are the cells whose values the exchanges rename. It reports false if a cell belongs to two members.
func (g *Group) finish(renamed map[int]bool) bool {
	if g.Columns == nil {
		slices.Sort(g.Values)
		g.Cells = slices.Sorted(maps.Keys(renamed))
		return true
	}
	g.Values = nil
	cells := slices.Sorted(slices.Values(g.cells()))
	return len(slices.Compact(slices.Clone(cells))) == len(cells)
}

// side returns the moved cells that belong to the member v, ascending.
func (x *Exchange) side(v int64) (cells []int) {
	for c, of := range x.sides {
		if of == v {
			cells = append(cells, c)
		}
	}
	slices.Sort(cells)
	return cells
}

// image returns the images of cells. ok is false if one is not moved, or if other cells of the member are.
func (x *Exchange) image(cells []int) (list []int, ok bool) {
	for _, c := range cells {
		to, moved := x.Moved[c]
		if !moved {
			return list, false
		}
		list = append(list, to)
	}
	return list, 2*len(list) == len(x.Moved)
}
