package milp

import (
	"fmt"
	"math"
	"slices"

	"farbank/milp/problem"
)

// Comparison is the condition that the value of an expression lies in given ranges. Over integer
// variables, e < k means e <= ceil(k)-1. Over continuous variables, strict comparisons leave the
// model's gap between the two sides ([Model.SetGap]).
type Comparison struct {
	e   Expr
	in  ranges // of the expression
	not bool   // the value lies outside of the ranges
}

var infinity = problem.Infinity

func compare(e Expr, not bool, rs ...interval) Comparison {
	for _, r := range rs {
		if e.err == nil && (math.IsNaN(r.low) || math.IsNaN(r.high) || r.low == infinity || r.high == -infinity) {
			e.err = fmt.Errorf("milp: %s is compared to [%v, %v]", e, r.low, r.high)
		}
	}
	return Comparison{e: e, in: rs, not: not}
}

// Equal returns e = f.
func (e Expr) Equal(f Linear) Comparison { return e.Minus(f).Is(0) }

// NotEqual returns e != f.
func (e Expr) NotEqual(f Linear) Comparison { return e.Minus(f).IsNot(0) }

// LessEqual returns e <= f.
func (e Expr) LessEqual(f Linear) Comparison { return e.Minus(f).AtMost(0) }

// Less returns e < f.
func (e Expr) Less(f Linear) Comparison { return e.Minus(f).Below(0) }

// GreaterEqual returns e >= f.
func (e Expr) GreaterEqual(f Linear) Comparison { return e.Minus(f).AtLeast(0) }

// Greater returns e > f.
func (e Expr) Greater(f Linear) Comparison { return e.Minus(f).Above(0) }

// Is returns e = k.
func (e Expr) Is(k float64) Comparison { return compare(e, false, interval{k, k}) }

// IsNot returns e != k.
func (e Expr) IsNot(k float64) Comparison { return compare(e, true, interval{k, k}) }

// AtMost returns e <= k.
func (e Expr) AtMost(k float64) Comparison { return compare(e, false, interval{-infinity, k}) }

// Below returns e < k.
func (e Expr) Below(k float64) Comparison { return compare(e, true, interval{k, infinity}) }

// AtLeast returns e >= k.
func (e Expr) AtLeast(k float64) Comparison { return compare(e, false, interval{k, infinity}) }

// Above returns e > k.
func (e Expr) Above(k float64) Comparison { return compare(e, true, interval{-infinity, k}) }

// Between returns low <= e <= high.
func (e Expr) Between(low, high float64) Comparison {
	return compare(e, false, interval{low, high})
}

// In returns the condition that e has one of the values.
func (e Expr) In(values ...float64) Comparison {
	return compare(e, false, points(values)...)
}

// NotIn returns the condition that the value of e is not among the values.
func (e Expr) NotIn(values ...float64) Comparison {
	return compare(e, true, points(values)...)
}

func points(values []float64) []interval {
	values = slices.Clone(values)
	slices.Sort(values)
	rs := make([]interval, 0, len(values))
	for _, v := range slices.Compact(values) {
		rs = append(rs, interval{v, v})
	}
	return rs
}

// String formats the comparison as ranges of the expression.
func (c Comparison) String() string {
	text := c.e.String() + " in"
	if c.not {
		text = c.e.String() + " not in"
	}
	for _, r := range c.in {
		text += fmt.Sprintf(" [%v, %v]", r.low, r.high)
	}
	return text
}

// sides returns the normal form of the expression with the values of p at which the comparison
// holds, and those at which it does not.
func (c Comparison) sides(gap float64) (n normal, in, out ranges) {
	n = c.e.normalised()
	for _, r := range c.in {
		in = append(in, n.inside(r))
	}
	if n.factor < 0 {
		slices.Reverse(in)
	}
	in = in.joined(n.whole)
	if n.whole {
		gap = 1
	} else {
		gap /= math.Abs(n.factor)
	}
	out = in.complement(gap)
	if c.not {
		return n, out, in
	}
	return n, in, out
}
