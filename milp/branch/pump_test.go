package branch

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"farbank/internal/testing/long"
	"farbank/milp/internal/exact"
	"farbank/milp/internal/program"
	"farbank/milp/problem"
)

// equalities returns a program with a few equalities of integer columns that a planted point satisfies, in half of
// them with a continuous column.
func equalities(r *rand.Rand) *problem.Problem {
	p := &problem.Problem{}
	n := 8 + r.IntN(12)
	point := make([]float64, n)
	for j := range n {
		upper := float64(1 + r.IntN(2)*r.IntN(5))
		p.Columns = append(p.Columns, problem.Column{Upper: upper, Integer: true, Cost: float64(r.IntN(9))})
		point[j] = float64(r.IntN(int(upper) + 1))
	}
	for range 1 + r.IntN(3) {
		row := problem.Row{}
		for j := range n {
			a := float64(r.IntN(9))
			row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: a})
			row.Lower += a * point[j]
		}
		if row.Upper = row.Lower; r.IntN(2) == 0 {
			row.Terms = append(row.Terms, problem.Term{Column: len(p.Columns), Coefficient: 1})
			p.Columns = append(p.Columns, problem.Column{Upper: 1, Cost: 1})
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// TestPump runs the pump from the first relaxation, without dives before it. The tree accepts only what satisfies the
// program exactly.
func TestPump(t *testing.T) {
	tried, found := 0, 0
	for seed := range uint64(long.Of(300, 20_000)) {
		p := equalities(rand.New(rand.NewPCG(seed, 2005)))
		s := &run{ctx: t.Context(), given: normal(p), o: Options{Workers: 1, NoDives: true, NoCuts: true}, began: time.Now(), cutoff: math.Inf(1)}
		s.exact = exact.New(s.given)
		tree := newTree(program.New(s.given), s.o, &reporter{o: s.o, sign: 1, began: s.began, value: s.exact.Objective})
		tree.accept = s.accept
		r := newRoot(s, tree)
		if status := r.prepare(); status != problem.Unknown {
			t.Fatalf("seed %d: %v, but a solution was planted", seed, status)
		}
		if known, _ := tree.state(); known || len(r.w.cand) == 0 {
			continue
		}
		tried++
		newPump(r).run()
		if known, _ := tree.state(); known {
			found++
			if !s.exact.Holds(tree.full) {
				t.Errorf("seed %d: %v is not a solution", seed, tree.full)
			}
		}
	}
	t.Logf("%d of %d programs have a solution by the pump", found, tried)
	if 2*found < tried || tried == 0 {
		t.Errorf("the pump found only %d solutions in %d programs", found, tried)
	}
}
