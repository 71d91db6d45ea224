package constraint

import (
	"farbank/engine/constraint/recognise"
	"farbank/model"
)

// A row is a linear expression that is at most limit, or equal to it.
type row struct {
	linear
	limit int64
	equal bool
	from  int // the condition that it comes from; -1: none
}

// truth adds by × [e] to l.
func (r *relaxation) truth(l *linear, e *model.Expr, by int64) {
	switch {
	case e.Op == model.Const:
		r.plus(l, e.Value, by)
	case e.Op == model.Cell:
		l.plus(r.cell(int(e.Value)), by)
	case e.Op == model.Not, e.Op == model.Ne:
		l.constant += by
		if e.Op == model.Not {
			r.truth(l, e.Args[0], -by)
		} else if cell, v, ok := chosen(e); ok {
			l.plus(r.choice(cell, v), -by)
		} else {
			l.constant -= by
			r.other(l, e, by)
		}
	default:
		if cell, v, ok := chosen(e); ok && e.Op == model.Eq {
			l.plus(r.choice(cell, v), by)
			return
		}
		r.other(l, e, by)
	}
}

// chosen reports whether e compares a cell with a constant.
func chosen(e *model.Expr) (cell int, v int64, ok bool) {
	if len(e.Args) != 2 {
		return 0, 0, false
	}
	a, b := e.Args[0], e.Args[1]
	if a.IsConst() {
		a, b = b, a
	}
	return int(a.Value), b.Value, a.Op == model.Cell && b.IsConst() && (e.Op == model.Eq || e.Op == model.Ne)
}

// condition adds the rows of a condition.
func (r *relaxation) condition(e *model.Expr) {
	if r.rich && r.st.reads(e) >= 0 {
		r.unary = append(r.unary, e)
	}
	l := linear{map[int]int64{}, 0}
	switch e.Op {
	case model.Le, model.Lt, model.Eq:
		if _, _, ok := chosen(e); ok {
			return
		}
		if r.rich {
			r.bounded(e)
		}
		r.add(&l, e.Args[0], 1)
		r.add(&l, e.Args[1], -1)
		if e.Op == model.Lt {
			l.constant++
		}
		r.row(l, e.Op == model.Eq)
	case model.Or:
		for _, a := range e.Args {
			r.truth(&l, a, -1)
		}
		l.constant++
		r.row(l, false)
	case model.Distinct:
		r.distinct(e)
	}
}

// distinct adds the rows of an all-different: at most one cell has each value.
func (r *relaxation) distinct(e *model.Expr) {
	list := make([]recognise.Linear, len(e.Args))
	for i, a := range e.Args {
		list[i] = recognise.Linear{Terms: []recognise.Term{{Coef: 1, Of: a}}}
	}
	r.different(list)
}

// different adds the rows that at most one of the numbers, which are cells with constants added, has
// each value.
func (r *relaxation) different(list []recognise.Linear) {
	users := map[int64]*linear{}
	var values []int64
	for _, x := range list {
		if len(x.Terms) != 1 || x.Terms[0].Coef != 1 || x.Constant > maxCoef || x.Constant < -maxCoef {
			return
		}
		if a := x.Terms[0].Of; a.Op != model.Cell || r.st.sys.Problem.Cells[a.Value].Span() > maxChoices {
			return
		}
	}
	for _, x := range list {
		cell := int(x.Terms[0].Of.Value)
		for v := range r.st.sys.Problem.Cells[cell].Values() {
			at := v + x.Constant
			if users[at] == nil {
				users[at] = &linear{map[int]int64{}, -1}
				values = append(values, at)
			}
			users[at].plus(r.choice(cell, v), 1)
		}
	}
	for _, v := range values {
		r.row(*users[v], len(values) == len(list))
	}
}

// complete adds the rows that each cell has exactly one value.
func (r *relaxation) complete() {
	for _, cell := range r.order {
		info := &r.st.sys.Problem.Cells[cell]
		one := linear{map[int]int64{}, -1}
		if info.Span() > maxChoices {
			for _, k := range r.choices[cell] {
				one.plus(k, 1)
			}
			r.row(one, false)
			continue
		}
		whole, used := linear{map[int]int64{}, 0}, false
		if k, ok := r.cells[cell]; ok {
			used = true
			whole.plus(k, -1)
		}
		for v := range info.Values() {
			k := r.choice(cell, v)
			one.plus(k, 1)
			whole.plus(k, v)
		}
		r.row(one, true)
		if used {
			r.row(whole, true)
		}
	}
}
