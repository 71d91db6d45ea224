package propagate

import (
	"math"
	"slices"
)

// Any stands in a row of a short table for every value.
const Any = math.MinInt64

// ShortTable says that variables fit one of some rows, in which Any is every value (short supports: Nightingale, Gent,
// Jefferson and Miguel 2013), by clauses: an atom for each row holds where its values do, one of them holds, and each value of a
// variable is in a row that does. The atoms say no more than that, since several rows may fit.
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

// supports says that the value of a variable, in a column, is in a row that fits.
func supports(s *solver, x Var, j int, rows [][]int64, fit []Atom) {
	with := map[int64][]Atom{}
	var order []int64 // of the values, as they come
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
