package simplex

// Multipliers writes the row of the tableau at a position, as multipliers of the rows of the
// problem: the sum of into[i] * (row i - its variable) is that tableau row, with the coefficient 1
// for the basic variable if that is a column.
func (s *Solver) Multipliers(r int, into []float64) {
	if !s.fresh {
		s.factorise()
	}
	s.rho.Clear()
	s.rho.Add(int32(r), 1)
	s.lu.BTran(s.rho)
	clear(into)
	f := s.scale[s.head[r]]
	for _, i := range s.rho.NZ {
		into[i] = s.rho.Val[i] * f / s.scale[s.n+int(i)]
	}
	s.rho.Clear()
}

// RowValue returns the value of row i in the last solution.
func (s *Solver) RowValue(i int) float64 { return -s.x[s.n+i] * s.scale[s.n+i] }
