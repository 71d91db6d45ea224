package constraint

import (
	"fmt"
	"maps"
	"slices"

	"farbank/constraint"
	"farbank/engine"
	"farbank/model"
	"farbank/model/symmetry"
)

// maxOrdered limits the number of comparisons for symmetry breaking.
const maxOrdered = 1 << 14

// breakSymmetry adds lexicographic ordering constraints. Of symmetric solutions they keep at least
// the lexicographically first, in the order of the cells. Any exchange may be omitted, and any
// comparison truncated. It applies only to questions for one solution.
func (f *finder) breakSymmetry(conditions []*model.Expr) {
	if !f.q.Symmetry || f.q.Want != engine.One || f.q.First != engine.AnyFirst || f.proof != nil || f.checking {
		return
	}
	var objective *model.Expr
	if f.p.Goals != nil && f.q.Plans == engine.Shortest {
		objective = f.sys.Objective
	}
	found := symmetry.OfUnknowns(f.ctx, f.p, conditions, objective)
	found = append(found, f.dominating(conditions, objective, found)...)
	left := maxOrdered
	for i := range found {
		f.order(&found[i], &left)
	}
	if len(found) > 0 {
		f.a.Stats.Notes = append(f.a.Stats.Notes, fmt.Sprintf("%d exchanges of indices or values change nothing", len(found)))
		f.m.Signature += fmt.Sprintf(" %d", len(found)-left)
	}
}

// dominating returns further exchanges of two values, for an objective that minimizes the maximum of
// cells. The larger value is then used only if the smaller one is: if both are used, the exchange
// keeps the maximum; if only the larger one is, the exchange does not increase it. So if the exchange
// makes a solution lexicographically less, the solution does not become worse.
func (f *finder) dominating(conditions []*model.Expr, objective *model.Expr, found []symmetry.Exchange) (list []symmetry.Exchange) {
	if objective == nil || f.p.Goals.Maximize || objective.Op != model.Max {
		return nil
	}
	largest := map[int]bool{}
	for _, a := range objective.Args {
		if a.Op == model.Cell {
			largest[int(a.Value)] = true
		}
	}
	if len(largest) == 0 {
		return nil
	}
	for _, x := range symmetry.OfUnknowns(f.ctx, f.p, conditions, nil) {
		inside := len(x.Moved) == 0
		for c := range x.Renamed {
			inside = inside && largest[c]
		}
		known := slices.ContainsFunc(found, func(y symmetry.Exchange) bool {
			return len(y.Moved) == 0 && x.V == y.V && x.W == y.W && maps.Equal(x.Renamed, y.Renamed)
		})
		if inside && !known {
			list = append(list, x)
		}
	}
	return list
}

// order posts that a solution is lexicographically at most its image under an exchange.
func (f *finder) order(x *symmetry.Exchange, left *int) {
	var cells []int
	for c, to := range x.Moved {
		if c < to || x.Renamed[c] {
			cells = append(cells, c)
		}
	}
	for c := range maps.Keys(x.Renamed) {
		if _, moved := x.Moved[c]; !moved {
			cells = append(cells, c)
		}
	}
	slices.Sort(cells)
	cells = cells[:min(len(cells), *left)]
	*left -= len(cells)
	if len(x.Moved) == 0 {
		f.m.Precede(x.V, x.W, f.variables(cells)...)
		return
	}
	turned := make([]constraint.Int, len(cells))
	for i, c := range cells {
		turned[i] = f.exchanged(x, c)
	}
	f.m.LexLessEqual(f.variables(cells), turned)
}

func (f *finder) variables(cells []int) []constraint.Int {
	list := make([]constraint.Int, len(cells))
	for i, c := range cells {
		list[i] = f.m.Variable(f.cells[c])
	}
	return list
}

// exchanged returns the value of a cell after an exchange.
func (f *finder) exchanged(x *symmetry.Exchange, c int) constraint.Int {
	from := c
	if to, ok := x.Moved[c]; ok {
		from = to
	}
	y := f.cells[from].Linear()
	if x.Renamed[c] {
		v, w := f.m.Truth(y.Is(x.V)), f.m.Truth(y.Is(x.W))
		y = y.Plus(v.Linear().Times(x.W - x.V)).Plus(w.Linear().Times(x.V - x.W))
	}
	return f.m.Variable(y)
}
