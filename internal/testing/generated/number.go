package generated

import (
	"math"
	"strings"
)

// number generates a number.
func (m *maker) number(d int) (expr, bool) {
	w := ways[expr]{m: m}
	w.always(2, func() (expr, bool) { return m.someLiteral(), true })
	w.always(8, func() (expr, bool) { return m.named(anyNumber, d) })
	if d > 0 {
		m.arithmetic(&w, d-1)
		m.measures(&w, d-1)
		m.folds(&w, d-1)
		m.shared(&w, anyNumber, d-1)
	}
	e, ok := w.take()
	return m.parens(e), ok
}

func (m *maker) someLiteral() expr {
	if m.edge64 && m.depends > constant && m.chance("number of 64 bits", 40) {
		return literal([]int64{math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, -math.MaxInt64}[m.r.IntN(4)])
	}
	return literal(int64(m.among(0, 3)))
}

// near generates a number close to the bounds of x, so that comparing them is not trivial.
func (m *maker) near(x expr, d int) (expr, bool) {
	if m.r.IntN(3) == 0 {
		return m.number(d)
	}
	v := []int64{x.lo, x.hi, x.lo + (x.hi-x.lo)/2, x.lo + 1, x.hi - 1, x.lo - 1, x.hi + 1}[m.r.IntN(7)]
	if x.lo < math.MinInt64+2 || x.hi > math.MaxInt64-2 {
		v = []int64{x.lo, x.hi}[m.r.IntN(2)]
	}
	return m.known(v, d), true
}

// within generates a value that is, or nearly always is, a value of t.
func (m *maker) within(t *typ, d int) (expr, bool) {
	if t.kind != number {
		return m.value(t, d)
	}
	if t.only != nil && (m.total || m.r.IntN(3) > 0) {
		return m.exact(t, d), true
	}
	for range 3 {
		e, ok := m.number(d)
		if ok && e.lo >= t.lo && e.hi <= t.hi {
			return e, true
		}
		if ok && !m.total && e.lo <= t.hi && e.hi >= t.lo && m.chance("value that pokes out", 3) {
			return e, true
		}
		if ok && t.lo <= t.hi && m.chance("clamp", 4) && m.can("min") && m.can("max") {
			lo, hi := m.known(t.lo, 0), m.known(t.hi, 0)
			return call("max", lo, call("min", hi, e)).bounded(t.lo, t.hi), true
		}
	}
	return m.exact(t, d), !m.total || t.lo <= t.hi
}

func (m *maker) arithmetic(w *ways[expr], d int) {
	binary := func(prec int, op string, bounds func(x, y expr) (int64, int64, bool)) func() (expr, bool) {
		return func() (expr, bool) {
			x, ok1 := m.number(d)
			y, ok2 := m.number(d)
			if !ok1 || !ok2 {
				return expr{}, false
			}
			lo, hi, ok := bounds(x, y)
			if !ok && m.mayOverflow() {
				lo, hi, ok = math.MinInt64, math.MaxInt64, true
			}
			return m.join(prec, x, op, y).bounded(lo, hi), ok
		}
	}
	w.add("+", 3, binary(sum, "+", addBounds))
	w.add("-", 3, binary(sum, "-", subBounds))
	w.add("*", 2, binary(product, "*", mulBounds))
	w.add("/", 4, func() (expr, bool) { return m.division(d, "/") })
	w.add("%", 4, func() (expr, bool) { return m.division(d, "%") })
	w.add("minus sign", 1, func() (expr, bool) {
		x, ok := m.number(d)
		lo, hi, ok2 := subBounds(expr{}, x)
		if strings.HasPrefix(x.s, "-") {
			x.prec = loose
		}
		return expr{s: "-" + x.at(minus), prec: minus, level: x.level}.bounded(lo, hi), ok && ok2
	})
	if m.can("abs") {
		w.add("abs", 1, func() (expr, bool) {
			x, ok := m.number(d)
			lo, hi, ok2 := subBounds(expr{}, x)
			return call("abs", x).bounded(0, max(x.hi, hi, lo)), ok && ok2
		})
	}
	for _, f := range []string{"min", "max"} {
		if m.can(f) {
			w.add(f+" of values", 2, func() (expr, bool) { return m.least(f, anyNumber, d) })
		}
	}
}

// mayOverflow reports whether a result may overflow 64 bits.
func (m *maker) mayOverflow() bool {
	return m.edge64 && m.depends == stateful && !m.total && m.chance("overflow", 20)
}

// least generates min(a, b, ...) or max(a, b, ...).
func (m *maker) least(f string, t *typ, d int) (expr, bool) {
	var args []expr
	for range 2 + m.r.IntN(2) {
		x, ok := m.value(t, d)
		if !ok {
			return expr{}, false
		}
		args = append(args, x)
	}
	return call(f, args...).hull(args...), true
}

// division generates x / y or x % y; y may be 0 if the result may be undefined.
func (m *maker) division(d int, op string) (expr, bool) {
	x, ok := m.number(d)
	if !ok || x.lo == math.MinInt64 {
		return expr{}, false
	}
	y := literal(int64([]int{1, 2, 3, -1, -2, 0}[m.r.IntN(6)]))
	if y.lo == 0 && m.total {
		y = literal(2)
	}
	if !m.total && m.r.IntN(2) == 0 {
		if y, ok = m.number(d); !ok {
			return expr{}, false
		}
	}
	e := m.join(product, x, op, y)
	if op == "/" {
		most := max(x.hi, -x.lo)
		return e.bounded(-most, most), true
	}
	return e.bounded(min(0, y.lo), max(0, y.hi)), true
}

// measures adds the functions that return numbers of other things.
func (m *maker) measures(w *ways[expr], d int) {
	if m.can("size") {
		w.add("size", 2, func() (expr, bool) {
			s, ok := m.set(m.simpleAround(), d)
			return call("size", s).bounded(0, int64(s.n)), ok
		})
	}
	if m.can("ord") {
		w.add("ord", 2, func() (expr, bool) {
			t := m.positioned()
			x, ok := m.position(t, d)
			if t.kind == number {
				t = x.ranged
			}
			if !ok || t == nil {
				return expr{}, false
			}
			return call("ord", x).bounded(0, int64(min(t.size(), 1<<40))-1), true
		})
	}
	if m.can("len") {
		w.add("len", 1, func() (expr, bool) {
			t, ok := m.fixedText(d)
			return call("len", t).bounded(0, 60), ok
		})
	}
	if m.can("digit") && !m.total {
		w.add("digit", 3, func() (expr, bool) {
			t, ok := m.comparableText(d)
			return call("digit", t).bounded(0, 9), ok
		})
	}
	for _, f := range []string{"rows", "cols"} {
		if m.can(f) {
			w.add(f, 1, func() (expr, bool) { return m.extent(f, d) })
		}
	}
	m.arrayFolds(w, d)
}

// extent generates the number of rows or columns of a grid, or of any array with two indices.
func (m *maker) extent(f string, d int) (expr, bool) {
	size := func(t *typ, of expr) expr {
		k := t.index[0]
		if f == "cols" {
			k = t.index[1]
		}
		return call(f, of).bounded(int64(k.size()), int64(k.size()))
	}
	for _, n := range m.visible() {
		if isGrid(n.t) && m.r.IntN(2) == 0 {
			return size(n.t, n.use()), true
		}
	}
	t, ok := m.arrayAround(nil)
	if !ok || len(t.index) != 2 {
		return expr{}, false
	}
	a, ok := m.value(t, d)
	return size(t, a), ok
}

// isGrid reports whether t is the type of grid(t).
func isGrid(t *typ) bool {
	return t.kind == array && t.elem().kind == text && len(t.index) == 2 && t.index[0].lo == 1 && t.index[1].lo == 1 && t.index[0].kind == number && t.index[1].kind == number
}

// arrayFolds adds sum(a), min(a) and max(a).
func (m *maker) arrayFolds(w *ways[expr], d int) {
	for _, f := range []string{"sum", "min", "max"} {
		if !m.can(f) {
			continue
		}
		w.add(f+" of an array", 2, func() (expr, bool) {
			t, ok := m.arrayAround(anyNumber)
			if !ok || t.cells() == 0 && m.total && f != "sum" {
				return expr{}, false
			}
			a, ok := m.value(t, d)
			if !ok {
				return expr{}, false
			}
			e := call(f, a).like(a)
			if f == "sum" {
				e.lo, e.hi, ok = times(int(t.cells()), a)
			}
			return e, ok
		})
	}
}

// arrayAround returns the type of an array with such elements: of an existing one, or a new one.
func (m *maker) arrayAround(elem *typ) (*typ, bool) {
	var fits []*typ
	for _, n := range m.visible() {
		if n.t.kind == array && (elem == nil || same(n.t.elem(), elem)) {
			fits = append(fits, n.t)
		}
	}
	if elem == nil {
		elem = m.scalar(4, false)
	}
	if len(fits) > 0 && m.r.IntN(4) > 0 {
		return fits[m.r.IntN(len(fits))], true
	}
	return &typ{kind: array, index: m.indexes(6), elems: []*typ{elem}}, m.depends == stateful || m.r.IntN(3) == 0
}

// simpleAround returns a type of members of sets: an existing one, or a new one.
func (m *maker) simpleAround() *typ {
	var fits []*typ
	for _, n := range m.visible() {
		t := n.t
		if t.kind == array {
			t = t.elem()
		}
		if t.kind == set {
			t = t.elem()
		}
		if !t.simple() {
			continue
		}
		fits = append(fits, t)
		if n.level > constant {
			fits = append(fits, t, t, t)
		}
	}
	if len(fits) > 0 && m.r.IntN(5) > 0 {
		return fits[m.r.IntN(len(fits))]
	}
	return m.simpleType(4, false)
}
