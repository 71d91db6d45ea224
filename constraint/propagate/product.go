package propagate

import (
	"math/bits"

	"farbank/constraint/kernel"
)

// product is x * y = z on bounds, by the interval arithmetic of Apt and Zoeteweij (2003). A bound
// is explained by the bounds of the other two variables that it was computed from.
type product struct{ x, y, z Var }

// Times adds x * y = z.
func Times(s *solver, x, y, z Var) {
	id := s.AddPropagator(&product{x, y, z}, 1)
	for _, v := range []Var{x, y, z} {
		s.WatchBoth(id, v)
	}
}

// multiply is a * b, cut off at 2^62.
func multiply(a, b int64) int64 {
	negative := (a < 0) != (b < 0)
	hi, lo := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
	if hi > 0 || lo > largest {
		lo = largest
	}
	if negative {
		return -int64(lo)
	}
	return int64(lo)
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 { return -floorDiv(-a, b) }

func (p *product) Propagate(s *solver) bool {
	a, b, c, d := s.Min(p.x), s.Max(p.x), s.Min(p.y), s.Max(p.y)
	corners := [4]int64{multiply(a, c), multiply(a, d), multiply(b, c), multiply(b, d)}
	least := min(corners[0], corners[1], corners[2], corners[3])
	most := max(corners[0], corners[1], corners[2], corners[3])
	return p.between(s, p.z, least, most, p.x, p.y) && p.factor(s, p.x, p.y) && p.factor(s, p.y, p.x)
}

// between sets both bounds of a variable, because of the bounds of two others.
func (p *product) between(s *solver, v Var, least, most int64, others ...Var) bool {
	if least > s.Min(v) && !s.Set(v.AtLeast(least), s.Because(bothBounds(s, nil, others...)...)) {
		return false
	}
	return most >= s.Max(v) || s.Set(v.AtMost(most), s.Because(bothBounds(s, nil, others...)...))
}

// factor bounds x by z / y.
func (p *product) factor(s *solver, x, y Var) bool {
	c, d, e, f := s.Min(y), s.Max(y), s.Min(p.z), s.Max(p.z)
	if e <= 0 && f >= 0 {
		if c <= 0 && d >= 0 {
			return true // 0 * 0
		}
	} else { // neither is 0
		if c == 0 && !s.Set(y.AtLeast(1), s.Because(bothBounds(s, []Atom{y.AtLeast(0)}, p.z)...)) {
			return false
		}
		if d == 0 && !s.Set(y.AtMost(-1), s.Because(bothBounds(s, []Atom{y.AtMost(0)}, p.z)...)) {
			return false
		}
		c, d = s.Min(y), s.Max(y)
		if c < 0 && d > 0 {
			size := max(-e, f)
			return p.between(s, x, -size, size, p.z)
		}
	}
	least := min(ceilDiv(e, c), ceilDiv(e, d), ceilDiv(f, c), ceilDiv(f, d))
	most := max(floorDiv(e, c), floorDiv(e, d), floorDiv(f, c), floorDiv(f, d))
	return p.between(s, x, least, most, y, p.z)
}

func (p *product) Explain(*solver, Atom, uint64, int32) {}

// DivMod adds x = y*q + r with y not 0, |r| < |y|, and r of the sign of x: what division that
// truncates gives.
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

// Div adds x div y = q, which truncates.
func Div(s *solver, x, y, q Var) error {
	size := max(s.Max(y), -s.Min(y), 1) - 1
	return DivMod(s, x, y, q, s.NewVar(-size, size))
}

// Mod adds x mod y = r, of the sign of x.
func Mod(s *solver, x, y, r Var) error {
	size := max(s.Max(x), -s.Min(x))
	return DivMod(s, x, y, s.NewVar(-size, size), r)
}
