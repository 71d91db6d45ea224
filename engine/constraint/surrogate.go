package constraint

import (
	"maps"
	"math"
	"slices"

	"farbank/constraint"
	"farbank/model"
)

// A surrogate is a weighted sum of the rows of a relaxation and, if priced, of the objective.
type surrogate struct {
	weights []int64 // by row; trailing ones are 0
	scale   int64   // of the objective
	priced  bool
}

// round rounds the weights to integers.
func (r *relaxation) round(weights []float64, priced bool) *surrogate {
	s := &surrogate{make([]int64, len(weights)), scaleOf(weights), priced}
	for i, w := range weights {
		x := math.Round(w * float64(s.scale))
		switch {
		case !(math.Abs(x) <= maxCoef):
			return &surrogate{}
		case x > 0 || r.rows[i].equal:
			s.weights[i] = int64(x)
		}
	}
	return s
}

// scaleOf returns a factor by which the weights become nearly integral.
func scaleOf(weights []float64) int64 {
	for scale := int64(1); scale <= 60; scale++ {
		if !slices.ContainsFunc(weights, func(w float64) bool {
			x := w * float64(scale)
			return math.Abs(x-math.Round(x)) > 1e-6
		}) {
			return scale
		}
	}
	return 1 << 10
}

// post posts the weighted sum of the rows under a condition: the sum of scale × goal and the
// weighted rows is at most scale × objective. It returns nil if a number is too large, or if a
// weight is invalid.
func (r *relaxation) post(when constraint.Condition, s *surrogate, goal linear, objective *model.Expr, sign int64) *surrogate {
	if s.scale < 1 || s.scale > maxCoef {
		return nil
	}
	sum := linear{map[int]int64{}, 0}
	total := 0.0 // upper bound on the absolute value of the sum
	fits := func(size, by, most float64) bool {
		total += math.Abs(size*by) * most
		return total < maxTotal
	}
	add := func(l linear, constant, by int64) bool {
		if !fits(float64(constant), float64(by), 1) {
			return false
		}
		for _, k := range slices.Sorted(maps.Keys(l.coef)) { // total is rounded
			c, col := l.coef[k], r.columns[k]
			if !fits(float64(c), float64(by), float64(max(col.hi, -col.lo, 1))) {
				return false
			}
			sum.plus(k, by*c)
		}
		sum.constant += by * constant
		return true
	}
	if !add(goal, goal.constant, s.scale) {
		return nil
	}
	for i, x := range s.weights {
		if x < 0 && !r.rows[i].equal || x > maxCoef || x < -maxCoef || !add(r.rows[i].linear, -r.rows[i].limit, x) {
			return nil
		}
	}
	all := constraint.Const(sum.constant)
	if objective != nil {
		if !fits(float64(max(objective.Hi, -objective.Lo)), float64(s.scale), 1) {
			return nil
		}
		all = all.Minus(r.st.number(objective).Times(sign * s.scale))
	}
	for k := range r.columns {
		if c := sum.coef[k]; c != 0 {
			all = all.Plus(r.columns[k].expr().Times(c))
		}
	}
	r.st.m.When(when, all.AtMost(0))
	return s
}
