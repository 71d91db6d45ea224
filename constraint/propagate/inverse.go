package propagate

// Inverse says that f[i] = j where g[j] = i, by clauses over equalities; both count from 0.
func Inverse(s *solver, f, g []Var) {
	bound := func(xs []Var, n int) {
		for _, x := range xs {
			s.AddClause(x.AtLeast(0))
			s.AddClause(x.AtMost(int64(n) - 1))
		}
		AllDifferent(s, Offsets(xs...)...)
	}
	bound(f, len(g))
	bound(g, len(f))
	for i, x := range f {
		for j, y := range g {
			a, b := s.Equal(x, int64(j)), s.Equal(y, int64(i))
			s.AddClause(a.Not(), b)
			s.AddClause(a, b.Not())
		}
	}
}
