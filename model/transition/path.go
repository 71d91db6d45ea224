package transition

import (
	"maps"
	"slices"

	"farbank/model"
)

// A path is a symbolic execution of a move: the current values of cells and locals over the
// state before, and the path condition.
type path struct {
	x      *Executor
	cells  map[int]*model.Expr // the cells that have changed
	locals map[int]*model.Expr
	given  map[int]int64 // the known values of cells before the move
	guard  Conditions
}

// A total is a value and the condition under which it is the intended one. Unless the executor
// makes total expressions, the value itself is undefined where the condition fails.
type total struct{ value, defined *model.Expr }

// values returns a totaliser that substitutes the current values.
func (r *path) values() *totaliser {
	local := func(i int) *model.Expr { return r.locals[i] }
	return newTotaliser(r.x.Builder, r.x.options.Total, r.now, local)
}

// now returns the current value of a cell.
func (r *path) now(c int) *model.Expr {
	if v := r.cells[c]; v != nil {
		return v
	}
	if v, ok := r.given[c]; ok {
		return r.x.Constant(c, v)
	}
	return r.x.Cell(c)
}

func (r *path) block(body []model.Stmt) {
	for i := range body {
		st := &body[i]
		if r.x.over(st.Pos) {
			return
		}
		t := r.values()
		v := t.of(st.Value)
		r.x.Builder.Pos = st.Pos
		switch st.Kind {
		case model.Guard:
			r.guard.Add(v.value)
		case model.Let:
			r.guard.Add(v.defined)
			r.locals[int(st.Target.Value)] = v.value
		case model.Assign:
			r.guard.Add(v.defined)
			r.assign(t, st.Target, v.value)
		case model.Branch:
			r.branch(v.value, st)
		}
	}
}

// assign sets a cell, or the one of several cells that is addressed.
func (r *path) assign(t *totaliser, target, v *model.Expr) {
	b := r.x.Builder
	if target.Op == model.Cell {
		c := int(target.Value)
		r.guard.Add(r.x.Inside(c, v))
		r.cells[c] = v
		return
	}
	indices := make([]*model.Expr, len(target.Dims))
	for k, d := range target.Dims {
		i := t.of(target.Args[k])
		r.guard.Add(i.defined, b.Le(b.Const(d.Lo), i.value), b.Le(i.value, b.Const(d.Lo+d.N-1)))
		indices[k] = i.value
	}
	r.spread(target, indices, v, 0, b.Truth(true), target.Value)
}

// spread assigns to every cell that may be addressed. here is the condition that the indices
// before k address this cell, and address their offset.
func (r *path) spread(target *model.Expr, indices []*model.Expr, v *model.Expr, k int, here *model.Expr, address int64) {
	b := r.x.Builder
	switch {
	case here.IsFalse() || r.x.err != nil:
	case k == len(indices):
		c := int(address)
		r.guard.Add(b.Or(b.Not(here), r.x.Inside(c, v)))
		r.cells[c] = b.If(here, v, r.now(c))
	default:
		d := target.Dims[k]
		for n := range d.N {
			r.spread(target, indices, v, k+1, b.And(here, b.Eq(indices[k], b.Const(d.Lo+n))), address+n*d.Stride)
		}
	}
}

// branch executes both branches and merges their values.
func (r *path) branch(cond *model.Expr, st *model.Stmt) {
	switch {
	case cond.IsTrue():
		r.block(st.Then)
		return
	case cond.IsFalse():
		r.block(st.Else)
		return
	}
	b := r.x.Builder
	then, other := r.fork(), r.fork()
	then.block(st.Then)
	other.block(st.Else)
	for _, g := range then.guard.List {
		r.guard.Add(b.Or(b.Not(cond), g))
	}
	for _, g := range other.guard.List {
		r.guard.Add(b.Or(cond, g))
	}
	r.cells = joined(then.cells, other.cells, func(c int) *model.Expr { return b.If(cond, then.now(c), other.now(c)) })
	r.locals = joined(then.locals, other.locals, func(l int) *model.Expr {
		x, y := then.locals[l], other.locals[l]
		switch {
		case x == nil: // defined in one branch only: it is used there only
			return y
		case y == nil:
			return x
		}
		return b.If(cond, x, y)
	})
}

// joined returns join(k) for every key of the two maps, called in ascending order.
func joined(x, y map[int]*model.Expr, join func(int) *model.Expr) map[int]*model.Expr {
	out := map[int]*model.Expr{}
	keys := append(slices.Collect(maps.Keys(x)), slices.Collect(maps.Keys(y))...)
	slices.Sort(keys)
	for _, k := range slices.Compact(keys) {
		out[k] = join(k)
	}
	return out
}

// fork returns a copy of the path with an empty path condition.
func (r *path) fork() *path {
	return &path{x: r.x, cells: maps.Clone(r.cells), locals: maps.Clone(r.locals), given: r.given}
}
