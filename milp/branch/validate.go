package branch

import (
	"fmt"
	"math"

	"farbank/milp/problem"
)

// DataError reports an invalid number of a problem.
type DataError struct {
	Kind string // "column", "row", "indicator", "product", "objective" or "set"
	Name string // or its number, if it has no name
	What string
}

// Error returns the message.
func (e *DataError) Error() string { return fmt.Sprintf("%s %s: %s", e.Kind, e.Name, e.What) }

func named(name string, i int) string {
	if name == "" {
		return fmt.Sprintf("number %d", i)
	}
	return name
}

// validate checks the data of the problem.
func validate(p *problem.Problem) error {
	if math.IsNaN(p.Offset) || math.IsInf(p.Offset, 0) {
		return &DataError{"column", "of the objective", "its constant is not a number"}
	}
	for j, c := range p.Columns {
		what := boundsFault(c.Lower, c.Upper)
		if math.IsNaN(c.Cost) || math.Abs(c.Cost) >= Huge {
			what = fmt.Sprintf("cost %v is %s", c.Cost, wrong(c.Cost))
		}
		if what != "" {
			return &DataError{"column", named(c.Name, j), what}
		}
	}
	last := make([]int, len(p.Columns))
	for i, r := range p.Rows {
		if what := rowFault(p, r, last, i+1); what != "" {
			return &DataError{"row", named(r.Name, i), what}
		}
	}
	for i, d := range p.Indicators {
		what := rowFault(p, d.Row, last, len(p.Rows)+i+1)
		if d.Column < 0 || d.Column >= len(p.Columns) {
			what = fmt.Sprintf("no column %d", d.Column)
		} else if c := p.Columns[d.Column]; !c.Integer || c.Lower < 0 || c.Upper > 1 || c.Semi {
			what = fmt.Sprintf("%s is not binary", named(c.Name, d.Column))
		}
		if what != "" {
			return &DataError{"indicator", named(d.Row.Name, i), what}
		}
	}
	for i, s := range p.Sets {
		if what := setFault(p, s); what != "" {
			return &DataError{"set", named(s.Name, i), what}
		}
	}
	return nil
}

// validateObjectives checks the products of the objective, and the further objectives.
func validateObjectives(p *problem.Problem) error {
	for k, d := range p.Products {
		switch {
		case d.A < 0 || d.B < 0 || d.A >= len(p.Columns) || d.B >= len(p.Columns):
			return &DataError{"product", named("", k), fmt.Sprintf("no columns %d and %d", d.A, d.B)}
		case math.IsNaN(d.Coefficient) || math.Abs(d.Coefficient) >= Huge:
			return &DataError{"product", named("", k), fmt.Sprintf("coefficient %v is %s", d.Coefficient, wrong(d.Coefficient))}
		}
	}
	for k, d := range p.Then {
		what := ""
		if d.Absolute < 0 || d.Relative < 0 || math.IsNaN(d.Absolute) || math.IsNaN(d.Relative) {
			what = fmt.Sprintf("tolerances %v and %v", d.Absolute, d.Relative)
		}
		if math.IsNaN(d.Offset) || math.Abs(d.Offset) >= Huge {
			what = fmt.Sprintf("constant %v is %s", d.Offset, wrong(d.Offset))
		}
		if fault := rowFault(p, problem.Row{Terms: d.Terms}, make([]int, len(p.Columns)), 1); fault != "" {
			what = fault
		}
		if what != "" {
			return &DataError{"objective", named(d.Name, k+1), what}
		}
	}
	return nil
}

// rowFault describes what is wrong with a row. It marks its columns in last.
func rowFault(p *problem.Problem, r problem.Row, last []int, mark int) string {
	what := boundsFault(r.Lower, r.Upper)
	for _, t := range r.Terms {
		switch {
		case t.Column < 0 || t.Column >= len(p.Columns):
			what = fmt.Sprintf("no column %d", t.Column)
		case math.IsNaN(t.Coefficient) || math.Abs(t.Coefficient) >= Huge:
			what = fmt.Sprintf("coefficient %v of %s is %s", t.Coefficient, named(p.Columns[t.Column].Name, t.Column), wrong(t.Coefficient))
		case last[t.Column] == mark:
			what = fmt.Sprintf("%s stands in it twice", named(p.Columns[t.Column].Name, t.Column))
		default:
			last[t.Column] = mark
		}
	}
	return what
}

// wrong describes what is wrong with a coefficient.
func wrong(v float64) string {
	if math.IsNaN(v) {
		return "not a number"
	}
	return "too large: 1e20 and more stand for infinity"
}

func boundsFault(lower, upper float64) string {
	switch {
	case math.IsNaN(lower) || math.IsNaN(upper):
		return fmt.Sprintf("bounds %v and %v", lower, upper)
	case lower >= Huge:
		return fmt.Sprintf("lower bound %v", lower)
	case upper <= -Huge:
		return fmt.Sprintf("upper bound %v", upper)
	}
	return ""
}

func setFault(p *problem.Problem, s problem.Set) string {
	if s.Kind != 1 && s.Kind != 2 {
		return fmt.Sprintf("kind %d", s.Kind)
	}
	seen := map[int]bool{}
	for _, j := range s.Columns {
		if j < 0 || j >= len(p.Columns) {
			return fmt.Sprintf("no column %d", j)
		}
		if seen[j] {
			return fmt.Sprintf("%s stands in it twice", named(p.Columns[j].Name, j))
		}
		seen[j] = true
	}
	return ""
}

// normal returns a copy with bounds of size Huge made infinite, integer bounds rounded inwards, and
// terms of zero left out.
func normal(p *problem.Problem) *problem.Problem {
	q := *p
	q.Columns = append([]problem.Column(nil), p.Columns...)
	for j := range q.Columns {
		c := &q.Columns[j]
		c.Lower, c.Upper = finite(c.Lower, c.Upper)
		if c.Integer {
			c.Lower, c.Upper = math.Ceil(c.Lower-Integrality), math.Floor(c.Upper+Integrality)
		}
	}
	q.Rows = append([]problem.Row(nil), p.Rows...)
	for i := range q.Rows {
		r := &q.Rows[i]
		r.Lower, r.Upper = finite(r.Lower, r.Upper)
		terms := make([]problem.Term, 0, len(r.Terms))
		for _, t := range r.Terms {
			if t.Coefficient != 0 {
				terms = append(terms, t)
			}
		}
		r.Terms = terms
	}
	return &q
}

func finite(lower, upper float64) (float64, float64) {
	if lower <= -Huge {
		lower = math.Inf(-1)
	}
	if upper >= Huge {
		upper = math.Inf(1)
	}
	return lower, upper
}
