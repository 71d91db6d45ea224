package simplex

import "context"

// primal runs the primal simplex method with devex pricing (Harris 1973) from a primal feasible
// basis with the true costs. It ends solves whose costs were shifted.
func (s *Solver) primal(ctx context.Context) Status {
	s.devex = sized(s.devex, s.n+s.m)
	for j := range s.devex {
		s.devex[j] = 1
	}
	bad, tick, still := 0, 0, 0
	for {
		if !s.fresh || s.lu.Full() {
			s.factorise()
			s.computeDuals()
			s.computePrimals()
		}
		if tick++; tick%checkEvery == 0 && stopped(ctx) {
			return Stopped
		}
		if s.MaxIterations > 0 && s.steps >= 2*s.MaxIterations || s.MaxWork > 0 && s.Work >= s.begun+2*s.MaxWork {
			return Limit
		}
		bland := still > 200+2*s.m
		q := s.chooseEntering(bland)
		if q < 0 {
			if s.lu.Updates() == 0 {
				return Optimal
			}
			s.fresh = false
			continue
		}
		moved, st := s.primalStep(q, bland)
		switch st {
		case stepDone:
			if still++; moved {
				still = 0
			}
		case stepNone:
			if s.lu.Updates() == 0 {
				s.keepRay(q)
				return Unbounded
			}
			s.fresh = false
		case stepBad:
			if bad++; bad > 20 {
				return Trouble
			}
			s.fresh = false
		}
	}
}

// chooseEntering returns the variable with the best reduced cost in the devex norm, or with bland
// the first one (Bland 1977).
func (s *Solver) chooseEntering(bland bool) int {
	best, at := 0.0, -1
	for j, a := range s.at {
		if a == basic || s.lo[j] == s.hi[j] {
			continue
		}
		d := s.d[j]
		if a == atLower {
			d = -d
		} else if a == atZero {
			d = abs(d)
		}
		if d <= dualTolerance && !(s.polishing && s.isHidden(j, d)) {
			continue
		}
		if bland {
			return j
		}
		if d*d > best*s.devex[j] {
			best, at = d*d/s.devex[j], j
		}
	}
	return at
}

// primalStep lets q enter. It reports whether the objective changed.
func (s *Solver) primalStep(q int, bland bool) (bool, step) {
	s.loadColumn(s.col, q)
	// The value of q increases if its reduced cost is negative, otherwise it decreases.
	dir := 1.0
	if s.d[q] > 0 {
		dir = -1
	}
	s.Work += stepWork + int64(s.n+s.m)
	r, t := s.primalRatio(dir, bland)
	if own := s.hi[q] - s.lo[q]; own <= t && own < inf {
		s.Iterations++
		s.steps++
		s.movePrimals(dir * own)
		s.at[q] = atLower + atUpper - s.at[q]
		s.x[q] = s.lo[q]
		if s.at[q] == atUpper {
			s.x[q] = s.hi[q]
		}
		return own > 0, stepDone
	}
	if r < 0 {
		return false, stepNone
	}
	p := int(s.head[r])
	pivot := s.col.Val[r]
	s.pivotRow(r)
	if abs(s.alphaOf(q)-pivot) > 1e-6*(1+abs(pivot)) {
		if s.lu.Updates() > 0 {
			return false, stepBad
		}
	}
	s.Iterations++
	s.steps++
	s.movePrimals(dir * t)
	s.x[q] += dir * t
	if dir*pivot > 0 {
		s.at[p], s.x[p] = atLower, s.lo[p]
	} else {
		s.at[p], s.x[p] = atUpper, s.hi[p]
	}
	s.primalDuals(p, q, pivot)
	s.lu.Update(int32(r), s.col)
	s.head[r], s.at[q] = int32(q), basic
	s.weight[r] = 1
	return t > 1e-12, stepDone
}

// movePrimals updates the basic variables for a step of the entering one.
func (s *Solver) movePrimals(t float64) {
	if t == 0 {
		return
	}
	for _, i := range s.col.NZ {
		s.x[s.head[i]] -= t * s.col.Val[i]
	}
}

// primalRatio is the ratio test of Harris (1973). It returns the blocking position with the largest
// pivot, and the step length.
func (s *Solver) primalRatio(dir float64, bland bool) (int, float64) {
	const slack = 1e-9
	limit, least := inf, int32(-1)
	for _, i := range s.col.NZ {
		a := dir * s.col.Val[i]
		if abs(a) < 1e-9 {
			continue
		}
		if t := (s.play(int(s.head[i]), a) + slack) / abs(a); t < limit {
			limit, least = t, i
		}
	}
	if limit == inf {
		return -1, inf
	}
	r, best := -1, 0.0
	for _, i := range s.col.NZ {
		a := dir * s.col.Val[i]
		if abs(a) < 1e-9 {
			continue
		}
		// The position with the shortest step blocks even if rounding moves its limit: the slack is
		// lost in a distance of 1e8.
		if i != least && s.play(int(s.head[i]), a) > limit*abs(a) {
			continue
		}
		if bland {
			if r < 0 || (s.head[i] < s.head[r] && abs(a) > 1e-7) {
				r = int(i)
			}
		} else if abs(a) > best {
			r, best = int(i), abs(a)
		}
	}
	if r < 0 {
		return -1, inf
	}
	a := dir * s.col.Val[r]
	return r, max(0, s.play(int(s.head[r]), a)/abs(a))
}

// play returns the distance of a basic variable from the bound that it moves to.
func (s *Solver) play(j int, a float64) float64 {
	if a > 0 {
		return max(s.x[j]-s.lo[j], 0)
	}
	return max(s.hi[j]-s.x[j], 0)
}

// primalDuals updates reduced costs and devex weights by the pivot row.
func (s *Solver) primalDuals(p, q int, pivot float64) {
	theta := s.d[q] / pivot
	wq := s.devex[q]
	visit := func(j int, a float64) {
		if s.at[j] == basic || j == q {
			return
		}
		s.d[j] -= theta * a
		k := a / pivot
		s.devex[j] = max(s.devex[j], k*k*wq)
	}
	for _, j := range s.alphaNz {
		visit(int(j), s.alpha[j])
	}
	for _, i := range s.rho.NZ {
		visit(s.n+int(i), s.rho.Val[i])
	}
	s.d[q], s.d[p] = 0, -theta
	s.devex[p] = max(wq/(pivot*pivot), 1)
}
