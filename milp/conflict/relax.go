package conflict

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"farbank/milp/branch"
	"farbank/milp/problem"
)

// Relaxation is a cheapest change of sides of rows and bounds of columns after which a program has a
// solution.
type Relaxation struct {
	Status  problem.Status // Optimal if no cheaper change exists
	Reason  error          // of a status that is not proven
	Cost    float64        // sum of the changes, each times its weight
	Changes []Change
	Values  []float64 // a solution of the changed program, or nil
}

// Change is a new value of a side or bound.
type Change struct {
	Part     Part
	Old, New float64
}

// RelaxOptions configure [Relax]. The zero value lets all sides of rows and all bounds change, at
// the cost of 1 for each unit.
type RelaxOptions struct {
	// Weight, if not nil, returns the cost of a change by one unit; 0 or less keeps the part as it is.
	Weight  func(p Part) float64
	Options branch.Options
}

// Relax finds the cheapest relaxation of an infeasible program (the elastic program of Brown and
// Graves 1975): each side and bound gets a variable for its violation, and the weighted sum of the
// violations is minimized in place of the objective. Integrality and sets stay. For a feasible
// program the cost is 0.
func Relax(ctx context.Context, p *problem.Problem, o RelaxOptions) (*Relaxation, error) {
	p = problem.Linearized(p)
	q := &problem.Problem{Name: p.Name, Sets: p.Sets}
	for _, c := range p.Columns {
		c.Cost = 0
		q.Columns = append(q.Columns, c)
	}
	parts := map[int]Part{} // by column of q
	weight := func(part Part) float64 {
		if o.Weight == nil {
			return 1
		}
		return o.Weight(part)
	}
	// elastic adds a column that pays for the violation of a part.
	elastic := func(part Part, coefficient float64, terms []problem.Term) []problem.Term {
		w := weight(part)
		if !(w > 0) {
			return terms
		}
		parts[len(q.Columns)] = part
		terms = append(terms, problem.Term{Column: len(q.Columns), Coefficient: coefficient})
		q.Columns = append(q.Columns, problem.Column{Upper: problem.Infinity, Cost: w})
		return terms
	}
	for i, r := range p.Rows {
		r.Terms = append([]problem.Term(nil), r.Terms...)
		if !math.IsInf(r.Lower, -1) {
			r.Terms = elastic(Part{RowLower, i}, 1, r.Terms)
		}
		if !math.IsInf(r.Upper, 1) {
			r.Terms = elastic(Part{RowUpper, i}, -1, r.Terms)
		}
		q.Rows = append(q.Rows, r)
	}
	for j, c := range p.Columns {
		if !math.IsInf(c.Lower, -1) && weight(Part{ColumnLower, j}) > 0 {
			q.Rows = append(q.Rows, problem.Row{Lower: c.Lower, Upper: problem.Infinity, Terms: elastic(Part{ColumnLower, j}, 1, []problem.Term{{Column: j, Coefficient: 1}})})
			q.Columns[j].Lower = -problem.Infinity
		}
		if !math.IsInf(c.Upper, 1) && weight(Part{ColumnUpper, j}) > 0 {
			q.Rows = append(q.Rows, problem.Row{Lower: -problem.Infinity, Upper: c.Upper, Terms: elastic(Part{ColumnUpper, j}, -1, []problem.Term{{Column: j, Coefficient: 1}})})
			q.Columns[j].Upper = problem.Infinity
		}
	}
	s, err := branch.Solve(ctx, q, o.Options)
	if err != nil {
		return nil, err
	}
	x := &Relaxation{Status: s.Status, Reason: s.Reason}
	if s.Values == nil {
		return x, nil
	}
	x.Cost = s.Objective
	x.Values = s.Values[:len(p.Columns)]
	for k := len(p.Columns); k < len(q.Columns); k++ {
		if part, there := parts[k]; there && s.Values[k] > 1e-9 {
			x.Changes = append(x.Changes, changed(p, part, s.Values[k]))
		}
	}
	return x, nil
}

// changed returns the change of a part that is violated by an amount.
func changed(p *problem.Problem, part Part, by float64) Change {
	var old float64
	switch part.Side {
	case RowLower:
		old = p.Rows[part.Index].Lower
	case RowUpper:
		old = p.Rows[part.Index].Upper
	case ColumnLower:
		old = p.Columns[part.Index].Lower
	case ColumnUpper:
		old = p.Columns[part.Index].Upper
	}
	if part.Side == RowLower || part.Side == ColumnLower {
		by = -by
	}
	return Change{Part: part, Old: old, New: old + by}
}

// Lines describes the changes, one line each: "hours: 3 tables + chairs <= 180 becomes 190".
func (x *Relaxation) Lines(p *problem.Problem) []string {
	p = problem.Linearized(p)
	out := make([]string, len(x.Changes))
	for k, c := range x.Changes {
		out[k] = fmt.Sprintf("%s becomes %s", line(p, c.Part, false), number(rounded(c.New)))
	}
	return out
}

// rounded removes the last digits, which are rounding errors.
func rounded(v float64) float64 {
	if v == math.Trunc(v) {
		return v
	}
	scale := math.Pow(10, 9-math.Ceil(math.Log10(math.Abs(v))))
	return cmp.Or(math.Round(v*scale)/scale, 0)
}

// Apply returns the program with the changes, which has a solution.
func (x *Relaxation) Apply(p *problem.Problem) *problem.Problem {
	p = problem.Linearized(p)
	q := *p
	q.Rows = append([]problem.Row(nil), p.Rows...)
	q.Columns = append([]problem.Column(nil), p.Columns...)
	for _, c := range x.Changes {
		switch c.Part.Side {
		case RowLower:
			q.Rows[c.Part.Index].Lower = c.New
		case RowUpper:
			q.Rows[c.Part.Index].Upper = c.New
		case ColumnLower:
			q.Columns[c.Part.Index].Lower = c.New
		case ColumnUpper:
			q.Columns[c.Part.Index].Upper = c.New
		}
	}
	return &q
}
