package constraint

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
)

// A logical is a random condition of Bools with its meaning.
type logical struct {
	c     Condition
	holds func(values []int64) bool
}

// randomLogical returns a condition of limited depth.
func randomLogical(r *rand.Rand, m *Model, xs []Bool, depth int) logical {
	switch k := r.IntN(8); {
	case k < 4 || depth == 0:
		return randomLiteral(r, xs)
	case k == 4:
		return randomComparison(r, xs)
	case k == 5:
		l := randomLogical(r, m, xs, depth-1)
		return logical{Not(l.c), func(v []int64) bool { return !l.holds(v) }}
	case k == 6 && depth == 1:
		l := randomLogical(r, m, xs, depth-1)
		return logical{m.Truth(l.c), l.holds}
	default:
		all := r.IntN(2) == 0
		var parts []logical
		var list []Condition
		for range r.IntN(4) {
			parts = append(parts, randomLogical(r, m, xs, depth-1))
			list = append(list, parts[len(parts)-1].c)
		}
		holds := func(v []int64) bool {
			for _, p := range parts {
				if p.holds(v) != all {
					return !all
				}
			}
			return all
		}
		if all {
			return logical{And(list...), holds}
		}
		return logical{Or(list...), holds}
	}
}

func randomLiteral(r *rand.Rand, xs []Bool) logical {
	i, negated := r.IntN(len(xs)+1), r.IntN(2) == 0
	if i == len(xs) {
		if r.IntN(4) > 0 {
			return randomLiteral(r, xs)
		}
		if negated {
			return logical{Bool{}, func([]int64) bool { return false }}
		}
		return logical{True, func([]int64) bool { return true }}
	}
	if negated {
		return logical{xs[i].Not(), func(v []int64) bool { return v[i] == 0 }}
	}
	return logical{xs[i], func(v []int64) bool { return v[i] == 1 }}
}

func randomComparison(r *rand.Rand, xs []Bool) logical {
	at, by := make([]int, 1+r.IntN(3)), int64(r.IntN(5)-2)
	var sum Linear
	coefs := make([]int64, len(at))
	for k := range at {
		at[k], coefs[k] = r.IntN(len(xs)), int64(r.IntN(7)-3)
		sum = sum.Plus(xs[at[k]].Linear().Times(coefs[k]))
	}
	value := func(v []int64) (n int64) {
		for k, i := range at {
			n += coefs[k] * v[i]
		}
		return n
	}
	switch r.IntN(3) {
	case 0:
		return logical{sum.AtMost(by), func(v []int64) bool { return value(v) <= by }}
	case 1:
		return logical{sum.Is(by), func(v []int64) bool { return value(v) == by }}
	}
	return logical{sum.AtLeast(by), func(v []int64) bool { return value(v) >= by }}
}

// randomClauses returns a random model of conditions of Bools, its variables and its meaning.
func randomClauses(r *rand.Rand) (*Model, []Bool, func(v []int64) bool) {
	m := &Model{}
	xs := make([]Bool, 1+r.IntN(7))
	for i := range xs {
		xs[i] = m.Bool("")
	}
	var list []logical
	for range 1 + r.IntN(5*len(xs)) {
		l := randomLogical(r, m, xs, r.IntN(4))
		switch r.IntN(6) {
		case 0:
			w := randomLogical(r, m, xs, 1)
			m.When(w.c, l.c)
			list = append(list, logical{holds: func(v []int64) bool { return !w.holds(v) || l.holds(v) }})
		case 1:
			i := r.IntN(len(xs))
			m.Reify(xs[i], l.c)
			list = append(list, logical{holds: func(v []int64) bool { return (v[i] == 1) == l.holds(v) }})
		default:
			m.Add(Or(l.c, xs[0]))
			list = append(list, logical{holds: func(v []int64) bool { return v[0] == 1 || l.holds(v) }})
		}
	}
	return m, xs, func(v []int64) bool {
		for _, l := range list {
			if !l.holds(v) {
				return false
			}
		}
		return true
	}
}

// TestOnlyClauses compares the SAT solver, the kernel and enumeration on models that consist of clauses only.
func TestOnlyClauses(t *testing.T) {
	said := map[Status]int{}
	for seed := range uint64(2000) {
		m, xs, holds := randomClauses(rand.New(rand.NewPCG(seed, 60)))
		s, err := m.onlyClauses(context.Background())
		if s == nil || err != nil {
			t.Fatalf("model %d is not encoded as clauses: %v", seed, err)
		}
		want := Infeasible
		v := make([]int64, len(xs))
		for bits := range 1 << len(xs) {
			for i := range v {
				v[i] = int64(bits >> i & 1)
			}
			if holds(v) {
				want = Feasible
				break
			}
		}
		a, err := m.Solve(context.Background())
		if err != nil || a.Status != want {
			t.Fatalf("model %d: %v, %v; enumeration gives %v", seed, a.Status, err, want)
		}
		if m.Workers = 3; seed%50 == 0 {
			a, err = m.Solve(context.Background())
			if err != nil || a.Status != want {
				t.Fatalf("model %d: three workers give %v, %v; enumeration %v", seed, a.Status, err, want)
			}
		}
		if other, err := m.Solver().Solve(context.Background()); err != nil || other.Status != want {
			t.Fatalf("model %d: the kernel gives %v, %v; enumeration %v", seed, other.Status, err, want)
		}
		said[want]++
		if want == Feasible {
			for i, x := range xs {
				v[i] = a.Value(x)
			}
			if !holds(v) {
				t.Fatalf("model %d: %v is not a solution", seed, v)
			}
		}
	}
	if said[Feasible] < 500 || said[Infeasible] < 300 {
		t.Errorf("%v", said)
	}
}

// TestTruthsOfClauses checks the values of reified Bools in solutions.
func TestTruthsOfClauses(t *testing.T) {
	m := &Model{}
	x, y := m.Bool("x"), m.Bool("y")
	both, one := m.Truth(And(x, y)), m.Truth(Or(x, y))
	m.Add(Or(both.Not(), one.Not()))
	m.Add(one)
	if s, _ := m.onlyClauses(context.Background()); s == nil {
		t.Fatal("not encoded as clauses")
	}
	a, err := m.Solve(context.Background())
	if err != nil || a.True(both) || !a.True(one) || a.True(x) == a.True(y) {
		t.Fatal(a, err)
	}
}

// TestNotOnlyClauses checks that other models and options are handled by the kernel.
func TestNotOnlyClauses(t *testing.T) {
	for name, change := range map[string]func(m *Model, xs []Int){
		"an integer":    func(m *Model, _ []Int) { m.Int("n", 0, 2) },
		"all different": func(m *Model, xs []Int) { m.AllDifferent(xs[0], xs[1]) },
		"a long sum":    func(m *Model, xs []Int) { m.Add(Sum(xs...).AtMost(2)) },
		"a search":      func(m *Model, xs []Int) { m.Search(Search{Vars: xs}) },
		"only asked":    func(m *Model, xs []Int) { m.OnlyAsked = true },
		"values":        func(m *Model, xs []Int) { m.In(xs[0], 1) },
	} {
		m := &Model{}
		xs := m.Ints("x", 4, 0, 1)
		m.Add(Or(m.AsBool(xs[0]), m.AsBool(xs[1])))
		if s, err := m.onlyClauses(context.Background()); s == nil || err != nil {
			t.Fatal("clauses alone", err)
		}
		change(m, xs)
		if s, err := m.onlyClauses(context.Background()); s != nil || err != nil {
			t.Errorf("%s: encoded as clauses, %v", name, err)
		}
		if a, err := m.Solve(context.Background()); err != nil || a.Status != Feasible {
			t.Errorf("%s: %v, %v", name, a.Status, err)
		}
	}
}

// TestLimitsOfClauses checks the context, the memory limit and the progress reports.
func TestLimitsOfClauses(t *testing.T) {
	pigeons := func() *Model {
		m := &Model{}
		const holes = 11
		var in [holes + 1][holes]Bool
		for p := range in {
			var some []Condition
			for h := range in[p] {
				in[p][h] = m.Bool("")
				some = append(some, in[p][h])
				for q := range p {
					m.Add(Or(in[p][h].Not(), in[q][h].Not()))
				}
			}
			m.Add(Or(some...))
		}
		return m
	}
	ctx, cancel := context.WithCancel(context.Background())
	m, conflicts, calls := pigeons(), int64(0), 0
	m.Progress = func(p Progress) {
		if conflicts = p.Stats.Conflicts; conflicts == 0 {
			calls++
		}
		if conflicts > 0 {
			cancel()
		}
	}
	a, err := m.Solve(ctx)
	if err != nil || a.Status != Unknown || !errors.Is(a.Reason, context.Canceled) || conflicts == 0 || conflicts > 1000 || calls == 0 || a.Stats.Conflicts < conflicts {
		t.Errorf("%v, %v after %d conflicts", a.Status, err, conflicts)
	}
	over, end := context.WithCancel(context.Background())
	end()
	if s, err := pigeons().onlyClauses(over); err != nil || s == nil { // too few clauses to check the context
		t.Error(err)
	}
	long := &Model{}
	for range 2 * addsBetween {
		long.Add(long.Bool(""))
	}
	if _, err := long.onlyClauses(over); !errors.Is(err, context.Canceled) {
		t.Errorf("translated, %v", err)
	}
	m = pigeons()
	m.Memory = 1000
	var limit interface{ MemoryLimit() bool }
	if a, err := m.Solve(context.Background()); err != nil || a.Status != Unknown || !errors.As(a.Reason, &limit) {
		t.Errorf("%v, %v, %v", a.Status, a.Reason, err)
	}
}

// TestLargeClauses checks solutions of models at the threshold, where the solver simplifies clauses and eliminates
// variables.
func TestLargeClauses(t *testing.T) {
	solved := 0 // after variables were eliminated
	for seed := range uint64(15) {
		r := rand.New(rand.NewPCG(seed, 61))
		m := &Model{Options: Options{Workers: int(seed % 3)}}
		xs := make([]Bool, 180)
		for i := range xs {
			xs[i] = m.Bool("")
		}
		var list []logical
		for i := range 780 {
			a, b, c := randomLiteral(r, xs), randomLiteral(r, xs), randomLiteral(r, xs)
			l := logical{holds: func(v []int64) bool { return a.holds(v) || b.holds(v) || c.holds(v) }}
			switch i % 10 {
			case 0:
				m.When(Not(a.c), Or(b.c, c.c))
			case 1:
				m.Add(Or(m.Truth(Or(a.c, b.c)), c.c))
			case 2:
				x := len(xs)
				xs = append(xs, m.Bool(""))
				m.Reify(xs[x], And(a.c, b.c))
				l.holds = func(v []int64) bool { return (v[x] == 1) == (a.holds(v) && b.holds(v)) }
			default:
				m.Add(Or(a.c, b.c, c.c))
			}
			list = append(list, l)
		}
		var a Answer
		s, err := m.onlyClauses(context.Background())
		if err == nil && seed%3 < 2 {
			a, err = m.solveClauses(context.Background(), s, nil)
		} else if err == nil {
			a, err = m.Solve(context.Background())
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("model %d: %v, %+v, %d variables eliminated", seed, a.Status, a.Stats, s.Stats().Eliminated)
		if a.Status != Feasible {
			continue
		}
		if s.Stats().Eliminated > 0 {
			solved++
		}
		v := make([]int64, len(xs))
		for i, x := range xs {
			v[i] = a.Value(x)
		}
		for i, l := range list {
			if !l.holds(v) {
				t.Errorf("model %d: statement %d does not hold", seed, i)
			}
		}
	}
	if solved < 2 {
		t.Errorf("%d models solved after variables were eliminated", solved)
	}
}

// TestShareOfClauses checks that workers divide the memory.
func TestShareOfClauses(t *testing.T) {
	for workers := range 6 {
		m := &Model{Options: Options{Workers: workers, Memory: 1000}}
		if all := m.share() * int64(max(workers, 1)); all > m.Memory || all < m.Memory-int64(workers) {
			t.Errorf("%d workers have %d bytes", workers, all)
		}
		xs := m.Ints("x", 3, 0, 1) // about 400 bytes
		m.Add(Or(m.AsBool(xs[0]), m.AsBool(xs[1])))
		_, err := m.onlyClauses(context.Background())
		if failed := err != nil; failed != (workers > 2) {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
	if m := (&Model{Options: Options{Workers: 4}}); m.share() != 0 {
		t.Error("a limit though none was set")
	}
	if m := (&Model{Options: Options{Workers: 4, Memory: 2}}); m.share() == 0 {
		t.Error("no limit though one was set")
	}
}

// TestMistakesOfClauses checks that both solvers report the same error for an invalid model.
func TestMistakesOfClauses(t *testing.T) {
	m := &Model{}
	x := m.Bool("x")
	m.Add(Or(True, x.Linear().Times(1<<62).Times(3).AtMost(3)))
	_, err := m.Solve(context.Background())
	_, other := m.Solver().Solve(context.Background())
	if err == nil || other == nil || err.Error() != other.Error() {
		t.Errorf("%v; the other kernel: %v", err, other)
	}
}
