package ground

import (
	"maps"
	"slices"

	"farbank/model"
)

// A relaxed is a run of a ground move on sets of possible values.
type relaxed struct {
	r    *reachability
	open bool // its effects depend on the sets of cells
	out  bool // it assigns only values outside the range of a cell
}

// apply runs a move and adds the values that it may assign. It reports whether the move may
// apply.
func (x *relaxed) apply(m *reachedMove) bool {
	r := x.r
	r.over, r.locals = map[int64]span{}, map[int64]span{}
	ok := x.run(m.move.Body)
	m.applies = m.applies || ok || x.out && r.opts.Parts // explanations also need moves that only leave a range
	over := r.over
	r.over, r.locals = nil, nil
	r.pay()
	if !ok {
		return false
	}
	r.assigned = slices.AppendSeq(r.assigned[:0], maps.Keys(over))
	slices.Sort(r.assigned) // the order of growth is that of the queue, and may widen other sets
	for _, cell := range r.assigned {
		r.grow(cell, over[cell], x.open)
	}
	return true
}

// run reports whether all statements may be passed.
func (x *relaxed) run(body []model.Stmt) bool {
	for i := range body {
		if !x.statement(&body[i]) {
			return false
		}
	}
	return true
}

func (x *relaxed) statement(st *model.Stmt) bool {
	r := x.r
	switch st.Kind {
	case model.Guard:
		return r.may(st.Value)
	case model.Let:
		s := x.value(st.Value)
		r.locals[st.Target.Value] = s
		return !s.empty()
	case model.Assign:
		return x.assign(st.Target, x.value(st.Value))
	case model.Branch:
		return x.branch(st)
	}
	return true
}

// value returns the possible values of an expression.
func (x *relaxed) value(e *model.Expr) span {
	x.open = x.open || !e.IsConst()
	if e.Wide {
		return full(e)
	}
	return x.r.of(e)
}

func (x *relaxed) assign(target *model.Expr, s span) bool {
	r := x.r
	if target.Op != model.At {
		return x.put(target.Value, s, false)
	}
	any, several := false, target.Lo <= target.Hi
	x.open = true
	if !r.offsets(target, func(off int64) { any = x.put(target.Value+off, s, several) || any }) {
		target.Addresses(func(a int64) { any = x.put(a, s, true) || any })
	}
	return any
}

// put sets the possible values of a cell after this statement. If beside is set the cell may
// also keep its old value.
func (x *relaxed) put(cell int64, s span, beside bool) bool {
	r := x.r
	c := &r.p.Cells[cell]
	within := s.within(c.Lo, c.Hi)
	if within.empty() {
		x.out = x.out || !s.empty()
		return false
	}
	s = within
	if beside {
		s = s.join(r.taken(cell))
	}
	r.over[cell] = s
	return true
}

// branch runs both branches if both are possible, and joins their results.
func (x *relaxed) branch(st *model.Stmt) bool {
	r := x.r
	cond := x.value(st.Value)
	if st.Value.Wide {
		cond = either
	}
	switch {
	case !cond.has(0):
		return x.run(st.Then)
	case !cond.has(1):
		return x.run(st.Else)
	}
	over, locals := maps.Clone(r.over), maps.Clone(r.locals)
	then := x.run(st.Then)
	over, r.over = r.over, over
	locals, r.locals = r.locals, locals
	other := x.run(st.Else)
	switch {
	case !then:
		return other
	case !other:
		r.over, r.locals = over, locals
		return true
	}
	for _, cell := range both(over, r.over) {
		r.over[cell] = r.in(over, cell).join(r.taken(cell))
	}
	for l, s := range locals {
		if t, ok := r.locals[l]; ok {
			s = s.join(t)
		}
		r.locals[l] = s
	}
	return true
}

// in returns the possible values of a cell after one branch.
func (r *reachability) in(over map[int64]span, cell int64) span {
	if s, ok := over[cell]; ok {
		return s
	}
	return r.cells[cell]
}

// both returns the union of the keys of two maps.
func both(a, b map[int64]span) []int64 {
	var list []int64
	for k := range a {
		list = append(list, k)
	}
	for k := range b {
		if _, twice := a[k]; !twice {
			list = append(list, k)
		}
	}
	return list
}
