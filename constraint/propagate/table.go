package propagate

import (
	"encoding/binary"
	"slices"
)

// Table constrains xs to equal one of the rows, with clauses over a variable for the row (Bacchus 2007). Unit
// propagation makes them domain consistent. If the rows that are missing give fewer clauses, the table consists of
// those instead (negative tables: Bessière and Régin 1997).
func Table(s *solver, xs []Var, rows [][]int64) error {
	xs, rows = unrepeated(xs, rows)
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
	if missing, ok := complement(s, xs, rows); ok {
		forbid(s, xs, missing)
		return nil
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

// unrepeated returns the variables without repetitions, and the rows that have the same value wherever a variable is
// repeated, with one column for it.
func unrepeated(xs []Var, rows [][]int64) ([]Var, [][]int64) {
	var columns []int
	var vars []Var
	for j, x := range xs {
		if !slices.Contains(vars, x) {
			columns, vars = append(columns, j), append(vars, x)
		}
	}
	if len(vars) == len(xs) {
		return xs, slices.Clone(rows)
	}
	var kept [][]int64
	for _, row := range rows {
		same := true
		for j, x := range xs {
			same = same && row[j] == row[columns[slices.Index(vars, x)]]
		}
		if same {
			short := make([]int64, len(vars))
			for k, j := range columns {
				short[k] = row[j]
			}
			kept = append(kept, short)
		}
	}
	return vars, kept
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

// Limits of tables that are encoded by what they forbid.
const (
	maxProduct   = 1 << 16 // number of combinations of values
	maxForbidden = 8       // clauses, without regard to the number of rows
)

// complement returns the combinations of values that are not in rows, in which Any matches every value. It returns
// false if they are not the smaller side.
func complement(s *solver, xs []Var, rows [][]int64) ([][]int64, bool) {
	product := int64(1)
	for _, x := range xs {
		if product *= s.Size(x); product > maxProduct {
			return nil, false
		}
	}
	if product > 8*int64(len(rows))+maxForbidden {
		return nil, false
	}
	var missing [][]int64
	v, at := make([]int64, len(xs)), 0
	var each func(j int)
	each = func(j int) {
		if j == len(xs) {
			if at < len(rows) && slices.Equal(rows[at], v) {
				at++
			} else {
				missing = append(missing, slices.Clone(v))
			}
			return
		}
		values(s, xs[j], func(w int64) {
			v[j] = w
			each(j + 1)
		})
	}
	each(0) // in the order of rows
	for j, x := range xs {
		missing = merged(missing, j, int(s.Size(x)))
	}
	size := 0 // values of all columns, which the rows need as clauses
	for _, x := range xs {
		size += int(s.Size(x))
	}
	most := max(maxForbidden, len(rows)/4)
	if len(xs) == 2 {
		most = size / 2
	}
	return missing, len(missing) <= most
}

// merged replaces rows that differ only in column j, and have all its n values there, by one with Any.
func merged(rows [][]int64, j, n int) [][]int64 {
	if n < 2 {
		return rows
	}
	group := map[string][]int{}
	key := make([]byte, 0, 64)
	for i, row := range rows {
		key = key[:0]
		for k, v := range row {
			if k != j {
				key = binary.AppendVarint(key, v)
			}
		}
		group[string(key)] = append(group[string(key)], i)
	}
	drop := make([]bool, len(rows))
	for _, list := range group {
		if len(list) < n {
			continue
		}
		for _, i := range list[1:] {
			drop[i] = true
		}
		rows[list[0]][j] = Any
	}
	kept := rows[:0]
	for i, row := range rows {
		if !drop[i] {
			kept = append(kept, row)
		}
	}
	return kept
}

// forbid adds a clause for each row, in which Any matches every value.
func forbid(s *solver, xs []Var, rows [][]int64) {
	for _, row := range rows {
		var clause []Atom
		for j, x := range xs {
			if row[j] != Any {
				clause = append(clause, s.Equal(x, row[j]).Not())
			}
		}
		s.AddClause(clause...)
	}
}
