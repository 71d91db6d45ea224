package constraint

import (
	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// Increasing constrains each of xs to be at least the one before it.
func (m *Model) Increasing(xs ...Int) { m.increasing(0, xs) }

// StrictlyIncreasing constrains each of xs to be larger than the one before it.
func (m *Model) StrictlyIncreasing(xs ...Int) { m.increasing(1, xs) }

func (m *Model) increasing(plus int64, xs []Int) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.Increasing(s, plus, v...) }, xs...)
}

// LexLess constrains xs to be less than ys in lexicographic order.
func (m *Model) LexLess(xs, ys []Int) { m.lex(false, xs, ys) }

// LexLessEqual constrains xs to be at most ys in lexicographic order.
func (m *Model) LexLessEqual(xs, ys []Int) { m.lex(true, xs, ys) }

func (m *Model) lex(orEqual bool, xs, ys []Int) {
	n := len(xs)
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.Lex(s, orEqual, v[:n], v[n:]) }, append(append([]Int(nil), xs...), ys...)...)
}

// Precede constrains xs: a variable takes the value b only if an earlier one takes a.
func (m *Model) Precede(a, b int64, xs ...Int) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { propagate.Precede(s, a, b, v...); return nil }, xs...)
}

// PrecedeChain constrains xs: a value except the first occurs only after an occurrence of the previous value.
func (m *Model) PrecedeChain(values []int64, xs ...Int) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { propagate.PrecedeChain(s, values, v...); return nil }, xs...)
}
