package made

import (
	"math"
	"slices"

	"farbank/milp/problem"
)

// Enumerate solves a problem over integer columns by trying all their values, as a reference for
// solvers. It returns false if a column is continuous, or if there are more than limit points.
func Enumerate(p *problem.Problem, limit float64) (problem.Solution, bool) {
	points := 1.0
	for _, c := range p.Columns {
		if points *= c.Upper - c.Lower + 1; !c.Integer || points > limit {
			return problem.Solution{}, false
		}
	}
	best := problem.Solution{Status: problem.Infeasible}
	values := make([]float64, len(p.Columns))
	var walk func(j int)
	walk = func(j int) {
		if j < len(values) {
			low := math.Ceil(p.Columns[j].Lower)
			for k := range max(0, int(math.Floor(p.Columns[j].Upper-low))+1) {
				values[j] = low + float64(k)
				walk(j + 1)
			}
			return
		}
		objective := p.Offset
		for k, v := range values {
			objective += v * p.Columns[k].Cost
		}
		better := best.Values == nil || p.Maximize && objective > best.Objective || !p.Maximize && objective < best.Objective
		if better && Fulfils(p, values) {
			best = problem.Solution{Status: problem.Optimal, Objective: objective, Values: slices.Clone(values)}
		}
	}
	walk(0)
	return best, true
}

// Fulfils reports whether values satisfy all rows, to within 1e-9, and all sets.
func Fulfils(p *problem.Problem, values []float64) bool {
	for _, r := range p.Rows {
		sum := 0.0
		for _, t := range r.Terms {
			sum += t.Coefficient * values[t.Column]
		}
		if sum < r.Lower-1e-9 || sum > r.Upper+1e-9 {
			return false
		}
	}
	for _, s := range p.Sets {
		first, last := -1, -1
		for k, j := range s.Columns {
			if values[j] != 0 {
				if first < 0 {
					first = k
				}
				last = k
			}
		}
		if last-first >= s.Kind {
			return false
		}
	}
	return true
}
