package reference

import (
	"fmt"
	"math"

	"farbank/milp/problem"
)

const tolerance = 1e-6

// Explained checks what a solver says of a linear program beside the values: dual feasibility,
// complementary slackness and equal objectives of an optimum; or the proof that the program is
// infeasible or unbounded. Crossing bounds and sides need no proof.
func Explained(p *problem.Problem, s problem.Solution) error {
	switch s.Status {
	case problem.Optimal:
		return optimal(p, s)
	case problem.Infeasible:
		for _, c := range p.Columns {
			if c.Lower > c.Upper {
				return nil
			}
		}
		for _, r := range p.Rows {
			if r.Lower > r.Upper {
				return nil
			}
		}
		return infeasible(p, s.Farkas)
	case problem.Unbounded:
		return unbounded(p, s.Ray)
	}
	return nil
}

func optimal(p *problem.Problem, s problem.Solution) error {
	if len(s.Duals) != len(p.Rows) || len(s.Reduced) != len(p.Columns) {
		return fmt.Errorf("%d dual values and %d reduced costs", len(s.Duals), len(s.Reduced))
	}
	sign := 1.0
	if p.Maximize {
		sign = -1
	}
	dual, left := p.Offset, make([]float64, len(p.Columns))
	for j, c := range p.Columns {
		left[j] = c.Cost - s.Reduced[j]
	}
	for i, row := range p.Rows {
		sum := 0.0
		for _, t := range row.Terms {
			sum += t.Coefficient * s.Values[t.Column]
			left[t.Column] -= s.Duals[i] * t.Coefficient
		}
		binds := func(side float64) bool { return math.Abs(sum-side) <= tolerance*max(1, math.Abs(side)) }
		if y := sign * s.Duals[i]; y > tolerance && !binds(row.Lower) || y < -tolerance && !binds(row.Upper) {
			return fmt.Errorf("row %d does not bind at %v but has the dual value %v", i, sum, s.Duals[i])
		}
		dual += s.Duals[i] * sum
	}
	for j, c := range p.Columns {
		x := s.Values[j]
		if d := sign * s.Reduced[j]; d > tolerance && x > c.Lower+tolerance || d < -tolerance && x < c.Upper-tolerance {
			return fmt.Errorf("column %d is off its bounds at %v but has the reduced cost %v", j, x, s.Reduced[j])
		}
		if math.Abs(left[j]) > tolerance {
			return fmt.Errorf("column %d: its cost is not its reduced cost and the dual values of its rows: %v are left", j, left[j])
		}
		dual += s.Reduced[j] * x
	}
	if math.Abs(dual-s.Objective) > tolerance*max(1, math.Abs(s.Objective)) {
		return fmt.Errorf("the dual objective is %v, not %v", dual, s.Objective)
	}
	return nil
}

func infeasible(p *problem.Problem, y []float64) error {
	if len(y) != len(p.Rows) {
		return fmt.Errorf("%d multipliers for %d rows", len(y), len(p.Rows))
	}
	need, d := 0.0, make([]float64, len(p.Columns))
	for i, row := range p.Rows {
		switch {
		case y[i] > 0:
			need += y[i] * row.Lower
		case y[i] < 0:
			need += y[i] * row.Upper
		}
		for _, t := range row.Terms {
			d[t.Column] += y[i] * t.Coefficient
		}
	}
	most := 0.0
	for j, c := range p.Columns {
		switch {
		case d[j] > 1e-9:
			most += d[j] * c.Upper
		case d[j] < -1e-9:
			most += d[j] * c.Lower
		}
	}
	if !(need > most+1e-9) {
		return fmt.Errorf("the multipliers prove nothing: at least %v, at most %v", need, most)
	}
	return nil
}

func unbounded(p *problem.Problem, x []float64) error {
	if len(x) != len(p.Columns) {
		return fmt.Errorf("a ray of %d entries for %d columns", len(x), len(p.Columns))
	}
	gain := 0.0
	for j, c := range p.Columns {
		gain += c.Cost * x[j]
		if x[j] > 0 && !math.IsInf(c.Upper, 1) || x[j] < 0 && !math.IsInf(c.Lower, -1) {
			return fmt.Errorf("the ray runs into a bound of column %d", j)
		}
	}
	if p.Maximize {
		gain = -gain
	}
	for i, row := range p.Rows {
		sum := 0.0
		for _, t := range row.Terms {
			sum += t.Coefficient * x[t.Column]
		}
		if sum > tolerance && !math.IsInf(row.Upper, 1) || sum < -tolerance && !math.IsInf(row.Lower, -1) {
			return fmt.Errorf("the ray runs into row %d", i)
		}
	}
	if !(gain < -tolerance) {
		return fmt.Errorf("along the ray the objective changes by %v", gain)
	}
	return nil
}
