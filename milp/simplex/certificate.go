package simplex

import "math"

// Farkas returns multipliers y of the rows that prove infeasibility (Farkas 1902), if the last
// solve ended as [Infeasible] because of a row: the sum of y[i] times row i is at least
//
//	sum of (y[i] > 0 ? lower[i] : upper[i]) * y[i]
//
// in every solution, but less than that within the bounds of the columns. It returns false if the
// multipliers do not prove that in floating point, or if the bounds of a column cross.
func (s *Solver) Farkas() ([]float64, bool) {
	if s.proof < 0 || s.proof >= s.m {
		return nil, false
	}
	y := make([]float64, s.m)
	s.Multipliers(s.proof, y)
	largest := 0.0
	for _, v := range y {
		largest = max(largest, abs(v))
	}
	for i := range y {
		if y[i] /= largest; abs(y[i]) < 1e-13 {
			y[i] = 0
		}
	}
	if s.proves(y) {
		return y, true
	}
	for i := range y {
		y[i] = 0 - y[i]
	}
	return y, s.proves(y)
}

// proves reports whether the sum of the rows, with multipliers y, exceeds its largest value within
// the bounds of the columns. It drops multipliers of missing sides if they are rounding errors.
func (s *Solver) proves(y []float64) bool {
	need, size := 0.0, 0.0
	d := make([]float64, s.n)
	weight := make([]float64, s.n)
	for i, v := range y {
		if v == 0 {
			continue
		}
		k := s.n + i
		side := -s.hi[k] * s.scale[k] // the variable of a row is the negated row
		if v < 0 {
			side = -s.lo[k] * s.scale[k]
		}
		if math.IsInf(side, 0) {
			if abs(v) > 1e-9 {
				return false
			}
			y[i] = 0
			continue
		}
		need += v * side
		size += abs(v * side)
		for p := s.rowBeg[i]; p < s.rowBeg[i+1]; p++ {
			j := s.rowInd[p]
			a := v * s.rowVal[p] / s.scale[j] * s.scale[k]
			d[j] += a
			weight[j] += abs(a)
		}
	}
	most := 0.0
	for j, v := range d {
		if v == 0 {
			continue
		}
		bound := s.hi[j]
		if v < 0 {
			bound = s.lo[j]
		}
		if math.IsInf(bound, 0) {
			if abs(v) > 1e-9*weight[j] { // not a rounding error
				return false
			}
			continue
		}
		most += v * bound * s.scale[j]
		size += abs(v * bound * s.scale[j])
	}
	return need-most > 1e-9*max(1, size)
}

// keepRay stores the direction in which variable q can move without limit: its column is in s.col.
func (s *Solver) keepRay(q int) {
	dir := 1.0
	if s.d[q] > 0 {
		dir = -1
	}
	s.ray = make([]float64, s.n+s.m)
	s.ray[q] = dir
	for _, i := range s.col.NZ {
		if v := s.col.Val[i]; abs(v) > 1e-11 {
			s.ray[s.head[i]] = -dir * v
		}
	}
}

// Ray returns a direction of the columns along which the objective falls without limit, if the last
// solve ended as [Unbounded]: from any solution, moving along it violates no row and no bound. Its
// largest entry has size 1.
func (s *Solver) Ray() ([]float64, bool) {
	if s.ray == nil {
		return nil, false
	}
	x, largest := make([]float64, s.n), 0.0
	for j := range x {
		x[j] = s.ray[j] * s.scale[j]
		largest = max(largest, abs(x[j]))
	}
	if largest == 0 {
		return nil, false
	}
	for j := range x {
		if x[j] /= largest; abs(x[j]) < 1e-13 {
			x[j] = 0
		}
	}
	return x, true
}
