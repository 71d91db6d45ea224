package propagate

import (
	"errors"

	"farbank/constraint/kernel"
)

// ErrTooWide says that a domain has too many values for a constraint that tells them apart.
var ErrTooWide = errors.New("a domain has too many values")

// Power adds x^y = z. A negative y asks for 1 div x^-y, for which x is not 0. It is a table, or,
// where y is fixed and not negative, a chain of products (as Apt and Zoeteweij 2003 take polynomials apart).
func Power(s *solver, x, y, z Var) error {
	if s.Fixed(y) && s.Min(y) >= 0 && s.Min(y) < 64 {
		return chain(s, x, s.Min(y), z)
	}
	if span(s, x) > 1<<16 || span(s, y) > 1<<16 || span(s, x)*span(s, y) > 1<<16 {
		return ErrTooWide
	}
	var rows [][]int64
	values(s, x, func(a int64) {
		values(s, y, func(b int64) {
			if c, ok := power(a, b); ok && s.Has(z, c) {
				rows = append(rows, []int64{a, b, c})
			}
		})
	})
	return Table(s, []Var{x, y, z}, rows)
}

// power is a^b, if there is one of at most kernel.MaxValue.
func power(a, b int64) (int64, bool) {
	switch {
	case a == 0 && b < 0:
		return 0, false
	case a == 1 || b == 0:
		return 1, true
	case a == -1:
		return 1 - 2*(b&1), true
	case b < 0:
		return 0, true
	}
	c := int64(1)
	for ; b > 0 && c != 0; b-- {
		if c = multiply(c, a); c > kernel.MaxValue || c < -kernel.MaxValue {
			return 0, false
		}
	}
	return c, true
}

// chain adds x^n = z by products. Powers in between are not larger than z, or x is 0.
func chain(s *solver, x Var, n int64, z Var) error {
	switch n {
	case 0:
		s.AddClause(z.AtLeast(1))
		s.AddClause(z.AtMost(1))
		return nil
	case 1:
		return LinearEQ(s, kernel.True, 0, Term{1, x}, Term{-1, z})
	}
	if n%2 == 0 {
		s.AddClause(z.AtLeast(0))
	}
	size := max(s.Max(z), -s.Min(z))
	last := x
	for ; n > 1; n-- {
		next := z
		if n > 2 {
			next = s.NewVar(-size, size)
		}
		Times(s, last, x, next)
		last = next
	}
	return nil
}
