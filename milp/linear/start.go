package linear

import (
	"math"

	"farbank/milp/simplex"
)

// Start sets the basis from which the next solve begins, by a point such as the solution of another
// solver: columns between their bounds become basic, and so do rows that do not bind. Known states
// of columns and rows, from a reduced program for example, are taken as they are where they fit the
// point; both slices may be nil, and an entry of -1 means unknown.
func (q *Program) Start(x []float64, columns, rows []simplex.State) {
	n, m := len(q.columns), len(q.rows)
	at, across := make([]simplex.State, n), make([]simplex.State, m)
	loose := make([]int, 0, n) // columns that must be basic
	for j, c := range q.columns {
		at[j] = place(x[j], c.Lower, c.Upper)
		if columns == nil || columns[j] < 0 {
			if at[j] == simplex.Basic {
				loose = append(loose, j)
			}
			continue
		}
		if at[j] == simplex.Basic && columns[j] != simplex.Basic {
			loose = append(loose, j) // its bound came from a row that presolve removed
		} else {
			at[j] = columns[j]
		}
	}
	tight := make([]bool, m)
	entries := make([][]int, n) // rows that bind and whose states are unknown
	for i, r := range q.rows {
		sum, size := 0.0, 1.0
		for _, t := range r.Terms {
			sum += t.Coefficient * x[t.Column]
			size = max(size, math.Abs(t.Coefficient*x[t.Column]))
		}
		side := simplex.Basic
		switch {
		case math.Abs(sum-r.Upper) <= 1e-7*size:
			side = simplex.AtUpper
		case math.Abs(sum-r.Lower) <= 1e-7*size:
			side = simplex.AtLower
		}
		known := rows != nil && rows[i] >= 0
		switch {
		case known && rows[i] != simplex.Basic && side != simplex.Basic:
			across[i] = rows[i]
		case known:
			across[i] = simplex.Basic
		default:
			across[i] = simplex.Basic // until a loose column takes its place
			if side != simplex.Basic {
				tight[i] = true
				for _, t := range r.Terms {
					entries[t.Column] = append(entries[t.Column], i)
				}
			}
		}
	}
	for _, j := range loose {
		for _, i := range entries[j] {
			if tight[i] {
				tight[i] = false
				across[i] = simplex.AtUpper
				if side := q.rows[i]; math.IsInf(side.Upper, 1) {
					across[i] = simplex.AtLower
				}
				break
			}
		}
	}
	q.lp.SetStates(at, across)
}

// place returns the state of a column with a value, which is basic between the bounds.
func place(x, lower, upper float64) simplex.State {
	tol := 1e-9 * max(1, math.Abs(x))
	switch {
	case x <= lower+tol:
		return simplex.AtLower
	case x >= upper-tol:
		return simplex.AtUpper
	case math.IsInf(lower, -1) && math.IsInf(upper, 1) && x == 0:
		return simplex.AtZero
	}
	return simplex.Basic
}

// States returns the basis in which the last solve ended: the states of the columns, and of the rows.
func (q *Program) States() (columns, rows []simplex.State) {
	for j := range q.columns {
		columns = append(columns, q.lp.State(j))
	}
	for i := range q.rows {
		rows = append(rows, q.lp.RowState(i))
	}
	return columns, rows
}
