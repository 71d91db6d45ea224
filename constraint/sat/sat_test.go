package sat

import (
	"errors"
	"farbank/solver"
	"math/rand/v2"
	"slices"
	"testing"
)

// plainSolve is a reference implementation: the search of Davis, Logemann and Loveland (1962) with unit propagation. It
// returns a model by variable, or nil.
func plainSolve(n int, clauses [][]int) []bool {
	value := make([]int, n+1)
	var search func() bool
	search = func() bool {
		var set []int
		undo := func() {
			for _, v := range set {
				value[v] = 0
			}
		}
		for again := true; again; {
			again = false
			for _, c := range clauses {
				open, last, holds := 0, 0, false
				for _, l := range c {
					switch v := value[max(l, -l)]; {
					case v == 0:
						if l != last {
							open++
						}
						last = l
					case (v > 0) == (l > 0):
						holds = true
					}
				}
				if holds || open > 1 {
					continue
				}
				if open == 0 {
					undo()
					return false
				}
				v := max(last, -last)
				value[v] = last / v
				set = append(set, v)
				again = true
			}
		}
		for v := 1; v <= n; v++ {
			if value[v] != 0 {
				continue
			}
			for _, x := range []int{1, -1} {
				value[v] = x
				if search() {
					return true
				}
			}
			value[v] = 0
			undo()
			return false
		}
		return true
	}
	if !search() {
		return nil
	}
	model := make([]bool, n+1)
	for v := range model {
		model[v] = value[v] > 0
	}
	return model
}

// randomClauses returns random clauses, mostly of three literals.
func randomClauses(r *rand.Rand, n, m int) [][]int {
	clauses := make([][]int, m)
	for i := range clauses {
		size := 3
		switch r.IntN(12) {
		case 0:
			size = 2
		case 1:
			size = 1 + r.IntN(6)
		}
		for range size {
			l := 1 + r.IntN(n)
			if r.IntN(2) == 0 {
				l = -l
			}
			clauses[i] = append(clauses[i], l)
		}
	}
	return clauses
}

func holds(s *Solver, clauses [][]int) bool {
	for _, c := range clauses {
		if !slices.ContainsFunc(c, func(l int) bool { return s.Value(max(l, -l)) == (l > 0) }) {
			return false
		}
	}
	return true
}

func addAll(t *testing.T, s *Solver, clauses [][]int) {
	t.Helper()
	for _, c := range clauses {
		if err := s.Add(c...); err != nil {
			t.Fatal(err)
		}
	}
}

func solve(t *testing.T, s *Solver, assume ...int) Status {
	t.Helper()
	r, err := s.Solve(t.Context(), assume...)
	if err != nil {
		t.Fatal(err)
	}
	return r.Status
}

// impatient makes inprocessing happen very often.
func impatient(s *Solver) {
	s.inprocessAt, s.reduceAt, s.rephaseAt, s.pace = 3, 5, 7, 1000
}

func TestAgainstPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	none := 0
	for i := range 3000 {
		n := 3 + r.IntN(14)
		clauses := randomClauses(r, n, int(float64(n)*(2.5+2.5*r.Float64())))
		want := plainSolve(n, clauses)
		if want == nil {
			none++
		}
		s := New(Options{Plain: i%3 == 0})
		impatient(s)
		addAll(t, s, clauses)
		got := solve(t, s)
		if (got == Satisfiable) != (want != nil) {
			t.Fatalf("%v: %v", clauses, got)
		}
		if got == Satisfiable && !holds(s, clauses) {
			t.Fatalf("%v: not a model", clauses)
		}
	}
	if none < 500 || none > 2500 {
		t.Errorf("%d of 3000 have no model", none)
	}
}

// TestAssumptions checks cores, and that eliminated variables are restored.
func TestAssumptions(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 800 {
		n := 4 + r.IntN(10)
		clauses := randomClauses(r, n, 3*n)
		s := New(Options{})
		impatient(s)
		addAll(t, s, clauses)
		for range 6 {
			var assume []int
			for v := 1; v <= n; v++ {
				if r.IntN(3) == 0 {
					assume = append(assume, v*(2*r.IntN(2)-1))
				}
			}
			with := slices.Clone(clauses)
			for _, l := range assume {
				with = append(with, []int{l})
			}
			want := plainSolve(n, with) != nil
			got := solve(t, s, assume...)
			if (got == Satisfiable) != want {
				t.Fatalf("%v with %v: %v", clauses, assume, got)
			}
			if want && !holds(s, with) {
				t.Fatalf("%v with %v: not a model", clauses, assume)
			}
			if !want {
				core := slices.Clone(clauses)
				for _, l := range s.Core() {
					if !slices.Contains(assume, l) {
						t.Fatalf("core %v of %v", s.Core(), assume)
					}
					core = append(core, []int{l})
				}
				if plainSolve(n, core) != nil {
					t.Fatalf("%v: %v is not a core of %v", clauses, s.Core(), assume)
				}
			}
			if r.IntN(2) == 0 {
				more := randomClauses(r, n, 1)
				clauses = append(clauses, more...)
				addAll(t, s, more)
			}
		}
	}
}

// TestListing enumerates models by excluding each, and compares their number.
func TestListing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		n := 3 + r.IntN(5)
		clauses := randomClauses(r, n, 2*n)
		want := 0
		for m := range 1 << n {
			if !slices.ContainsFunc(clauses, func(c []int) bool {
				return !slices.ContainsFunc(c, func(l int) bool { return m>>(max(l, -l)-1)&1 == b2i(l > 0) })
			}) {
				want++
			}
		}
		s := New(Options{})
		impatient(s)
		if err := s.Grow(n); err != nil {
			t.Fatal(err)
		}
		addAll(t, s, clauses)
		got := 0
		for solve(t, s) == Satisfiable {
			got++
			block := make([]int, n)
			for v := range n {
				block[v] = v + 1
				if s.Value(v + 1) {
					block[v] = -v - 1
				}
			}
			addAll(t, s, [][]int{block})
		}
		if got != want {
			t.Fatalf("%v: %d models, not %d", clauses, got, want)
		}
	}
}

// pigeons returns the pigeonhole problem of n pigeons and n-1 holes.
func pigeons(n int) [][]int {
	var clauses [][]int
	at := func(p, h int) int { return p*(n-1) + h + 1 }
	for p := range n {
		var c []int
		for h := range n - 1 {
			c = append(c, at(p, h))
			for q := range p {
				clauses = append(clauses, []int{-at(p, h), -at(q, h)})
			}
		}
		clauses = append(clauses, c)
	}
	return clauses
}

func TestPigeons(t *testing.T) {
	s := New(Options{})
	addAll(t, s, pigeons(8))
	if got := solve(t, s); got != Unsatisfiable || len(s.Core()) != 0 {
		t.Errorf("%v", got)
	}
}

func TestDeterministic(t *testing.T) {
	clauses := randomClauses(rand.New(rand.NewPCG(9, 9)), 180, 740)
	var first Stats
	for i := range 2 {
		s := New(Options{})
		addAll(t, s, clauses)
		solve(t, s)
		if i == 0 {
			first = s.Stats()
		} else if s.Stats() != first {
			t.Errorf("%+v and %+v", first, s.Stats())
		}
	}
}

func TestLimits(t *testing.T) {
	s := New(Options{Memory: 200_000})
	addAll(t, s, pigeons(12))
	if r, err := s.Solve(t.Context()); err != nil || r.Status != Unknown || !errors.Is(r.Reason, solver.ErrMemory) {
		t.Errorf("%+v, %v", r, err)
	}
	for _, l := range []int{0, MaxVariable + 1, -MaxVariable - 1, -1 << 63} {
		if err := s.Add(1, l); !errors.Is(err, ErrLiteral) {
			t.Errorf("%d: %v", l, err)
		}
		if _, err := s.Solve(t.Context(), l); !errors.Is(err, ErrLiteral) {
			t.Errorf("%d: %v", l, err)
		}
	}
}
