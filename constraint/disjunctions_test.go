package constraint

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// byClauses encodes a disjunction by a Bool that implies one precedence, and the clause of the Bool and the other one.
func byClauses(m *Model, x, y Int, p, q, _ int64) {
	first := m.Bool("")
	m.Add(Implies(first, m.Truth(x.Plus(Const(p)).LessEqual(y))))
	m.Add(Or(first, m.Truth(y.Plus(Const(q)).LessEqual(x))))
}

// TestMachines checks that the tasks of a machine are detected in all encodings.
func TestMachines(t *testing.T) {
	for name, encode := range map[string]func(m *Model, x, y Int, p, q, horizon int64){
		"rows": byRows, "switches": bySwitches, "or": byOr, "Disjunctive": nil,
	} {
		var m *Model
		if encode != nil {
			m, _ = shopBy(1, encode)
		} else {
			var byMachine [4][]Task
			n := 0
			m, _ = shopBy(1, func(_ *Model, x, y Int, p, q, _ int64) {
				k := n / 10
				n++
				for i, s := range []Int{x, y} {
					if !slices.ContainsFunc(byMachine[k], func(t Task) bool { return t.Start == Expr(s) }) {
						byMachine[k] = append(byMachine[k], Task{Start: s, Length: Const([]int64{p, q}[i])})
					}
				}
			})
			for _, tasks := range byMachine {
				m.Disjunctive(tasks...)
			}
		}
		b, err := m.build(nil, false)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.s.Stats().Propagators; got != 5*4+4*10*2+4 {
			t.Errorf("encoded by %s: %d propagators, not 4 in addition to the 100 of the precedences", name, got)
		}
	}
}

// TestTooManyTasks checks that three tasks of which only two fit are refuted without search.
func TestTooManyTasks(t *testing.T) {
	for name, encode := range map[string]func(m *Model, x, y Int, p, q, horizon int64){
		"rows": byRows, "switches": bySwitches, "or": byOr, "clauses": byClauses,
	} {
		var m Model
		x := m.Ints("x", 3, 0, 5)
		for i := range x {
			for j := range i {
				encode(&m, x[i], x[j], 3, 3, 8)
			}
		}
		a, err := m.Solve(t.Context())
		if err != nil || a.Status != Infeasible || a.Stats.Decisions > 0 {
			t.Errorf("encoded by %s: %v after %d decisions; %v", name, a.Status, a.Stats.Decisions, err)
		}
	}
}

// TestDisjunctions compares random tasks in several encodings with enumeration. Some have setup times, some
// precedences, and some no constraint.
func TestDisjunctions(t *testing.T) {
	found := 0
	for seed := range 300 {
		r := rand.New(rand.NewPCG(uint64(seed), 18))
		var m Model
		x := m.Ints("x", 4, 0, 6)
		lengths := make([]int64, len(x))
		for i := range lengths {
			lengths[i] = 1 + r.Int64N(3)
		}
		var all []func(v []int64) bool
		for i := range x {
			for j := range i {
				p, q := lengths[i], lengths[j]
				if r.IntN(4) == 0 {
					p, q = max(1, p+r.Int64N(3)-1), max(1, q+r.Int64N(3)-1)
				}
				if k := r.IntN(16); k == 0 {
					continue
				} else if k == 1 {
					m.Add(x[i].Plus(Const(p)).LessEqual(x[j]))
					all = append(all, func(v []int64) bool { return v[i]+p <= v[j] })
					continue
				}
				[]func(m *Model, x, y Int, p, q, horizon int64){byRows, bySwitches, byOr, byClauses}[r.IntN(4)](&m, x[i], x[j], p, q, 9)
				all = append(all, func(v []int64) bool { return v[i]+p <= v[j] || v[j]+q <= v[i] })
			}
		}
		got := solutionsOf(t, &m, x)
		want := listed(4, 0, 6, func(v []int64) bool {
			return !slices.ContainsFunc(all, func(f func([]int64) bool) bool { return !f(v) })
		})
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d solutions, not %d", seed, len(got), len(want))
		}
		if a, err := m.Minimize(t.Context(), x[seed%4]); err != nil || (a.Status == Optimal) != (len(want) > 0) {
			t.Fatalf("seed %d: %v, %v of %d", seed, a.Status, err, len(want))
		}
		found += machinesOf(t, &m)
	}
	if found < 250 {
		t.Errorf("only %d machines in 300 models", found)
	}
}

// machinesOf returns the number of sets of tasks with edge finding.
func machinesOf(t *testing.T, m *Model) int {
	t.Helper()
	b, err := m.build(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	return b.machines
}

// TestMachinesOfMore checks that constraints added later are detected as well.
func TestMachinesOfMore(t *testing.T) {
	var m Model
	s := m.Solver()
	for more := range 2 {
		x := m.Ints("x", 3, 0, int64(6-more))
		for i := range x {
			for j := range i {
				byOr(&m, x[i], x[j], 3, 3, 8)
			}
		}
		want := []Status{Feasible, Infeasible}[more]
		a, err := s.Solve(t.Context())
		if err != nil || a.Status != want || s.b.machines != more+1 {
			t.Errorf("%v, not %v, with %d machines; %v", a.Status, want, s.b.machines, err)
		}
	}
}
