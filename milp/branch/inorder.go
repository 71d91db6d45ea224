package branch

import (
	"context"
	"errors"
	"math"

	"farbank/milp/problem"
)

// SolveObjectives is like [Solve], and takes products in the objective or several objectives, too.
func SolveObjectives(ctx context.Context, p *problem.Problem, o Options) (problem.Solution, error) {
	if p.Plain() {
		return Solve(ctx, p, o)
	}
	if err := errors.Join(validate(p), validateObjectives(p)); err != nil {
		return problem.Solution{}, err
	}
	if len(p.Then) > 0 {
		return inOrder(ctx, p, o)
	}
	return withProducts(ctx, p, o)
}

// inOrder optimizes several objectives in order (lexicographically): each subject to rows that keep
// the values of those before it.
func inOrder(ctx context.Context, p *problem.Problem, o Options) (problem.Solution, error) {
	if len(p.Products) > 0 {
		return problem.Solution{}, &DataError{"objective", named(p.Then[0].Name, 1), "further objectives cannot follow one with products"}
	}
	q := *p
	q.Then = nil
	list := append([]problem.Objective{firstObjective(p)}, p.Then...)
	last := o
	o.Checkpoint, o.Duals, o.Solutions, o.PoolGap = nil, false, 0, 0
	var result problem.Solution
	for k := range list {
		q.Columns, q.Offset = withCosts(p.Columns, &list[k]), list[k].Offset
		if k == len(list)-1 {
			o.Solutions, o.PoolGap = last.Solutions, last.PoolGap
		}
		s, err := Solve(ctx, &q, o)
		if err != nil {
			return s, err
		}
		if k > 0 {
			s.Nodes, s.Iterations, s.Cuts = s.Nodes+result.Nodes, s.Iterations+result.Iterations, s.Cuts+result.Cuts
		}
		switch {
		case k == 0:
			result = s
		case s.Values == nil && s.Status != problem.Unbounded: // the solution before it stays
			if result.Status = problem.Feasible; s.Reason != nil {
				result.Reason = s.Reason
			} else {
				result.Reason = ErrTolerance
			}
			return ordered(list, result), nil
		default:
			first := result
			result = s
			result.Objective, result.Bound = first.Objective, first.Bound
		}
		if s.Status != problem.Optimal {
			return ordered(list, result), nil
		}
		o.Start = s.Values
		if k+1 < len(list) {
			q.Rows = append(q.Rows[:len(q.Rows):len(q.Rows)], held(p, &list[k], &list[k+1], s.Objective))
		}
	}
	return ordered(list, result), nil
}

// firstObjective returns the objective of the columns.
func firstObjective(p *problem.Problem) problem.Objective {
	d := problem.Objective{Name: "obj", Offset: p.Offset}
	for j, c := range p.Columns {
		if c.Cost != 0 {
			d.Terms = append(d.Terms, problem.Term{Column: j, Coefficient: c.Cost})
		}
	}
	return d
}

// withCosts returns the columns with the costs of an objective.
func withCosts(columns []problem.Column, d *problem.Objective) []problem.Column {
	list := append([]problem.Column(nil), columns...)
	for j := range list {
		list[j].Cost = 0
	}
	for _, t := range d.Terms {
		list[t.Column].Cost = t.Coefficient
	}
	return list
}

// held returns the row that keeps an objective at its optimum, within the tolerances of the next.
func held(p *problem.Problem, d, next *problem.Objective, optimum float64) problem.Row {
	slack := max(next.Absolute, next.Relative*math.Abs(optimum))
	if slack == 0 && !whole(p, d) {
		slack = 1e-9 * max(1, math.Abs(optimum))
	}
	r := problem.Row{Name: "objective~" + d.Name, Lower: math.Inf(-1), Upper: optimum + slack - d.Offset, Terms: d.Terms}
	if p.Maximize {
		r.Lower, r.Upper = optimum-slack-d.Offset, math.Inf(1)
	}
	return r
}

// whole reports whether the objective is an integer in each solution, without its offset.
func whole(p *problem.Problem, d *problem.Objective) bool {
	for _, t := range d.Terms {
		if !p.Columns[t.Column].Integer || t.Coefficient != math.Trunc(t.Coefficient) {
			return false
		}
	}
	return d.Offset == math.Trunc(d.Offset)
}

// ordered sets the values of all objectives, also those of several solutions.
func ordered(list []problem.Objective, s problem.Solution) problem.Solution {
	if s.Values == nil {
		return s
	}
	further := func(x []float64) []float64 {
		then := make([]float64, len(list)-1)
		for k := range then {
			then[k] = list[k+1].Value(x)
		}
		return then
	}
	s.Objective, s.Then = list[0].Value(s.Values), further(s.Values)
	for k := range s.Pool {
		p := &s.Pool[k]
		p.Objective, p.Then = list[0].Value(p.Values), further(p.Values)
	}
	return s
}
