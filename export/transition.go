package export

import (
	"maps"
	"slices"

	"farbank/model"
)

// A path is a run of a move on symbols: what cells and locals are now, and what must
// have held on the way.
type path struct {
	s      *system
	cells  map[int]*model.Expr // those that are no longer as before
	locals map[int]*model.Expr
	guard  []*model.Expr
	has    map[*model.Expr]bool // those of guard
}

// run returns the transition of a ground move, or nil if it never applies.
func (s *system) run(m *model.Move) *transition {
	x := &path{s: s, cells: map[int]*model.Expr{}, locals: map[int]*model.Expr{}}
	cost := x.total().expr(m.Cost)
	x.need(cost.defined, s.b.Le(s.b.Const(0), cost.value))
	x.block(m.Body)
	if slices.ContainsFunc(x.guard, (*model.Expr).IsFalse) {
		return nil
	}
	t := &transition{move: m, guard: x.guard, cost: cost.value}
	for _, c := range slices.Sorted(maps.Keys(x.cells)) {
		if v := x.cells[c]; v != s.cell(c) {
			t.next = append(t.next, update{c, v})
		}
	}
	return t
}

// total makes expressions total and puts the present values into them.
func (x *path) total() *totaliser {
	return newTotaliser(x.s.b, x.now, func(i int) *model.Expr { return x.locals[i] })
}

func (x *path) now(c int) *model.Expr {
	if v := x.cells[c]; v != nil {
		return v
	}
	return x.s.cell(c)
}

// need adds conditions, split at their ands.
func (x *path) need(conds ...*model.Expr) {
	for _, c := range conds {
		switch {
		case c.Op == model.And:
			x.need(c.Args...)
		case !c.IsTrue() && !x.has[c]:
			if x.has == nil {
				x.has = map[*model.Expr]bool{}
			}
			x.has[c] = true
			x.guard = append(x.guard, c)
		}
	}
}

func (x *path) block(body []model.Stmt) {
	for i := range body {
		st := &body[i]
		if x.s.w.ended() {
			return
		}
		if x.s.b.Len() > maxNodes {
			x.s.w.err = x.s.w.refuse(st.Pos, "the moves run on symbols are too large")
			return
		}
		t := x.total()
		v := t.expr(st.Value)
		x.s.b.Pos = st.Pos
		switch st.Kind {
		case model.Guard:
			x.need(v.value)
		case model.Let:
			x.need(v.defined)
			x.locals[int(st.Target.Value)] = v.value
		case model.Assign:
			x.need(v.defined)
			x.assign(t, st.Target, v.value)
		case model.Branch:
			x.branch(v.value, st)
		}
	}
}

// assign gives a cell a value, or whichever of several cells is addressed.
func (x *path) assign(t *totaliser, target, v *model.Expr) {
	b := x.s.b
	if target.Op == model.Cell {
		c := int(target.Value)
		x.need(x.s.inside(c, v))
		x.cells[c] = v
		return
	}
	indices := make([]*model.Expr, len(target.Dims))
	for k, d := range target.Dims {
		i := t.expr(target.Args[k])
		x.need(i.defined, b.Le(b.Const(d.Lo), i.value), b.Le(i.value, b.Const(d.Lo+d.N-1)))
		indices[k] = i.value
	}
	var walk func(k int, here *model.Expr, address int64)
	walk = func(k int, here *model.Expr, address int64) {
		switch {
		case here.IsFalse():
		case k == len(indices):
			c := int(address)
			x.need(b.Or(b.Not(here), x.s.inside(c, v)))
			x.cells[c] = b.If(here, v, x.now(c))
		default:
			d := target.Dims[k]
			for n := range d.N {
				walk(k+1, b.And(here, b.Eq(indices[k], b.Const(d.Lo+n))), address+n*d.Stride)
			}
		}
	}
	walk(0, b.Truth(true), target.Value)
}

// branch runs both branches apart and joins what they give.
func (x *path) branch(cond *model.Expr, st *model.Stmt) {
	switch {
	case cond.IsTrue():
		x.block(st.Then)
		return
	case cond.IsFalse():
		x.block(st.Else)
		return
	}
	b := x.s.b
	then, other := x.fork(), x.fork()
	then.block(st.Then)
	other.block(st.Else)
	x.need(b.Or(b.Not(cond), b.And(then.guard...)), b.Or(cond, b.And(other.guard...)))
	joined := map[int]*model.Expr{}
	for _, side := range []*path{then, other} {
		for _, c := range slices.Sorted(maps.Keys(side.cells)) {
			joined[c] = b.If(cond, then.now(c), other.now(c))
		}
	}
	x.cells = joined
	for _, l := range slices.Sorted(maps.Keys(then.locals)) {
		x.joinLocal(cond, l, then.locals[l], other.locals[l])
	}
	for _, l := range slices.Sorted(maps.Keys(other.locals)) {
		x.joinLocal(cond, l, then.locals[l], other.locals[l])
	}
}

// joinLocal settles a local after a branch. One that only one side knows is used
// there only.
func (x *path) joinLocal(cond *model.Expr, l int, then, other *model.Expr) {
	switch {
	case then != nil && other != nil:
		x.locals[l] = x.s.b.If(cond, then, other)
	case then != nil:
		x.locals[l] = then
	default:
		x.locals[l] = other
	}
}

// fork is a path for a branch: all as it is now, but conditions of its own.
func (x *path) fork() *path {
	return &path{s: x.s, cells: maps.Clone(x.cells), locals: maps.Clone(x.locals)}
}
