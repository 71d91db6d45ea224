package jump

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// A generated constraint: post adds it to a solver, holds is its definition.
type generated struct {
	name  string
	post  func(s *kernel.Solver, x []kernel.Var) error
	holds func(v []int64) bool
}

// constraints returns one constraint of each kind over variables with values from -2 to 3; the last has 0 and 1.
func constraints(r *rand.Rand) []generated {
	a, b, c := r.Int64N(7)-3, r.Int64N(7)-3, r.Int64N(9)-4
	list := []int64{r.Int64N(6) - 2, r.Int64N(6) - 2, r.Int64N(6) - 2}
	terms := func(x []kernel.Var) []propagate.Term {
		return []propagate.Term{{Coef: a, X: x[0]}, {Coef: b, X: x[1]}, {Coef: 1, X: x[2]}}
	}
	sum := func(v []int64) int64 { return a*v[0] + b*v[1] + v[2] }
	return []generated{
		{"sum", func(s *kernel.Solver, x []kernel.Var) error {
			return propagate.LinearLE(s, kernel.True, c, terms(x)...)
		},
			func(v []int64) bool { return sum(v) <= c }},
		{"conditional sum", func(s *kernel.Solver, x []kernel.Var) error {
			return propagate.LinearLE(s, x[3].AtLeast(1), c, terms(x)...)
		}, func(v []int64) bool { return v[3] == 0 || sum(v) <= c }},
		{"sum unless", func(s *kernel.Solver, x []kernel.Var) error {
			return propagate.LinearLE(s, x[0].AtMost(1), c, terms(x)...)
		},
			func(v []int64) bool { return v[0] > 1 || sum(v) <= c }},
		{"sum if equal", func(s *kernel.Solver, x []kernel.Var) error {
			return propagate.LinearLE(s, s.Equal(x[0], 1).Not(), c, terms(x)...)
		}, func(v []int64) bool { return v[0] == 1 || sum(v) <= c }},
		{"other sum", func(s *kernel.Solver, x []kernel.Var) error {
			return propagate.LinearNE(s, x[3].AtMost(0), c, terms(x)...)
		}, func(v []int64) bool { return v[3] == 1 || sum(v) != c }},
		{"maximum", func(s *kernel.Solver, x []kernel.Var) error { propagate.Max(s, x[0], x[1], x[2]); return nil },
			func(v []int64) bool { return v[0] == max(v[1], v[2]) }},
		{"minimum", func(s *kernel.Solver, x []kernel.Var) error { propagate.Min(s, x[0], x[1], x[2]); return nil },
			func(v []int64) bool { return v[0] == min(v[1], v[2]) }},
		{"absolute", func(s *kernel.Solver, x []kernel.Var) error { propagate.Abs(s, x[0], x[1]); return nil },
			func(v []int64) bool { return v[0] == max(v[1], -v[1]) }},
		{"product", func(s *kernel.Solver, x []kernel.Var) error { propagate.Times(s, x[0], x[1], x[2]); return nil },
			func(v []int64) bool { return v[0]*v[1] == v[2] }},
		{"element", func(s *kernel.Solver, x []kernel.Var) error { return propagate.Element(s, x[0], list, x[1]) },
			func(v []int64) bool { return v[0] >= 0 && v[0] < 3 && list[v[0]] == v[1] }},
		{"element of", func(s *kernel.Solver, x []kernel.Var) error {
			return propagate.ElementVar(s, x[0], []kernel.Var{x[1], x[2], x[3]}, x[2])
		}, func(v []int64) bool { return v[0] >= 0 && v[0] < 3 && v[v[0]+1] == v[2] }},
		{"different", func(s *kernel.Solver, x []kernel.Var) error {
			propagate.AllDifferent(s, propagate.Offset{X: x[0]}, propagate.Offset{X: x[1], Plus: 1}, propagate.Offset{X: x[2]})
			return nil
		}, func(v []int64) bool { return v[0] != v[1]+1 && v[0] != v[2] && v[1]+1 != v[2] }},
		{"different except", func(s *kernel.Solver, x []kernel.Var) error {
			propagate.AllDifferentExcept(s, 1, propagate.Offsets(x[0], x[1])...)
			return nil
		}, func(v []int64) bool { return v[0] != v[1] || v[0] == 1 }},
		{"clause", func(s *kernel.Solver, x []kernel.Var) error {
			s.AddClause(x[0].AtLeast(1), x[1].AtMost(-1), s.Equal(x[2], 2))
			return nil
		}, func(v []int64) bool { return v[0] >= 1 || v[1] <= -1 || v[2] == 2 }},
	}
}

func variables(s *kernel.Solver) []kernel.Var {
	return []kernel.Var{s.NewVar(-2, 3), s.NewVar(-2, 3), s.NewVar(-2, 3), s.NewVar(0, 1)}
}

// TestPenalties compares, for all values of four variables, whether rows are violated with the definitions of the
// constraints. Values outside of the bounds that the constraint implies are left out.
func TestPenalties(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		for k := range constraints(rand.New(rand.NewPCG(3, 4))) {
			g := constraints(r)[k]
			s := kernel.New(kernel.Options{})
			x := variables(s)
			if err := g.post(s, x); err != nil {
				t.Fatal(err)
			}
			s.Restart()
			if s.Refuted() {
				continue
			}
			j := New(s, 1)
			v := make([]int64, 4)
			for n := range 6 * 6 * 6 * 2 {
				v[0], v[1], v[2], v[3] = int64(n%6-2), int64(n/6%6-2), int64(n/36%6-2), int64(n/216)
				within := true
				for i := range x {
					within = within && s.Has(x[i], v[i])
				}
				if !within {
					continue
				}
				for i := range x {
					j.values[x[i]] = v[i]
				}
				j.recompute()
				if holds := g.holds(v); holds != (len(j.broken) == 0) {
					t.Fatalf("%s, values %v: holds is %v, violated rows %d", g.name, v, holds, len(j.broken))
				}
			}
		}
	}
}

// TestSearch searches generated problems that have a solution. The violations that moves maintain must be those of the
// values, and values without violations must satisfy the constraints.
func TestSearch(t *testing.T) {
	found, rounds := 0, 200
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 7))
		s := kernel.New(kernel.Options{})
		var x []kernel.Var
		var hidden []int64
		for range 6 {
			x = append(x, variables(s)...)
			hidden = append(hidden, r.Int64N(6)-2, r.Int64N(6)-2, r.Int64N(6)-2, r.Int64N(2))
		}
		var kept []string
		var checks []func(v []int64) bool
		for n := 0; n < 40; n++ {
			all := constraints(r)
			g := all[r.IntN(len(all))]
			at := []int{r.IntN(24), r.IntN(24), r.IntN(24), 4*r.IntN(6) + 3}
			pick := func(v []int64) []int64 { return []int64{v[at[0]], v[at[1]], v[at[2]], v[at[3]]} }
			if !g.holds(pick(hidden)) || at[0] == at[1] || at[1] == at[2] || at[0] == at[2] {
				continue
			}
			if err := g.post(s, []kernel.Var{x[at[0]], x[at[1]], x[at[2]], x[at[3]]}); err != nil {
				t.Fatal(err)
			}
			kept = append(kept, fmt.Sprint(g.name, at))
			checks = append(checks, func(v []int64) bool { return g.holds(pick(v)) })
		}
		s.Restart()
		if s.Refuted() {
			t.Fatalf("seed %d: a problem with a solution is refuted", seed)
		}
		j := New(s, seed)
		done := j.Run(context.Background(), 2e5)
		listed := slices.Sorted(slices.Values(j.broken))
		j.recompute()
		if again := slices.Sorted(slices.Values(j.broken)); !slices.Equal(listed, again) {
			t.Fatalf("seed %d: violated rows %v, recomputed %v", seed, listed, again)
		}
		if !done {
			continue
		}
		found++
		var v []int64
		for _, y := range x {
			v = append(v, j.Values()[y])
		}
		for i, holds := range checks {
			if !holds(v) {
				t.Fatalf("seed %d: no row is violated, but %s does not hold", seed, kept[i])
			}
		}
	}
	if found < rounds*9/10 {
		t.Errorf("%d of %d solutions were found", found, rounds)
	}
}

// TestGuided searches with the values found: the solver must need no conflicts.
func TestGuided(t *testing.T) {
	s := kernel.New(kernel.Options{})
	var list []propagate.Offset
	var terms []propagate.Term
	for i := range 40 {
		x := s.NewVar(0, 60)
		list, terms = append(list, propagate.Offset{X: x}), append(terms, propagate.Term{Coef: int64(i%7 - 3), X: x})
	}
	propagate.AllDifferent(s, list...)
	if err := propagate.LinearEQ(s, kernel.True, 100, terms...); err != nil {
		t.Fatal(err)
	}
	s.Restart()
	j := New(s, 1)
	if !j.Run(context.Background(), 1e7) {
		t.Fatalf("%d rows are violated", j.Broken())
	}
	s.Turn(true)
	s.Guide(j.Values())
	s.Lean(j.Values())
	status, err := s.Next(context.Background())
	if err != nil || status != kernel.Solution || s.Stats().Conflicts > 0 {
		t.Fatal(status, err, s.Stats().Conflicts)
	}
	if v := j.Values()[list[0].X]; s.Min(list[0].X) != v {
		t.Errorf("the first variable is %d, not %d", s.Min(list[0].X), v)
	}
}

// An ending is a context that ends when Err is called the second time.
type ending struct {
	context.Context
	calls int
}

func (e *ending) Err() error {
	if e.calls++; e.calls > 1 {
		return context.Canceled
	}
	return nil
}

// TestLimits searches among constraints of which each variable has thousands, so that a single step is long. Work must end
// soon after the context or the effort.
func TestLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	s := kernel.New(kernel.Options{})
	var x []kernel.Var
	for range 10 {
		x = append(x, s.NewVar(0, 1000))
	}
	for range 3000 {
		terms := []propagate.Term{{Coef: 1, X: s.NewVar(0, 1)}}
		for _, y := range x {
			terms = append(terms, propagate.Term{Coef: r.Int64N(9) - 4, X: y})
		}
		if err := propagate.LinearLE(s, kernel.True, r.Int64N(100)-10, terms...); err != nil {
			t.Fatal(err)
		}
	}
	s.Restart()
	if s.Refuted() {
		t.Fatal("refuted")
	}
	j := New(s, 1)
	for _, effort := range []int64{1 << 40, 1 << 20} {
		before := j.Work()
		var ctx context.Context = &ending{Context: context.Background()}
		if effort < 1<<40 {
			ctx = context.Background()
		}
		if j.Run(ctx, effort) {
			t.Fatal("no row is violated")
		}
		if n := j.Work() - before; n > 1<<21 {
			t.Errorf("effort %d: %d units of work", effort, n)
		}
	}
}
