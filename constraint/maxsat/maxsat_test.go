package maxsat_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"farbank/constraint/maxsat"
	"farbank/constraint/sat"
	"farbank/solver"
)

func Example() {
	var s maxsat.Solver
	s.Hard(-1, -2) // not both
	s.Soft(3, 1)   // 3 if 1 does not hold
	s.Soft(2, 2)
	a, err := s.Solve(context.Background())
	fmt.Println(a.Status, a.Cost, a.Value(1), a.Value(2), err)
	// Output: optimal 2 true false <nil>
}

type problem struct {
	n       int
	weights []int64 // 0: hard
	clauses [][]int
}

func random(r *rand.Rand) problem {
	p := problem{n: 2 + r.IntN(9)}
	kinds := []int64{1, 3, 1 + r.Int64N(40), 1 + r.Int64N(maxsat.MaxWeight/200)}[:1+r.IntN(4)]
	hard := r.IntN(2 * p.n)
	for i := range hard + 1 + r.IntN(4*p.n) {
		c := make([]int, r.IntN(4))
		if i < hard || r.IntN(30) > 0 {
			c = make([]int, 1+r.IntN(3))
		}
		for k := range c {
			c[k] = (1 + r.IntN(p.n)) * (2*r.IntN(2) - 1)
		}
		w := int64(0)
		if i >= hard {
			w = kinds[r.IntN(len(kinds))]
		}
		p.weights, p.clauses = append(p.weights, w), append(p.clauses, c)
	}
	return p
}

// cost returns the total weight of the falsified clauses, or -1 if a hard clause is false.
func (p problem) cost(value func(int) bool) int64 {
	sum := int64(0)
	for i, c := range p.clauses {
		ok := false
		for _, l := range c {
			ok = ok || value(max(l, -l)) == (l > 0)
		}
		switch {
		case ok:
		case p.weights[i] == 0:
			return -1
		default:
			sum += p.weights[i]
		}
	}
	return sum
}

// best returns the minimal cost by enumeration.
func (p problem) best() int64 {
	best := int64(-1)
	for bits := range 1 << p.n {
		if c := p.cost(func(v int) bool { return bits>>(v-1)&1 > 0 }); c >= 0 && (best < 0 || c < best) {
			best = c
		}
	}
	return best
}

func (p problem) solver(t *testing.T) *maxsat.Solver {
	s := &maxsat.Solver{}
	for i, c := range p.clauses {
		err := error(nil)
		if p.weights[i] == 0 {
			err = s.Hard(c...)
		} else {
			err = s.Soft(p.weights[i], c...)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestListed compares minimal costs with enumeration.
func TestListed(t *testing.T) {
	seen := map[maxsat.Status]int{}
	for seed := range 3000 {
		p := random(rand.New(rand.NewPCG(uint64(seed), 5)))
		s := p.solver(t)
		want, bound := p.best(), int64(0)
		s.Improved = func(a maxsat.Answer) {
			if a.Bound < bound || want >= 0 && (a.Bound > want || a.Status == maxsat.Feasible && a.Cost < want) {
				t.Fatalf("seed %d: intermediate answer %+v, but the minimum is %d", seed, a, want)
			}
			bound = a.Bound
		}
		a, err := s.Solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		seen[a.Status]++
		switch {
		case want < 0 && a.Status != maxsat.Infeasible:
			t.Fatalf("seed %d: %+v, but the hard clauses are unsatisfiable", seed, a)
		case want >= 0 && (a.Status != maxsat.Optimal || a.Cost != want || a.Bound != want || p.cost(a.Value) != want):
			t.Fatalf("seed %d: %+v, of cost %d; the minimum is %d", seed, a, p.cost(a.Value), want)
		}
	}
	if seen[maxsat.Optimal] < 1000 || seen[maxsat.Infeasible] < 100 {
		t.Error(seen)
	}
}

// TestCut checks the bounds of an answer after a timeout.
func TestCut(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var s maxsat.Solver
	for range 400 {
		s.Soft(1+r.Int64N(5), 1+r.IntN(100), -1-r.IntN(100), (1+r.IntN(100))*(2*r.IntN(2)-1))
		s.Soft(1, -1-r.IntN(100), -1-r.IntN(100))
	}
	for range 20 {
		s.Soft(1000, 1+r.IntN(100))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	a, err := s.Solve(ctx)
	if err != nil || a.Reason == nil && a.Status != maxsat.Optimal || a.Reason != nil && !errors.Is(a.Reason, context.DeadlineExceeded) || a.Bound > a.Cost && a.Status == maxsat.Feasible {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestMistakes(t *testing.T) {
	var s maxsat.Solver
	if err := s.Soft(0, 1); !errors.Is(err, maxsat.ErrWeight) {
		t.Error(err)
	}
	if err := s.Soft(maxsat.MaxWeight+1, 1); !errors.Is(err, maxsat.ErrWeight) {
		t.Error(err)
	}
	if err := s.Soft(1, 0); !errors.Is(err, sat.ErrLiteral) {
		t.Error(err)
	}
	if err := s.Hard(0); !errors.Is(err, sat.ErrLiteral) {
		t.Error(err)
	}
	if a, err := s.Solve(t.Context()); err != nil || a.Status != maxsat.Optimal || a.Cost != 0 {
		t.Error(a, err)
	}
	if _, err := s.Solve(t.Context()); !errors.Is(err, maxsat.ErrSolved) {
		t.Error(err)
	}
	small := maxsat.Solver{Memory: 1000}
	small.Soft(1, 1000000)
	if a, err := small.Solve(t.Context()); err != nil || !errors.Is(a.Reason, solver.ErrMemory) {
		t.Error(a, err)
	}
}
