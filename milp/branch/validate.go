package branch

import (
	"fmt"
	"math"

	"farbank/milp/problem"
)

// DataError says what number of a problem makes no sense.
type DataError struct {
	Kind string // "column", "row" or "set"
	Name string // or its number, where it has no name
	What string
}

func (e *DataError) Error() string { return fmt.Sprintf("%s %s: %s", e.Kind, e.Name, e.What) }

func named(name string, i int) string {
	if name == "" {
		return fmt.Sprintf("number %d", i)
	}
	return name
}

// validate looks for data that no solver can take.
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
		what := boundsFault(r.Lower, r.Upper)
		for _, t := range r.Terms {
			switch {
			case t.Column < 0 || t.Column >= len(p.Columns):
				what = fmt.Sprintf("no column %d", t.Column)
			case math.IsNaN(t.Coefficient) || math.Abs(t.Coefficient) >= Huge:
				what = fmt.Sprintf("coefficient %v of %s is %s", t.Coefficient, named(p.Columns[t.Column].Name, t.Column), wrong(t.Coefficient))
			case last[t.Column] == i+1:
				what = fmt.Sprintf("%s stands in it twice", named(p.Columns[t.Column].Name, t.Column))
			default:
				last[t.Column] = i + 1
			}
		}
		if what != "" {
			return &DataError{"row", named(r.Name, i), what}
		}
	}
	for i, s := range p.Sets {
		if what := setFault(p, s); what != "" {
			return &DataError{"set", named(s.Name, i), what}
		}
	}
	return nil
}

// wrong says what is wrong with a coefficient.
func wrong(v float64) string {
	if math.IsNaN(v) {
		return "not a number"
	}
	return "too large: 1e30 and more stand for infinity"
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

// normal gives a copy with bounds of Huge size made infinite, integer bounds made
// whole, and terms of zero left out.
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
