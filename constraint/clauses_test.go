//go:build !page

package constraint

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
)

// A logical is a made-up condition of Bools, and whether it holds of values.
type logical struct {
	c     Condition
	holds func(values []int64) bool
}

// madeLogical makes a condition up to some depth.
func madeLogical(r *rand.Rand, m *Model, xs []Bool, depth int) logical {
	switch k := r.IntN(8); {
	case k < 4 || depth == 0:
		return madeLiteral(r, xs)
	case k == 4:
		return madeComparison(r, xs)
	case k == 5:
		l := madeLogical(r, m, xs, depth-1)
		return logical{Not(l.c), func(v []int64) bool { return !l.holds(v) }}
	case k == 6 && depth == 1:
		l := madeLogical(r, m, xs, depth-1)
		return logical{m.Truth(l.c), l.holds}
	default:
		all := r.IntN(2) == 0
		var parts []logical
		var list []Condition
		for range r.IntN(4) {
			parts = append(parts, madeLogical(r, m, xs, depth-1))
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

func madeLiteral(r *rand.Rand, xs []Bool) logical {
	i, negated := r.IntN(len(xs)+1), r.IntN(2) == 0
	if i == len(xs) {
		if r.IntN(4) > 0 {
			return madeLiteral(r, xs)
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

func madeComparison(r *rand.Rand, xs []Bool) logical {
	at, by := make([]int, 1+r.IntN(3)), int64(r.IntN(5)-2)
	var sum Sum
	coefs := make([]int64, len(at))
	for k := range at {
		at[k], coefs[k] = r.IntN(len(xs)), int64(r.IntN(7)-3)
		sum = sum.Plus(xs[at[k]].Sum().Times(coefs[k]))
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

// madeClauses is a made-up model of conditions of Bools.
func madeClauses(r *rand.Rand) (*Model, []Bool, func(v []int64) bool) {
	m := &Model{}
	xs := make([]Bool, 1+r.IntN(7))
	for i := range xs {
		xs[i] = m.Bool("")
	}
	var list []logical
	for range 1 + r.IntN(5*len(xs)) {
		l := madeLogical(r, m, xs, r.IntN(4))
		switch r.IntN(6) {
		case 0:
			w := madeLogical(r, m, xs, 1)
			m.When(w.c, l.c)
			list = append(list, logical{holds: func(v []int64) bool { return !w.holds(v) || l.holds(v) }})
		case 1:
			i := r.IntN(len(xs))
			m.Define(xs[i], l.c)
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

// TestOnlyClauses: of a model that is nothing but clauses the solver of clauses says what the other kernel and listing say.
func TestOnlyClauses(t *testing.T) {
	said := map[Status]int{}
	for seed := range uint64(2000) {
		m, xs, holds := madeClauses(rand.New(rand.NewPCG(seed, 60)))
		s, err := m.onlyClauses(context.Background())
		if s == nil || err != nil {
			t.Fatalf("model %d is not told by clauses: %v", seed, err)
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
			t.Fatalf("model %d: %v, %v; listing says %v", seed, a.Status, err, want)
		}
		if m.Workers = 3; seed%50 == 0 {
			a, err = m.Solve(context.Background())
			if err != nil || a.Status != want {
				t.Fatalf("model %d: three workers say %v, %v; listing %v", seed, a.Status, err, want)
			}
		}
		if other, err := m.Solver().Solve(context.Background()); err != nil || other.Status != want {
			t.Fatalf("model %d: the other kernel says %v, %v; listing %v", seed, other.Status, err, want)
		}
		said[want]++
		if want == Feasible {
			for i, x := range xs {
				v[i] = a.Value(x)
			}
			if !holds(v) {
				t.Fatalf("model %d: %v is no solution", seed, v)
			}
		}
	}
	if said[Feasible] < 500 || said[Infeasible] < 300 {
		t.Errorf("%v", said)
	}
}

// TestTruthsOfClauses: Bools that say whether conditions hold have their values in solutions.
func TestTruthsOfClauses(t *testing.T) {
	m := &Model{}
	x, y := m.Bool("x"), m.Bool("y")
	both, one := m.Truth(And(x, y)), m.Truth(Or(x, y))
	m.Add(Or(both.Not(), one.Not()))
	m.Add(one)
	if s, _ := m.onlyClauses(context.Background()); s == nil {
		t.Fatal("not told by clauses")
	}
	a, err := m.Solve(context.Background())
	if err != nil || a.True(both) || !a.True(one) || a.True(x) == a.True(y) {
		t.Fatal(a, err)
	}
}

// TestNotOnlyClauses: what clauses do not say, and what is asked besides, stays with the other kernel.
func TestNotOnlyClauses(t *testing.T) {
	for name, change := range map[string]func(m *Model, xs []Int){
		"an integer":       func(m *Model, _ []Int) { m.Int("n", 0, 2) },
		"all different":    func(m *Model, xs []Int) { m.AllDifferent(xs[0], xs[1]) },
		"a long sum":       func(m *Model, xs []Int) { m.Add(Total(xs...).AtMost(2)) },
		"a search":         func(m *Model, xs []Int) { m.Search(Search{Vars: xs}) },
		"only what's said": func(m *Model, xs []Int) { m.OnlyAsked = true },
		"values":           func(m *Model, xs []Int) { m.In(xs[0], 1) },
	} {
		m := &Model{}
		xs := m.Ints("x", 4, 0, 1)
		m.Add(Or(m.AsBool(xs[0]), m.AsBool(xs[1])))
		if s, err := m.onlyClauses(context.Background()); s == nil || err != nil {
			t.Fatal("clauses alone", err)
		}
		change(m, xs)
		if s, err := m.onlyClauses(context.Background()); s != nil || err != nil {
			t.Errorf("%s: told by clauses, %v", name, err)
		}
		if a, err := m.Solve(context.Background()); err != nil || a.Status != Feasible {
			t.Errorf("%s: %v, %v", name, a.Status, err)
		}
	}
}

// TestLimitsOfClauses: the context and the limit of memory end the search, and it tells how far it is.
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
	m, told, calls := pigeons(), int64(0), 0
	m.Progress = func(p Progress) {
		if told = p.Stats.Conflicts; told == 0 {
			calls++
		}
		if told > 0 {
			cancel()
		}
	}
	a, err := m.Solve(ctx)
	if a.Status != Unknown || !errors.Is(err, context.Canceled) || told == 0 || told > 1000 || calls == 0 || a.Stats.Conflicts < told {
		t.Errorf("%v, %v after %d conflicts", a.Status, err, told)
	}
	over, end := context.WithCancel(context.Background())
	end()
	if s, err := pigeons().onlyClauses(over); err != nil || s == nil { // of so few clauses it is not asked
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
	if a, err := m.Solve(context.Background()); a.Status != Unknown || !errors.As(err, &limit) {
		t.Errorf("%v, %v", a.Status, err)
	}
}

// TestLargeClauses: of models at the threshold, for which clauses are made simpler and variables eliminated first, the solution
// meets each statement.
func TestLargeClauses(t *testing.T) {
	solved := 0 // after variables were eliminated
	for seed := range uint64(15) {
		r := rand.New(rand.NewPCG(seed, 61))
		m := &Model{Workers: int(seed % 3)}
		xs := make([]Bool, 180)
		for i := range xs {
			xs[i] = m.Bool("")
		}
		var list []logical
		for i := range 780 {
			a, b, c := madeLiteral(r, xs), madeLiteral(r, xs), madeLiteral(r, xs)
			l := logical{holds: func(v []int64) bool { return a.holds(v) || b.holds(v) || c.holds(v) }}
			switch i % 10 {
			case 0:
				m.When(Not(a.c), Or(b.c, c.c))
			case 1:
				m.Add(Or(m.Truth(Or(a.c, b.c)), c.c))
			case 2:
				x := len(xs)
				xs = append(xs, m.Bool(""))
				m.Define(xs[x], And(a.c, b.c))
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

// TestShareOfClauses: each of several workers has its part of the memory, and together they have no more than there is.
func TestShareOfClauses(t *testing.T) {
	for workers := range 6 {
		m := &Model{Workers: workers, Memory: 1000}
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
	if m := (&Model{Workers: 4}); m.share() != 0 {
		t.Error("a limit where there is none")
	}
	if m := (&Model{Workers: 4, Memory: 2}); m.share() == 0 {
		t.Error("no limit where there is one")
	}
}

// TestMistakesOfClauses: what is wrong beside something that holds is told by whoever solves, in the same words.
func TestMistakesOfClauses(t *testing.T) {
	m := &Model{}
	x := m.Bool("x")
	m.Add(Or(True, x.Sum().Times(1<<62).Times(3).AtMost(3)))
	_, err := m.Solve(context.Background())
	_, other := m.Solver().Solve(context.Background())
	if err == nil || other == nil || err.Error() != other.Error() {
		t.Errorf("%v; the other kernel: %v", err, other)
	}
}
