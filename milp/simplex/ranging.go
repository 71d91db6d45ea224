package simplex

// CostRange returns the range of the cost of column j in which the basis of the last optimal solve
// stays optimal, so that all values stay the same. It takes the work of one step.
func (s *Solver) CostRange(j int) (low, high float64) {
	unit := 1 / (s.scale[j] * s.costScale)
	c := s.cost[j] * unit
	switch at := s.at[j]; {
	case at != basic && s.lo[j] == s.hi[j]:
		return -inf, inf
	case at == atLower:
		return c - max(s.d[j], 0)*unit, inf
	case at == atUpper:
		return -inf, c - min(s.d[j], 0)*unit
	case at == atZero:
		return c, c
	}
	s.tableauRow(s.position(j))
	down, up := -inf, inf
	visit := func(k int, a float64) {
		at := s.at[k]
		if at == basic || s.lo[k] == s.hi[k] || abs(a) < smallAlpha {
			return
		}
		t := s.d[k] / a
		switch {
		case at == atZero:
			down, up = 0, 0
		case (at == atLower) == (a > 0):
			up = min(up, max(t, 0))
		default:
			down = max(down, min(t, 0))
		}
	}
	for _, k := range s.alphaNz {
		visit(int(k), s.alpha[k])
	}
	for _, i := range s.rho.NZ {
		visit(s.n+int(i), s.rho.Val[i])
	}
	s.rho.Clear()
	return c + down*unit, c + up*unit
}

// SideRange returns the range of the binding side of row i in which the basis of the last optimal
// solve stays feasible, so that all dual values stay the same. For a row that does not bind, it
// returns its own value twice: its upper side may be anything above, and its lower side anything
// below.
func (s *Solver) SideRange(i int) (low, high float64) {
	k := s.n + i
	if s.at[k] == basic {
		return s.RowValue(i), s.RowValue(i)
	}
	if !s.fresh {
		s.factorise()
	}
	s.loadColumn(s.col, k)
	down, up := -inf, inf // of the change of the row's variable
	for _, r := range s.col.NZ {
		a := s.col.Val[r]
		if abs(a) < smallAlpha {
			continue
		}
		j := s.head[r]
		// The basic variable moves by -a for each unit.
		below, above := max(s.x[j]-s.lo[j], 0)/abs(a), max(s.hi[j]-s.x[j], 0)/abs(a)
		if a < 0 {
			below, above = above, below
		}
		up, down = min(up, below), max(down, -above)
	}
	s.col.Clear()
	f := s.scale[k]
	return (-s.x[k] - up) * f, (-s.x[k] - down) * f
}

// position returns the position of a basic variable.
func (s *Solver) position(j int) int {
	for r, k := range s.head {
		if int(k) == j {
			return r
		}
	}
	return -1
}

// tableauRow computes the row at a position into alpha and rho, for all columns that are not basic.
func (s *Solver) tableauRow(r int) {
	if !s.fresh {
		s.factorise()
		r = s.position(int(s.head[r]))
	}
	s.pivotRow(r)
}
