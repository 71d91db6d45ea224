package ground

import (
	"maps"

	"farbank/model"
)

// A relaxed run is one of a ground move on what cells may be.
type relaxed struct {
	r    *reacher
	open bool // what it does depends on what cells may be
	out  bool // it gives a cell only values outside of its range
}

// made runs a move; it reports whether it may be made, and notes what it may assign.
func (x *relaxed) made(m *met) bool {
	r := x.r
	r.over, r.locals = map[int64]span{}, map[int64]span{}
	ok := x.run(m.move.Body)
	m.made = m.made || ok || x.out && r.opts.Parts // who explains tells of ranges that keep moves from being made
	over := r.over
	r.over, r.locals = nil, nil
	r.pay()
	if !ok {
		return false
	}
	for cell, s := range over {
		r.grow(cell, s, x.open)
	}
	return true
}

// run reports whether all statements may be run.
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

// value is what an expression may be.
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

// put gives a cell what it may be from here on, beside what it may be where it is one of several.
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

// branch runs both ways, where both may be.
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

// in is what a cell may be after one of the ways.
func (r *reacher) in(over map[int64]span, cell int64) span {
	if s, ok := over[cell]; ok {
		return s
	}
	return r.cells[cell]
}

// both are the keys of two maps.
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
