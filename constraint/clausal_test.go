package constraint

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"farbank/internal/testing/long"
)

// TestBecomeClauses compares models of numbers that consist of clauses after their translation with enumeration. Their
// domains have gaps, negative values and values that no clause mentions.
func TestBecomeClauses(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(long.Of(600, 50_000)) {
		r := rand.New(rand.NewPCG(seed, 91))
		var m Model
		var x []Int
		for i := range 4 {
			x = append(x, m.Int(fmt.Sprint("x", i), -2+r.Int64N(2), 1+r.Int64N(4)))
		}
		var all []func(v []int64) bool
		for range 1 + r.IntN(5) {
			all = append(all, postClauses(r, &m, x))
		}
		fits := func(v []int64) bool {
			for i := range x {
				if v[i] < m.vars[i].lo || v[i] > m.vars[i].hi {
					return false
				}
			}
			for _, f := range all {
				if !f(v) {
					return false
				}
			}
			return true
		}
		want := Infeasible
		if len(listed(4, -2, 4, fits)) > 0 {
			want = Feasible
		}
		a, done, err := answerByClauses(t, &m)
		if err != nil {
			t.Fatalf("model %d: %v", seed, err)
		}
		if done {
			seen["clauses"]++
			check(t, seed, a, want, x, fits)
		}
		if a, err = m.Solve(t.Context()); err != nil {
			t.Fatalf("model %d: %v", seed, err)
		}
		check(t, seed, a, want, x, fits)
		seen[want.String()]++
		m.Proof = io.Discard
		if _, done, err = answerByClauses(t, &m); done || err != nil {
			t.Fatalf("model %d with a proof: %v, %v", seed, done, err)
		}
	}
	if t.Log(seen); seen["clauses"] < 300 || seen[Feasible.String()] < 60 || seen[Infeasible.String()] < 60 {
		t.Error("the models should be of all kinds")
	}
}

func check(t *testing.T, seed uint64, a Answer, want Status, x []Int, fits func([]int64) bool) {
	t.Helper()
	if a.Status != want {
		t.Fatalf("model %d: %v, enumeration gives %v", seed, a.Status, want)
	}
	if want != Feasible {
		return
	}
	v := make([]int64, len(x))
	for i := range x {
		v[i] = a.Value(x[i])
	}
	if !fits(v) {
		t.Fatalf("model %d: %v is no solution", seed, v)
	}
}

func answerByClauses(t *testing.T, m *Model) (Answer, bool, error) {
	t.Helper()
	s := m.Solver()
	var err error
	if s.b, err = m.begin(nil); err != nil {
		return Answer{}, false, err
	}
	return s.asClauses(t.Context())
}

// postClauses posts a random constraint that can become clauses.
func postClauses(r *rand.Rand, m *Model, x []Int) func(v []int64) bool {
	place := r.Perm(len(x))
	i, j := place[0], place[1]
	a, b := r.Int64N(6)-2, r.Int64N(6)-2
	switch r.IntN(4) {
	case 0:
		m.Add(Or(x[i].Is(a), x[j].AtMost(b)))
		return func(v []int64) bool { return v[i] == a || v[j] <= b }
	case 1:
		m.Add(Or(Not(x[i].Is(a)), x[j].AtLeast(b), x[i].Is(b)))
		return func(v []int64) bool { return v[i] != a || v[j] >= b || v[i] == b }
	case 2:
		var rows [][]int64
		for range 1 + r.IntN(20) {
			rows = append(rows, []int64{r.Int64N(6) - 2, r.Int64N(6) - 2, r.Int64N(6) - 2})
		}
		k := place[2]
		m.Table([]Int{x[i], x[j], x[k]}, rows)
		return func(v []int64) bool {
			for _, row := range rows {
				if v[i] == row[0] && v[j] == row[1] && v[k] == row[2] {
					return true
				}
			}
			return false
		}
	}
	states := 2 + r.IntN(5)
	if r.IntN(4) == 0 {
		states = 24
	}
	next := make([][]int, states)
	for q := range next {
		for range 7 {
			next[q] = append(next[q], r.IntN(len(next)+2)-2)
		}
	}
	final := 1 + r.IntN(1<<len(next)-1)
	auto := Automaton{States: len(next), Next: func(q int, v int64) int { return next[q][v+2] },
		Final: func(q int) bool { return final>>q&1 == 1 }}
	m.Regular(x, auto)
	return func(v []int64) bool {
		q := 0
		for _, a := range v {
			if q = auto.Next(q, a); q < 0 {
				return false
			}
		}
		return auto.Final(q)
	}
}

// TestBecomeClausesStopped checks that limits end the search of a model that consists of clauses after its translation.
func TestBecomeClausesStopped(t *testing.T) {
	var m Model
	x := m.Ints("x", 60, 1, 2)
	r := rand.New(rand.NewPCG(1, 92))
	for range 256 { // near the threshold of random clauses of three literals
		at := r.Perm(len(x))
		var parts []Condition
		for k := range 3 {
			parts = append(parts, x[at[k]].Is(1+r.Int64N(2)))
		}
		m.Add(Or(parts...))
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if a, err := m.Solve(over); err != nil || a.Status != Unknown || a.Reason == nil {
		t.Error(a.Status, a.Reason, err)
	}
	if a, err := m.Solve(t.Context()); err != nil || a.Status == Unknown {
		t.Error(a.Status, err)
	}
}
