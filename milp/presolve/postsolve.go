package presolve

import (
	"math"

	"farbank/milp/problem"
)

// step says how a removed column gets its value: a constant, or what a row leaves it
// once all its other columns have theirs.
type step struct {
	col    int
	value  float64        // wanted
	coef   float64        // of the column in the row; 0: the value is meant
	others []problem.Term // of the row
	lower  float64        // sides of the row
	upper  float64
	column problem.Column // its bounds
}

// Restore gives the values of all columns from those of the columns kept.
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
