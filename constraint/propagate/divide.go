package propagate

import "farbank/constraint/kernel"

// DivMod constrains x = y*q + r with y != 0, |r| < |y| and r of the sign of x: truncated division.
func DivMod(s *solver, x, y, q, r Var) error {
	s.AddClause(y.AtLeast(1), y.AtMost(-1))
	size := max(s.Max(y), -s.Min(y))
	whole := s.NewVar(max(s.Min(x)-size, -kernel.MaxValue), min(s.Max(x)+size, kernel.MaxValue))
	Times(s, y, q, whole)
	if err := LinearEQ(s, kernel.True, 0, Term{1, whole}, Term{1, r}, Term{-1, x}); err != nil {
		return err
	}
	s.AddClause(x.AtMost(-1), r.AtLeast(0))
	s.AddClause(x.AtLeast(1), r.AtMost(0))
	divisor, rest := s.NewVar(1, max(size, 1)), s.NewVar(0, max(size-1, 0))
	Abs(s, divisor, y)
	Abs(s, rest, r)
	return LinearLE(s, kernel.True, -1, Term{1, rest}, Term{-1, divisor})
}

// Div constrains q to be x div y, truncated.
func Div(s *solver, x, y, q Var) error {
	size := max(s.Max(y), -s.Min(y), 1) - 1
	return DivMod(s, x, y, q, s.NewVar(-size, size))
}

// Mod constrains r to be x mod y, with the sign of x.
func Mod(s *solver, x, y, r Var) error {
	size := max(s.Max(x), -s.Min(x))
	return DivMod(s, x, y, s.NewVar(-size, size), r)
}
