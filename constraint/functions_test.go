package constraint

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFunctions compares random functions of two variables and of results with enumeration, and optima with and without
// the presolve. Many functions are posted twice, some for an existing result.
func TestFunctions(t *testing.T) {
	fewer := 0
	for seed := range 300 {
		r := rand.New(rand.NewPCG(uint64(seed), 19))
		var m Model
		x := m.Ints("x", 9, -2, 2)
		type call struct {
			i, j, k int
			is      func(a, b int64) int64
		}
		var all []call
		for k := 2; k < len(x)+2; k++ {
			kind := rand.New(rand.NewPCG(uint64(seed), r.Uint64N(3)))
			i, j, z := kind.IntN(2+r.IntN(min(k, len(x))-1)), kind.IntN(2), k
			if k >= len(x) { // an existing result
				z = 2 + r.IntN(len(x)-2)
			}
			all = append(all, call{i, j, z, postRandom(kind, &m, x[i], x[j], x[z])})
		}
		var want []string
		listed(2, -2, 2, func(v []int64) bool {
			w := make([]int64, len(x))
			copy(w, v)
			for n, f := range all {
				a := f.is(w[f.i], w[f.j])
				if a < -2 || a > 2 || n+2 >= len(x) && w[f.k] != a {
					return false
				}
				w[f.k] = a
			}
			want = append(want, fmt.Sprint(w))
			return false
		})
		slices.Sort(want)
		got := solutionsOf(t, &m, x)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v, not %v", seed, got, want)
		}
		cost := x[8].Plus(x[7]).Minus(x[5])
		best, err := m.Minimize(t.Context(), cost)
		if err != nil || (best.Status == Optimal) != (len(want) > 0) {
			t.Fatalf("seed %d: %v of %d solutions, %v", seed, best.Status, len(want), err)
		}
		if len(m.equal) > 0 {
			fewer++
		}
		m.Proof = io.Discard
		plain, err := m.Minimize(t.Context(), cost)
		if err != nil || plain.Status != best.Status || len(want) > 0 && plain.Objective != best.Objective {
			t.Fatalf("seed %d: %v, with a proof %v, %v", seed, best.Status, plain.Status, err)
		}
	}
	if fewer < 200 {
		t.Errorf("only %d of 300 have a function twice", fewer)
	}
}

// noValue represents an undefined function value. It is outside all domains.
const noValue = 99

// postRandom posts a random function of two variables and returns it.
func postRandom(r *rand.Rand, m *Model, x, y, z Int) func(a, b int64) int64 {
	list := []int64{1, -2, 0, r.Int64N(2)}
	at := func(a int64) int64 {
		if a < 0 || int(a) >= len(list) {
			return noValue
		}
		return list[a]
	}
	switch r.IntN(9) {
	case 0:
		m.QuotientEquality(z, x, y)
		return func(a, b int64) int64 {
			if b == 0 {
				return noValue
			}
			return a / b
		}
	case 1:
		m.RemainderEquality(z, x, y)
		return func(a, b int64) int64 {
			if b == 0 {
				return noValue
			}
			return a % b
		}
	case 2:
		m.AbsEquality(z, x)
		return func(a, _ int64) int64 { return max(a, -a) }
	case 3:
		m.MaxEquality(z, []Int{x, y, x}...)
		return func(a, b int64) int64 { return max(a, b) }
	case 4:
		m.MinEquality(z, []Int{x, y}...)
		return func(a, b int64) int64 { return min(a, b) }
	case 5:
		m.ElementEquality(z, list, x)
		return func(a, _ int64) int64 { return at(a) }
	case 6:
		m.ElementOfEquality(z, []Int{y, x, y}, x)
		return func(a, b int64) int64 {
			if a < 0 || a > 2 {
				return noValue
			}
			return []int64{b, a, b}[a]
		}
	}
	m.ProductEquality(z, y, x)
	return func(a, b int64) int64 { return a * b }
}

// TestOneResult checks that a function posted twice is translated once.
func TestOneResult(t *testing.T) {
	var m Model
	x, y := m.Int("x", 0, 9), m.Int("y", 0, 9)
	p, q := m.Int("p", 0, 50), m.Int("q", 20, 81)
	m.ProductEquality(p, x, y)
	m.ProductEquality(q, y, x)
	r, s := m.Int("r", 0, 50), m.Int("s", 7, 90)
	m.MaxEquality(r, []Int{p, x}...)
	m.MaxEquality(s, []Int{x, q, x}...)
	b, err := m.build(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	want := &Model{}
	x, y = want.Int("x", 0, 9), want.Int("y", 0, 9)
	p, r = want.Int("p", 20, 50), want.Int("r", 7, 50)
	want.ProductEquality(p, x, y)
	want.MaxEquality(r, []Int{p, x}...)
	w, err := want.build(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := b.s.Stats(), w.s.Stats(); got.Variables != want.Variables || got.Propagators != want.Propagators {
		t.Errorf("%d variables and %d propagators, not %d and %d", got.Variables, got.Propagators, want.Variables, want.Propagators)
	}
}
