package made

import (
	"fmt"
	"math/rand/v2"

	"farbank/milp/problem"
)

// Shape configures Random.
type Shape struct {
	Columns, Rows int  // at most; at least one column
	Continuous    bool // all columns
	Binary        bool // all columns
	Free          bool // some columns have no bound, above, below or both
	Fractions     bool // some numbers are multiples of 1/4
	Sets          bool // some special ordered sets, over bounded columns
}

// Random returns a small problem with small numbers. Half of the problems are feasible by
// construction; many of the others are infeasible, and with Free some are unbounded. Small numbers
// make every solver agree on what is feasible.
func Random(r *rand.Rand, s Shape) *problem.Problem {
	p := &problem.Problem{Name: "random", Maximize: r.IntN(2) == 0}
	if r.IntN(4) == 0 {
		p.Offset = float64(r.IntN(21) - 10)
	}
	n := 1 + r.IntN(s.Columns)
	inside := make([]float64, n) // a point within the bounds
	for j := range n {
		c := column(r, s)
		c.Name = fmt.Sprintf("x%d", j+1)
		inside[j] = within(r, c)
		p.Columns = append(p.Columns, c)
	}
	feasible := r.IntN(2) == 0
	for i := range r.IntN(s.Rows + 1) {
		row := problem.Row{Name: fmt.Sprintf("c%d", i+1)}
		sum := 0.0
		for j := range n {
			if r.IntN(5) < 3 {
				v := coefficient(r, s)
				row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: v})
				sum += v * inside[j]
			}
		}
		bind(r, &row, sum, feasible)
		p.Rows = append(p.Rows, row)
	}
	if s.Sets && n > 1 && r.IntN(2) == 0 {
		p.Sets = append(p.Sets, set(r, p))
	}
	return p
}

// coefficient returns a nonzero number from -9 to 9.
func coefficient(r *rand.Rand, s Shape) float64 {
	v := float64(1 + r.IntN(9))
	if s.Fractions && r.IntN(4) == 0 {
		v /= 4
	}
	if r.IntN(2) == 0 {
		return -v
	}
	return v
}

func column(r *rand.Rand, s Shape) problem.Column {
	c := problem.Column{Cost: coefficient(r, s), Integer: !s.Continuous && r.IntN(3) > 0, Upper: float64(1 + r.IntN(10))}
	if r.IntN(5) == 0 {
		c.Cost = 0
	}
	if s.Binary || !s.Continuous && r.IntN(3) == 0 {
		c.Integer, c.Lower, c.Upper = true, 0, 1
		return c
	}
	switch r.IntN(6) {
	case 0:
		c.Lower = -float64(r.IntN(10))
	case 1:
		c.Lower = -float64(5 + r.IntN(5))
		c.Upper = c.Lower + float64(r.IntN(4)) // below zero, perhaps fixed
	}
	if s.Free {
		if r.IntN(8) == 0 {
			c.Upper = problem.Infinity
		}
		if r.IntN(12) == 0 {
			c.Lower = -problem.Infinity
		}
	}
	return c
}

// within returns an integer within the bounds.
func within(r *rand.Rand, c problem.Column) float64 {
	low, high := max(c.Lower, min(c.Upper, 5)-10), min(c.Upper, max(c.Lower, -5)+10)
	return low + float64(r.IntN(int(high-low)+1))
}

// bind sets the bounds of a row that has the given sum at the point inside.
func bind(r *rand.Rand, row *problem.Row, sum float64, feasible bool) {
	slack := float64(r.IntN(6))
	if !feasible {
		slack = float64(r.IntN(30) - 15)
	}
	row.Lower, row.Upper = -problem.Infinity, problem.Infinity
	switch r.IntN(8) {
	case 0, 1, 2:
		row.Upper = sum + slack
	case 3, 4, 5:
		row.Lower = sum - slack
	case 6:
		row.Lower = sum
		if !feasible {
			row.Lower = sum - slack
		}
		row.Upper = row.Lower
	case 7:
		row.Lower, row.Upper = sum-float64(r.IntN(4)), sum+float64(r.IntN(4))+1
		if !feasible {
			row.Lower += slack
			row.Upper += slack
		}
	}
}

// set returns a special ordered set of some of the columns, weighted by their index.
func set(r *rand.Rand, p *problem.Problem) problem.Set {
	s := problem.Set{Name: "s1", Kind: 1 + r.IntN(2)}
	for j := range p.Columns {
		c := &p.Columns[j]
		if c.Lower <= 0 && c.Upper >= 0 && c.Upper-c.Lower < problem.Infinity && r.IntN(3) > 0 {
			s.Columns = append(s.Columns, j)
			s.Weights = append(s.Weights, float64(len(s.Columns)))
		}
	}
	if len(s.Columns) == 0 {
		c := &p.Columns[0]
		c.Lower, c.Upper = 0, 1
		s.Columns, s.Weights = []int{0}, []float64{1}
	}
	return s
}
