package constraint

import (
	"context"

	"farbank/constraint"
	"farbank/model"
	"farbank/model/transition"
)

// A writer adds expressions of a system to a model. All of them are total.
type writer struct {
	ctx     context.Context
	sys     *transition.System
	m       *constraint.Model
	uses    map[*model.Expr]int // number of uses of an expression in others
	single  map[*model.Expr]int // the only cell that an expression reads, noCell or manyCells
	written int
	rows    int64 // of tables
}

const (
	noCell    = -1
	manyCells = -2
)

// newWriter returns a writer; each gives all expressions that will be written.
func newWriter(ctx context.Context, sys *transition.System, m *constraint.Model, each func(visit func(*model.Expr))) *writer {
	w := &writer{ctx: ctx, sys: sys, m: m, uses: map[*model.Expr]int{}, single: map[*model.Expr]int{}}
	walk := model.NewWalk()
	each(func(e *model.Expr) {
		walk.Each(e, func(e *model.Expr) {
			for _, a := range e.Args {
				w.uses[a]++
			}
		})
		w.uses[e]++
	})
	return w
}

// look ends the writing if the context has ended or the model is too large.
func (w *writer) look() {
	if w.written++; w.written%256 == 0 && w.ctx.Err() != nil {
		panic(&stopped{context.Cause(w.ctx)})
	}
	if w.written > maxSize {
		panic(refused("the problem is too large"))
	}
}

// reads returns the only cell that an expression reads, or noCell or manyCells.
func (w *writer) reads(e *model.Expr) int {
	if c, ok := w.single[e]; ok {
		return c
	}
	cell := noCell
	add := func(c int) {
		switch {
		case cell == noCell:
			cell = c
		case c != noCell && c != cell:
			cell = manyCells
		}
	}
	e.Reads(add)
	for _, a := range e.Args {
		if cell == manyCells {
			break
		}
		add(w.reads(a))
	}
	w.single[e] = cell
	return cell
}

// A state holds the cells at one time, and the expressions over them that were written.
type state struct {
	*writer
	cell    func(i int) constraint.Expr // truth values are Bools or constants
	numbers map[*model.Expr]constraint.Linear
	truths  map[*model.Expr]constraint.Condition
	defined *model.Expr // the expression that is being written to the variable into
	into    constraint.Int
}

func (w *writer) state(cell func(i int) constraint.Expr) *state {
	return &state{writer: w, cell: cell, numbers: map[*model.Expr]constraint.Linear{}, truths: map[*model.Expr]constraint.Condition{}}
}

// variable adds a variable for a cell.
func (w *writer) variable(i int) constraint.Expr {
	c := &w.sys.Problem.Cells[i]
	if c.Lo == c.Hi {
		return constraint.Const(c.Lo)
	}
	if c.Type.Kind == model.Bool {
		return w.m.Bool(c.Name)
	}
	return w.m.Int(c.Name, c.Lo, c.Hi)
}

// demand posts a condition.
func (s *state) demand(e *model.Expr) {
	s.look()
	switch {
	case e.IsTrue():
	case e.Op == model.And:
		for _, a := range e.Args {
			s.demand(a)
		}
	case e.Op == model.Distinct:
		list := make([]constraint.Expr, len(e.Args))
		for i, a := range e.Args {
			list[i] = s.number(a)
		}
		s.m.AllDifferent(list...)
	default:
		if cell := s.reads(e); cell >= 0 && s.demandValues(cell, e) || s.defines(e) {
			return
		}
		s.m.Add(s.truth(e))
	}
}

// defines posts an equation of a cell with an expression that needs a variable of its own: it uses
// the variable of the cell. It reports false if the condition is not of this form.
func (s *state) defines(e *model.Expr) bool {
	if e.Op != model.Eq {
		return false
	}
	x, f := e.Args[0], e.Args[1]
	if x.Op != model.Cell {
		x, f = f, x
	}
	if _, written := s.numbers[f]; x.Op != model.Cell || f.Bool || written {
		return false
	}
	cell, ok := s.cell(int(x.Value)).(constraint.Int)
	switch f.Op {
	case model.Abs, model.Min, model.Max, model.Mul:
	default:
		ok = false
	}
	if !ok {
		return false
	}
	s.defined, s.into = f, cell
	sum := s.number(f)
	if s.defined = nil; s.m.Variable(sum) != cell {
		s.m.Add(sum.Equal(cell))
	}
	return true
}

// fewValues is the maximum domain size of cells for whose values an expression is tabulated.
const fewValues = 1 << 10

// demandValues posts a condition on a single cell by removing the values that violate it. It
// reports false if the domain is too large.
func (s *state) demandValues(cell int, e *model.Expr) bool {
	x, ok := s.cell(cell).(constraint.Int)
	if !ok || s.sys.Problem.Cells[cell].Span() > fewValues {
		return false
	}
	var keep []int64
	for v, value := range s.each(cell, e) {
		if value != 0 {
			keep = append(keep, v)
		}
	}
	s.m.In(x, keep...)
	return true
}

// each yields the values of a cell, each with the value of an expression over that cell.
func (s *state) each(cell int, e *model.Expr) func(yield func(v, value int64) bool) {
	p := s.sys.Problem
	st := make(model.State, len(p.Cells))
	return func(yield func(v, value int64) bool) {
		for v := range p.Cells[cell].Values() {
			st[cell] = v
			value, _, err := p.Eval(e, st)
			if err != nil {
				panic(&wrong{err})
			}
			if !yield(v, value) {
				return
			}
		}
	}
}
