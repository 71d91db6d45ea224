package simplex

import "context"

// dualFeasible makes the basis dual feasible, as far as possible, if variables without a bound on the
// side that their reduced costs ask for prevent it (lacksBound). It solves the program whose rows are homogeneous
// and whose variables have the directions of their bounds, cut off: its optimum is the negated sum of
// dual infeasibilities (Koberstein and Suhl 2007). Any basis will do: repairDuals shifts the costs
// that remain.
func (s *Solver) dualFeasible(ctx context.Context) Status {
	lo, hi := s.lo, s.hi
	s.lo, s.hi = make([]float64, len(lo)), make([]float64, len(lo))
	for j := range lo {
		lower, upper := lo[j] > -inf, hi[j] < inf
		switch {
		case lower && upper:
		case lower:
			s.hi[j] = 1
		case upper:
			s.lo[j] = -1
		default:
			s.lo[j], s.hi[j] = -1000, 1000
		}
		if s.at[j] == basic {
			continue
		}
		s.at[j], s.x[j] = atLower, s.lo[j]
		if s.d[j] < 0 {
			s.at[j], s.x[j] = atUpper, s.hi[j]
		}
	}
	cutoff := s.Cutoff
	s.Cutoff = inf
	s.computePrimals()
	s.wantPerturb = true
	st := s.dual(ctx)
	s.Cutoff = cutoff
	s.lo, s.hi = lo, hi
	s.settle()
	if st != Limit && st != Stopped {
		st = Optimal
	}
	s.skip, s.proof, s.flat = s.skip[:0], -1, 0
	if !s.fresh {
		s.factorise()
	}
	s.computeDuals()
	return st
}

// lacksBound reports whether the basis is not dual feasible, even after moves between bounds.
func (s *Solver) lacksBound() bool {
	for j, a := range s.at {
		if a == basic {
			continue
		}
		if d := s.d[j]; d < -dualTolerance && s.hi[j] == inf || d > dualTolerance && s.lo[j] == -inf {
			return true
		}
	}
	return false
}
