package presolve

import (
	"math"

	"farbank/milp/problem"
)

// fixColumns removes columns with equal bounds, and fixes those in no row at their better bound if
// there is one.
func (s *state) fixColumns() {
	for j := range s.cols {
		if s.gone[j] || s.guarded[j] {
			continue
		}
		c := &s.cols[j]
		if c.Lower > c.Upper {
			s.failed = true
			return
		}
		if c.Lower == c.Upper {
			s.fix(j, c.Lower)
			continue
		}
		if len(s.where[j]) > 0 || s.keepAll {
			continue
		}
		switch cost := s.sense(j); {
		case cost > 0 && c.Lower > math.Inf(-1):
			s.fix(j, c.Lower)
		case cost < 0 && c.Upper < math.Inf(1):
			s.fix(j, c.Upper)
		case cost == 0:
			s.fix(j, min(max(0, c.Lower), c.Upper))
		}
	}
}

// lockColumns fixes columns at a bound if no row and no cost opposes it (dual fixing).
func (s *state) lockColumns() {
	for j := range s.cols {
		if s.gone[j] || s.guarded[j] || len(s.where[j]) == 0 {
			continue
		}
		up, down := 0, 0
		for _, w := range s.where[j] {
			r := &s.rows[w.row]
			if s.dropped[w.row] {
				continue
			}
			if r.Upper < math.Inf(1) {
				if w.a > 0 {
					up++
				} else {
					down++
				}
			}
			if r.Lower > math.Inf(-1) {
				if w.a > 0 {
					down++
				} else {
					up++
				}
			}
		}
		c := &s.cols[j]
		switch cost := s.sense(j); {
		case down == 0 && cost >= 0 && c.Lower > math.Inf(-1):
			s.fix(j, c.Lower)
		case up == 0 && cost <= 0 && c.Upper < math.Inf(1):
			s.fix(j, c.Upper)
		case down == 0 && cost == 0 && c.Lower == math.Inf(-1), up == 0 && cost == 0 && c.Upper == math.Inf(1):
			s.letGo(j, down == 0)
		}
	}
}

// letGo removes a column that is unbounded in a direction that no cost opposes, if it occurs in one
// row only. The row is removed too, and gives the value of the column in postsolve.
func (s *state) letGo(j int, down bool) {
	if len(s.where[j]) != 1 {
		return
	}
	w := s.where[j][0]
	if s.dropped[w.row] || abs(w.a) < 1e-4 {
		return
	}
	s.removeByRow(w.row, j, w.a)
	s.drop(w.row)
}

// removeByRow removes a column whose value is computed from a row in postsolve.
func (s *state) removeByRow(i, j int, a float64) {
	r := &s.rows[i]
	c := s.cols[j]
	st := step{col: j, coef: a, lower: r.Lower, upper: r.Upper, column: c, value: min(max(0, c.Lower), c.Upper)}
	for _, t := range r.Terms {
		if t.Column != j {
			st.others = append(st.others, t)
		}
	}
	s.steps = append(s.steps, st)
	s.gone[j] = true
	s.changes++
}

// singletonColumns removes continuous columns that occur in one row only. A column without a cost
// is a slack that widens the row's sides. A column with a cost, in an equality that implies its
// bounds, is replaced by the rest of the row.
func (s *state) singletonColumns() {
	for j := range s.cols {
		if s.gone[j] || s.guarded[j] || len(s.where[j]) != 1 {
			continue
		}
		w := s.where[j][0]
		c, r := &s.cols[j], &s.rows[w.row]
		if s.dropped[w.row] || abs(w.a) < 1e-3 || len(r.Terms) < 2 {
			continue
		}
		if c.Integer && !s.wholeSlack(r, w.a) {
			continue
		}
		if c.Cost == 0 {
			s.absorb(j, w)
			continue
		}
		if r.Lower == r.Upper && !c.Integer {
			s.substituteCost(j, w)
		}
	}
}

// wholeSlack reports whether an integer column with coefficient a can be a slack of a row: the rest
// of the row is always a multiple of a.
func (s *state) wholeSlack(r *problem.Row, a float64) bool {
	for _, t := range r.Terms {
		if q := t.Coefficient / a; !s.cols[t.Column].Integer || q != math.Trunc(q) {
			return false
		}
	}
	whole := func(side float64) bool { return math.IsInf(side, 0) || side/a == math.Trunc(side/a) }
	return whole(r.Lower) && whole(r.Upper)
}

func (s *state) absorb(j int, w place) {
	r := &s.rows[w.row]
	low, high := s.span(problem.Term{Column: j, Coefficient: w.a})
	s.removeByRow(w.row, j, w.a)
	for k, t := range r.Terms {
		if t.Column == j {
			r.Terms = append(r.Terms[:k:k], r.Terms[k+1:]...)
			break
		}
	}
	r.Lower -= high
	r.Upper -= low
	if math.IsInf(r.Lower, -1) && math.IsInf(r.Upper, 1) {
		s.drop(w.row)
	}
}

// substituteCost replaces a column in the objective by the rest of its equality. The row remains,
// with the bounds of the column.
func (s *state) substituteCost(j int, w place) {
	r := &s.rows[w.row]
	f := s.cols[j].Cost / w.a
	for _, t := range r.Terms {
		if t.Column != j && abs(f*t.Coefficient) > 1e8 {
			return
		}
	}
	s.offset += f * r.Lower
	for _, t := range r.Terms {
		if t.Column != j {
			c := &s.cols[t.Column]
			old := c.Cost
			if c.Cost -= f * t.Coefficient; abs(c.Cost) < 1e-12*max(abs(old), 1) {
				c.Cost = 0
			}
		}
	}
	s.cols[j].Cost = 0
	s.absorb(j, w)
}
