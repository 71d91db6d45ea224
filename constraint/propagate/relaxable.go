package propagate

import (
	"math"
	"slices"

	"farbank/constraint/kernel"
)

// An Inequality states that the sum of Coefs[i] * Xs[i] is at most Limit if If holds. It is linear over integers.
type Inequality struct {
	If    Atom
	Coefs []int64
	Xs    []Var
	Limit int64
}

// A Relaxable is a propagator whose constraint implies linear inequalities.
type Relaxable interface {
	// Relax calls yield with inequalities that the constraint implies for all values within the bounds of level 0. It
	// must be called there.
	Relax(s *kernel.Solver, yield func(Inequality))
}

// signedTerm returns a coefficient and the variable for the view.
func signedTerm(coef int64, view kernel.View) (int64, Var) {
	if view&1 != 0 {
		return -coef, view.Var()
	}
	return coef, view.Var()
}

// Relax yields the inequality itself.
func (p *linear) Relax(_ *solver, yield func(Inequality)) {
	e := Inequality{If: p.r, Limit: p.limit}
	for i, view := range p.views {
		coef, x := signedTerm(p.coefs[i], view)
		e.Coefs, e.Xs = append(e.Coefs, coef), append(e.Xs, x)
	}
	yield(e)
}

// Relax yields that the maximum is at least each element, that it is one of them and the others have at least their
// bounds, and, for two elements that are a variable and its negation, the upper face of the absolute value.
func (p *maximum) Relax(s *solver, yield func(Inequality)) {
	p.one(s, yield)
	for _, view := range p.list {
		a, x := signedTerm(1, view)
		b, z := signedTerm(-1, p.z)
		yield(Inequality{If: kernel.True, Coefs: []int64{a, b}, Xs: []Var{x, z}})
	}
	if len(p.list) != 2 || p.list[0] != p.list[1]^1 {
		return
	}
	x := p.list[0].Var() // z = |x| lies below the line from (lo, |lo|) to (hi, |hi|)
	lo, hi := s.Min(x), s.Max(x)
	if lo >= 0 || hi <= 0 || lo < -1<<28 || hi > 1<<28 {
		return
	}
	c, z := signedTerm(hi-lo, p.z)
	yield(Inequality{If: kernel.True, Coefs: []int64{c, -(hi + lo)}, Xs: []Var{z, x}, Limit: -2 * lo * hi})
}

// one yields z - sum of x[i] <= max of lo[i] - sum of lo[i]: z is one of the elements.
func (p *maximum) one(s *solver, yield func(Inequality)) {
	c, z := signedTerm(1, p.z)
	e := Inequality{If: kernel.True, Coefs: []int64{c}, Xs: []Var{z}}
	most := int64(math.MinInt64)
	for _, view := range p.list {
		c, x := signedTerm(-1, view)
		lo := s.Bound(view)
		if lo < -1<<40 {
			return
		}
		e.Coefs, e.Xs = append(e.Coefs, c), append(e.Xs, x)
		e.Limit -= lo
		most = max(most, lo)
	}
	if e.Limit += most; len(p.list) <= maxElements {
		yield(e)
	}
}

// maxElements bounds the number of elements of a maximum in a row.
const maxElements = 100

// energy yields that tasks of fixed sizes cannot all run early: with the energies e[i] = length[i] * use[i], their sum E,
// the limit C and the first start r, the sum of e[i] * (start[i] + length[i]/2) is at least r*E + E*E/(2*C) (Queyranne
// 1993 for one machine).
func energy(s *solver, tasks []Task, limit Var, yield func(Inequality)) {
	e := Inequality{If: kernel.True}
	height, first := s.Max(limit), int64(math.MaxInt64)
	sum, moment := int64(0), int64(0)
	for _, t := range tasks {
		n, u := s.Min(t.Length), s.Min(t.Use)
		if !s.Fixed(t.Length) || !s.Fixed(t.Use) || n <= 0 || u <= 0 || slices.Contains(e.Xs, t.Start) {
			continue
		}
		if n > 1<<20 || u > 1<<20 {
			return
		}
		e.Coefs, e.Xs = append(e.Coefs, -2*height*n*u), append(e.Xs, t.Start)
		first = min(first, s.Min(t.Start))
		if sum, moment = sum+n*u, moment+n*u*n; sum > 1<<24 {
			return
		}
	}
	if len(e.Xs) < 2 || height < 1 || height > 1<<10 || max(first, -first) > 1<<20 {
		return
	}
	e.Limit = height*moment - sum*sum - 2*height*first*sum
	yield(e)
}

// Relax yields that tasks cannot all run early.
func (p *cumulative) Relax(s *solver, yield func(Inequality)) { energy(s, p.tasks, p.limit, yield) }

// Relax yields that tasks cannot all run early.
func (p *edgeFinding) Relax(s *solver, yield func(Inequality)) { energy(s, p.tasks, p.limit, yield) }

// maxLiterals bounds the number of values of a variable that get literals for the relaxation.
const maxLiterals = 300

// chosen returns x = v as a term: coef*y + plus is 1 if and only if it holds, and otherwise 0. It creates a missing
// literal if x has few values. ok is false if it does not.
func chosen(s *solver, x Var, v int64) (coef, plus int64, y Var, ok bool) {
	lo, hi := s.Min(x), s.Max(x)
	switch {
	case lo+1 == hi && v == hi:
		return 1, -lo, x, true
	case lo+1 == hi && v == lo:
		return -1, hi, x, true
	case lo == hi:
		return 0, 0, 0, false
	}
	a, known := s.Known(x, v)
	if !known && hi-lo < maxLiterals {
		a = s.Equal(x, v)
	} else if !known {
		return 0, 0, 0, false
	}
	return 1, 0, a.View.Var(), true
}

// Relax yields z as the sum of the constants of the indices, if all indices have literals.
func (p *element) Relax(s *solver, yield func(Inequality)) {
	e := Inequality{If: kernel.True, Coefs: []int64{-1}, Xs: []Var{p.z}}
	for k := s.Min(p.i); k <= s.Max(p.i); k++ {
		if !s.Has(p.i, k) {
			continue
		}
		c, plus, y, ok := chosen(s, p.i, k)
		if v := p.list[k]; !ok || v > 1<<40 || v < -1<<40 {
			return
		}
		e.Coefs, e.Xs = append(e.Coefs, c*p.list[k]), append(e.Xs, y)
		e.Limit -= plus * p.list[k]
	}
	both(e, yield)
}

// both yields that the sum equals the limit.
func both(e Inequality, yield func(Inequality)) {
	yield(e)
	n := Inequality{If: e.If, Xs: e.Xs, Limit: -e.Limit}
	for _, c := range e.Coefs {
		n.Coefs = append(n.Coefs, -c)
	}
	yield(n)
}

// Relax yields that z equals an element if its index is chosen. If there are no more values than elements, they are names
// rather than amounts, and a sum says nothing of them.
func (p *elementVar) Relax(s *solver, yield func(Inequality)) {
	if s.Max(p.z)-s.Min(p.z) <= int64(len(p.list)) && len(p.list) > 3 {
		return
	}
	for k := s.Min(p.i); k <= s.Max(p.i) && !s.Fixed(p.i); k++ {
		if !s.Has(p.i, k) {
			continue
		}
		if c, _, y, ok := chosen(s, p.i, k); ok {
			is := y.AtLeast(s.Max(y))
			if c < 0 {
				is = y.AtMost(s.Min(y))
			}
			both(Inequality{If: is, Coefs: []int64{1, -1}, Xs: []Var{p.z, p.list[k]}}, yield)
		}
	}
}

// Relax yields the envelope of McCormick (1976).
func (p *product) Relax(s *solver, yield func(Inequality)) {
	a, b, c, d := s.Min(p.x), s.Max(p.x), s.Min(p.y), s.Max(p.y)
	if p.x == p.y || max(-a, b, -c, d) > 1<<24 {
		return
	}
	corner := func(sign, x, y int64) { // sign*(x - a)(y - c) >= 0 and the like
		yield(Inequality{If: kernel.True, Coefs: []int64{-sign, sign * y, sign * x}, Xs: []Var{p.z, p.x, p.y}, Limit: sign * x * y})
	}
	corner(1, a, c)
	corner(1, b, d)
	corner(-1, a, d)
	corner(-1, b, c)
}

// maxColumns bounds the number of literals in the relaxation of all-different.
const maxColumns = 5000

// valueSums yields that each value is taken at most once, and exactly once if there are as many values as variables.
func valueSums(s *solver, list []Offset, yield func(Inequality)) {
	sums := map[int64]*Inequality{}
	size := int64(0)
	for _, o := range list {
		if size += s.Size(o.X); s.Max(o.X)-s.Min(o.X) > 1000 || size > maxColumns {
			return
		}
	}
	var order []int64
	for _, o := range list {
		for v := s.Min(o.X); v <= s.Max(o.X); v++ {
			if !s.Has(o.X, v) {
				continue
			}
			c, plus, y, ok := chosen(s, o.X, v)
			if s.Fixed(o.X) {
				c, plus, y, ok = 0, 1, o.X, true
			}
			if !ok {
				return
			}
			e := sums[v+o.Plus]
			if e == nil {
				e = &Inequality{If: kernel.True, Limit: 1}
				sums[v+o.Plus] = e
				order = append(order, v+o.Plus)
			}
			e.Coefs, e.Xs, e.Limit = append(e.Coefs, c), append(e.Xs, y), e.Limit-plus
		}
	}
	for _, v := range order {
		if len(order) == len(list) {
			both(*sums[v], yield)
		} else if len(sums[v].Xs) > 1 {
			yield(*sums[v])
		}
	}
}

// Relax yields the sums of the values.
func (p *hall) Relax(s *solver, yield func(Inequality)) { valueSums(s, p.list, yield) }

// Relax yields that no node is its own successor, and that subtours of two nodes are excluded.
func (p *circuit) Relax(s *solver, yield func(Inequality)) {
	if p.some || len(p.next) < 3 || len(p.next) > 150 {
		return
	}
	for i := range p.next {
		for j := range i {
			a, ok := s.Known(p.next[i], p.first+int64(j))
			b, too := s.Known(p.next[j], p.first+int64(i))
			if ok && too {
				yield(Inequality{If: kernel.True, Coefs: []int64{1, 1}, Xs: []Var{a.View.Var(), b.View.Var()}, Limit: 1})
			}
		}
	}
}

// Domain yields that exactly one of the values of x is taken, and that x is their sum, if all values have literals.
func Domain(s *solver, x Var, yield func(Inequality)) {
	lo, hi := s.Min(x), s.Max(x)
	if hi-lo < 2 || hi-lo > 4000 {
		return
	}
	one := Inequality{If: kernel.True, Limit: 1}
	sum := Inequality{If: kernel.True, Coefs: []int64{-1}, Xs: []Var{x}}
	for v := lo; v <= hi; v++ {
		if !s.Has(x, v) {
			continue
		}
		a, ok := s.Known(x, v)
		if !ok {
			return
		}
		y := a.View.Var()
		one.Coefs, one.Xs = append(one.Coefs, 1), append(one.Xs, y)
		sum.Coefs, sum.Xs = append(sum.Coefs, v), append(sum.Xs, y)
	}
	both(one, yield)
	both(sum, yield)
}
