package constraint

import (
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/constraint/kernel"
)

// shopBy returns a random job shop. encode adds the constraint that one of two tasks ends before the other starts.
func shopBy(seed uint64, encode func(m *Model, x, y Int, p, q, horizon int64)) (m *Model, end Int) {
	const jobs, machines = 5, 4
	r := rand.New(rand.NewPCG(seed, 15))
	m = &Model{}
	var lasts [jobs][machines]int64
	horizon := int64(0)
	for j := range lasts {
		for k := range lasts[j] {
			lasts[j][k] = 1 + r.Int64N(9)
			horizon += lasts[j][k]
		}
	}
	end = m.Int("end", 0, horizon)
	starts := make([][]Int, jobs) // by job and machine
	for j := range starts {
		starts[j] = m.Ints("start", machines, 0, horizon)
		last := -1
		for _, k := range r.Perm(machines) {
			if last >= 0 {
				m.Add(starts[j][last].Plus(Const(lasts[j][last])).LessEqual(starts[j][k]))
			}
			last = k
		}
		m.Add(starts[j][last].Plus(Const(lasts[j][last])).LessEqual(end))
	}
	for k := range machines {
		for j := range starts {
			for i := range j {
				encode(m, starts[i][k], starts[j][k], lasts[i][k], lasts[j][k], horizon)
			}
		}
	}
	return m, end
}

// Encodings of disjunctive tasks at x and y with lengths p and q.
var (
	byRows = func(m *Model, x, y Int, p, q, horizon int64) {
		first, large := m.Int("", 0, 1), horizon+100
		m.Add(x.Plus(Const(p)).Minus(y).Plus(first.Times(large)).AtMost(large))
		m.Add(y.Plus(Const(q)).Minus(x).LessEqual(first.Times(large)))
	}
	bySwitches = func(m *Model, x, y Int, p, q, _ int64) {
		first := m.Bool("")
		m.When(first, x.Plus(Const(p)).LessEqual(y))
		m.When(first.Not(), y.Plus(Const(q)).LessEqual(x))
	}
	byOr = func(m *Model, x, y Int, p, q, _ int64) {
		m.Add(Or(x.Plus(Const(p)).LessEqual(y), y.Plus(Const(q)).LessEqual(x)))
	}
)

// TestBigM checks that big-M rows and disjunctions of two rows lead to the same search as When, and to the same optimum
// without the presolve.
func TestBigM(t *testing.T) {
	for seed := range uint64(20) {
		m, end := shopBy(seed, bySwitches)
		want, err := m.Minimize(t.Context(), end)
		if err != nil || want.Status != Optimal {
			t.Fatalf("seed %d: %v, %v", seed, want.Status, err)
		}
		for name, encode := range map[string]func(m *Model, x, y Int, p, q, horizon int64){"rows": byRows, "or": byOr} {
			m, end = shopBy(seed, encode)
			got, err := m.Minimize(t.Context(), end)
			if err != nil || got.Objective != want.Objective || got.Stats.Conflicts != want.Stats.Conflicts || got.Stats.Decisions != want.Stats.Decisions {
				t.Errorf("seed %d: encoded by %s %d after %d decisions and %d conflicts, not %d after %d and %d; %v", seed, name,
					got.Objective, got.Stats.Decisions, got.Stats.Conflicts, want.Objective, want.Stats.Decisions, want.Stats.Conflicts, err)
			}
			m, end = shopBy(seed, encode)
			m.Proof = io.Discard
			if plain, err := m.Minimize(t.Context(), end); err != nil || plain.Status != Optimal || plain.Objective != want.Objective {
				t.Errorf("seed %d: encoded by %s, with a proof %v %d, not %d; %v", seed, name, plain.Status, plain.Objective, want.Objective, err)
			}
		}
	}
}

// TestBigMLists compares rows with large numbers and disjunctions of two rows with enumeration, and optima with and
// without the presolve.
func TestBigMLists(t *testing.T) {
	for seed := range 300 {
		r := rand.New(rand.NewPCG(uint64(seed), 16))
		var m Model
		x := append(m.Ints("x", 3, 0, 3), m.Ints("b", 2, 0, 1)...)
		var all []func(v []int64) bool
		row := func() (c Linear, value func(v []int64) int64) {
			i, j, p, plus := r.IntN(3), r.IntN(3), r.Int64N(4)-2, r.Int64N(5)-2
			return x[i].Plus(x[j].Times(p)).Plus(Const(plus)), func(v []int64) int64 { return v[i] + p*v[j] + plus }
		}
		for range 3 {
			e, value := row()
			f, other := row()
			k, large := 3+r.IntN(2), []int64{7, 20, 1000}[r.IntN(3)]
			switch r.IntN(3) {
			case 0:
				m.Add(e.LessEqual(x[k].Times(large)))
				all = append(all, func(v []int64) bool { return value(v) <= large*v[k] })
			case 1:
				m.Add(e.Plus(x[k].Times(large)).AtMost(large))
				all = append(all, func(v []int64) bool { return value(v)+large*v[k] <= large })
			default:
				m.Add(Or(e.AtMost(0), f.AtMost(0)))
				all = append(all, func(v []int64) bool { return value(v) <= 0 || other(v) <= 0 })
			}
		}
		got := solutionsOf(t, &m, x)
		want := listed(5, 0, 3, func(v []int64) bool {
			return max(v[3], v[4]) <= 1 && !slices.ContainsFunc(all, func(f func([]int64) bool) bool { return !f(v) })
		})
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d solutions, not %d", seed, len(got), len(want))
		}
		cost := x[0].Times(3).Plus(x[1]).Minus(x[2]).Plus(x[3]).Minus(x[4].Times(2))
		best, err := m.Minimize(t.Context(), cost)
		if err != nil || (best.Status == Optimal) != (len(want) > 0) {
			t.Fatalf("seed %d: %v of %d solutions, %v", seed, best.Status, len(want), err)
		}
		m.Proof = io.Discard
		plain, err := m.Minimize(t.Context(), cost)
		if err != nil {
			t.Fatalf("seed %d, with a proof: %v", seed, err)
		}
		if plain.Status != best.Status || len(want) > 0 && plain.Objective != best.Objective {
			t.Fatalf("seed %d: %v, with a proof %v", seed, best, plain)
		}
	}
}

// TestConstants checks the atoms of the Bools that are always true or false.
func TestConstants(t *testing.T) {
	var m Model
	b, err := m.build(nil, false)
	if err != nil || b.bool(True) != kernel.True || b.bool(True.Not()) != kernel.False || b.bool(Bool{}) != kernel.False {
		t.Errorf("%v, %v; %v", b.bool(True), b.bool(True.Not()), err)
	}
}
