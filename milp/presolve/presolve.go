package presolve

import (
	"context"
	"math"

	"farbank/milp/problem"
)

// tolerance is the difference, relative to the sides, that counts as rounding error. Only larger
// violations prove infeasibility.
const tolerance = 1e-7

// rounds is the maximum number of rounds of reductions.
const rounds = 20

// Result is a reduced problem and its postsolve steps.
type Result struct {
	Status  problem.Status   // Infeasible, or Unknown if it remains to be solved
	Problem *problem.Problem // nil when infeasible
	Kept    []int            // the original index of each column of Problem
	Rows    []int            // the original index of each of its rows
	columns int
	steps   []step
	number  []int     // of each column in Problem, or -1; made by Translate
	fixed   []float64 // values of the columns removed
}

// state is the problem during presolve.
type state struct {
	p       *problem.Problem
	cols    []problem.Column
	rows    []problem.Row // terms are owned
	gone    []bool        // columns
	dropped []bool        // rows
	rounded []float64     // by row: a bound on the rounding errors of its sides
	guarded []bool        // columns of sets
	where   [][]place     // rows of each column, as of the start of a pass
	offset  float64
	steps   []step
	changes int
	failed  bool
	keepAll bool
	pairs   int // terms that passes over pairs of columns may still compare; 0 before the first
}

// place is a term of a column.
type place struct {
	row int
	a   float64
}

// Options configure the reductions. The zero value allows all of them.
type Options struct {
	// KeepAll restricts the reductions to those that keep every solution, not only an optimal one,
	// and that remove columns only by fixing them. [Result.Translate] then rewrites further rows.
	KeepAll bool
}

// Run reduces a problem, which it does not change. Bounds must not be NaN.
func Run(p *problem.Problem) *Result { return Reduce(context.Background(), p, Options{}) }

// Reduce is like Run with options. When ctx ends, it returns what it has reduced so far.
func Reduce(ctx context.Context, p *problem.Problem, o Options) *Result {
	s := &state{p: p, offset: p.Offset, keepAll: o.KeepAll}
	s.cols = append(s.cols, p.Columns...)
	for _, r := range p.Rows {
		r.Terms = append([]problem.Term(nil), r.Terms...)
		s.rows = append(s.rows, r)
	}
	s.gone, s.dropped = make([]bool, len(s.cols)), make([]bool, len(s.rows))
	s.rounded = make([]float64, len(s.rows))
	s.guarded = make([]bool, len(s.cols))
	for _, set := range p.Sets {
		for _, j := range set.Columns {
			s.guarded[j] = true
		}
	}
	passes := []func(){s.cleanRows, s.boundRows, s.fixColumns, s.lockColumns, s.tightenCoefficients, s.duplicateRows,
		s.singletonColumns, s.doubletons, s.dominatedColumns}
	if o.KeepAll {
		passes = []func(){s.cleanRows, s.boundRows, s.fixColumns, s.tightenCoefficients, s.duplicateRows}
	}
	for range rounds {
		before := s.changes
		for _, pass := range passes {
			if ctx.Err() != nil {
				break
			}
			s.index()
			pass()
			if s.failed {
				return &Result{Status: problem.Infeasible}
			}
		}
		if s.changes == before {
			break
		}
	}
	s.index()
	s.fixColumns()
	s.cleanRows()
	if s.failed {
		return &Result{Status: problem.Infeasible}
	}
	return s.result()
}

// index collects the terms of each column, and removes terms of removed columns.
func (s *state) index() {
	if s.where == nil {
		s.where = make([][]place, len(s.cols))
	}
	for j := range s.where {
		s.where[j] = s.where[j][:0]
	}
	for i := range s.rows {
		if s.dropped[i] {
			continue
		}
		for _, t := range s.rows[i].Terms {
			s.where[t.Column] = append(s.where[t.Column], place{i, t.Coefficient})
		}
	}
}

// result returns the remaining problem with renumbered columns.
func (s *state) result() *Result {
	r := &Result{columns: len(s.cols), steps: s.steps}
	q := &problem.Problem{Name: s.p.Name, Maximize: s.p.Maximize, Offset: s.offset}
	number := make([]int, len(s.cols))
	for j, c := range s.cols {
		if s.gone[j] {
			number[j] = -1
			continue
		}
		number[j] = len(q.Columns)
		q.Columns = append(q.Columns, c)
		r.Kept = append(r.Kept, j)
	}
	for i, row := range s.rows {
		if s.dropped[i] {
			continue
		}
		for k := range row.Terms {
			row.Terms[k].Column = number[row.Terms[k].Column]
		}
		q.Rows = append(q.Rows, row)
		r.Rows = append(r.Rows, i)
	}
	for _, set := range s.p.Sets {
		c := set
		c.Columns = make([]int, len(set.Columns))
		for k, j := range set.Columns {
			c.Columns[k] = number[j]
		}
		q.Sets = append(q.Sets, c)
	}
	r.Problem = q
	return r
}

func (s *state) drop(i int) {
	s.dropped[i] = true
	s.changes++
}

// setBounds intersects the bounds of a column with the given ones.
func (s *state) setBounds(j int, lower, upper float64) {
	c := &s.cols[j]
	if c.Integer {
		lower, upper = math.Ceil(lower-1e-6), math.Floor(upper+1e-6)
	}
	if lower > c.Lower {
		c.Lower = lower
		s.changes++
	}
	if upper < c.Upper {
		c.Upper = upper
		s.changes++
	}
	if c.Lower > c.Upper {
		if c.Integer || c.Lower-c.Upper > tolerance*max(1, abs(c.Lower)) {
			s.failed = true
			return
		}
		// They cross by a rounding error only.
		c.Lower = c.Upper
	}
}

// fix removes a column at a value.
func (s *state) fix(j int, v float64) {
	for _, w := range s.where[j] {
		if !s.dropped[w.row] {
			s.removeTerm(w.row, j, v)
		}
	}
	s.offset += s.cols[j].Cost * v
	s.gone[j] = true
	s.steps = append(s.steps, step{col: j, value: v})
	s.changes++
}

// roundingError is the error of a product and a sum, relative to the product, with room for the rounding of the sides.
const roundingError = 1e-15

// removeTerm removes a column with a known value from a row.
func (s *state) removeTerm(i, j int, v float64) {
	r := &s.rows[i]
	for k, t := range r.Terms {
		if t.Column != j {
			continue
		}
		if v != 0 {
			r.Lower -= t.Coefficient * v
			r.Upper -= t.Coefficient * v
			s.rounded[i] += abs(t.Coefficient*v) * roundingError
		}
		r.Terms = append(r.Terms[:k], r.Terms[k+1:]...)
		return
	}
}

func (s *state) fixed(j int) bool { return s.cols[j].Lower == s.cols[j].Upper }

// sense returns the cost of a column in the equivalent minimization problem.
func (s *state) sense(j int) float64 {
	if s.p.Maximize {
		return -s.cols[j].Cost
	}
	return s.cols[j].Cost
}

func abs(x float64) float64 { return math.Abs(x) }
