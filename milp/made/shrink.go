package made

import (
	"math"
	"slices"

	"farbank/milp/problem"
)

// Shrink simplifies a problem as long as fails reports true: it removes rows, columns, terms, sets
// and bounds, and simplifies numbers and names. The given problem does not change.
func Shrink(p *problem.Problem, fails func(*problem.Problem) bool) *problem.Problem {
	for again := true; again; {
		again = false
		for _, change := range changes(p) {
			q := copyOf(p)
			if change(q); size(q) < size(p) && fails(q) {
				p, again = q, true
				break
			}
		}
	}
	return p
}

func copyOf(p *problem.Problem) *problem.Problem {
	q := *p
	q.Columns = slices.Clone(p.Columns)
	q.Rows = slices.Clone(p.Rows)
	for i := range q.Rows {
		q.Rows[i].Terms = slices.Clone(p.Rows[i].Terms)
	}
	q.Sets = slices.Clone(p.Sets)
	return &q
}

// size returns a measure of the complexity of a problem.
func size(p *problem.Problem) float64 {
	n := float64(len(p.Name)) + digits(p.Offset) + 20*float64(len(p.Sets))
	if p.Maximize {
		n++
	}
	for _, c := range p.Columns {
		n += 10 + digits(c.Cost) + digits(c.Lower) + digits(c.Upper) + float64(len(c.Name))
		if c.Integer {
			n++
		}
	}
	for _, r := range p.Rows {
		n += 10 + digits(r.Lower) + digits(r.Upper) + float64(len(r.Name))
		for _, t := range r.Terms {
			n += 2 + digits(t.Coefficient)
		}
	}
	return n
}

// digits returns the complexity of a number: the least for missing bounds and 0, then 1.
func digits(v float64) float64 {
	switch {
	case v == 0 || math.IsInf(v, 0):
		return 0
	case v == 1:
		return 1
	case v == math.Trunc(v) && math.Abs(v) < 100:
		return 2 + math.Abs(v)/100
	}
	return 4
}

// changes returns the simplifications to try, the larger ones first.
func changes(p *problem.Problem) (list []func(*problem.Problem)) {
	add := func(f func(*problem.Problem)) { list = append(list, f) }
	for i := range p.Rows {
		add(func(q *problem.Problem) { q.Rows = slices.Delete(q.Rows, i, i+1) })
	}
	for i := range p.Sets {
		add(func(q *problem.Problem) { q.Sets = slices.Delete(q.Sets, i, i+1) })
	}
	for j := range p.Columns {
		if len(p.Columns) > 1 && len(p.Sets) == 0 {
			add(func(q *problem.Problem) { dropColumn(q, j) })
		}
	}
	for i := range p.Rows {
		for k := range p.Rows[i].Terms {
			add(func(q *problem.Problem) { q.Rows[i].Terms = slices.Delete(q.Rows[i].Terms, k, k+1) })
		}
	}
	number := func(at func(*problem.Problem) *float64, values ...float64) {
		old := *at(p)
		for _, v := range append(values, 0, 1, math.Round(old)) {
			if digits(v) < digits(old) {
				add(func(q *problem.Problem) { *at(q) = v })
			}
		}
	}
	number(func(q *problem.Problem) *float64 { return &q.Offset })
	add(func(q *problem.Problem) { q.Maximize, q.Name = false, "" })
	for j := range p.Columns {
		add(func(q *problem.Problem) { q.Columns[j].Integer = false })
		add(func(q *problem.Problem) { q.Columns[j].Name = "" })
		number(func(q *problem.Problem) *float64 { return &q.Columns[j].Cost })
		number(func(q *problem.Problem) *float64 { return &q.Columns[j].Lower }, -problem.Infinity)
		number(func(q *problem.Problem) *float64 { return &q.Columns[j].Upper }, problem.Infinity)
	}
	for i := range p.Rows {
		add(func(q *problem.Problem) { q.Rows[i].Name = "" })
		number(func(q *problem.Problem) *float64 { return &q.Rows[i].Lower }, -problem.Infinity)
		number(func(q *problem.Problem) *float64 { return &q.Rows[i].Upper }, problem.Infinity)
		for k := range p.Rows[i].Terms {
			number(func(q *problem.Problem) *float64 { return &q.Rows[i].Terms[k].Coefficient })
		}
	}
	return list
}

func dropColumn(q *problem.Problem, j int) {
	q.Columns = slices.Delete(q.Columns, j, j+1)
	for i := range q.Rows {
		terms := q.Rows[i].Terms[:0]
		for _, t := range q.Rows[i].Terms {
			if t.Column == j {
				continue
			}
			if t.Column > j {
				t.Column--
			}
			terms = append(terms, t)
		}
		q.Rows[i].Terms = terms
	}
}
