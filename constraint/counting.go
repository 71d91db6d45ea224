package constraint

import (
	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// Count returns the number of xs equal to value.
func (m *Model) Count(xs []Int, value int64) Int {
	n := m.number(xs)
	m.CountEquality(n, xs, value)
	return n
}

// number returns a new variable from 0 to the length of xs.
func (m *Model) number(xs []Int) Int { return m.Int("", 0, int64(len(xs))) }

// CountEquality constrains n to be the number of xs equal to value.
func (m *Model) CountEquality(n Int, xs []Int, value int64) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.Count(s, v[1:], value, v[0]) }, append([]Int{n}, xs...)...)
}

// CountOf returns the number of xs equal to y.
func (m *Model) CountOf(xs []Int, y Int) Int {
	n := m.number(xs)
	m.CountOfEquality(n, xs, y)
	return n
}

// CountOfEquality constrains n to be the number of xs equal to y.
func (m *Model) CountOfEquality(n Int, xs []Int, y Int) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.CountOf(s, v[2:], v[0], v[1]) }, append([]Int{y, n}, xs...)...)
}

// Among returns the number of xs whose value is one of values.
func (m *Model) Among(xs []Int, values []int64) Int {
	n := m.number(xs)
	m.AmongEquality(n, xs, values)
	return n
}

// AmongEquality constrains n to be the number of xs whose value is one of values.
func (m *Model) AmongEquality(n Int, xs []Int, values []int64) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.Among(s, v[1:], values, v[0]) }, append([]Int{n}, xs...)...)
}

// AmongOf returns the number of xs whose value is in a set: in[i] reports whether first+i is in it.
func (m *Model) AmongOf(xs []Int, first int64, in []Bool) Int {
	n := m.number(xs)
	m.AmongOfEquality(n, xs, first, in)
	return n
}

// AmongOfEquality constrains n to be the number of xs whose value is in a set: in[i] reports whether first+i
// is in it.
func (m *Model) AmongOfEquality(n Int, xs []Int, first int64, in []Bool) {
	for _, b := range in {
		if !m.check(b) {
			return
		}
	}
	if !m.checkInts([]Int{n}, xs) {
		return
	}
	m.post(func(b *building) error {
		atoms := make([]kernel.Atom, len(in))
		for i, c := range in {
			atoms[i] = b.bool(c)
		}
		v := b.ints(append([]Int{n}, xs...))
		return propagate.AmongOf(b.s, v[1:], first, atoms, v[0])
	})
}

// CountValues returns the number of different values of xs.
func (m *Model) CountValues(xs ...Int) Int {
	n := m.number(xs)
	m.CountValuesEquality(n, xs...)
	return n
}

// CountValuesEquality constrains n to be the number of different values of xs.
func (m *Model) CountValuesEquality(n Int, xs ...Int) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.NValue(s, v[1:], v[0]) }, append([]Int{n}, xs...)...)
}

// GlobalCardinality constrains counts[k] to be the number of xs equal to values[k].
func (m *Model) GlobalCardinality(xs []Int, values []int64, counts []Int) {
	m.cardinality(xs, values, counts, false)
}

// GlobalCardinalityClosed is like GlobalCardinality; in addition all xs take one of the values.
func (m *Model) GlobalCardinalityClosed(xs []Int, values []int64, counts []Int) {
	m.cardinality(xs, values, counts, true)
}

func (m *Model) cardinality(xs []Int, values []int64, counts []Int, closed bool) {
	if len(values) != len(counts) {
		m.fail(errRow)
		return
	}
	n := len(xs)
	m.with(func(s *kernel.Solver, v []kernel.Var) error {
		return propagate.GlobalCardinality(s, v[:n], values, v[n:], closed)
	}, append(append([]Int(nil), xs...), counts...)...)
}

// BinPacking constrains loads[b] to be the total weight of the items in bin first+b; item i is in bin bins[i].
func (m *Model) BinPacking(first int64, bins []Int, weights []int64, loads []Int) {
	if len(bins) != len(weights) {
		m.fail(errRow)
		return
	}
	n := len(bins)
	m.with(func(s *kernel.Solver, v []kernel.Var) error {
		return propagate.BinPacking(s, v[:n], first, weights, v[n:])
	}, append(append([]Int(nil), bins...), loads...)...)
}

// Knapsack constrains weight and profit to be the totals of items of which taken[i] are of kind i. The numbers taken[i]
// must not be negative.
func (m *Model) Knapsack(taken []Int, weights, profits []int64, weight, profit Int) {
	if len(taken) != len(weights) || len(taken) != len(profits) {
		m.fail(errRow)
		return
	}
	m.with(func(s *kernel.Solver, v []kernel.Var) error {
		return propagate.Knapsack(s, v[2:], weights, profits, v[0], v[1])
	}, append([]Int{weight, profit}, taken...)...)
}
