package simplex

import (
	"context"
	"runtime"
)

// Basis is the basis at the end of a solve, for warm starts. It may be kept and shared; it fits its
// solver even after rows were added.
type Basis struct {
	at     []int8
	head   []int32
	weight []float32
	rows   int
}

// Basis returns a copy of the current basis.
func (s *Solver) Basis() *Basis {
	b := &Basis{at: make([]int8, len(s.at)), head: make([]int32, s.m), weight: make([]float32, s.m), rows: s.m}
	copy(b.at, s.at)
	copy(b.head, s.head)
	for r, w := range s.weight {
		b.weight[r] = float32(w)
	}
	return b
}

// Bytes returns the approximate size of the basis in memory.
func (b *Basis) Bytes() int { return len(b.at) + 8*len(b.head) + 64 }

// SetBasis restores a basis. Rows added since then become basic.
func (s *Solver) SetBasis(b *Basis) {
	if b.rows > s.m {
		return
	}
	same := s.fresh && b.rows == s.m
	for r, j := range b.head {
		same = same && s.head[r] == j
		s.head[r], s.weight[r] = j, float64(b.weight[r])
	}
	copy(s.at, b.at)
	for i := b.rows; i < s.m; i++ {
		s.head[i], s.weight[i] = int32(s.n+i), 1
		s.at[s.n+i] = basic
	}
	s.fresh = same
}

// Reset sets the slack basis.
func (s *Solver) Reset() {
	for j := range s.n {
		s.at[j] = atLower
	}
	for i := range s.m {
		s.head[i], s.weight[i] = int32(s.n+i), 1
		s.at[s.n+i] = basic
	}
	s.fresh = false
}

// Mark is a saved state of a solver.
type Mark struct {
	at     []int8
	head   []int32
	weight []float64
	x, d   []float64
	etas   int
	builds int64
}

// Mark saves the current state, in the memory of an old mark if there is one.
func (s *Solver) Mark(old *Mark) *Mark {
	if old == nil {
		old = &Mark{}
	}
	old.at, old.head = append(old.at[:0], s.at...), append(old.head[:0], s.head...)
	old.weight = append(old.weight[:0], s.weight...)
	old.x, old.d = append(old.x[:0], s.x...), append(old.d[:0], s.d...)
	old.etas, old.builds = s.lu.Hold(), s.lu.Builds()
	if !s.fresh {
		old.builds = -1
	}
	return old
}

// Return restores a mark, but not the bounds. It is cheap if the basis was not factorized in
// between.
func (s *Solver) Return(k *Mark) {
	copy(s.at, k.at)
	copy(s.head, k.head)
	copy(s.weight, k.weight)
	copy(s.x, k.x)
	copy(s.d, k.d)
	if s.fresh && k.builds == s.lu.Builds() && s.lu.Updates() >= k.etas {
		s.lu.Cut(k.etas)
		return
	}
	s.fresh = false
}

// factorise factorizes the basis, and repairs it if its columns are dependent.
func (s *Solver) factorise() {
	s.Work += factorWork*int64(s.m) + int64(len(s.colInd))
	for r, j := range s.head {
		s.byVar[j] = s.weight[r]
	}
	replaced := s.lu.Build(s.head, int32(s.n), s.column)
	if replaced > 0 {
		s.repairBasis()
	}
	for r, j := range s.head {
		s.weight[r] = s.byVar[j]
	}
	s.fresh = true
}

// repairBasis updates the states of variables after the factorization has changed head.
func (s *Solver) repairBasis() {
	for j, a := range s.at {
		if a == basic {
			s.at[j] = atLower
			s.settleOne(j)
		}
	}
	for _, j := range s.head {
		s.at[j], s.byVar[j] = basic, 1
	}
}

// column returns the entries of variable j, scaled.
func (s *Solver) column(j int32) ([]int32, []float64) {
	if int(j) >= s.n {
		s.slackOnly[0], s.one[0] = j-int32(s.n), 1
		return s.slackOnly[:], s.one[:]
	}
	b, e := s.colBeg[j], s.colBeg[j+1]
	return s.colInd[b:e], s.colVal[b:e]
}

// settle sets every nonbasic variable to one of its bounds.
func (s *Solver) settle() {
	for j := range s.at {
		if s.at[j] != basic {
			s.settleOne(j)
		}
	}
}

func (s *Solver) settleOne(j int) {
	lower, upper := s.lo[j] > -inf, s.hi[j] < inf
	switch {
	case s.at[j] == atLower && lower, s.at[j] == atUpper && upper:
	case lower && upper && s.at[j] == atZero && -s.lo[j] > s.hi[j]:
		s.at[j] = atUpper
	case lower:
		s.at[j] = atLower
	case upper:
		s.at[j] = atUpper
	default:
		s.at[j] = atZero
	}
	switch s.at[j] {
	case atLower:
		s.x[j] = s.lo[j]
	case atUpper:
		s.x[j] = s.hi[j]
	default:
		s.x[j] = 0
	}
}

func stopped(ctx context.Context) bool {
	if runtime.GOOS == "js" {
		runtime.Gosched() // goroutines are not preempted in a browser
	}
	return ctx != nil && ctx.Err() != nil
}
