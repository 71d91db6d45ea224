package constraint

import (
	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// Count has n of the variables be a value.
func (m *Model) Count(xs []Int, value int64, n Int) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.Count(s, v[1:], value, v[0]) }, append([]Int{n}, xs...)...)
}

// CountOf has n of the variables be what y is.
func (m *Model) CountOf(xs []Int, y, n Int) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.CountOf(s, v[2:], v[0], v[1]) }, append([]Int{y, n}, xs...)...)
}

// Among has n of the variables be one of some values.
func (m *Model) Among(xs []Int, values []int64, n Int) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.Among(s, v[1:], values, v[0]) }, append([]Int{n}, xs...)...)
}

// AmongOf has n of the variables be in a set: in[i] says that first + i is, and nothing else is.
func (m *Model) AmongOf(xs []Int, first int64, in []Bool, n Int) {
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

// Values has the variables take n different values.
func (m *Model) Values(xs []Int, n Int) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.NValue(s, v[1:], v[0]) }, append([]Int{n}, xs...)...)
}

// GlobalCardinality has counts[k] of the variables be values[k]; closed: they are nothing else.
func (m *Model) GlobalCardinality(xs []Int, values []int64, counts []Int, closed bool) {
	if len(values) != len(counts) {
		m.fail(errRow)
		return
	}
	n := len(xs)
	m.with(func(s *kernel.Solver, v []kernel.Var) error {
		return propagate.GlobalCardinality(s, v[:n], values, v[n:], closed)
	}, append(append([]Int(nil), xs...), counts...)...)
}

// BinPacking has loads[b] be the weight of the items in bin b: item i is in bin bins[i], and bins
// count from first.
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

// Knapsack has items, of which taken[i] of kind i are in a sack, weigh so much and be worth so much. There is no
// negative number of a kind in it.
func (m *Model) Knapsack(taken []Int, weights, profits []int64, weight, profit Int) {
	if len(taken) != len(weights) || len(taken) != len(profits) {
		m.fail(errRow)
		return
	}
	m.with(func(s *kernel.Solver, v []kernel.Var) error {
		return propagate.Knapsack(s, v[2:], weights, profits, v[0], v[1])
	}, append([]Int{weight, profit}, taken...)...)
}
