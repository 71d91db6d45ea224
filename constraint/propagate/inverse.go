package propagate

// Inverse constrains f[i-i0] = j if and only if g[j-j0] = i. f counts from i0 and g from j0. It is encoded as clauses
// of equality literals (channelling: Cheng, Choi, Lee and Wu 1999).
func Inverse(s *solver, f, g []Var, i0, j0 int64) {
	bound := func(xs []Var, first int64, n int) {
		for _, x := range xs {
			s.AddClause(x.AtLeast(first))
			s.AddClause(x.AtMost(first + int64(n) - 1))
		}
		if len(f) != len(g) { // infeasible: detect it without search
			AllDifferent(s, Offsets(xs...)...)
		}
	}
	bound(f, j0, len(g))
	bound(g, i0, len(f))
	for i, x := range f {
		for j, y := range g {
			a, b := s.Equal(x, j0+int64(j)), s.Equal(y, i0+int64(i))
			s.AddClause(a.Not(), b)
			s.AddClause(a, b.Not())
		}
	}
}
