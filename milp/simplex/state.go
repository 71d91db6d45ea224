package simplex

// State is the state of a column or a row in a basis.
type State int8

// The states. A row is basic if it does not bind.
const (
	Basic   = State(basic)
	AtLower = State(atLower)
	AtUpper = State(atUpper)
	AtZero  = State(atZero) // free and not basic
)

// State returns the state of column j.
func (s *Solver) State(j int) State { return State(s.at[j]) }

// RowState returns the state of row i.
func (s *Solver) RowState(i int) State { return mirrored(State(s.at[s.n+i])) }

// mirrored exchanges the bounds: the variable of a row is the negated row.
func mirrored(a State) State {
	switch a {
	case AtLower:
		return AtUpper
	case AtUpper:
		return AtLower
	}
	return a
}

// SetStates sets a basis by the states of all columns and rows. It adds rows to the basis if too
// few are basic, and removes rows, then columns, if too many are. A singular basis is repaired.
func (s *Solver) SetStates(columns, rows []State) {
	for j, a := range columns {
		s.at[j] = int8(a)
	}
	for i, a := range rows {
		s.at[s.n+i] = int8(mirrored(a))
	}
	count := 0
	for _, a := range s.at {
		if a == basic {
			count++
		}
	}
	for i := s.m - 1; i >= 0 && count < s.m; i-- {
		if k := s.n + i; s.at[k] != basic {
			s.at[k] = basic
			count++
		}
	}
	for k := s.n + s.m - 1; k >= 0 && count > s.m; k-- {
		if s.at[k] == basic {
			s.at[k] = atLower
			count--
		}
	}
	// Rows keep their own positions: the factorization starts from there.
	r := 0
	for k, a := range s.at {
		if a == basic {
			s.head[r], s.weight[r] = int32(k), 1
			r++
		}
	}
	s.fresh = false
}

// SetRowBounds sets the sides of row i.
func (s *Solver) SetRowBounds(i int, lower, upper float64) {
	k := s.n + i
	s.lo[k], s.hi[k] = -upper/s.scale[k], -lower/s.scale[k]
}
