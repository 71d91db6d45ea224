package constraint

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// solutionsOf lists the values of all solutions, in order.
func solutionsOf(t *testing.T, m *Model, x []Int) []string {
	t.Helper()
	var got []string
	for s, err := range m.Solutions(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		v := make([]int64, len(x))
		for i := range x {
			v[i] = s.Value(x[i])
		}
		got = append(got, fmt.Sprint(v))
	}
	slices.Sort(got)
	return got
}

// listed are all values from lo to hi of n variables that fit.
func listed(n int, lo, hi int64, fits func(v []int64) bool) []string {
	var want []string
	v := make([]int64, n)
	var walk func(i int)
	walk = func(i int) {
		if i == n {
			if fits(v) {
				want = append(want, fmt.Sprint(v))
			}
			return
		}
		for v[i] = lo; v[i] <= hi; v[i]++ {
			walk(i + 1)
		}
	}
	walk(0)
	slices.Sort(want)
	return want
}

// TestCliques compares made-up disequalities with listing, with cliques and parts of cliques, the same ones
// twice and turned round.
func TestCliques(t *testing.T) {
	joined := 0
	for seed := range 300 {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		var m Model
		x := m.Ints("x", 5, 0, 4)
		plus := make([]int64, 5)
		for i := range plus {
			plus[i] = r.Int64N(3) * int64(seed%2)
		}
		var all []gap
		for i := range x {
			for j := range i {
				if r.IntN(6) == 0 {
					continue
				}
				by := plus[i] - plus[j]
				if r.IntN(10) == 0 {
					by = r.Int64N(5) - 2
				}
				all = append(all, gap{int32(i), int32(j), by})
				switch r.IntN(4) {
				case 0:
					m.Add(x[j].Minus(x[i]).IsNot(by))
				case 1:
					m.Add(x[i].Plus(Const(by)).NotEqual(x[j]))
					m.Add(x[j].NotEqual(x[i].Plus(Const(by))))
				default:
					m.Add(x[i].Plus(Const(by)).NotEqual(x[j]))
				}
			}
		}
		got := solutionsOf(t, &m, x)
		want := listed(5, 0, 4, func(v []int64) bool {
			return !slices.ContainsFunc(all, func(g gap) bool { return v[g.x]+g.by == v[g.y] })
		})
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d solutions, not %d", seed, len(got), len(want))
		}
		b, err := m.build(nil, false)
		if err != nil {
			t.Fatal(err)
		}
		if b.s.Stats().Propagators < len(all) {
			joined++
		}
	}
	if joined < 100 {
		t.Errorf("only %d of 300 have cliques", joined)
	}
}

// TestDistances compares differences that are all different with listing; which variables are in order, and
// how the differences are told, is made up.
func TestDistances(t *testing.T) {
	for seed := range 200 {
		r := rand.New(rand.NewPCG(uint64(seed), 12))
		n := 3 + r.IntN(2)
		var m Model
		x := m.Ints("x", n, 0, 7)
		ordered := make([]bool, n)
		var list []Expr
		var pairs [][2]int
		for i := range n {
			if ordered[i] = i > 0 && r.IntN(5) > 0; ordered[i] {
				m.Add(x[i-1].Sum().Less(x[i]))
			}
			for j := range i {
				switch r.IntN(8) {
				case 0:
				case 1, 2, 3:
					d := m.Int("", -7, 7)
					m.Add(d.Plus(x[j]).Equal(x[i]))
					list, pairs = append(list, d), append(pairs, [2]int{j, i})
				case 4:
					list, pairs = append(list, x[j].Minus(x[i])), append(pairs, [2]int{i, j})
				default:
					list, pairs = append(list, x[i].Minus(x[j])), append(pairs, [2]int{j, i})
				}
			}
		}
		if r.IntN(2) == 0 {
			m.Add(x[0].Is(0))
			list, pairs = append(list, x[n-1]), append(pairs, [2]int{-1, n - 1})
			list, pairs = slices.Delete(list, 0, 1), slices.Delete(pairs, 0, 1)
		} else {
			pairs = append(pairs, [2]int{-1, -1})
		}
		zero := pairs[len(pairs)-1][1] >= 0
		if !zero {
			pairs = pairs[:len(pairs)-1]
		}
		m.AllDifferent(list...)
		got := solutionsOf(t, &m, x)
		want := listed(n, 0, 7, func(v []int64) bool {
			seen := map[int64]bool{}
			for _, p := range pairs {
				d := v[p[1]]
				if p[0] >= 0 {
					d -= v[p[0]]
				}
				if seen[d] {
					return false
				}
				seen[d] = true
			}
			for i := 1; i < n; i++ {
				if ordered[i] && v[i-1] >= v[i] {
					return false
				}
			}
			return !zero || v[0] == 0
		})
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d solutions, not %d", seed, len(got), len(want))
		}
	}
}

// TestRuler holds what follows from five marks: the last is at least at 10.
func TestRuler(t *testing.T) {
	var m Model
	x := m.Ints("x", 5, 0, 30)
	m.Add(x[0].Is(0))
	var list []Expr
	for i := range x {
		for j := range i {
			list = append(list, x[i].Minus(x[j]))
		}
		if i > 0 {
			m.Add(x[i-1].Sum().Less(x[i]))
		}
	}
	m.AllDifferent(list...)
	b, err := m.build(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	b.s.Restart()
	if _, err := b.s.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := b.s.BoundAt(b.vars[x[4].id].Lower(), 0); got < 10 {
		t.Errorf("the last is at least at %d, not 10", got)
	}
}
