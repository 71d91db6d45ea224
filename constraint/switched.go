package constraint

import (
	"errors"
	"math/big"
	"slices"
)

// The constraints of this file are conditional on a Bool. A functional constraint is applied to copies of the
// arguments, which have harmless values if the Bool is false. It can then always be computed, and solutions stay one to
// one. To reify such a constraint, compute the result in a new variable and use [Model.Truth] of the equality.

// switched returns a variable that is x if b holds, and otherwise a constant.
func (m *Model) switched(b Bool, x Int, otherwise int64) Int {
	lo, hi := m.Bounds(x)
	y := m.Int("", min(lo, otherwise), max(hi, otherwise))
	m.When(b, y.Equal(x))
	m.When(b.Not(), y.Is(otherwise))
	return y
}

// WhenProductEquality constrains z to be x*y if b holds.
func (m *Model) WhenProductEquality(b Bool, z, x, y Int) {
	if !m.check(b) || !m.checkInts([]Int{x, y, z}) {
		return
	}
	a, c := m.Bounds(x)
	d, e := m.Bounds(y)
	lo, hi := int64(0), int64(0)
	for _, p := range [4][2]int64{{a, d}, {a, e}, {c, d}, {c, e}} {
		if v := p[0] * p[1]; !fits(p[0], p[1]) || max(v, -v) > MaxValue { // the product may be too large
			m.ProductEquality(m.switched(b, z, 0), m.switched(b, x, 0), y)
			return
		}
		lo, hi = min(lo, p[0]*p[1]), max(hi, p[0]*p[1])
	}
	is := m.Int("", lo, hi)
	m.ProductEquality(is, x, y)
	m.When(b, is.Equal(z))
}

// WhenQuotientEquality constrains z to be x/y, as [Model.Quotient], if b holds.
func (m *Model) WhenQuotientEquality(b Bool, z, x, y Int) { m.divided(b, z, x, y, m.QuotientEquality) }

// WhenRemainderEquality constrains z to be x%y, as [Model.Remainder], if b holds.
func (m *Model) WhenRemainderEquality(b Bool, z, x, y Int) {
	m.divided(b, z, x, y, m.RemainderEquality)
}

func (m *Model) divided(b Bool, z, x, y Int, post func(z, x, y Int)) {
	if !m.check(b) || !m.checkInts([]Int{x, y, z}) {
		return
	}
	is := m.upTo(x)
	post(is, x, m.switched(b, y, 1))
	m.When(b, is.Equal(z))
}

// WhenElementEquality constrains z to be list[i], and i to be an index of list, if b holds.
func (m *Model) WhenElementEquality(b Bool, z Int, list []int64, i Int) {
	if !m.check(b) || !m.checkInts([]Int{i, z}) {
		return
	}
	if len(list) == 0 {
		m.Add(b.Not())
		return
	}
	is := m.Int("", slices.Min(list), slices.Max(list))
	m.ElementEquality(is, list, m.index(b, i, len(list)))
	m.When(b, is.Equal(z))
}

// WhenElementOfEquality constrains z to be list[i], and i to be an index of list, if b holds.
func (m *Model) WhenElementOfEquality(b Bool, z Int, list []Int, i Int) {
	if !m.check(b) || !m.checkInts([]Int{i, z}, list) {
		return
	}
	if len(list) == 0 {
		m.Add(b.Not())
		return
	}
	is := m.within(list)
	m.ElementOfEquality(is, list, m.index(b, i, len(list)))
	m.When(b, is.Equal(z))
}

// index returns a variable that is i if b holds, and otherwise 0.
func (m *Model) index(b Bool, i Int, n int) Int {
	at := m.Int("", 0, int64(n)-1)
	m.When(b, at.Equal(i))
	m.When(b.Not(), at.Is(0))
	return at
}

// WhenTable constrains xs to match one of the rows, as [Model.ShortTable], if b holds. b becomes a column.
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

// WhenAllDifferent constrains the expressions to be pairwise different if b holds.
func (m *Model) WhenAllDifferent(b Bool, list ...Expr) {
	for i, e := range list {
		for _, f := range list[:i] {
			m.When(b, e.Linear().NotEqual(f))
		}
	}
}

// WhenDisjunctive constrains tasks not to overlap in time if b holds. It does not constrain lengths: a task of negative
// length never overlaps.
func (m *Model) WhenDisjunctive(b Bool, tasks ...Task) {
	for i, t := range tasks {
		for _, u := range tasks[:i] {
			m.When(b, Or(t.before(u), u.before(t), t.Length.Linear().AtMost(0), u.Length.Linear().AtMost(0)))
		}
	}
}

func (t Task) before(u Task) Condition { return t.Start.Linear().Plus(t.Length).LessEqual(u.Start) }

// WhenCumulative constrains the total use of running tasks to be at most limit at every time if b holds. Otherwise the
// limit is the maximal total use. Length and Use must not be negative in either case.
func (m *Model) WhenCumulative(b Bool, limit Expr, tasks ...Task) {
	if !m.check(b, limit) {
		return
	}
	most := int64(0)
	for _, t := range tasks {
		if !m.check(t.Use) {
			return
		}
		if most += max(m.most(t.Use.Linear()), 0); most > MaxValue { // before an overflow
			break
		}
	}
	least, top := -m.most(limit.Linear().Times(-1)), max(most, m.most(limit.Linear()))
	switch {
	case most > MaxValue: // the limit is that sum if b is false
		m.fail(errors.New("tasks of a conditional cumulative may use more than 2^52 together"))
		return
	case top > MaxValue || least < -MaxValue:
		m.fail(errors.New("the limit is larger than 2^52"))
		return
	}
	room := m.Int("", min(least, 0), top)
	m.When(b, room.Equal(limit))
	m.When(b.Not(), room.Is(top))
	m.Cumulative(room, tasks...)
}

// most returns the maximum of a sum, limited to ±2*[MaxValue].
func (m *Model) most(e Linear) int64 {
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
