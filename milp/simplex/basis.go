package simplex

import (
	"context"
	"runtime"
)

// Basis remembers where a solve ended, for warm starts. It may be kept and shared;
// it fits the solver it came from, also after rows were added.
type Basis struct {
	at     []int8
	head   []int32
	weight []float32
	rows   int
}

// Basis takes a copy of the present basis.
func (s *Solver) Basis() *Basis {
	b := &Basis{at: make([]int8, len(s.at)), head: make([]int32, s.m), weight: make([]float32, s.m), rows: s.m}
	copy(b.at, s.at)
	copy(b.head, s.head)
	for r, w := range s.weight {
		b.weight[r] = float32(w)
	}
	return b
}

// Bytes is about what the basis takes in memory.
func (b *Basis) Bytes() int { return len(b.at) + 8*len(b.head) + 64 }

// SetBasis goes back to a basis. Rows added since then become basic.
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

// Reset goes to the basis of the rows' own variables.
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

// Mark is a place to go back to soon, with all that is known there.
type Mark struct {
	at     []int8
	head   []int32
	weight []float64
	x, d   []float64
	etas   int
	builds int64
}

// Mark notes the present state, in memory of an old mark if there is one.
func (s *Solver) Mark(old *Mark) *Mark {
	if old == nil {
		old = &Mark{}
	}
	old.at, old.head = append(old.at[:0], s.at...), append(old.head[:0], s.head...)
	old.weight = append(old.weight[:0], s.weight...)
	old.x, old.d = append(old.x[:0], s.x...), append(old.d[:0], s.d...)
	old.etas, old.builds = s.lu.Updates(), s.lu.Builds()
	if !s.fresh {
		old.builds = -1
	}
	return old
}

// Return goes back to a mark; the bounds are the caller's to restore. It is cheap
// when the basis was not factored anew in between.
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

// factorise factors the basis, and repairs it where its columns are dependent.
func (s *Solver) factorise() {
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

// repairBasis sets the states right after the factorisation changed head.
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

// column gives the entries of variable j, scaled.
func (s *Solver) column(j int32) ([]int32, []float64) {
	if int(j) >= s.n {
		s.slackOnly[0], s.one[0] = j-int32(s.n), 1
		return s.slackOnly[:], s.one[:]
	}
	b, e := s.colBeg[j], s.colBeg[j+1]
	return s.colInd[b:e], s.colVal[b:e]
}

// settle puts every variable that is not basic to a bound it has.
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
		runtime.Gosched() // a browser takes nobody off the processor
	}
	return ctx != nil && ctx.Err() != nil
}
