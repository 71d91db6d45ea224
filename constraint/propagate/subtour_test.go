package propagate

import (
	"math"
	"math/rand/v2"
	"testing"

	"farbank/constraint/kernel"
)

// TestMinimumCuts compares the least cut with that of all sets of nodes.
func TestMinimumCuts(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 2 + r.IntN(6)
		weight, kept := make([][]float64, n), make([][]float64, n)
		for u := range n {
			weight[u] = make([]float64, n)
			for v := range u {
				weight[u][v] = float64(r.IntN(5))
				weight[v][u] = weight[u][v]
			}
		}
		for u := range n {
			kept[u] = append(kept[u], weight[u]...)
		}
		between := func(in func(u int) bool) (sum float64) {
			for u := range n {
				for v := range n {
					if in(u) && !in(v) {
						sum += kept[u][v]
					}
				}
			}
			return sum
		}
		want := math.Inf(1)
		for set := 1; set < 1<<n-1; set++ {
			want = min(want, between(func(u int) bool { return set>>u&1 == 1 }))
		}
		got := math.Inf(1)
		minimumCuts(weight, func(set []int, cut float64) bool {
			got = min(got, cut)
			in := make([]bool, n)
			for _, u := range set {
				in[u] = true
			}
			if sum := between(func(u int) bool { return in[u] }); sum != cut {
				t.Fatalf("%d: the cut of %v is %v, not %v", seed, set, sum, cut)
			}
			return true
		})
		if got != want {
			t.Fatalf("%d: %v, want %v: %v", seed, got, want, kept)
		}
	}
}

// TestSubtours checks that the inequalities about subtours hold for all circuits, and that a solution of two circles
// violates one.
func TestSubtours(t *testing.T) {
	given := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		n := 4 + r.IntN(3)
		s := &kernel.Solver{}
		next := make([]Var, n)
		for i := range next {
			next[i] = s.NewVar(3, int64(n)+2)
		}
		Circuit(s, 3, next...)
		literal := map[Var][2]int{}
		for u := range n {
			for v := range n {
				if a := s.Equal(next[u], int64(v)+3); u != v {
					literal[a.View.Var()] = [2]int{u, v}
				}
			}
		}
		round := r.Perm(n) // two circles, or many in equal parts
		part := 2 + r.IntN(n-3)
		x := map[[2]int]float64{}
		for i, u := range round {
			v := round[(i+1)%n]
			switch {
			case i == part-1:
				v = round[0]
			case i == n-1:
				v = round[part]
			}
			x[[2]int{u, v}] = 1
		}
		if r.IntN(2) == 0 && x[[2]int{0, 1}] == 0 {
			s.AddClause(s.Equal(next[0], 4).Not())
		}
		p := &circuit{next: next, first: 3}
		p.Separate(s, func(y Var) float64 { return x[literal[y]] }, func(e Inequality) {
			given++
			left := func(x func(u, v int) float64) (sum float64) {
				for i, y := range e.Xs {
					sum += float64(e.Coefs[i]) * x(literal[y][0], literal[y][1])
				}
				return sum
			}
			if left(func(u, v int) float64 { return x[[2]int{u, v}] }) <= float64(e.Limit) {
				t.Errorf("%d: it is not violated", seed)
			}
			for range 100 {
				round, at := r.Perm(n), make([]int, n)
				for i, u := range round {
					at[u] = i
				}
				if left(func(u, v int) float64 {
					if (at[u]+1)%n == at[v] {
						return 1
					}
					return 0
				}) > float64(e.Limit) {
					t.Fatalf("%d: %v violates it", seed, round)
				}
			}
		})
	}
	if given < 100 {
		t.Error(given, "inequalities")
	}
}
