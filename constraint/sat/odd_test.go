package sat

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/constraint/cnf"
	"farbank/constraint/drat"
	"farbank/internal/testing/long"
)

// TestAssumedOften assumes more literals than there are variables.
func TestAssumedOften(t *testing.T) {
	s := New(Options{})
	addAll(t, s, [][]int{{1, 2, 3}, {-2, 4}, {-2, -4}, {-3, 4, 2}, {-3, -4, 5}, {-3, -4, -5}})
	assume := slices.Repeat([]int{-6}, 50)
	if got := solve(t, s, assume...); got != Satisfiable || !s.Value(1) || s.Value(6) {
		t.Errorf("%v", got)
	}
	if got := solve(t, s, append(assume, -1)...); got != Unsatisfiable || !slices.Equal(s.Core(), []int{-1}) {
		t.Errorf("%v, core %v", got, s.Core())
	}
	if got := solve(t, s, append(assume, 6)...); got != Unsatisfiable || len(s.Core()) != 2 {
		t.Errorf("%v, core %v", got, s.Core())
	}
}

// oddClauses returns random clauses with special cases: repeated and opposite literals, units, empty clauses, no
// variables.
func oddClauses(r *rand.Rand) (n int, clauses [][]int) {
	n = r.IntN(13)
	if n == 0 {
		return 0, make([][]int, r.IntN(2))
	}
	clauses = randomClauses(r, n, int(float64(n)*(1+4*r.Float64())))
	switch r.IntN(8) {
	case 0:
		clauses = slices.Insert(clauses, r.IntN(len(clauses)+1), []int{})
	case 1:
		v := 1 + r.IntN(n)
		clauses = append([][]int{{v}, {-v, -v}}, clauses...)
	case 2:
		v := 1 + r.IntN(n)
		clauses = append(clauses, []int{v, -v, v}, []int{-v, 1, v}, []int{v, v})
	case 3, 4: // definitions, which can be eliminated
		for range 3 {
			a, b, v := 1+r.IntN(n), -1-r.IntN(n), n+1
			n++
			clauses = append(clauses, []int{-v, a}, []int{-v, b}, []int{v, -a, -b}, []int{v, -a, -b})
		}
	}
	return n, clauses
}

// listed reports by enumeration whether there is a model.
func listed(n int, clauses [][]int) bool {
	for m := range 1 << n {
		if !slices.ContainsFunc(clauses, func(c []int) bool {
			return !slices.ContainsFunc(c, func(l int) bool { return m>>(max(l, -l)-1)&1 == b2i(l > 0) })
		}) {
			return true
		}
	}
	return false
}

// TestOdd compares incremental solving of small formulas under assumptions with enumeration, and checks the
// refutations.
func TestOdd(t *testing.T) {
	said := map[Status]int{}
	gone, restored, lemmas := 0, 0, 0
	formulas := 1000
	if long.Enabled() {
		formulas = 100_000
	}
	for seed := range uint64(formulas) {
		r := rand.New(rand.NewPCG(seed, 77))
		n, clauses := oddClauses(r)
		var text bytes.Buffer
		s := New(Options{Proof: &text, Plain: r.IntN(5) == 0})
		impatient(s)
		if err := s.Grow(n); err != nil {
			t.Fatal(err)
		}
		addAll(t, s, clauses)
		got := Unknown
		for question := range 8 {
			assume, with := []int{}, clauses
			if n > 0 && r.IntN(2) == 0 {
				for range 1 + r.IntN(4) {
					l := (1 + r.IntN(n)) * (2*r.IntN(2) - 1)
					if s.state[max(l, -l)-1] == eliminated {
						restored++
					}
					assume, with = append(assume, l), append(with[:len(with):len(with)], []int{l})
				}
			}
			before, budget := s.Stats().Eliminated, int64(1+r.IntN(8))
			if question == 7 {
				assume, with, budget = nil, clauses, math.MaxInt64
			}
			r, err := s.SolveWithin(t.Context(), budget, assume...)
			status := r.Status
			if err != nil || status != Unknown && (status == Satisfiable) != listed(n, with) || status == Satisfiable && !holds(s, with) {
				t.Fatalf("formula %d with %v: %v, %v", seed, assume, status, err)
			}
			gone += s.Stats().Eliminated - before
			if got = status; got == Unsatisfiable && len(s.Core()) == 0 {
				break
			}
		}
		if said[got]++; got != Unsatisfiable {
			continue
		}
		f := &cnf.Formula{Variables: n}
		for _, c := range clauses {
			f.Add(c...)
		}
		report, err := drat.Check(t.Context(), f, &text, "proof", 0)
		if err != nil {
			t.Fatalf("formula %d: %v", seed, err)
		}
		lemmas += report.Lemmas
	}
	t.Logf("%v, %d variables eliminated, %d of them assumed later, %d lemmas", said, gone, restored, lemmas)
	if gone < formulas/10 || said[Unsatisfiable] < formulas/10 || said[Satisfiable] < formulas/10 || restored < 20 {
		t.Errorf("%v, %d variables eliminated, %d of them assumed later", said, gone, restored)
	}
}

// TestProofOfRestored checks refutations with variables that were eliminated and restored.
func TestProofOfRestored(t *testing.T) {
	none, restored := 0, 0
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 78))
		const plain = 40
		clauses := randomClauses(r, plain, 170)
		n := plain
		for i := range 20 {
			n++
			a, b := 1+r.IntN(plain), -1-r.IntN(plain)
			clauses = append(clauses, []int{-n, a}, []int{-n, b}, []int{n, -a, -b}, []int{n, 1 + r.IntN(plain), -1 - i})
		}
		var text bytes.Buffer
		s := New(Options{Proof: &text})
		impatient(s)
		f := &cnf.Formula{Variables: n}
		for _, c := range clauses {
			f.Add(c...)
		}
		addAll(t, s, clauses)
		for range 6 {
			var assume []int
			for v := range n {
				if s.state[v] == eliminated {
					assume = append(assume, v+1)
				}
			}
			restored += len(assume)
			if _, err := s.SolveWithin(t.Context(), 4, assume...); err != nil {
				t.Fatal(err)
			}
		}
		if solve(t, s) == Satisfiable {
			continue
		}
		none++
		if _, err := drat.Check(t.Context(), f, &text, "proof", 0); err != nil {
			t.Errorf("formula %d: %v", seed, err)
		}
	}
	if none < 100 || restored < 100 {
		t.Errorf("%d have no model, %d variables restored", none, restored)
	}
}
