package constraint

import (
	"errors"
	"math/big"
	"slices"
)

// The constraints of this file hold where a Bool does. What is a function of other variables is taken of copies
// which have harmless values where the Bool does not hold, so that it can be computed always and solutions stay
// one to one; the result has to be right only where it does. For a Bool that says whether such a constraint holds:
// have the result in a variable of its own, and [Model.Truth] of its equality.

// switched is x where b holds, and else a value.
func (m *Model) switched(b Bool, x Int, otherwise int64) Int {
	lo, hi := m.Bounds(x)
	y := m.Int("", min(lo, otherwise), max(hi, otherwise))
	m.When(b, y.Equal(x))
	m.When(b.Not(), y.Is(otherwise))
	return y
}

// WhenProduct has x*y = z where b holds.
func (m *Model) WhenProduct(b Bool, x, y, z Int) {
	if !m.check(b) || !m.checkInts([]Int{x, y, z}) {
		return
	}
	a, c := m.Bounds(x)
	d, e := m.Bounds(y)
	lo, hi := int64(0), int64(0)
	for _, p := range [4][2]int64{{a, d}, {a, e}, {c, d}, {c, e}} {
		if v := p[0] * p[1]; !fits(p[0], p[1]) || max(v, -v) > MaxValue { // a product that there need not be
			m.Product(m.switched(b, x, 0), y, m.switched(b, z, 0))
			return
		}
		lo, hi = min(lo, p[0]*p[1]), max(hi, p[0]*p[1])
	}
	is := m.Int("", lo, hi)
	m.Product(x, y, is)
	m.When(b, is.Equal(z))
}

// WhenQuotient has z = x/y, as [Model.Quotient] does, where b holds.
func (m *Model) WhenQuotient(b Bool, x, y, z Int) { m.divided(b, x, y, z, m.Quotient) }

// WhenRemainder has z = x%y, as [Model.Remainder] does, where b holds.
func (m *Model) WhenRemainder(b Bool, x, y, z Int) { m.divided(b, x, y, z, m.Remainder) }

func (m *Model) divided(b Bool, x, y, z Int, post func(x, y, z Int)) {
	if !m.check(b) || !m.checkInts([]Int{x, y, z}) {
		return
	}
	lo, hi := m.Bounds(x)
	size := max(-lo, hi, 0)
	is := m.Int("", -size, size)
	post(x, m.switched(b, y, 1), is)
	m.When(b, is.Equal(z))
}

// WhenElement has z = list[i], and i an index of the list, where b holds.
func (m *Model) WhenElement(b Bool, list []int64, i, z Int) {
	if !m.check(b) || !m.checkInts([]Int{i, z}) {
		return
	}
	if len(list) == 0 {
		m.Add(b.Not())
		return
	}
	is := m.Int("", slices.Min(list), slices.Max(list))
	m.Element(list, m.index(b, i, len(list)), is)
	m.When(b, is.Equal(z))
}

// WhenElementOf has z = list[i], and i an index of the list, where b holds.
func (m *Model) WhenElementOf(b Bool, list []Int, i, z Int) {
	if !m.check(b) || !m.checkInts([]Int{i, z}, list) {
		return
	}
	if len(list) == 0 {
		m.Add(b.Not())
		return
	}
	lo, hi := m.Bounds(list[0])
	for _, x := range list {
		l, h := m.Bounds(x)
		lo, hi = min(lo, l), max(hi, h)
	}
	is := m.Int("", lo, hi)
	m.ElementOf(list, m.index(b, i, len(list)), is)
	m.When(b, is.Equal(z))
}

// index is i where b holds, and else 0.
func (m *Model) index(b Bool, i Int, n int) Int {
	at := m.Int("", 0, int64(n)-1)
	m.When(b, at.Equal(i))
	m.When(b.Not(), at.Is(0))
	return at
}

// WhenTable has the variables fit one of some rows, as [Model.ShortTable] does, where b holds: b is a column more.
func (m *Model) WhenTable(b Bool, xs []Int, rows [][]int64) {
	if !m.check(b) || !m.checkInts(xs) {
		return
	}
	off := make([]int64, len(xs)+1)
	for j := range xs {
		off[j+1] = Any
	}
	all := [][]int64{off}
	for _, row := range rows {
		all = append(all, append([]int64{1}, row...))
	}
	m.ShortTable(append([]Int{m.AsInt(b)}, xs...), all)
}

// WhenAllDifferent has no two expressions be equal where b holds, pair by pair.
func (m *Model) WhenAllDifferent(b Bool, list ...Expr) {
	for i, e := range list {
		for _, f := range list[:i] {
			m.When(b, e.Sum().NotEqual(f))
		}
	}
}

// WhenDisjunctive has no two tasks run at the same time where b holds, pair by pair. That Length is not negative is not
// part of it: a task of negative length is nowhere in the way.
func (m *Model) WhenDisjunctive(b Bool, tasks ...Task) {
	for i, t := range tasks {
		for _, u := range tasks[:i] {
			m.When(b, Or(t.before(u), u.before(t), t.Length.Sum().AtMost(0), u.Length.Sum().AtMost(0)))
		}
	}
}

func (t Task) before(u Task) Condition { return t.Start.Sum().Plus(t.Length).LessEqual(u.Start) }

// WhenCumulative has tasks never use more than limit together where b holds; where it does not, the limit is what they
// use at most. Length and Use are not negative all the same.
func (m *Model) WhenCumulative(b Bool, limit Expr, tasks ...Task) {
	if !m.check(b, limit) {
		return
	}
	most := int64(0)
	for _, t := range tasks {
		if !m.check(t.Use) {
			return
		}
		if most += max(m.most(t.Use.Sum()), 0); most > MaxValue { // before the sum leaves 64 bits
			break
		}
	}
	least, top := -m.most(limit.Sum().Times(-1)), max(most, m.most(limit.Sum()))
	switch {
	case most > MaxValue: // where b does not hold the limit is their sum, and no limit can be larger
		m.fail(errors.New("tasks whose limit is switched may use more than 2^52 together"))
		return
	case top > MaxValue || least < -MaxValue:
		m.fail(errors.New("a limit larger than 2^52"))
		return
	}
	room := m.Int("", min(least, 0), top)
	m.When(b, room.Equal(limit))
	m.When(b.Not(), room.Is(top))
	m.Cumulative(room, tasks...)
}

// most is what a sum is at most, as far as its size is not more than twice [MaxValue].
func (m *Model) most(e Sum) int64 {
	n := big.NewInt(e.constant)
	for _, t := range e.terms {
		lo, hi := m.Bounds(Int{t.id})
		if t.coef < 0 {
			lo, hi = hi, lo
		}
		n.Add(n, new(big.Int).Mul(big.NewInt(t.coef), big.NewInt(hi)))
	}
	if e.overflow || n.Cmp(big.NewInt(2*MaxValue)) > 0 {
		return 2 * MaxValue
	}
	if n.Cmp(big.NewInt(-2*MaxValue)) < 0 {
		return -2 * MaxValue
	}
	return n.Int64()
}
