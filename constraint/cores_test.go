package constraint

import (
	"context"
	"math/rand/v2"
	"testing"
)

// randomSum returns a random model whose objective has many small terms, some of them defined by equations.
func randomSum(seed uint64, n int) (*Model, Expr) {
	r := rand.New(rand.NewPCG(seed, 21))
	m := &Model{}
	x := m.Ints("x", n, 0, 1+r.Int64N(3))
	for range n {
		var e Linear
		for range 3 {
			y := x[r.IntN(n)].Linear()
			if r.IntN(2) == 0 {
				y = y.Times(-1)
			}
			e = e.Plus(y)
		}
		m.Add(e.AtLeast(r.Int64N(4) - 2))
	}
	heaviest := []int64{1, 3, 50}[r.IntN(3)]
	e := Const(r.Int64N(5) - 2)
	for _, y := range x {
		e = e.Plus(y.Times(r.Int64N(heaviest+2) - 1))
	}
	if r.IntN(2) == 0 {
		return m, m.Variable(e)
	}
	return m, e
}

// TestCores checks that core-guided bounds are valid and preserve the optimum.
func TestCores(t *testing.T) {
	was := coreStretch
	defer func() { coreStretch = was }()
	ctx := context.Background()
	seen := map[Status]int{}
	for seed := range uint64(300) {
		m, e := randomSum(seed, 9)
		for _, d := range []Direction{Minimizing, Maximizing} {
			ask := func() Answer {
				a, err := m.Optimize(ctx, e, d, nil)
				if err != nil {
					t.Fatal(err)
				}
				return a
			}
			coreStretch = 1 << 40
			plain := ask()
			coreStretch = 1
			a := ask()
			seen[a.Status]++
			if a.Status != plain.Status || a.Bound != plain.Bound && a.Status == Optimal {
				t.Fatalf("seed %d: %v, without cores %v", seed, a, plain)
			}
		}
	}
	if seen[Optimal] < 200 || seen[Infeasible] < 20 {
		t.Errorf("the models say little: %v", seen)
	}
}

// TestCover solves a minimum cover, where core-guided bounds do most of the work.
func TestCover(t *testing.T) {
	const n = 60
	r := rand.New(rand.NewPCG(1, 1))
	m := &Model{}
	x := make([]Bool, n)
	var cost Linear
	for i := range x {
		x[i] = m.Bool("")
		cost = cost.Plus(x[i].Linear().Times(1 + r.Int64N(20)))
	}
	for range 3 * n {
		m.Add(Or(x[r.IntN(n)], x[r.IntN(n)], x[r.IntN(n)]))
	}
	one, err := m.Minimize(context.Background(), cost)
	if err != nil || one.Status != Optimal || one.Bound != 219 {
		t.Fatal(one, err)
	}
	t.Log(one.Stats)
	m.Workers = 3
	if a, err := m.Minimize(context.Background(), cost); err != nil || a.Status != Optimal || a.Bound != one.Bound {
		t.Fatal(a, err)
	}
}
