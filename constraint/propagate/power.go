package propagate

import (
	"errors"

	"farbank/constraint/kernel"
)

// ErrTooWide reports that a domain has too many values for a constraint that enumerates them.
var ErrTooWide = errors.New("a domain has too many values")

// Power constrains z to be x^y. For negative y it is 1 div x^-y with x != 0. It is encoded as a table or, if y is fixed
// and not negative, as a chain of products (polynomials are decomposed in this way by Apt and Zoeteweij 2003).
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

// power returns a^b. ok is false if it is undefined or exceeds kernel.MaxValue.
func power(a, b int64) (c int64, ok bool) {
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
	c = 1
	for ; b > 0 && c != 0; b-- {
		if c = multiply(c, a); c > kernel.MaxValue || c < -kernel.MaxValue {
			return 0, false
		}
	}
	return c, true
}

// chain adds x^n = z as products. The intermediate powers are not larger than z, unless x is 0.
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
