package propagate

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"farbank/constraint/kernel"
)

func randomTerms(r *rand.Rand, n int) (coefs []int64, limit int64) {
	for range n {
		coefs = append(coefs, r.Int64N(9)-4)
	}
	return coefs, r.Int64N(21) - 10
}

func termsOf(coefs []int64, x []Var) []Term {
	var list []Term
	for i, y := range x {
		list = append(list, Term{coefs[i], y})
	}
	return list
}

func sum(coefs, v []int64) (n int64) {
	for i, c := range coefs {
		n += c * v[i]
	}
	return n
}

func TestLinear(t *testing.T) {
	tries(t, 1500, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(4)
		coefs, limit := randomTerms(r, n)
		m := testCase{domains: domains(r, n, -3, 3)}
		if r.IntN(4) == 0 {
			m.domains = domains(r, n, 0, 1)
		}
		type posting func(s *solver, r Atom, x []Var) error
		var half, full posting
		switch r.IntN(3) {
		case 0:
			m.text = fmt.Sprint(coefs, " <= ", limit)
			m.holds = func(v []int64) bool { return sum(coefs, v) <= limit }
			half = func(s *solver, r Atom, x []Var) error { return LinearLE(s, r, limit, termsOf(coefs, x)...) }
			full = func(s *solver, r Atom, x []Var) error { return ReifyLE(s, r, limit, termsOf(coefs, x)...) }
		case 1:
			m.text = fmt.Sprint(coefs, " = ", limit)
			m.holds = func(v []int64) bool { return sum(coefs, v) == limit }
			half = func(s *solver, r Atom, x []Var) error { return LinearEQ(s, r, limit, termsOf(coefs, x)...) }
			full = func(s *solver, r Atom, x []Var) error { return ReifyEQ(s, r, limit, termsOf(coefs, x)...) }
		default:
			m.text = fmt.Sprint(coefs, " != ", limit)
			m.holds = func(v []int64) bool { return sum(coefs, v) != limit }
			half = func(s *solver, r Atom, x []Var) error { return LinearNE(s, r, limit, termsOf(coefs, x)...) }
			full = func(s *solver, r Atom, x []Var) error { return ReifyEQ(s, r.Not(), limit, termsOf(coefs, x)...) }
		}
		return reified(m, half, full, r.IntN(3))
	})
}

func TestLinearTooLarge(t *testing.T) {
	s := kernel.New(kernel.Options{})
	x, y := s.NewVar(-kernel.MaxValue, kernel.MaxValue), s.NewVar(0, 1)
	for _, terms := range [][]Term{{{1 << 11, x}}, {{-1 << 63, y}}, {{1 << 61, y}, {1 << 9, x}, {1 << 61, y}}} {
		if err := LinearLE(s, kernel.True, 0, terms...); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%v: %v", terms, err)
		}
	}
	if err := LinearLE(s, kernel.True, -1<<63, Term{1, y}); !errors.Is(err, ErrTooLarge) {
		t.Error(err)
	}
	if err := LinearLE(s, kernel.True, 1<<61, Term{1 << 8, x}, Term{-1 << 60, y}); err != nil {
		t.Error(err)
	}
}
