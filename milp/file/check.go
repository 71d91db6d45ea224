package file

import (
	"fmt"
	"math"

	"farbank/milp/problem"
)

// check rejects problems that no format can represent: with NaN or infinite numbers, or indices out
// of range.
func check(p *problem.Problem) error {
	if !finite(p.Offset) {
		return fmt.Errorf("the objective's constant is %v", p.Offset)
	}
	for j, c := range p.Columns {
		if !finite(c.Cost) {
			return fmt.Errorf("column %q: the cost is %v", nameOf("x", c.Name, j), c.Cost)
		}
		if err := checkBounds(c.Lower, c.Upper); err != nil {
			return fmt.Errorf("column %q: %w", nameOf("x", c.Name, j), err)
		}
	}
	seen := make([]int, len(p.Columns))
	for i, r := range p.Rows {
		if err := checkRow(p, r, seen, i+1); err != nil {
			return fmt.Errorf("row %q: %w", nameOf("c", r.Name, i), err)
		}
	}
	for k, d := range p.Indicators {
		if d.Column < 0 || d.Column >= len(p.Columns) {
			return fmt.Errorf("indicator %q: there is no column %d", nameOf("c", d.Row.Name, len(p.Rows)+k), d.Column)
		}
		if err := checkRow(p, d.Row, seen, len(p.Rows)+k+1); err != nil {
			return fmt.Errorf("indicator %q: %w", nameOf("c", d.Row.Name, len(p.Rows)+k), err)
		}
	}
	for k, d := range p.Products {
		if d.A < 0 || d.B < 0 || d.A >= len(p.Columns) || d.B >= len(p.Columns) || !finite(d.Coefficient) {
			return fmt.Errorf("product %d of the objective: %v times the columns %d and %d", k+1, d.Coefficient, d.A, d.B)
		}
	}
	for k, d := range p.Then {
		if !finite(d.Offset) || !finite(d.Absolute) || !finite(d.Relative) {
			return fmt.Errorf("objective %q: a number is not finite", nameOf("obj", d.Name, k+1))
		}
		if err := checkRow(p, problem.Row{Terms: d.Terms, Upper: 1}, make([]int, len(p.Columns)), 1); err != nil {
			return fmt.Errorf("objective %q: %w", nameOf("obj", d.Name, k+1), err)
		}
	}
	for k, s := range p.Sets {
		if err := checkSet(p, s); err != nil {
			return fmt.Errorf("set %q: %w", nameOf("s", s.Name, k), err)
		}
	}
	return nil
}

// checkRow checks the terms of a row, and marks its columns in seen.
func checkRow(p *problem.Problem, r problem.Row, seen []int, mark int) error {
	for _, t := range r.Terms {
		switch {
		case t.Column < 0 || t.Column >= len(p.Columns):
			return fmt.Errorf("there is no column %d", t.Column)
		case seen[t.Column] == mark:
			return fmt.Errorf("column %q stands in it twice", nameOf("x", p.Columns[t.Column].Name, t.Column))
		case !finite(t.Coefficient):
			return fmt.Errorf("the coefficient of %q is %v", nameOf("x", p.Columns[t.Column].Name, t.Column), t.Coefficient)
		}
		seen[t.Column] = mark
	}
	return checkBounds(r.Lower, r.Upper)
}

func checkBounds(lower, upper float64) error {
	switch {
	case math.IsNaN(lower) || lower >= Huge:
		return fmt.Errorf("the lower bound is %v", lower)
	case math.IsNaN(upper) || upper <= -Huge:
		return fmt.Errorf("the upper bound is %v", upper)
	}
	return nil
}

func checkSet(p *problem.Problem, s problem.Set) error {
	switch {
	case s.Kind != 1 && s.Kind != 2:
		return fmt.Errorf("kind %d; it must be 1 or 2", s.Kind)
	case len(s.Weights) != len(s.Columns):
		return fmt.Errorf("%d columns and %d weights", len(s.Columns), len(s.Weights))
	}
	for k, j := range s.Columns {
		if j < 0 || j >= len(p.Columns) {
			return fmt.Errorf("there is no column %d", j)
		}
		if !finite(s.Weights[k]) {
			return fmt.Errorf("the weight of %q is %v", nameOf("x", p.Columns[j].Name, j), s.Weights[k])
		}
	}
	return nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// nameOf returns the name, or the letter and the index from 1 if the name is empty.
func nameOf(letter, name string, index int) string {
	if name != "" {
		return name
	}
	return fmt.Sprint(letter, index+1)
}
