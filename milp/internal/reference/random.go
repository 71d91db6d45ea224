package reference

import (
	"math"
	"math/rand/v2"

	"farbank/milp/problem"
)

// Random returns a small program. Consecutive seeds give problems that are feasible, infeasible,
// unbounded and degenerate. Integer columns are bounded.
func Random(r *rand.Rand, integer, sets bool) *problem.Problem {
	n, m := 1+r.IntN(6), r.IntN(6)
	p := &problem.Problem{Name: "random", Maximize: r.IntN(2) == 0}
	if r.IntN(3) == 0 {
		p.Offset = float64(r.IntN(9) - 4)
	}
	wide := r.IntN(3) // 0: small boxes, 1: mixed, 2: mostly without bounds
	for range n {
		c := problem.Column{Lower: 0, Upper: math.Inf(1), Cost: float64(r.IntN(11) - 5)}
		if r.IntN(4) == 0 {
			c.Cost = 0
		}
		c.Integer = integer && r.IntN(3) > 0
		if c.Integer || wide == 0 || (wide == 1 && r.IntN(2) == 0) {
			c.Lower = float64(-r.IntN(4))
			c.Upper = c.Lower + float64(r.IntN(5))
			if r.IntN(2) == 0 {
				c.Lower, c.Upper = 0, 1
			}
		} else {
			switch r.IntN(5) {
			case 0:
				c.Lower = math.Inf(-1)
			case 1:
				c.Lower, c.Upper = math.Inf(-1), float64(r.IntN(7)-3)
			case 2:
				c.Lower = float64(r.IntN(7) - 3)
			}
		}
		p.Columns = append(p.Columns, c)
	}
	dense := 1 + r.IntN(4)
	for range m {
		row := problem.Row{Lower: math.Inf(-1), Upper: math.Inf(1)}
		for j := range n {
			if r.IntN(4) < dense {
				if a := float64(r.IntN(9) - 4); a != 0 {
					row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: a})
				}
			}
		}
		b := float64(r.IntN(13) - 4)
		switch r.IntN(6) {
		case 0:
			row.Lower, row.Upper = b, b
		case 1:
			row.Lower, row.Upper = b, b+float64(r.IntN(4))
		case 2, 3:
			row.Lower = b - 4
		default:
			row.Upper = b
		}
		p.Rows = append(p.Rows, row)
	}
	if sets && n >= 3 {
		set := problem.Set{Name: "set", Kind: 1 + r.IntN(2)}
		for _, j := range r.Perm(n)[:3] {
			set.Columns = append(set.Columns, j)
			set.Weights = append(set.Weights, float64(len(set.Columns)))
		}
		p.Sets = append(p.Sets, set)
	}
	return p
}
