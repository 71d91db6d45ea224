package reference

import (
	"math"
	"math/rand/v2"

	"farbank/milp/problem"
)

// Knapsacks returns a program of a few knapsacks over at most ten binaries.
func Knapsacks(r *rand.Rand) *problem.Problem {
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

// Solutions returns the feasible points of a program of binaries with small integral coefficients.
func Solutions(p *problem.Problem) [][]float64 {
	var list [][]float64
	for bits := range 1 << len(p.Columns) {
		x := make([]float64, len(p.Columns))
		for j := range x {
			x[j] = float64(bits >> j & 1)
		}
		if satisfies(p, x) {
			list = append(list, x)
		}
	}
	return list
}

func satisfies(p *problem.Problem, x []float64) bool {
	for _, r := range p.Rows {
		sum := 0.0
		for _, t := range r.Terms {
			sum += t.Coefficient * x[t.Column]
		}
		if sum < r.Lower || sum > r.Upper {
			return false
		}
	}
	return true
}
