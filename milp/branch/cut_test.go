package branch

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"farbank/milp/problem"
)

// rooted goes through the root of a problem with cuts of one kind, and keeps all.
func rooted(p *problem.Problem, separate func(*separator)) *root {
	s := &run{ctx: context.Background(), given: normal(p), o: Options{NoDives: true, Workers: 1}, cutoff: inf}
	s.exact = newExactChecker(s.given)
	t := newTree(newProgram(s.given), s.o, &reporter{o: s.o, sign: s.sign(), value: s.exact.objective})
	t.accept = func([]float64) ([]float64, []float64, bool) { return nil, nil, false }
	r := newRoot(s, t)
	r.only = separate
	r.prepare()
	return r
}

// solutions calls yield with every point of a problem of binaries that satisfies it.
func solutions(p *problem.Problem, yield func(x []float64)) {
	n := len(p.Columns)
	g := newExactChecker(p)
	for bits := range 1 << n {
		x := make([]float64, n)
		for j := range x {
			x[j] = float64(bits >> j & 1)
		}
		if g.holds(x) {
			yield(x)
		}
	}
}

func knapsacks(r *rand.Rand) *problem.Problem {
	n := 6 + r.IntN(5)
	p := &problem.Problem{Maximize: true}
	for range n {
		p.Columns = append(p.Columns, problem.Column{Upper: 1, Integer: true, Cost: float64(1 + r.IntN(20))})
	}
	for range 1 + r.IntN(4) {
		row := problem.Row{Lower: math.Inf(-1)}
		sum := 0.0
		for j := range n {
			if r.IntN(4) > 0 {
				a := float64(1 + r.IntN(15))
				if r.IntN(5) == 0 {
					a = -a
				}
				row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: a})
				sum += max(a, 0)
			}
		}
		row.Upper = math.Floor(sum * (0.2 + 0.6*r.Float64()))
		p.Rows = append(p.Rows, row)
	}
	return p
}

// TestCutsKeepSolutions adds cuts of each kind and looks that every solution is
// still there.
func TestCutsKeepSolutions(t *testing.T) {
	kinds := map[string]func(*separator){
		"mixed": (*separator).mixed, "covers": (*separator).covers, "cliques": (*separator).cliqueCuts, "gomory": (*separator).gomory,
	}
	for name, separate := range kinds {
		t.Run(name, func(t *testing.T) {
			total := 0
			for seed := range uint64(80) {
				p := knapsacks(rand.New(rand.NewPCG(seed, 11)))
				r := rooted(p, separate)
				own, rows := len(r.p.rows), r.p.rows
				if r.cuts != nil {
					rows = r.cuts.rows
				}
				solutions(p, func(x []float64) {
					for i := range r.p.n {
						if x[i] < r.p.lo[i] || x[i] > r.p.hi[i] {
							t.Fatalf("seed %d: column %d is bound to [%v, %v], a solution has %v", seed, i, r.p.lo[i], r.p.hi[i], x[i])
						}
					}
					for i, row := range rows {
						sum := 0.0
						for k, j := range row.Index {
							sum += row.Value[k] * x[j]
						}
						if sum > row.Upper+1e-6 || sum < row.Lower-1e-6 {
							t.Fatalf("seed %d: row %d of %d (cut: %v) loses %v: %+v\n%+v", seed, i, len(rows), i >= own, x, row, p)
						}
					}
				})
				total += max(0, len(rows)-own)
			}
			if total == 0 && name != "cliques" {
				t.Error("no cuts")
			}
		})
	}
}
