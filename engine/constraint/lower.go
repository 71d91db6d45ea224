package constraint

import (
	"context"

	"farbank/constraint"
	"farbank/model"
	"farbank/model/transition"
)

// A writer says expressions of a system, all of them total, as parts of a model.
type writer struct {
	ctx     context.Context
	sys     *transition.System
	m       *constraint.Model
	uses    map[*model.Expr]int // in how many expressions one stands
	single  map[*model.Expr]int // the one cell that an expression reads; none or several if negative
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

// look ends the writing when nobody waits for it any more, or it is too much.
func (w *writer) look() {
	if w.written++; w.written%256 == 0 && w.ctx.Err() != nil {
		panic(&stopped{context.Cause(w.ctx)})
	}
	if w.written > maxSize {
		panic(refused("the problem is too large"))
	}
}

// reads is the one cell that an expression reads, or noCell or manyCells.
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

// A state is the cells at one time, and what was written of expressions over them.
type state struct {
	*writer
	cell    func(i int) constraint.Expr // those of truth values are Bools, or constants
	numbers map[*model.Expr]constraint.Sum
	truths  map[*model.Expr]constraint.Condition
	defined *model.Expr // what is being written as the variable into
	into    constraint.Int
}

func (w *writer) state(cell func(i int) constraint.Expr) *state {
	return &state{writer: w, cell: cell, numbers: map[*model.Expr]constraint.Sum{}, truths: map[*model.Expr]constraint.Condition{}}
}

// variable makes a variable for a cell.
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

// demand has a condition hold.
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

// defines has a cell be an expression that needs a variable of its own: the cell is that variable.
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

// fewValues bounds the values of a cell that an expression is evaluated for one by one.
const fewValues = 1 << 10

// demandValues takes the values of a cell away for which a condition does not hold.
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

// each gives the values of a cell, and those that an expression over it has then.
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
