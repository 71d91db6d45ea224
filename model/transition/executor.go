package transition

import (
	"context"
	"errors"
	"maps"
	"slices"

	"farbank/model"
)

// An Operator is a ground move, or a case of one, as conditions and values over the state
// before it.
type Operator struct {
	Move    int           // the index of the move in the problem
	Guard   []*model.Expr // conditions that must all hold, without duplicates
	Cost    *model.Expr
	Updates []Update // by ascending cell; other cells do not change
}

// An Update sets a cell to a value.
type Update struct {
	Cell  int
	Value *model.Expr
}

// Wide reports whether arithmetic of the operator may overflow 64 bits.
func (o *Operator) Wide() bool {
	wide := func(e *model.Expr) bool { return e.Wide }
	return slices.ContainsFunc(o.Guard, wide) || o.Cost.Wide || slices.ContainsFunc(o.Updates, func(u Update) bool { return u.Value.Wide })
}

// Each calls visit for every expression of the operator: the guard, the cost, the values.
func (o *Operator) Each(visit func(*model.Expr)) {
	for _, g := range o.Guard {
		visit(g)
	}
	visit(o.Cost)
	for _, u := range o.Updates {
		visit(u.Value)
	}
}

// ErrLarge is matched by a [LargeError]: symbolic execution needs more than [Options.Nodes].
var ErrLarge = errors.New("the moves run on symbols are too large")

// A LargeError is an ErrLarge with the position of the statement that exceeded the limit.
type LargeError struct{ Pos model.Pos }

// Error returns the message of ErrLarge.
func (e *LargeError) Error() string { return ErrLarge.Error() }

// Unwrap returns ErrLarge.
func (e *LargeError) Unwrap() error { return ErrLarge }

// Options are the options of an Executor.
type Options struct {
	Total bool // make expressions that are defined in every state
	Nodes int  // maximum number of nodes made by all runs together; 0 means 1<<24
}

// An Executor executes the moves of a problem symbolically. Its operators share one Builder. It
// must be used by one goroutine at a time.
type Executor struct {
	Problem *model.Problem
	Builder *model.Builder
	ctx     context.Context
	options Options
	err     error // why the current run ends early
}

// New returns an Executor whose runs end when ctx is done.
func New(ctx context.Context, p *model.Problem, o Options) *Executor {
	if o.Nodes == 0 {
		o.Nodes = 1 << 24
	}
	return &Executor{Problem: p, Builder: model.NewBuilder(), ctx: ctx, options: o}
}

// Run returns the operator of a move, or nil if it never applies. The error is that of the
// context, or a *LargeError.
func (x *Executor) Run(move int) (*Operator, error) { return x.run(move, nil) }

// run executes a move where some cells have given values.
func (x *Executor) run(move int, given map[int]int64) (*Operator, error) {
	x.err = nil
	m := x.Problem.Moves[move]
	r := &path{x: x, cells: map[int]*model.Expr{}, locals: map[int]*model.Expr{}, given: given}
	for _, c := range slices.Sorted(maps.Keys(given)) {
		r.guard.Add(x.Builder.Eq(x.Cell(c), x.Constant(c, given[c])))
	}
	cost := r.values().of(m.Cost)
	r.guard.Add(cost.defined, x.Builder.Le(x.Builder.Const(0), cost.value))
	r.block(m.Body)
	if x.err != nil {
		return nil, x.err
	}
	o := &Operator{Move: move, Guard: r.guard.List, Cost: cost.value}
	if slices.ContainsFunc(o.Guard, (*model.Expr).IsFalse) {
		return nil, nil
	}
	for _, c := range slices.Sorted(maps.Keys(r.cells)) {
		if v := r.cells[c]; v != x.Cell(c) {
			o.Updates = append(o.Updates, Update{c, v})
		}
	}
	return o, nil
}

// After returns a substitution of the values after an operator, as expressions over the state
// before it.
func (x *Executor) After(o *Operator) *model.Substitution {
	next := make(map[int]*model.Expr, len(o.Updates))
	for _, u := range o.Updates {
		next[u.Cell] = u.Value
	}
	return x.Builder.Substitution(func(c int) *model.Expr {
		if v := next[c]; v != nil {
			return v
		}
		return x.Cell(c)
	}, nil)
}

// Cell returns the value of a cell as an expression: a constant if it has only one value.
func (x *Executor) Cell(cell int) *model.Expr {
	c := &x.Problem.Cells[cell]
	if c.Lo == c.Hi {
		return x.Constant(cell, c.Lo)
	}
	return x.Builder.Cell(cell, c.Lo, c.Hi, c.Type.Kind == model.Bool)
}

// Constant returns a value of a cell as an expression.
func (x *Executor) Constant(cell int, v int64) *model.Expr {
	if x.Problem.Cells[cell].Type.Kind == model.Bool {
		return x.Builder.Truth(v != 0)
	}
	return x.Builder.Const(v)
}

// Inside returns the condition that v is in the range of a cell.
func (x *Executor) Inside(cell int, v *model.Expr) *model.Expr {
	c := &x.Problem.Cells[cell]
	if v.Bool { // v is 0 or 1, but the cell may be a number
		no, yes := c.Lo <= 0 && c.Hi >= 0, c.Lo <= 1 && c.Hi >= 1
		switch {
		case no && yes:
			return x.Builder.Truth(true)
		case yes:
			return v
		case no:
			return x.Builder.Not(v)
		}
		return x.Builder.Truth(false)
	}
	return x.Builder.And(x.Builder.Le(x.Builder.Const(c.Lo), v), x.Builder.Le(v, x.Builder.Const(c.Hi)))
}

// over reports whether the current run must end, and records why.
func (x *Executor) over(pos model.Pos) bool {
	switch {
	case x.err != nil:
	case x.Builder.Len() > x.options.Nodes:
		x.err = &LargeError{pos}
	case x.ctx.Err() != nil:
		x.err = context.Cause(x.ctx)
	}
	return x.err != nil
}
