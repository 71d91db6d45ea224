package propagate

// product is x * y = z, propagated to bounds by interval arithmetic (Apt and Zoeteweij 2003). A bound is explained by
// the bounds of the two other variables.
type product struct{ x, y, z Var }

// Times constrains z to be x * y.
func Times(s *solver, x, y, z Var) {
	id := s.AddPropagator(&product{x, y, z}, 1)
	for _, v := range []Var{x, y, z} {
		s.WatchBoth(id, v)
	}
}

func (p *product) Propagate(s *solver) bool {
	a, b, c, d := s.Min(p.x), s.Max(p.x), s.Min(p.y), s.Max(p.y)
	corners := [4]int64{multiply(a, c), multiply(a, d), multiply(b, c), multiply(b, d)}
	least := min(corners[0], corners[1], corners[2], corners[3])
	most := max(corners[0], corners[1], corners[2], corners[3])
	return p.between(s, p.z, least, most, p.x, p.y) && p.factor(s, p.x, p.y) && p.factor(s, p.y, p.x)
}

// between sets both bounds of v, explained by the bounds of others.
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
			return true // both may be 0
		}
	} else { // neither factor is 0
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
