package cut

import (
	"math"
	"slices"
)

// gomory separates cuts from the rows of the tableau whose basic column is integer and has a
// fractional value (Gomory 1960).
func (s *Separator) gomory() {
	type row struct {
		at   int
		frac float64
	}
	var rows []row
	_, m := s.lp.Size()
	for k := range m {
		j := s.lp.BasicAt(k)
		if j >= s.p.N || !s.p.Integer[j] {
			continue
		}
		v := s.x[j]
		if f := math.Abs(v - math.Round(v)); f > 0.005 {
			rows = append(rows, row{k, f})
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		switch {
		case a.frac > b.frac:
			return -1
		case a.frac < b.frac:
			return 1
		}
		return 0
	})
	mult := make([]float64, m)
	for _, w := range rows[:min(len(rows), 60)] {
		if s.ctx.Err() != nil {
			return
		}
		s.lp.Multipliers(w.at, mult)
		top := 0.0
		for _, y := range mult {
			top = max(top, math.Abs(y))
		}
		s.sum.clear()
		for i, y := range mult {
			if math.Abs(y) > 1e-9*top && math.Abs(y) > 1e-11 {
				s.sum.add(int32(i), &s.rows[i], y)
			}
		}
		s.both(cutGomory)
	}
}

// both tries cuts from the sum and from its negative. No rule for the choice of a column's bound is always better, so that
// cuts of mixed-integer rounding are tried with each.
func (s *Separator) both(kind cutKind) bool {
	made := false
	if s.mir.highest = sumFraction; kind == cutGomory {
		s.mir.highest = maxFraction
	}
	s.sum.settle()
	for _, sign := range [2]float64{1, -1} {
		for _, rule := range [...]boundRule{nearest, nearestAbove, variableAbove} {
			s.mir.rule = rule
			c := s.mir.cut(s.sum, sign)
			if c != nil && s.offerCut(c, kind) {
				if kind == cutGomory {
					return true
				}
				made = true
			}
			if kind == cutGomory || !s.mir.choice {
				break
			}
		}
	}
	s.mir.rule = nearest
	return made
}

// offerCut adds a cut to the pool if it is good enough.
func (s *Separator) offerCut(c *cut, kind cutKind) bool {
	c.kind = kind
	if s.p.N > 350 && len(c.idx) > 100+s.p.N/5 || !c.tidy(s.lo, s.hi) {
		return false
	}
	if c.measure(s.x); c.depth < minDepth {
		return false
	}
	return s.pool.add(c)
}

// Limits for the sums of rows for cuts.
const (
	shortSum  = 6   // rows of any sum
	longSum   = 12  // rows of a sum that has only eliminated columns away from their variable bounds
	longTries = 25  // sums of more than shortSum rows that are tried without looking at their success
	longShare = 0.2 // of these that have to give a cut, for more to be tried
)

// mixed separates cuts from rows, and from sums of rows in which continuous columns away from their
// bounds cancel (Marchand and Wolsey 2001).
func (s *Separator) mixed() {
	for i := range s.p.Rows {
		if s.ctx.Err() != nil {
			return
		}
		if row := &s.p.Rows[i]; len(row.Index) < 2 || len(row.Index) > 1000 {
			continue
		}
		s.sum.clear()
		s.sum.add(int32(i), &s.rows[i], 1)
		s.extend()
	}
}

// extend adds rows to the sum until it gives a cut. Each eliminates the continuous column farthest from its bounds. If
// variable bounds hold all of them, as they do the flows of a network before the first cuts, it ignores these. Long sums
// cost time in every round, so extend makes them only while enough of them give cuts and few that ignore bounds do.
func (s *Separator) extend() {
	loose := false // variable bounds were ignored
	for {
		made := s.both(cutMIR)
		n := len(s.sum.rows)
		if loose {
			s.loose.note(made)
		} else if n > shortSum {
			s.long.note(made)
		}
		if made || n >= longSum || n >= shortSum && (loose || !s.long.worth() || s.loose.found > 0 && s.loose.worth()) {
			return
		}
		if s.eliminate(s.distance) {
			continue
		}
		if loose = true; n >= shortSum || !s.eliminate(s.fromBounds) {
			return
		}
	}
}

// yield counts the cuts from long sums.
type yield struct{ tried, found int }

// note counts a sum.
func (y *yield) note(made bool) {
	if y.tried++; made {
		y.found++
	}
}

// worth reports whether enough of the sums gave a cut.
func (y yield) worth() bool {
	return y.tried < longTries || float64(y.found) >= longShare*float64(y.tried)
}

// eliminate adds a row to the sum that eliminates the continuous column with the largest distance.
func (s *Separator) eliminate(distance func(j int32) float64) bool {
	at, far := int32(-1), 1e-4
	for _, j := range s.sum.cols {
		if s.p.Integer[j] || math.Abs(s.sum.coef[j]) < 1e-9 {
			continue
		}
		if d := distance(j); d > far && len(s.p.Cols[j].Row) > 1 {
			at, far = j, d
		}
	}
	if at < 0 {
		return false
	}
	best, score, coef := int32(-1), -1.0, 0.0
	c := &s.p.Cols[at]
	for k, i := range c.Row {
		if slices.Contains(s.sum.rows, i) || math.Abs(c.Val[k]) < 1e-6 {
			continue
		}
		row := &s.rows[i]
		if len(row.Index) == 2 && (s.p.Integer[row.Index[0]] || s.p.Integer[row.Index[1]]) {
			continue // a variable bound, which the cut uses anyway
		}
		slack := min(s.mir.value[i]-row.Lower, row.Upper-s.mir.value[i])
		if v := 1/(1+max(slack, 0)) + 1/float64(1+len(row.Index)); v > score {
			best, score, coef = i, v, c.Val[k]
		}
	}
	if best < 0 {
		return false
	}
	s.sum.add(best, &s.rows[best], -s.sum.coef[at]/coef)
	s.sum.coef[at] = 0
	return true
}

// fromBounds returns the distance of a column from its bounds.
func (s *Separator) fromBounds(j int32) float64 { return min(s.x[j]-s.p.Lo[j], s.p.Hi[j]-s.x[j]) }

// distance returns the distance of a continuous column from its bounds, including variable bounds.
func (s *Separator) distance(j int32) float64 {
	d := s.fromBounds(j)
	for _, v := range s.mir.lower[j] {
		d = min(d, math.Abs(s.x[j]-v.base-v.slope*s.x[v.col]))
	}
	for _, v := range s.mir.upper[j] {
		d = min(d, math.Abs(v.base+v.slope*s.x[v.col]-s.x[j]))
	}
	return d
}
