package presolve

import (
	"math"

	"farbank/milp/problem"
)

// dominatedWork and dominatedPerTerm, for each term of the problem, limit the terms that all passes over pairs of columns
// compare together.
const (
	dominatedWork    = 500_000
	dominatedPerTerm = 20
)

// dominatedColumns fixes columns that another column can replace. Column j dominates column k if
// it costs no more and if moving a unit of k to j violates no row. Then some optimal solution has k at
// its lower bound or j at its upper bound (Gamrath, Koch, Martin, Miltenberger and Weninger 2015,
// "Progress in presolving for mixed integer programming").
func (s *state) dominatedColumns() {
	if s.pairs == 0 {
		s.pairs = dominatedWork
		for _, r := range s.rows {
			s.pairs += dominatedPerTerm * len(r.Terms)
		}
	}
	d := dominance{state: s, work: s.pairs}
	defer func() { s.pairs = max(1, d.work) }()
	d.prepare()
	for k := range s.cols {
		if s.gone[k] || s.guarded[k] || len(s.where[k]) == 0 {
			continue
		}
		row := d.shortest(k)
		if row < 0 {
			continue
		}
		// The terms of the row change by a fix.
		for _, j := range d.columnsOf(row) {
			if d.work <= 1 || s.failed {
				return
			}
			if j == k || s.gone[j] || s.guarded[j] || s.gone[k] {
				continue
			}
			d.try(j, k)
		}
	}
}

// dominance is the state of a pass over pairs of columns. The activities are those of the start of
// the pass: fixed columns only narrow the rows, so that what they imply stays true.
type dominance struct {
	*state
	activity []reach
	sides    []problem.Row // without terms
	up, down []uint64      // of each column: a set of its rows that oppose an increase, or a decrease
	columns  []int
	work     int
}

func (d *dominance) prepare() {
	n := len(d.cols)
	d.up, d.down = make([]uint64, n), make([]uint64, n)
	d.activity, d.sides = make([]reach, len(d.rows)), make([]problem.Row, len(d.rows))
	for i := range d.rows {
		if d.dropped[i] {
			continue
		}
		r := &d.rows[i]
		d.activity[i] = d.reach(r.Terms)
		d.sides[i] = problem.Row{Lower: r.Lower, Upper: r.Upper}
		bit := uint64(1) << (uint(i) * 0x9e3779b1 >> 7 % 64)
		for _, t := range r.Terms {
			if opposes(r, t.Coefficient) {
				d.up[t.Column] |= bit
			}
			if opposes(r, -t.Coefficient) {
				d.down[t.Column] |= bit
			}
		}
	}
}

// opposes reports whether a row can be violated by a larger activity, where the step is positive, or
// by a smaller one.
func opposes(r *problem.Row, step float64) bool {
	if step > 0 {
		return r.Upper < math.Inf(1)
	}
	return step < 0 && r.Lower > math.Inf(-1)
}

// shortest returns the shortest row that opposes a decrease of column k, or -1. A column that
// dominates k occurs in it.
func (d *dominance) shortest(k int) int {
	best := -1
	for _, w := range d.where[k] {
		r := &d.rows[w.row]
		if !d.dropped[w.row] && opposes(r, -w.a) && (best < 0 || len(r.Terms) < len(d.rows[best].Terms)) {
			best = w.row
		}
	}
	return best
}

func (d *dominance) columnsOf(row int) []int {
	d.columns = d.columns[:0]
	for _, t := range d.rows[row].Terms {
		d.columns = append(d.columns, t.Column)
	}
	d.work -= len(d.columns)
	return d.columns
}

// try fixes k at its lower bound or j at its upper bound, if j dominates k.
func (d *dominance) try(j, k int) {
	if d.sense(j) > d.sense(k) || d.down[k]&^d.down[j] != 0 || d.up[j]&^d.up[k] != 0 {
		return
	}
	a, b := &d.cols[j], &d.cols[k]
	lowers := b.Lower > math.Inf(-1) && (b.Integer || !a.Integer) // k can be moved to its lower bound by steps that j can follow
	raises := a.Upper < math.Inf(1) && (a.Integer || !b.Integer)
	if !lowers && !raises {
		return
	}
	dominates, exclusive := d.compare(j, k)
	switch {
	case !dominates:
	case lowers && (exclusive || d.bounded(j, true)):
		d.fix(k, b.Lower)
	case raises && d.bounded(k, false):
		d.fix(j, a.Upper)
	}
}

// compare reports whether a unit moved from k to j violates no row, and whether some row excludes
// that both are above their lower bounds, where they are integers with two values.
func (d *dominance) compare(j, k int) (dominates, exclusive bool) {
	x, y := d.where[j], d.where[k]
	two := func(c *problem.Column) bool { return c.Integer && c.Upper-c.Lower == 1 }
	binary := two(&d.cols[j]) && two(&d.cols[k])
	d.work -= len(x) + len(y)
	for len(x) > 0 || len(y) > 0 {
		var a, b float64
		row := 0
		switch {
		case len(y) == 0 || (len(x) > 0 && x[0].row < y[0].row):
			row, a, x = x[0].row, x[0].a, x[1:]
		case len(x) == 0 || y[0].row < x[0].row:
			row, b, y = y[0].row, y[0].a, y[1:]
		default:
			row, a, b, x, y = x[0].row, x[0].a, y[0].a, x[1:], y[1:]
		}
		if d.dropped[row] {
			continue
		}
		if opposes(&d.rows[row], a-b) {
			return false, false
		}
		exclusive = exclusive || (binary && d.excludes(row, a, b))
	}
	return true, exclusive
}

// excludes reports whether a row is violated where two of its columns, with coefficients a and b,
// are a unit above their lower bounds.
func (d *dominance) excludes(row int, a, b float64) bool {
	r, q := &d.sides[row], &d.activity[row]
	tol := tolerance * scaleOf(r)
	if a > 0 && b > 0 && q.lows == 0 {
		return q.low+a+b > r.Upper+tol
	}
	return a < 0 && b < 0 && q.highs == 0 && q.high+a+b < r.Lower-tol
}

// bounded reports whether a bound of a column is infinite or implied by a row: rows alone then limit
// the column.
func (d *dominance) bounded(j int, upper bool) bool {
	c := &d.cols[j]
	if (upper && c.Upper == math.Inf(1)) || (!upper && c.Lower == math.Inf(-1)) {
		return true
	}
	for _, w := range d.where[j] {
		if d.dropped[w.row] {
			continue
		}
		low, high := d.implied(&d.sides[w.row], d.activity[w.row], problem.Term{Column: j, Coefficient: w.a})
		if (upper && high <= c.Upper) || (!upper && low >= c.Lower) {
			return true
		}
	}
	return false
}
