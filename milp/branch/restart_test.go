package branch

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"farbank/milp/problem"
)

// knapsacks returns a program of several knapsacks over the same items, some of which are integers with more than two
// values. Its relaxation is tight, so that reduced costs fix most columns.
func knapsacks(r *rand.Rand) *problem.Problem {
	n, m := 25+r.IntN(20), 1+r.IntN(3)
	p := &problem.Problem{Maximize: r.IntN(2) == 0}
	value := make([]float64, n)
	rows := make([]problem.Row, m)
	for j := range n {
		weight := float64(10 + r.IntN(90))
		value[j] = weight + float64(r.IntN(60))
		c := problem.Column{Upper: float64(1 + r.IntN(8)/7), Integer: true, Cost: value[j]}
		if !p.Maximize {
			c.Cost = -c.Cost
		}
		p.Columns = append(p.Columns, c)
		for i := range rows {
			rows[i].Terms = append(rows[i].Terms, problem.Term{Column: j, Coefficient: weight + float64(r.IntN(10))})
		}
	}
	for i := range rows {
		rows[i].Lower, rows[i].Upper = math.Inf(-1), float64(400+r.IntN(n*15))
	}
	p.Rows = rows
	return p
}

// TestRestarts compares searches that restart with searches that cannot.
func TestRestarts(t *testing.T) {
	restarted := 0
	for seed := range uint64(150) {
		p := knapsacks(rand.New(rand.NewPCG(seed, 7)))
		s := &run{ctx: context.Background(), given: p, o: Options{Workers: 1 + int(seed%2)}, began: time.Now(), cutoff: math.Inf(1)}
		got := s.solve()
		want, err := Solve(context.Background(), p, Options{NoPresolve: true})
		if err != nil {
			t.Fatal(err)
		}
		if got.Status != problem.Optimal || got.Status != want.Status || got.Objective != want.Objective {
			t.Fatalf("seed %d: %v %v, want %v %v", seed, got.Status, got.Objective, want.Status, want.Objective)
		}
		if !s.exact.Holds(got.Values) {
			t.Fatalf("seed %d: a row is violated", seed)
		}
		if len(s.reduced) > 1 {
			restarted++
		}
	}
	if restarted < 30 {
		t.Errorf("%d of 150 programs restarted", restarted)
	}
}
