package propagate

import "slices"

// Table constrains xs to equal one of the rows, with clauses over a variable for the row (Bacchus 2007). Unit
// propagation makes them domain consistent.
func Table(s *solver, xs []Var, rows [][]int64) error {
	rows = slices.Clone(rows)
	rows = slices.DeleteFunc(rows, func(row []int64) bool {
		for j, x := range xs {
			if !s.Has(x, row[j]) {
				return true
			}
		}
		return false
	})
	slices.SortFunc(rows, slices.Compare[[]int64])
	rows = slices.CompactFunc(rows, slices.Equal[[]int64])
	if len(rows) == 0 {
		s.AddClause()
		return nil
	}
	for j, x := range xs {
		least, most := rows[0][j], rows[0][j]
		for _, row := range rows {
			least, most = min(least, row[j]), max(most, row[j])
		}
		s.AddClause(x.AtLeast(least))
		s.AddClause(x.AtMost(most))
		if tooWide(s, x) {
			return ErrTooWide
		}
	}
	if len(xs) == 2 {
		pairs(s, xs[0], xs[1], rows, 0)
		pairs(s, xs[1], xs[0], rows, 1)
		return nil
	}
	row := s.NewVar(0, int64(len(rows))-1)
	for j, x := range xs {
		support := map[int64][]Atom{}
		for k := range rows {
			v := rows[k][j]
			support[v] = append(support[v], s.Equal(row, int64(k)))
		}
		values(s, x, func(v int64) {
			is := s.Equal(x, v)
			s.AddClause(append([]Atom{is.Not()}, support[v]...)...)
			for _, k := range support[v] {
				s.AddClause(k.Not(), is)
			}
		})
	}
	return nil
}

// pairs adds the clauses that each value of x, column j of two, has a support in y (support encoding: Kasif 1990, Gent
// 2002).
func pairs(s *solver, x, y Var, rows [][]int64, j int) {
	support := map[int64][]Atom{}
	for _, row := range rows {
		support[row[j]] = append(support[row[j]], s.Equal(y, row[1-j]))
	}
	values(s, x, func(v int64) { s.AddClause(append(support[v], s.Equal(x, v).Not())...) })
}
