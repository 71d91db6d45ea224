package simplex

import "slices"

// A candidate is a variable that limits the dual step: its entry in the pivot row and its reduced
// cost, both signed such that the quotient is the step at which it blocks.
type candidate struct {
	j     int32
	alpha float64 // positive
	d     float64
}

// wildCost is the absolute value from which a reduced cost is not reliable: costs are scaled, so
// such a value shows that the factors of the basis are inaccurate.
const wildCost = 1e12

// chooseColumn is the bound flipping ratio test with Harris tolerances (Maros 2003, Koberstein
// 2005). It passes variables with two bounds, which will be flipped, as long as the dual objective
// grows. Of the variables that block at about the same step, the one with the largest pivot enters.
// chooseColumn returns -1 if nothing blocks, and leaves the variables to be flipped in passed.
func (s *Solver) chooseColumn(delta float64) int {
	sign := 1.0
	if delta < 0 {
		sign = -1
	}
	s.passed = s.passed[:0]
	s.cand = s.cand[:0]
	for _, j := range s.alphaNz {
		s.consider(j, sign*s.alpha[j])
	}
	for _, i := range s.rho.NZ {
		s.consider(int32(s.n)+i, sign*s.rho.Val[i])
	}
	if len(s.cand) == 0 {
		s.margin = abs(delta)
		return -1
	}
	s.wild = slices.ContainsFunc(s.cand, func(c candidate) bool { return !(abs(c.d) < wildCost) })
	return s.passBreakpoints(abs(delta))
}

func (s *Solver) consider(j int32, a float64) {
	at := s.at[j]
	if at == basic || s.lo[j] == s.hi[j] {
		return
	}
	switch {
	case at == atLower && a > s.least:
		s.cand = append(s.cand, candidate{j, a, s.d[j]})
	case at == atUpper && a < -s.least:
		s.cand = append(s.cand, candidate{j, -a, -s.d[j]})
	case at == atZero && abs(a) > s.least:
		s.cand = append(s.cand, candidate{j, abs(a), abs(s.d[j])})
	}
}

// passBreakpoints passes the candidates in groups of nearly equal step, while the dual objective
// grows.
func (s *Solver) passBreakpoints(slope float64) int {
	cand := s.cand
	from := 0 // cand[:from] are passed
	s.groups = s.groups[:0]
	for from < len(cand) {
		// The candidate with the least step is in the group even if rounding moves its limit: the
		// tolerance is lost in a reduced cost of 1e13.
		limit, least := inf, from
		for k, c := range cand[from:] {
			if t := (c.d + dualTolerance) / c.alpha; t < limit {
				limit, least = t, from+k
			}
		}
		cand[from], cand[least] = cand[least], cand[from]
		end := from
		fall := 0.0
		for k := from; k < len(cand); k++ {
			if c := cand[k]; k == from || c.d <= limit*c.alpha {
				fall += c.alpha * (s.hi[c.j] - s.lo[c.j])
				cand[k], cand[end] = cand[end], c
				end++
			}
		}
		s.groups = append(s.groups, from)
		from = end
		if slope -= fall; slope <= 10*primalTolerance {
			break
		}
	}
	if slope > 10*primalTolerance {
		// All breakpoints are passed: the row is infeasible.
		s.margin = slope
		return -1
	}
	s.groups = append(s.groups, from)
	return s.largestPivot()
}

// largestPivot selects from the last group, or from an earlier one if its pivots are too small.
func (s *Solver) largestPivot() int {
	cand := s.cand
	top := 0.0
	for _, c := range cand[:s.groups[len(s.groups)-1]] {
		top = max(top, c.alpha)
	}
	least := min(0.1*top, 1e-4)
	for g := len(s.groups) - 2; g >= 0; g-- {
		b, e := s.groups[g], s.groups[g+1]
		best := slices.MaxFunc(cand[b:e], func(x, y candidate) int {
			switch {
			case x.alpha < y.alpha:
				return -1
			case x.alpha > y.alpha:
				return 1
			}
			return int(y.j - x.j)
		})
		if best.alpha < least {
			continue
		}
		for _, c := range cand[:b] {
			s.passed = append(s.passed, c.j)
		}
		return int(best.j)
	}
	return -1
}

// perturb changes the costs of the nonbasic variables slightly, in the direction that keeps them
// dual feasible, so that ties in the ratio test are rare.
func (s *Solver) perturb() {
	s.perturbed, s.wantPerturb = true, false
	for j, a := range s.at {
		if a == basic || a == atZero || s.lo[j] == s.hi[j] {
			continue
		}
		by := (1 + s.uniform()) * 1e-6 * (1 + abs(s.work[j]))
		if a == atUpper {
			by = -by
		}
		s.shift(j, by)
	}
}

// uniform returns a pseudo-random number in [0, 1); the sequence is the same in every run.
func (s *Solver) uniform() float64 {
	s.random ^= s.random << 13
	s.random ^= s.random >> 7
	s.random ^= s.random << 17
	return float64(s.random>>11) / (1 << 53)
}

// beyondCutoff reports whether the optimum cannot be below the cutoff. If the updated reduced costs
// say so, it verifies that with recomputed ones and the true costs.
func (s *Solver) beyondCutoff() bool {
	limit := s.Cutoff * s.costScale
	sum := 0.0
	for j, a := range s.at {
		if a != basic {
			sum += s.d[j] * s.x[j]
		}
	}
	if sum < limit+1e-9*(1+abs(limit)) {
		return false
	}
	if s.steps < s.nextBound {
		return false
	}
	s.nextBound = s.steps + 10
	return s.lagrange() >= limit-1e-9*(1+abs(limit))
}

// lagrange returns a lower bound on the optimum from the dual values of the current basis and the
// true costs: every variable takes the bound that is best for its reduced cost.
func (s *Solver) lagrange() float64 {
	y := s.rho
	y.Clear()
	for r, j := range s.head {
		if c := s.cost[j]; c != 0 {
			y.Add(int32(r), c)
		}
	}
	s.lu.BTran(y)
	d := s.byVar
	copy(d, s.cost)
	for _, i := range y.NZ {
		v := y.Val[i]
		d[s.n+int(i)] -= v
		for p := s.rowBeg[i]; p < s.rowBeg[i+1]; p++ {
			d[s.rowInd[p]] -= v * s.rowVal[p]
		}
	}
	sum := 0.0
	for j, a := range s.at {
		v := d[j]
		switch {
		case a == basic && abs(v) < 1e-9, abs(v) < 1e-11:
		case v > 0:
			sum += v * s.lo[j]
		default:
			sum += v * s.hi[j]
		}
	}
	y.Clear()
	return sum
}
