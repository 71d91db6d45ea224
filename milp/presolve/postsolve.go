package presolve

import (
	"math"

	"farbank/milp/problem"
)

// A step gives a removed column its value: a constant, or one computed from a row once all other
// columns of the row have values.
type step struct {
	col    int
	value  float64        // preferred value
	coef   float64        // of the column in the row; 0: the value is a constant
	others []problem.Term // of the row
	lower  float64        // sides of the row
	upper  float64
	column problem.Column // its bounds
}

// Restore returns the values of all columns, given those of the columns kept.
func (r *Result) Restore(x []float64) []float64 {
	full := make([]float64, r.columns)
	for k, j := range r.Kept {
		full[j] = x[k]
	}
	for k := len(r.steps) - 1; k >= 0; k-- {
		full[r.steps[k].col] = r.steps[k].restore(full)
	}
	return full
}

func (s *step) restore(x []float64) float64 {
	if s.coef == 0 {
		return s.value
	}
	rest := 0.0
	for _, t := range s.others {
		rest += t.Coefficient * x[t.Column]
	}
	low, high := (s.lower-rest)/s.coef, (s.upper-rest)/s.coef
	if s.coef < 0 {
		low, high = high, low
	}
	low, high = max(low, s.column.Lower), min(high, s.column.Upper)
	if s.column.Integer {
		low, high = math.Ceil(low-1e-6), math.Floor(high+1e-6)
	}
	return min(max(s.value, low), high)
}

// Translate rewrites a row of the given problem for the reduced one, if presolve kept all
// solutions: columns that it fixed move to the sides.
func (r *Result) Translate(row problem.Row) problem.Row {
	if r.number == nil {
		r.number, r.fixed = make([]int, r.columns), make([]float64, r.columns)
		for j := range r.number {
			r.number[j] = -1
		}
		for k, j := range r.Kept {
			r.number[j] = k
		}
		for _, s := range r.steps {
			r.fixed[s.col] = s.value
		}
	}
	out := problem.Row{Name: row.Name, Lower: row.Lower, Upper: row.Upper}
	for _, t := range row.Terms {
		if k := r.number[t.Column]; k >= 0 {
			out.Terms = append(out.Terms, problem.Term{Column: k, Coefficient: t.Coefficient})
		} else {
			out.Lower -= t.Coefficient * r.fixed[t.Column]
			out.Upper -= t.Coefficient * r.fixed[t.Column]
		}
	}
	return out
}
