package constraint

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"farbank/internal/testing/long"
)

// parityModel returns a random model of parities, with its variables, objective, and meaning.
func parityModel(r *rand.Rand) (*Model, []Bool, Linear, func(v []int64) bool) {
	m := &Model{}
	n := 5 + r.IntN(6)
	xs := make([]Bool, n)
	weights := make([]int64, n)
	for i := range xs {
		xs[i], weights[i] = m.Bool("x"), r.Int64N(7)-3
	}
	var means []func(v []int64) bool
	for range 3 + r.IntN(4) {
		odd := r.IntN(2) == 0
		var list []Bool
		var in []int
		var flip []int64
		for _, i := range r.Perm(n)[:r.IntN(6)] {
			b, f := xs[i], int64(0)
			if r.IntN(3) == 0 {
				b, f = b.Not(), 1
			}
			list, in, flip = append(list, b), append(in, i), append(flip, f)
		}
		sum := func(v []int64) (k int64) {
			for j, i := range in {
				k += v[i] ^ flip[j]
			}
			return k
		}
		switch how := r.IntN(5); {
		case how == 0: // as an equation
			half := m.Int("half", 0, 4)
			k := int64(0)
			if odd {
				k = 1
			}
			m.Add(Sum(list...).Equal(half.Times(2).Plus(Const(k))))
		case how == 1: // as clauses
			for set := range 1 << len(list) {
				var clause []Condition
				true := 0
				for j, b := range list {
					if set>>j&1 == 1 {
						true++
						b = b.Not()
					}
					clause = append(clause, b)
				}
				if true%2 == 1 != odd {
					m.Add(Or(clause...))
				}
			}
		case odd:
			m.Odd(list...)
		default:
			m.Even(list...)
		}
		means = append(means, func(v []int64) bool { return sum(v)%2 == 1 == odd })
	}
	if r.IntN(2) == 0 {
		most := r.Int64N(int64(n))
		m.Add(Sum(xs...).AtMost(most))
		means = append(means, func(v []int64) bool {
			k := int64(0)
			for _, w := range v {
				k += w
			}
			return k <= most
		})
	}
	return m, xs, Dot(weights, xs...), func(v []int64) bool {
		for _, holds := range means {
			if !holds(v) {
				return false
			}
		}
		return true
	}
}

// TestParities compares the optima and the numbers of solutions of generated models with an enumeration, and checks the
// proofs.
func TestParities(t *testing.T) {
	n := 150
	if long.Enabled() {
		n = 20000
	}
	for seed := range n {
		build := func() (*Model, []Bool, Linear, func(v []int64) bool) {
			return parityModel(rand.New(rand.NewPCG(uint64(seed), 33)))
		}
		m, xs, cost, means := build()
		count, best := 0, int64(0)
		v := make([]int64, len(xs))
		for set := range 1 << len(xs) {
			for i := range v {
				v[i] = int64(set >> i & 1)
			}
			if means(v) {
				total := cost.constant
				for _, e := range cost.terms {
					total += e.coef * v[e.id-1]
				}
				if count++; count == 1 || total < best {
					best = total
				}
			}
		}
		got := 0
		for _, err := range m.Solutions(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			got++
		}
		if got != count {
			t.Fatalf("seed %d: %d solutions, not %d", seed, got, count)
		}
		for _, proven := range []bool{false, true} {
			m, _, cost, _ := build()
			var proof bytes.Buffer
			if proven {
				m.Proof = &proof
			}
			a, err := m.Minimize(t.Context(), cost)
			switch {
			case err != nil:
				t.Fatalf("seed %d: %v", seed, err)
			case count == 0 && a.Status != Infeasible, count > 0 && (a.Status != Optimal || a.Objective != best):
				t.Fatalf("seed %d: %v %v, not %d solutions with the best %d", seed, a.Status, a.Solution, count, best)
			}
			if !proven {
				continue
			}
			m, _, cost, _ = build()
			if _, err := m.CheckProof(t.Context(), Claim{Objective: cost, Infeasible: count == 0, Best: best}, &proof, "proof"); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
}
