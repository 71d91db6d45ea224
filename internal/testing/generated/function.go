package generated

import (
	"farbank/lang/builtin"
	"farbank/lang/types"
)

// anyFunction generates a condition with a built-in function of which only its entry is known, so
// that new functions are tested. Its bounds are unknown, so it is only compared, and only if no
// number is large.
func (m *maker) anyFunction(d int) (expr, bool) {
	f := builtin.Lookup(m.one(functions()...))
	if f.Type == nil || m.edge64 || !m.can(f.Name) {
		return expr{}, false
	}
	args, ok := m.argumentsOf(f, &f.Forms[m.r.IntN(len(f.Forms))], d)
	if !ok {
		return expr{}, false
	}
	e := call(f.Name, args...)
	if f.Type == types.BoolType {
		return e, true
	}
	if f.Type != types.IntType {
		return expr{}, false
	}
	y, ok := m.number(0)
	return m.join(comparison, e, m.one(orders...), y), ok
}

func (m *maker) argumentsOf(f *builtin.Function, form *builtin.Form, d int) ([]expr, bool) {
	var args []expr
	if f.Aligned || f.Fit != nil {
		return m.matching(form, d)
	}
	t := m.simpleAround() // of all values, or of the members of all sets
	n := len(form.Params)
	if form.More {
		n += m.r.IntN(2)
	}
	for i := range n {
		if form.Alike == "" {
			t = m.simpleAround()
		}
		x, ok := m.argumentOf(form.Param(i).Is, t, d)
		if !ok {
			return nil, false
		}
		args = append(args, x)
	}
	return args, true
}

// argumentOf generates an argument of a kind; t is its type, if the kind leaves it open.
func (m *maker) argumentOf(k *builtin.Kind, t *typ, d int) (expr, bool) {
	switch k {
	case builtin.Anything:
		return m.value(t, d)
	case builtin.Number:
		return m.number(d)
	case builtin.Ordered, builtin.Name:
		if t.kind == member {
			return m.value(t, d)
		}
		if k == builtin.Ordered {
			return m.number(d)
		}
	case builtin.Listed:
		if t.kind != tuple {
			return m.position(t, d)
		}
	case builtin.Text:
		return m.fixedText(d)
	case builtin.Set:
		return m.set(t, d)
	case builtin.Successors:
		t, ok := m.arrayAround(nil)
		if !ok || !t.follows() {
			places := rangeOf(1, int64(m.among(1, 4)))
			t = &typ{kind: array, index: []*typ{places}, elems: []*typ{places}}
		}
		return m.value(t, d)
	case builtin.Array:
		return m.arrayLike(func(e *typ) bool { return e.simple() }, d)
	case builtin.Numbers:
		return m.arrayLike(func(e *typ) bool { return e.kind == number }, d)
	case builtin.Ordereds:
		return m.arrayLike(func(e *typ) bool { return e.kind == number || e.kind == member }, d)
	}
	return expr{}, false
}

// follows reports whether an array can map each of its indices to the next one.
func (t *typ) follows() bool {
	if len(t.index) != 1 || t.index[0].only != nil || t.cells() > 20 || t.elem().kind != t.index[0].kind {
		return false
	}
	return t.elem().kind == number || t.elem().kind == member && t.elem() == t.index[0]
}

// arrayLike generates an array with elements of some kind.
func (m *maker) arrayLike(like func(elem *typ) bool, d int) (expr, bool) {
	t, ok := m.arrayAround(nil)
	if !ok || !like(t.elem()) || t.cells() > 40 {
		return expr{}, false
	}
	return m.value(t, d)
}

// matching generates arguments that fit together: the arrays have one type, and values have the
// type of their elements.
func (m *maker) matching(form *builtin.Form, d int) ([]expr, bool) {
	t, ok := m.arrayAround(nil)
	if !ok || t.cells() > 8 || t.elem().only != nil {
		return nil, false
	}
	var args []expr
	for _, p := range form.Params {
		x, ok := expr{}, false
		switch kind := t.elem().kind; {
		case p.Is == builtin.Number:
			x, ok = m.number(d)
		case p.Is == builtin.Plain && (kind == number || kind == member):
			x, ok = m.value(t.elem(), d)
		case p.Is == builtin.PlainSet && (kind == number || kind == member):
			x, ok = m.set(t.elem(), d)
		case p.Is == builtin.Triples && (kind == number || kind == member && t.elem().size() <= 6):
			x, ok = m.set(&typ{kind: tuple, elems: []*typ{t.elem(), t.elem(), t.elem()}}, d)
		case p.Is == builtin.Plains && (kind == number || kind == member), p.Is == builtin.Numbers && kind == number:
			x, ok = m.value(t, d)
		case p.Is == builtin.Mapping && len(t.index) == 1 && t.index[0].only == nil && kind == t.index[0].kind && (kind == number || kind == member && t.elem() == t.index[0]):
			x, ok = m.value(t, d)
		}
		if !ok {
			return nil, false
		}
		args = append(args, x)
	}
	return args, true
}
