package constraint

import (
	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// Increasing has each variable be at least the one before it, or strictly more.
func (m *Model) Increasing(strictly bool, xs ...Int) {
	plus := int64(0)
	if strictly {
		plus = 1
	}
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.Increasing(s, plus, v...) }, xs...)
}

// LexLess has xs come before ys in lexicographic order.
func (m *Model) LexLess(xs, ys []Int) { m.lex(false, xs, ys) }

// LexLessEqual has xs come before ys in lexicographic order, or be equal.
func (m *Model) LexLessEqual(xs, ys []Int) { m.lex(true, xs, ys) }

func (m *Model) lex(orEqual bool, xs, ys []Int) {
	n := len(xs)
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.Lex(s, orEqual, v[:n], v[n:]) }, append(append([]Int(nil), xs...), ys...)...)
}

// Precede has a variable be b only after one was a.
func (m *Model) Precede(a, b int64, xs ...Int) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { propagate.Precede(s, a, b, v...); return nil }, xs...)
}

// PrecedeChain has a variable be one of some values, but the first of them, only after one was the value before it.
func (m *Model) PrecedeChain(values []int64, xs ...Int) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { propagate.PrecedeChain(s, values, v...); return nil }, xs...)
}
