package export

import (
	"maps"
	"slices"

	"farbank/model"
)

// maxCases bounds the cases into which conditions are split.
const maxCases = 50_000

// A splitter tells the cases of conditions and values apart: for which values of which
// cells all conditions hold and what the values then are.
type splitter struct {
	s     *system
	most  int // cases, and 50 times as many expressions looked at; beyond them full is set
	work  int
	given map[int]int64
	cases int
	full  bool
	own   int         // a value that is this cell, unchanged, need not be told apart; -1: none
	ended func() bool // whether to give up, full
}

// split calls found for every case in which all of conds hold, with the values that
// cells have in it (no cell that does not matter stands there) and the constants that
// values become. The cases exclude each other.
func (x *splitter) split(conds, values []*model.Expr, found func(given map[int]int64, values []int64)) {
	cell, ok := x.open(conds, values)
	switch {
	case !ok || x.full || x.unchanged(values):
		return
	case cell < 0:
		if x.cases++; x.cases > x.most {
			x.full = true
			return
		}
		constants := make([]int64, len(values))
		for i, v := range values {
			constants[i] = v.Value
		}
		found(maps.Clone(x.given), constants)
		return
	}
	info := &x.s.p.Cells[cell]
	for v := range info.Values() {
		if x.full {
			break
		}
		x.given[cell] = v
		sub := x.s.b.Substitution(func(i int) *model.Expr {
			if i == cell {
				return x.s.constant(i, v)
			}
			return x.s.cell(i)
		}, nil)
		x.split(apply(sub, conds), apply(sub, values), found)
		x.work += len(conds) + len(values)
		if x.cases++; x.cases > 4*x.most || x.work > 50*x.most || x.ended() {
			x.full = true
		}
	}
	delete(x.given, cell)
}

// unchanged says that the value is what the cell is already.
func (x *splitter) unchanged(values []*model.Expr) bool {
	return x.own >= 0 && values[0].Op == model.Cell && int(values[0].Value) == x.own
}

func apply(sub *model.Substitution, list []*model.Expr) []*model.Expr {
	out := make([]*model.Expr, 0, len(list))
	for _, e := range list {
		out = append(out, sub.Apply(e))
	}
	return out
}

// open returns a cell to tell values apart by: one of the smallest open condition, or
// else value; -1 if nothing is open; and false if a condition fails.
func (x *splitter) open(conds, values []*model.Expr) (int, bool) {
	var smallest *model.Expr
	for _, c := range conds {
		switch {
		case c.IsFalse():
			return 0, false
		case !c.IsConst() && (smallest == nil || c.Size < smallest.Size):
			smallest = c
		}
	}
	if smallest == nil {
		if i := slices.IndexFunc(values, func(e *model.Expr) bool { return !e.IsConst() }); i >= 0 {
			smallest = values[i]
		} else {
			return -1, true
		}
	}
	first := -1
	index := indexCells(smallest)
	smallest.Cells(func(c int) {
		if first < 0 || index[c] && !index[first] {
			first = c
		}
	})
	return first, true
}

// indexCells are the cells that addresses in an expression depend on: once they are
// known, much else no longer matters.
func indexCells(e *model.Expr) map[int]bool {
	cells := map[int]bool{}
	e.Walk(func(n *model.Expr) {
		for _, i := range n.Args[:min(len(n.Dims), len(n.Args))] {
			i.Cells(func(c int) { cells[c] = true })
		}
		if n.Op == model.If {
			n.Args[0].Cells(func(c int) { cells[c] = true })
		}
	})
	return cells
}
