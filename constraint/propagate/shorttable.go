package propagate

import (
	"math"
	"slices"
)

// Any in a row of a short table matches every value.
const Any = math.MinInt64

// ShortTable constrains xs to match one of the rows, in which Any matches every value (short supports: Nightingale,
// Gent, Jefferson and Miguel 2013). It is encoded as clauses: a literal for each row that matches; some row matches;
// each value has a matching row. The literals are not exclusive, since several rows may match.
func ShortTable(s *solver, xs []Var, rows [][]int64) error {
	if !slices.ContainsFunc(rows, func(row []int64) bool { return slices.Contains(row, Any) }) {
		return Table(s, xs, rows)
	}
	var kept [][]int64
	var fit []Atom
	for _, row := range rows {
		var is []Atom
		can := true
		for j, x := range xs {
			if row[j] != Any {
				if can = can && s.Has(x, row[j]); can {
					is = append(is, s.Equal(x, row[j]))
				}
			}
		}
		if can && len(is) == 0 {
			return nil
		}
		if can {
			kept, fit = append(kept, row), append(fit, And(s, is...))
		}
	}
	s.AddClause(fit...)
	for j, x := range xs {
		supports(s, x, j, kept, fit)
	}
	return nil
}

// supports adds the clauses that the value of x, in column j, is supported by a matching row.
func supports(s *solver, x Var, j int, rows [][]int64, fit []Atom) {
	with := map[int64][]Atom{}
	var order []int64 // the values, in order of occurrence
	for k, row := range rows {
		v := row[j]
		if with[v] == nil && v != Any {
			order = append(order, v)
		}
		with[v] = append(with[v], fit[k])
	}
	anyway := member(s, with[Any])
	if span(s, x) > largestColumn {
		clause := []Atom{anyway}
		for _, v := range order {
			clause = append(clause, s.Equal(x, v))
			s.AddClause(append(with[v], anyway, s.Equal(x, v).Not())...)
		}
		s.AddClause(clause...)
		return
	}
	values(s, x, func(v int64) {
		s.AddClause(append(with[v], anyway, s.Equal(x, v).Not())...)
	})
}
