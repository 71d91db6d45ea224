package cut

import (
	"math"

	"farbank/milp/internal/program"
	"farbank/milp/simplex"
)

// A sum is a weighted sum of rows, from which cuts are made: over columns, and over the variables
// of the rows, which equal their values.
type sum struct {
	coef []float64 // by column
	size []float64 // sums of absolute values, for rounding
	cols []int32   // those with an entry
	on   []bool
	rows []int32   // rows in the sum
	mult []float64 // their multipliers
}

func newSum(n int) *sum {
	return &sum{coef: make([]float64, n), size: make([]float64, n), on: make([]bool, n)}
}

func (s *sum) clear() {
	for _, j := range s.cols {
		s.coef[j], s.size[j], s.on[j] = 0, 0, false
	}
	s.cols, s.rows, s.mult = s.cols[:0], s.rows[:0], s.mult[:0]
}

// add adds a multiple of row i.
func (s *sum) add(i int32, r *simplex.Row, y float64) {
	s.rows, s.mult = append(s.rows, i), append(s.mult, y)
	for k, j := range r.Index {
		if !s.on[j] {
			s.on[j] = true
			s.cols = append(s.cols, j)
		}
		v := y * r.Value[k]
		s.coef[j] += v
		s.size[j] += math.Abs(v)
	}
}

// settle sets entries to zero that are only rounding errors.
func (s *sum) settle() {
	for _, j := range s.cols {
		if math.Abs(s.coef[j]) < 1e-12*s.size[j] {
			s.coef[j] = 0
		}
	}
}

// A variableBound bounds a continuous column by base + slope * col, an integer column.
type variableBound struct {
	col         int32
	base, slope float64
}

// variableBounds reads variable bounds from rows of one continuous and one integer column.
func variableBounds(p *program.Program) (lower, upper [][]variableBound) {
	lower, upper = make([][]variableBound, p.N), make([][]variableBound, p.N)
	for i := range p.Rows {
		r := &p.Rows[i]
		if len(r.Index) != 2 {
			continue
		}
		x, y := 0, 1
		if p.Integer[r.Index[x]] {
			x, y = 1, 0
		}
		jx, jy := r.Index[x], r.Index[y]
		if p.Integer[jx] || !p.Integer[jy] {
			continue
		}
		a, b := r.Value[x], r.Value[y]
		above, below := r.Upper, r.Lower
		if a < 0 {
			above, below = below, above
		}
		if !math.IsInf(above, 0) {
			upper[jx] = append(upper[jx], variableBound{jy, above / a, -b / a})
		}
		if !math.IsInf(below, 0) {
			lower[jx] = append(lower[jx], variableBound{jy, below / a, -b / a})
		}
	}
	return lower, upper
}
