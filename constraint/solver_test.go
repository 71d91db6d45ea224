package constraint

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSolver compares models that grow between calls under assumptions with enumeration, and checks that cores are
// inconsistent.
func TestSolver(t *testing.T) {
	cores := 0
	for seed := range 400 {
		r := rand.New(rand.NewPCG(uint64(seed), 6))
		var m Model
		x := m.Ints("x", 3, 0, 3)
		b := []Bool{m.Bool("p"), m.Bool("q")}
		asked := append([]Bool{}, b[0], b[0].Not(), b[1], b[1].Not())
		type fact func(v []int64) bool
		assumed := []fact{func(v []int64) bool { return v[3] == 1 }, func(v []int64) bool { return v[3] == 0 },
			func(v []int64) bool { return v[4] == 1 }, func(v []int64) bool { return v[4] == 0 }}
		var all []fact
		s := m.Solver()
		for range 5 {
			c, f := randomCondition(r, x, b, 2)
			switch r.IntN(3) {
			case 0:
				m.Add(c)
				all = append(all, f)
			case 1:
				asked, assumed = append(asked, m.Truth(c)), append(assumed, f)
			default:
				d := m.Bool("")
				m.When(d, c)
				asked, assumed = append(asked, d), append(assumed, f)
			}
			for range 3 {
				var list []Bool
				holds := slices.Clone(all)
				for i := range asked {
					if r.IntN(3) == 0 {
						list, holds = append(list, asked[i]), append(holds, assumed[i])
					}
				}
				want := possible(holds)
				a, err := s.Solve(t.Context(), list...)
				if err != nil {
					t.Fatal(err)
				}
				if (a.Status == Feasible) != want {
					t.Fatalf("seed %d: %v, want a solution: %v", seed, a.Status, want)
				}
				if want {
					continue
				}
				again, err := m.Solve(t.Context(), a.Core...)
				if err != nil || again.Status != Infeasible || slices.ContainsFunc(a.Core, func(c Bool) bool { return !slices.Contains(list, c) }) {
					t.Fatalf("seed %d: the core %v of %v: %v %v", seed, a.Core, list, again.Status, err)
				}
				if len(a.Core) < len(list) {
					cores++
				}
			}
		}
	}
	if cores < 100 {
		t.Errorf("only %d cores are smaller than the assumptions", cores)
	}
}

// possible enumerates assignments and reports whether one satisfies all.
func possible[F ~func(v []int64) bool](all []F) bool {
	for n := range int64(256) {
		v := []int64{n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6 & 1, n >> 7 & 1}
		if !slices.ContainsFunc(all, func(f F) bool { return !f(v) }) {
			return true
		}
	}
	return false
}

// TestIncumbent checks that an incumbent is improved or proven optimal.
func TestIncumbent(t *testing.T) {
	for known := int64(20); known >= 9; known-- {
		var m Model
		x := m.Ints("x", 4, 0, 9)
		m.AllDifferent(x[0], x[1], x[2], x[3])
		m.Add(Sum(x...).AtLeast(10))
		m.Incumbent = func() (int64, bool) { return known, true }
		m.Progress = func(p Progress) {
			if p.Bound > 10 {
				t.Errorf("a bound of %d", p.Bound)
			}
		}
		a, err := m.Minimize(t.Context(), Sum(x...))
		if err != nil || a.Status != Optimal || a.Bound != min(10, known) || (a.Solution == nil) != (known <= 10) {
			t.Errorf("%d is known: %+v %v", known, a, err)
		}
	}
}

// TestVariable checks that equal expressions share a variable.
func TestVariable(t *testing.T) {
	var m Model
	x, y := m.Int("x", 0, 3), m.Int("y", 0, 3)
	if m.Variable(x) != x || m.Variable(Const(0)) != (Int{}) || m.Variable(x.Plus(y)) != m.Variable(y.Plus(x)) {
		t.Error("another variable")
	}
	m.Add(m.Variable(x.Minus(y).Plus(Const(7))).Is(9))
	n := 0
	for s, err := range m.Solutions(t.Context()) {
		if n++; err != nil || s.Value(x)-s.Value(y) != 2 {
			t.Error(s, err)
		}
	}
	if n != 2 {
		t.Errorf("%d solutions", n)
	}
	if m.Variable(x.Times(MaxValue)); m.Err() == nil {
		t.Error("no error for values that are too large")
	}
}
