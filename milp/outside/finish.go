package outside

import (
	"fmt"
	"math"

	"farbank/milp/file"
	"farbank/milp/problem"
)

// trivial solves problems that solvers reject: with crossed bounds, or without columns.
func trivial(p *problem.Problem) (problem.Solution, bool) {
	for _, c := range p.Columns {
		if c.Lower > c.Upper || c.Integer && math.Ceil(c.Lower-wholeness) > math.Floor(c.Upper+wholeness) {
			return problem.Solution{Status: problem.Infeasible}, true
		}
	}
	for _, r := range p.Rows {
		if r.Lower > r.Upper || len(p.Columns) == 0 && (r.Lower > 0 || r.Upper < 0) {
			return problem.Solution{Status: problem.Infeasible}, true
		}
	}
	if len(p.Columns) == 0 {
		return problem.Solution{Status: problem.Optimal, Objective: p.Offset, Bound: p.Offset, Values: []float64{}}, true
	}
	return problem.Solution{}, false
}

// tolerance is the maximum error of values, relative to their size. wholeness is the maximum
// distance of bounds of integer columns from integers, as in package branch.
const (
	tolerance = 1e-5
	wholeness = 1e-6
)

// finish converts a verdict about the written problem into a solution of the given one.
func (r run) finish(v verdict) (problem.Solution, error) {
	p, s := r.problem, v.Solution
	if s.Status == problem.Unknown || s.Status == problem.Feasible {
		s.Reason = fmt.Errorf("%s ended without a proof", r.solver.Name)
	}
	worst := problem.Infinity
	if !p.Maximize {
		worst = -worst
	}
	if s.Status != problem.Optimal && s.Status != problem.Feasible {
		return problem.Solution{Status: s.Status, Reason: s.Reason, Bound: worst}, nil
	}
	for j, c := range p.Columns {
		if near := math.Round(s.Values[j]); c.Integer && math.Abs(near-s.Values[j]) < tolerance {
			s.Values[j] = near
		}
	}
	if err := verify(p, s.Values); err != nil {
		return problem.Solution{}, r.failure(fmt.Errorf("its solution is invalid: %w", err), nil)
	}
	s.Objective = file.Objective(p, s.Values)
	s.Bound = worst
	if s.Status == problem.Optimal {
		s.Bound = s.Objective
	}
	return s, nil
}

// verify checks values against the problem.
func verify(p *problem.Problem, values []float64) error {
	for j, c := range p.Columns {
		v := values[j]
		slack := tolerance * max(1, math.Abs(v))
		switch {
		case math.IsNaN(v) || v < c.Lower-slack || v > c.Upper+slack:
			return fmt.Errorf("%s = %v is not within [%v, %v]", c.Name, v, c.Lower, c.Upper)
		case c.Integer && v != math.Round(v):
			return fmt.Errorf("%s = %v is not an integer", c.Name, v)
		}
	}
	for _, r := range p.Rows {
		sum, size := 0.0, 1.0
		for _, t := range r.Terms {
			v := t.Coefficient * values[t.Column]
			sum += v
			size = max(size, math.Abs(v))
		}
		if sum < r.Lower-tolerance*size || sum > r.Upper+tolerance*size {
			return fmt.Errorf("row %s = %v is not within [%v, %v]", r.Name, sum, r.Lower, r.Upper)
		}
	}
	for _, s := range p.Sets {
		if err := verifySet(s, values); err != nil {
			return err
		}
	}
	return nil
}

// verifySet checks values against a set whose columns are in the order of their weights.
func verifySet(s problem.Set, values []float64) error {
	first, last := -1, -1
	for k, j := range s.Columns {
		if math.Abs(values[j]) > tolerance {
			if first < 0 {
				first = k
			}
			last = k
		}
	}
	if last-first >= s.Kind {
		return fmt.Errorf("set %s has too many columns that are not zero", s.Name)
	}
	return nil
}
