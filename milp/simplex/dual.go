package simplex

import (
	"context"
	"math"

	"farbank/milp/lu"
)

var inf = math.Inf(1)

// checkEvery is the number of steps between checks of the context.
const checkEvery = 32

// dual runs the bounded dual simplex method from a dual feasible basis until the
// basis is primal feasible (Koberstein 2005).
func (s *Solver) dual(ctx context.Context) Status {
	bad, tick := 0, 0
	for {
		if !s.fresh || s.lu.Full() {
			s.refresh()
		}
		if tick++; tick%checkEvery == 0 && stopped(ctx) {
			return Stopped
		}
		if s.MaxIterations > 0 && s.steps >= s.MaxIterations || s.MaxWork > 0 && s.Work >= s.begun+s.MaxWork {
			return Limit
		}
		if s.Cutoff < inf && tick%4 == 1 && s.beyondCutoff() {
			return Cutoff
		}
		if s.wantPerturb {
			s.perturb()
		}
		r := s.chooseRow()
		if r < 0 {
			if s.lu.Updates() == 0 {
				return Optimal
			}
			s.refresh()
			if s.chooseRow() < 0 {
				return Optimal
			}
			continue
		}
		switch s.dualStep(r) {
		case stepDone:
		case stepNone:
			if s.lu.Updates() > 0 {
				s.refresh()
				continue
			}
			s.proof = r
			if _, ok := s.Farkas(); ok {
				return Infeasible
			}
			// In exact arithmetic a column might enter.
			if s.proof = -1; s.infeasibility(int(s.head[r])) > 1e-6 || !s.passes(r) {
				return Trouble
			}
		case stepBad:
			if bad++; bad > 20 {
				return Trouble
			}
			s.fresh = false
		}
	}
}

// A step is the result of a simplex step.
type step int

// The parts of [Solver].Work beside the lengths of lists.
const (
	stepWork   = 200
	factorWork = 30 // for each row
)

const (
	stepDone step = iota
	stepNone      // no column can enter
	stepBad       // the pivot was not reliable
)

// refresh factorizes the basis and recomputes all values.
func (s *Solver) refresh() {
	s.factorise()
	s.computeDuals()
	s.repairDuals()
	s.computePrimals()
}

// computeDuals computes the reduced costs for the working costs.
func (s *Solver) computeDuals() {
	y := s.rho
	y.Clear()
	for r, j := range s.head {
		if c := s.work[j]; c != 0 {
			y.Add(int32(r), c)
		}
	}
	if len(y.NZ) > 0 {
		s.lu.BTran(y)
	}
	copy(s.d, s.work)
	if len(y.NZ) > 0 {
		for _, i := range y.NZ {
			v := y.Val[i]
			s.d[s.n+int(i)] -= v
			for p := s.rowBeg[i]; p < s.rowBeg[i+1]; p++ {
				s.d[s.rowInd[p]] -= v * s.rowVal[p]
			}
		}
	}
	for _, j := range s.head {
		s.d[j] = 0
	}
	y.Clear()
}

// repairDuals makes the basis dual feasible: variables with two bounds move to the other one, the
// costs of others are shifted.
func (s *Solver) repairDuals() {
	for j, a := range s.at {
		if a == basic || s.lo[j] == s.hi[j] {
			continue
		}
		d := s.d[j]
		switch {
		case a == atLower && d < -dualTolerance && s.hi[j] < inf:
			s.at[j], s.x[j] = atUpper, s.hi[j]
		case a == atUpper && d > dualTolerance && s.lo[j] > -inf:
			s.at[j], s.x[j] = atLower, s.lo[j]
		case a == atLower && d < -dualTolerance, a == atUpper && d > dualTolerance, a == atZero && abs(d) > dualTolerance:
			s.shift(j, -d)
		}
	}
}

// shift changes the cost of a variable that is not basic, and so its reduced cost.
func (s *Solver) shift(j int, by float64) {
	s.work[j] += by
	s.d[j] += by
	s.shifted = true
}

// computePrimals computes the values of the basic variables.
func (s *Solver) computePrimals() {
	b := s.col
	b.Clear()
	val := b.Val
	for j, a := range s.at {
		if a == basic {
			continue
		}
		x := s.x[j]
		if x == 0 {
			continue
		}
		if j >= s.n {
			val[j-s.n] -= x
			continue
		}
		for p := s.colBeg[j]; p < s.colBeg[j+1]; p++ {
			val[s.colInd[p]] -= x * s.colVal[p]
		}
	}
	b.Gather()
	s.lu.FTran(b)
	for r, j := range s.head {
		s.x[j] = b.Val[r]
	}
	b.Clear()
}

// infeasibility returns the distance of a variable from its bounds if it exceeds the tolerance,
// otherwise 0.
func (s *Solver) infeasibility(j int) float64 {
	x := s.x[j]
	tol := primalTolerance * (10 + 1e-4*abs(x))
	if v := s.lo[j] - x; v > tol {
		return v
	}
	if v := x - s.hi[j]; v > tol {
		return v
	}
	return 0
}

// chooseRow returns the position with the largest infeasibility in the steepest edge
// norm (Forrest and Goldfarb 1992), or -1.
func (s *Solver) chooseRow() int {
	best, at := 0.0, -1
	for r, j := range s.head {
		v := s.infeasibility(int(j))
		if v > 0 && v*v > best*s.weight[r] && !s.skipped(j) {
			best, at = v*v/s.weight[r], r
		}
	}
	return at
}

// skipped reports whether the infeasibility of a variable is a rounding error.
func (s *Solver) skipped(j int32) bool {
	for _, k := range s.skip {
		if k == j {
			return true
		}
	}
	return false
}

// passes records that a row is violated by so little that it counts as satisfied.
func (s *Solver) passes(r int) bool {
	if len(s.skip) > 50 {
		return false
	}
	s.skip = append(s.skip, s.head[r])
	return true
}

// pivotRow computes row r of the tableau into alpha (columns) and rho (rows).
func (s *Solver) pivotRow(r int) {
	s.lu.BTranRow(int32(r), s.rho)
	s.priceRow()
}

func (s *Solver) priceRow() {
	for _, j := range s.alphaNz {
		s.alpha[j] = 0
	}
	s.alphaNz = s.alphaNz[:0]
	if 3*len(s.rho.NZ) > s.m && s.m > 20 {
		s.Work += int64(len(s.colInd))
		s.priceColumns()
		return
	}
	for _, i := range s.rho.NZ {
		v := s.rho.Val[i]
		b, e := s.rowBeg[i], s.rowBeg[i+1]
		ind, num := s.rowInd[b:e], s.rowVal[b:e]
		for p, j := range ind {
			old := s.alpha[j]
			if old == 0 {
				s.alphaNz = append(s.alphaNz, j)
			}
			s.alpha[j] = lu.Kept(old + v*num[p])
		}
	}
}

func (s *Solver) priceColumns() {
	rho := s.rho.Val
	for j := range s.n {
		if s.at[j] == basic || s.lo[j] == s.hi[j] {
			continue
		}
		sum := 0.0
		b, e := s.colBeg[j], s.colBeg[j+1]
		ind, num := s.colInd[b:e], s.colVal[b:e]
		for p, i := range ind {
			sum += num[p] * rho[i]
		}
		if abs(sum) > lu.Drop {
			s.alpha[j] = sum
			s.alphaNz = append(s.alphaNz, int32(j))
		}
	}
}

// alphaOf returns the entry of the pivot row at any variable.
func (s *Solver) alphaOf(j int) float64 {
	if j >= s.n {
		return s.rho.Val[j-s.n]
	}
	return s.alpha[j]
}

// loadColumn sets x to the solved column of a variable.
func (s *Solver) loadColumn(x *lu.Vector, j int) {
	x.Clear()
	ind, val := s.column(int32(j))
	for p, i := range ind {
		x.Val[i] = val[p]
		x.NZ = append(x.NZ, i)
	}
	s.lu.FTranColumn(x)
}

// dualStep moves the variable at position r to its bound.
func (s *Solver) dualStep(r int) step {
	p := int(s.head[r])
	delta := s.x[p] - s.lo[p]
	if delta >= 0 {
		delta = s.x[p] - s.hi[p]
	}
	s.pivotRow(r)
	exact := s.rho.Square()
	s.wild = false
	q := s.chooseColumn(delta)
	if s.wild && (s.lu.Updates() > 0 || q < 0 || math.IsNaN(s.d[q])) {
		return stepBad // and factorize: even a proof of infeasibility is not to be trusted
	}
	if q < 0 {
		return stepNone
	}
	s.loadColumn(s.col, q)
	alpha := s.alphaOf(q)
	pivot := s.col.Val[r]
	if abs(alpha-pivot) > 1e-7*(1+abs(pivot)) || abs(pivot) < s.least {
		if s.lu.Updates() > 0 {
			return stepBad
		}
		if abs(alpha-pivot) > 1e-4*(1+abs(pivot)) || abs(pivot) < s.least/10 {
			return stepBad
		}
	}
	s.Iterations++
	s.steps++
	s.Work += stepWork + int64(s.m/4+2*len(s.alphaNz)+6*(len(s.rho.NZ)+len(s.col.NZ)))
	s.updateDuals(p, q, alpha, delta)
	s.flipBounds()
	bound := s.lo[p]
	s.at[p] = atLower
	if delta > 0 {
		bound, s.at[p] = s.hi[p], atUpper
	}
	t := (s.x[p] - bound) / pivot
	for _, i := range s.col.NZ {
		s.x[s.head[i]] -= t * s.col.Val[i]
	}
	s.x[q] += t
	s.x[p] = bound
	s.updateWeights(r, pivot, exact)
	s.lu.Update(int32(r), s.col)
	s.head[r], s.at[q] = int32(q), basic
	return stepDone
}

// updateDuals updates the reduced costs when q enters for p.
func (s *Solver) updateDuals(p, q int, alpha, delta float64) {
	theta := s.d[q] / alpha
	if theta*delta < 0 {
		// The reduced cost had the wrong sign within the tolerance.
		s.shift(q, -s.d[q])
		theta = 0
	}
	if abs(theta) < 1e-12 {
		s.flat++
	} else {
		s.flat = 0
	}
	if theta != 0 {
		for _, j := range s.alphaNz {
			if s.at[j] != basic {
				s.d[j] -= theta * s.alpha[j]
			}
		}
		for _, i := range s.rho.NZ {
			if j := s.n + int(i); s.at[j] != basic {
				s.d[j] -= theta * s.rho.Val[i]
			}
		}
	}
	s.d[q], s.d[p] = 0, -theta
	if s.flat > 15 && !s.perturbed {
		s.wantPerturb = true
	}
}

// flipBounds moves the variables that the ratio test passed to their other bounds.
func (s *Solver) flipBounds() {
	if len(s.passed) == 0 {
		return
	}
	s.flips.Clear()
	for _, j := range s.passed {
		by := s.hi[j] - s.lo[j]
		if s.at[j] == atLower {
			s.at[j], s.x[j] = atUpper, s.hi[j]
		} else {
			s.at[j], s.x[j] = atLower, s.lo[j]
			by = -by
		}
		ind, val := s.column(j)
		for k, i := range ind {
			s.flips.Add(i, by*val[k])
		}
	}
	s.lu.FTran(s.flips)
	for _, i := range s.flips.NZ {
		s.x[s.head[i]] -= s.flips.Val[i]
	}
}

// updateWeights updates the steepest edge weights for a pivot in row r.
func (s *Solver) updateWeights(r int, pivot, exact float64) {
	s.tau.CopyFrom(s.rho)
	s.lu.FTran(s.tau)
	s.Work += 6 * int64(len(s.tau.NZ))
	for _, i := range s.col.NZ {
		if int(i) == r {
			continue
		}
		k := s.col.Val[i] / pivot
		w := s.weight[i] + k*(k*exact-2*s.tau.Val[i])
		s.weight[i] = max(w, 1e-4)
	}
	s.weight[r] = max(exact/(pivot*pivot), 1e-4)
}
