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

// maxOrdered bounds the places that are compared so that of symmetric solutions few are left.
const maxOrdered = 1 << 14

// breakSymmetry leaves of solutions that exchanges turn into one another at least the first: that with the least values, by
// the order of cells. Any of these exchanges may be left out, and of any comparison the end. It is for
// questions to which one solution is the answer.
func (f *finder) breakSymmetry(conditions []*model.Expr) {
	if !f.q.Symmetry || f.q.Want != engine.One || f.q.First != engine.AnyFirst || f.proof != nil || f.checking {
		return
	}
	var objective *model.Expr
	if f.p.Goals != nil && f.q.Plans == engine.Shortest {
		objective = f.sys.Objective
	}
	found := symmetry.OfUnknowns(f.ctx, f.p, conditions, objective)
	left := maxOrdered
	for i := range found {
		f.order(&found[i], &left)
	}
	if len(found) > 0 {
		f.a.Stats.Notes = append(f.a.Stats.Notes, fmt.Sprintf("%d exchanges of indices or values change nothing", len(found)))
		f.m.Signature += fmt.Sprintf(" %d", len(found)-left)
	}
}

// order has a solution be no later than what an exchange turns it into.
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

// exchanged is what a cell has after an exchange.
func (f *finder) exchanged(x *symmetry.Exchange, c int) constraint.Int {
	from := c
	if to, ok := x.Moved[c]; ok {
		from = to
	}
	y := f.cells[from].Sum()
	if x.Renamed[c] {
		v, w := f.m.Truth(y.Is(x.V)), f.m.Truth(y.Is(x.W))
		y = y.Plus(v.Sum().Times(x.W - x.V)).Plus(w.Sum().Times(x.V - x.W))
	}
	return f.m.Variable(y)
}
