package simplex

import "math"

// powerOfTwo rounds to the nearest power of two, within bounds.
func powerOfTwo(v float64) float64 {
	if v <= 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return 1
	}
	_, e := math.Frexp(v)
	if v < 0.75*math.Ldexp(1, e) {
		e--
	}
	return math.Ldexp(1, min(max(e, -30), 30))
}

// scaleColumns computes column factors by geometric scaling: rows and columns in turn are divided
// by the root of their least times their largest entry (see Curtis and Reid 1972 for optimal
// scaling). It leaves well-scaled matrices alone.
func (s *Solver) scaleColumns(rows []Row) {
	least, most := math.Inf(1), 0.0
	for _, r := range rows {
		for _, v := range r.Value {
			least, most = min(least, abs(v)), max(most, abs(v))
		}
	}
	if least >= 0.2 && most <= 5 {
		return
	}
	low, high := make([]float64, s.n), make([]float64, s.n)
	for range 4 {
		for j := range low {
			low[j], high[j] = math.Inf(1), 0
		}
		for _, r := range rows {
			f := s.rowFactor(r)
			for k, j := range r.Index {
				v := abs(r.Value[k]) * f
				low[j], high[j] = min(low[j], v), max(high[j], v)
			}
		}
		for j := range s.scale {
			if high[j] > 0 {
				s.scale[j] = 1 / math.Sqrt(low[j]*high[j])
			}
		}
	}
	for j := range s.scale {
		s.scale[j] = powerOfTwo(s.scale[j])
	}
}

// rowFactor returns the factor of a row for the current column factors.
func (s *Solver) rowFactor(r Row) float64 {
	low, high := math.Inf(1), 0.0
	for k, j := range r.Index {
		if v := abs(r.Value[k]) * s.scale[j]; v > 0 {
			low, high = min(low, v), max(high, v)
		}
	}
	if high == 0 {
		return 1
	}
	return 1 / math.Sqrt(low*high)
}

// AddRows appends rows. Their variables become basic, so that a dual feasible basis stays dual
// feasible.
func (s *Solver) AddRows(rows []Row) {
	for _, r := range rows {
		f := powerOfTwo(s.rowFactor(r))
		for k, j := range r.Index {
			if v := r.Value[k]; v != 0 {
				s.rowInd = append(s.rowInd, j)
				s.rowVal = append(s.rowVal, v*f*s.scale[j])
			}
		}
		s.rowBeg = append(s.rowBeg, int32(len(s.rowInd)))
		s.scale = append(s.scale, 1/f)
		s.lo, s.hi = append(s.lo, -r.Upper*f), append(s.hi, -r.Lower*f)
		s.cost, s.work = append(s.cost, 0), append(s.work, 0)
		s.x, s.d = append(s.x, 0), append(s.d, 0)
		s.at = append(s.at, basic)
		s.head = append(s.head, int32(s.n+s.m))
		s.weight = append(s.weight, 1)
		s.m++
	}
	s.makeColumns()
	s.fresh = false
	s.room()
}

// DeleteRows removes the rows for which drop returns true and whose variables are basic. It returns
// the old indices of the rows kept.
func (s *Solver) DeleteRows(drop func(i int) bool) []int {
	var kept []int
	renamed := make([]int32, s.m)
	next := int32(0)
	for i := range s.m {
		b, e := s.rowBeg[i], s.rowBeg[i+1]
		k := s.n + i
		if s.at[k] == basic && drop(i) {
			renamed[i] = -1
			continue
		}
		t := s.n + len(kept)
		renamed[i] = int32(len(kept))
		s.scale[t], s.lo[t], s.hi[t] = s.scale[k], s.lo[k], s.hi[k]
		s.x[t], s.d[t], s.at[t] = s.x[k], s.d[k], s.at[k]
		s.cost[t], s.work[t] = 0, 0
		s.rowBeg[len(kept)] = next
		next += int32(copy(s.rowInd[next:], s.rowInd[b:e]))
		copy(s.rowVal[s.rowBeg[len(kept)]:], s.rowVal[b:e])
		kept = append(kept, i)
	}
	h := 0
	for r, j := range s.head {
		if int(j) >= s.n {
			i := renamed[int(j)-s.n]
			if i < 0 {
				continue
			}
			j = int32(s.n) + i
		}
		s.head[h], s.weight[h] = j, s.weight[r]
		h++
	}
	s.m = len(kept)
	s.rowBeg[s.m] = next
	s.rowBeg, s.rowInd, s.rowVal = s.rowBeg[:s.m+1], s.rowInd[:next], s.rowVal[:next]
	all := s.n + s.m
	s.scale, s.lo, s.hi, s.x, s.d = s.scale[:all], s.lo[:all], s.hi[:all], s.x[:all], s.d[:all]
	s.at, s.cost, s.work = s.at[:all], s.cost[:all], s.work[:all]
	s.head, s.weight = s.head[:h], s.weight[:h]
	s.makeColumns()
	s.fresh = false
	s.room()
	return kept
}

// makeColumns rebuilds the columns from the rows.
func (s *Solver) makeColumns() {
	s.colBeg = sized(s.colBeg, s.n+1)
	clear(s.colBeg)
	for _, j := range s.rowInd {
		s.colBeg[j+1]++
	}
	for j := range s.n {
		s.colBeg[j+1] += s.colBeg[j]
	}
	s.colInd, s.colVal = sized(s.colInd, len(s.rowInd)), sized(s.colVal, len(s.rowInd))
	at := make([]int32, s.n)
	copy(at, s.colBeg)
	for i := range s.m {
		for p := s.rowBeg[i]; p < s.rowBeg[i+1]; p++ {
			j := s.rowInd[p]
			s.colInd[at[j]], s.colVal[at[j]] = int32(i), s.rowVal[p]
			at[j]++
		}
	}
}

func abs(x float64) float64 { return math.Abs(x) }

// sized returns a slice of n elements, and reuses the memory of s if possible.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
