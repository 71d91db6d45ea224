package simplex

import "context"

// Solve minimizes from the current basis. It stops soon after ctx ends; a nil ctx never ends.
func (s *Solver) Solve(ctx context.Context) Status {
	s.proof, s.ray = -1, nil
	for j := range s.lo {
		if s.lo[j] > s.hi[j] {
			if s.lo[j]-s.hi[j] > 10*primalTolerance*(1+1e-4*abs(s.lo[j])) {
				return Infeasible
			}
			s.lo[j] = s.hi[j]
		}
	}
	s.steps, s.flat, s.nextBound, s.begun = 0, 0, 0, s.Work
	s.skip = s.skip[:0]
	if stopped(ctx) {
		return Stopped
	}
	s.least = smallAlpha
	st := s.attempt(ctx)
	for _, least := range [...]float64{smallAlpha, 1e-6, 1e-4} { // larger pivots make bases that are better conditioned
		if st != Trouble {
			break
		}
		s.least = least
		s.Reset()
		st = s.attempt(ctx)
	}
	if st == Optimal {
		st = s.polish(ctx)
	}
	return st
}

// A reduced cost that is small in scaled numbers counts as one if it is larger than hiddenCost, in the numbers of the
// program and for each unit of the cost, and no rounding error.
const (
	hiddenCost = 1e-7
	leastCost  = 1e-11 // in scaled numbers
)

// isHidden reports whether variable j improves the objective by a reduced cost of size d that only scaling makes small.
func (s *Solver) isHidden(j int, d float64) bool {
	unit := s.scale[j] * s.costScale
	return d > leastCost && d > hiddenCost*max(unit, abs(s.cost[j]))
}

// polish continues from an optimal basis with the primal method if scaling hides reduced costs.
func (s *Solver) polish(ctx context.Context) Status {
	s.polishing = true
	if s.chooseEntering(true) < 0 {
		s.polishing = false
		return Optimal
	}
	st := s.primal(ctx)
	s.polishing = false
	switch {
	case st == Stopped || st == Unbounded:
		return st
	case s.chooseRow() >= 0: // feasibility was lost by rounding
		s.repairDuals()
		s.computePrimals()
		if st = s.dual(ctx); st == Stopped || st == Limit || st == Trouble {
			return st
		}
	}
	return Optimal
}

func (s *Solver) attempt(ctx context.Context) Status {
	s.Work += int64(s.n + 3*s.m + len(s.colInd))
	copy(s.work, s.cost)
	s.shifted, s.perturbed, s.wantPerturb = false, false, false
	s.settle()
	if !s.fresh {
		s.factorise()
	}
	s.computeDuals()
	if s.lacksBound() {
		if s.computePrimals(); s.chooseRow() < 0 && !s.slack() {
			// A basis from elsewhere, such as that of a reduced program.
			if st := s.primal(ctx); st != Optimal {
				return st
			}
		} else if st := s.dualFeasible(ctx); st != Optimal {
			return st
		}
	}
	s.repairDuals()
	s.computePrimals()
	for range 20 {
		st := s.dual(ctx)
		if st != Optimal || !s.shifted {
			return st
		}
		copy(s.work, s.cost)
		s.shifted = false
		s.computeDuals()
		st = s.primal(ctx)
		if st != Optimal {
			return st
		}
		if s.chooseRow() < 0 {
			return Optimal
		}
		// The primal method lost feasibility by rounding: the dual method repairs it.
		s.wantPerturb = false
		s.perturbed = true
		s.repairDuals()
		s.computePrimals()
	}
	return Trouble
}

// slack reports whether the basis has only variables of rows.
func (s *Solver) slack() bool {
	for _, j := range s.head {
		if int(j) < s.n {
			return false
		}
	}
	return true
}
