package linear

import (
	"context"
	"fmt"
	"math"

	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// Program is a linear program that can be changed and solved again. It is not safe for concurrent
// use.
type Program struct {
	lp       *simplex.Solver
	columns  []problem.Column
	rows     []problem.Row
	offset   float64
	maximize bool
	costs    bool // costs have changed since the last solve
	optimal  bool // the last solve was optimal, and nothing has changed since
}

// Result is the result of a solve.
type Result struct {
	Status     problem.Status
	Reason     error     // of Unknown: the cause of the end of ctx, or [ErrTrouble]
	Objective  float64   // in the direction of the problem
	Values     []float64 // of the columns, or nil
	Rows       []float64 // the sums of the rows, or nil
	Duals      []float64 // of the rows, or nil
	Reduced    []float64 // reduced costs of the columns, or nil
	Farkas     []float64 // multipliers of the rows that prove infeasibility; see [simplex.Solver.Farkas]; or nil
	Ray        []float64 // a direction of the columns that proves unboundedness; see [simplex.Solver.Ray]; or nil
	Iterations int64     // of this solve
}

// New returns a program. It copies the problem. A NaN, or an index out of range, is an error.
func New(p *problem.Problem) (*Program, error) {
	if !p.Plain() {
		return nil, problem.ErrObjective
	}
	q := &Program{offset: p.Offset, maximize: p.Maximize}
	for j, c := range p.Columns {
		if math.IsNaN(c.Cost) || math.IsInf(c.Cost, 0) || math.IsNaN(c.Lower) || math.IsNaN(c.Upper) {
			return nil, fmt.Errorf("milp/linear: column %d: cost %v, bounds %v and %v", j, c.Cost, c.Lower, c.Upper)
		}
		c.Lower, c.Upper = finite(c.Lower, c.Upper)
		q.columns = append(q.columns, c)
	}
	cost, lower, upper := make([]float64, len(q.columns)), make([]float64, len(q.columns)), make([]float64, len(q.columns))
	for j, c := range q.columns {
		cost[j], lower[j], upper[j] = q.sign()*c.Cost, c.Lower, c.Upper
	}
	q.lp = simplex.New(cost, lower, upper, nil)
	return q, q.AddRows(p.Rows...)
}

// finite makes bounds of size [problem.Huge] infinite.
func finite(lower, upper float64) (float64, float64) {
	if lower <= -problem.Huge {
		lower = math.Inf(-1)
	}
	if upper >= problem.Huge {
		upper = math.Inf(1)
	}
	return lower, upper
}

func (q *Program) sign() float64 {
	if q.maximize {
		return -1
	}
	return 1
}

// AddRows appends rows, which it copies.
func (q *Program) AddRows(rows ...problem.Row) error {
	var add []simplex.Row
	for i, r := range rows {
		if math.IsNaN(r.Lower) || math.IsNaN(r.Upper) {
			return fmt.Errorf("milp/linear: row %d: sides %v and %v", i, r.Lower, r.Upper)
		}
		r.Lower, r.Upper = finite(r.Lower, r.Upper)
		row := simplex.Row{Lower: r.Lower, Upper: r.Upper}
		for _, t := range r.Terms {
			if t.Column < 0 || t.Column >= len(q.columns) || math.IsNaN(t.Coefficient) || math.IsInf(t.Coefficient, 0) {
				return fmt.Errorf("milp/linear: row %d: coefficient %v of column %d", i, t.Coefficient, t.Column)
			}
			row.Index, row.Value = append(row.Index, int32(t.Column)), append(row.Value, t.Coefficient)
		}
		add = append(add, row)
	}
	for _, r := range rows {
		r.Lower, r.Upper = finite(r.Lower, r.Upper)
		r.Terms = append([]problem.Term(nil), r.Terms...)
		q.rows = append(q.rows, r)
	}
	if len(add) > 0 {
		q.optimal = false
		q.lp.AddRows(add)
	}
	return nil
}

// SetBounds sets the bounds of column j.
func (q *Program) SetBounds(j int, lower, upper float64) {
	q.optimal = false
	lower, upper = finite(lower, upper)
	q.columns[j].Lower, q.columns[j].Upper = lower, upper
	q.lp.SetBounds(j, lower, upper)
}

// SetSides sets the sides of row i.
func (q *Program) SetSides(i int, lower, upper float64) {
	q.optimal = false
	lower, upper = finite(lower, upper)
	q.rows[i].Lower, q.rows[i].Upper = lower, upper
	q.lp.SetRowBounds(i, lower, upper)
}

// SetCost sets the cost of column j.
func (q *Program) SetCost(j int, cost float64) {
	q.optimal = false
	q.columns[j].Cost = cost
	q.costs = true
}

// Solve solves the program from the basis of the last solve.
func (q *Program) Solve(ctx context.Context) Result {
	if q.costs {
		cost := make([]float64, len(q.columns))
		for j, c := range q.columns {
			cost[j] = q.sign() * c.Cost
		}
		q.lp.SetCosts(cost)
		q.costs = false
	}
	before := q.lp.Iterations
	r := q.result(ctx, q.lp.Solve(ctx))
	r.Iterations = q.lp.Iterations - before
	q.optimal = r.Status == problem.Optimal
	return r
}

// ErrTrouble is the reason of a solve that failed in floating-point arithmetic.
var ErrTrouble = fmt.Errorf("the linear program could not be solved in floating-point arithmetic")

func (q *Program) result(ctx context.Context, st simplex.Status) (r Result) {
	switch st {
	case simplex.Optimal:
		r.Status = problem.Optimal
		q.describe(&r)
	case simplex.Infeasible:
		r.Status, r.Objective = problem.Infeasible, q.sign()*math.Inf(1)
		if y, ok := q.lp.Farkas(); ok {
			r.Farkas = y
		}
	case simplex.Unbounded:
		r.Status, r.Objective = problem.Unbounded, -q.sign()*math.Inf(1)
		if x, ok := q.lp.Ray(); ok {
			r.Ray = x
		}
	case simplex.Stopped:
		r.Reason = context.Cause(ctx)
	default:
		r.Reason = ErrTrouble
	}
	return r
}

// describe fills in values, sums of rows, dual values and reduced costs.
func (q *Program) describe(r *Result) {
	n, m := len(q.columns), len(q.rows)
	r.Values, r.Reduced = make([]float64, n), make([]float64, n)
	r.Rows, r.Duals = make([]float64, m), make([]float64, m)
	r.Objective = q.offset
	for j := range q.columns {
		v := min(max(q.lp.Value(j), q.columns[j].Lower), q.columns[j].Upper)
		r.Values[j] = v + 0 // no negative zero
		r.Objective += q.columns[j].Cost * v
		if !q.lp.Basic(j) {
			r.Reduced[j] = q.sign()*q.lp.Reduced(j) + 0
		}
	}
	for i, row := range q.rows {
		for _, t := range row.Terms {
			r.Rows[i] += t.Coefficient * r.Values[t.Column]
		}
		if !q.lp.RowBasic(i) {
			r.Duals[i] = q.sign()*q.lp.Dual(i) + 0
		}
	}
}
