package transition

import (
	"maps"

	"farbank/model"
)

// Cases splits conditions and values into cases: assignments of cells under which all
// conditions hold and the values are constant.
type Cases struct {
	Full bool // there were too many cases, or the context is done

	// Keep, if not nil, has a cell or -1 for each value. A value that has been reduced to that
	// cell is not split further. While found is called, Kept reports which values have.
	Keep []int
	Kept []bool

	x     *Executor
	most  int // maximum number of cases; 50 times as many expressions are visited
	own   int // a value that is this cell, unchanged, need not be split; or -1
	work  int
	count int
	given map[int]int64
}

// Cases returns a splitter into at most most cases. It stops when the context of the executor
// is done.
func (x *Executor) Cases(most int) *Cases {
	return &Cases{x: x, most: most, own: -1, given: map[int]int64{}}
}

// Split calls found for every case in which all of conds hold, with the assigned cells and the
// constants that the values become. Cells that do not matter are not assigned. The cases are
// mutually exclusive.
func (x *Cases) Split(conds, values []*model.Expr, found func(given map[int]int64, values []int64)) {
	cell, ok := x.open(conds, values)
	switch {
	case !ok || x.Full || x.unchanged(values):
		return
	case cell < 0:
		if x.count++; x.count > x.most {
			x.Full = true
			return
		}
		constants := make([]int64, len(values))
		x.Kept = x.Kept[:0]
		for i, v := range values {
			constants[i] = v.Value
			x.Kept = append(x.Kept, x.keeps(i, v))
		}
		found(maps.Clone(x.given), constants)
		return
	}
	info := &x.x.Problem.Cells[cell]
	for v := range info.Values() {
		if x.Full {
			break
		}
		x.given[cell] = v
		sub := x.x.Builder.Substitution(func(i int) *model.Expr {
			if i == cell {
				return x.x.Constant(i, v)
			}
			return x.x.Cell(i)
		}, nil)
		x.Split(apply(sub, conds), apply(sub, values), found)
		x.work += len(conds) + len(values)
		if x.count++; x.count > 4*x.most || x.work > 50*x.most || x.x.ctx.Err() != nil {
			x.Full = true
		}
	}
	delete(x.given, cell)
}

// keeps reports whether a value has been reduced to the cell in Keep.
func (x *Cases) keeps(i int, v *model.Expr) bool {
	return x.Keep != nil && x.Keep[i] >= 0 && v.Op == model.Cell && int(v.Value) == x.Keep[i]
}

// unchanged reports whether the value is that of the cell itself.
func (x *Cases) unchanged(values []*model.Expr) bool {
	return x.own >= 0 && values[0].Op == model.Cell && int(values[0].Value) == x.own
}

func apply(sub *model.Substitution, list []*model.Expr) []*model.Expr {
	out := make([]*model.Expr, 0, len(list))
	for _, e := range list {
		out = append(out, sub.Apply(e))
	}
	return out
}

// open returns a cell to split on: a cell of the smallest condition that is not constant, or
// else of a value. It returns -1 if everything is constant, and false if a condition is false.
func (x *Cases) open(conds, values []*model.Expr) (int, bool) {
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
		for i, v := range values {
			if !v.IsConst() && !x.keeps(i, v) {
				smallest = v
				break
			}
		}
		if smallest == nil {
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

// indexCells returns the cells in the addresses and in the conditions of Ifs of an expression.
// Assigning them first removes other cells from the expression.
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
