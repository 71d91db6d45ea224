package exact

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"farbank/milp/problem"
)

// A Checker checks solutions of the original problem, in rational arithmetic. A number means the
// shortest decimal that reads as it: 0.1 means a tenth.
type Checker struct {
	p    *problem.Problem
	rows []rowKind
	cost []*big.Rat
	sets []problem.Set
}

type rowKind struct {
	whole   bool // integer columns, integral coefficients and sides: holds exactly
	integer bool // integer columns
}

func decimal(v float64) *big.Rat {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return new(big.Rat).SetInt64(int64(v))
	}
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
	if !ok {
		return new(big.Rat)
	}
	return r
}

// integral reports whether v is a whole number or infinite.
func integral(v float64) bool { return v == math.Trunc(v) }

// New returns a checker for the problem.
func New(p *problem.Problem) *Checker {
	g := &Checker{p: p, sets: p.Sets}
	for _, c := range p.Columns {
		g.cost = append(g.cost, decimal(c.Cost))
	}
	for _, r := range p.Rows {
		row := rowKind{whole: integral(r.Lower) && integral(r.Upper), integer: true}
		for _, t := range r.Terms {
			if !p.Columns[t.Column].Integer {
				row = rowKind{}
				break
			}
			row.whole = row.whole && integral(t.Coefficient)
		}
		g.rows = append(g.rows, row)
	}
	return g
}

// Holds reports whether x is a solution. It rounds the integers in x in place, and moves continuous
// values into their bounds if they are out of them within the tolerance.
func (g *Checker) Holds(x []float64) bool {
	if len(x) != len(g.p.Columns) {
		return false
	}
	for j, c := range g.p.Columns {
		v := x[j]
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
		if c.Integer {
			v = math.Round(x[j])
			if math.Abs(v-x[j]) > 100*problem.Integrality || v < c.Lower || v > c.Upper {
				return false
			}
			v += 0 // no negative zero
		} else {
			if v < c.Lower-problem.Feasibility*max(1, math.Abs(c.Lower)) || v > c.Upper+problem.Feasibility*max(1, math.Abs(c.Upper)) {
				return false
			}
			v = min(max(v, c.Lower), c.Upper)
		}
		x[j] = v
	}
	for i := range g.rows {
		if !g.rowHolds(i, x) {
			return false
		}
	}
	return !slices.ContainsFunc(g.sets, func(s problem.Set) bool { return !SetHolds(s, x) })
}

// Clean returns a copy of the point without floating-point noise in the continuous columns: values
// very close to a bound or an integer are replaced by it.
func (g *Checker) Clean(x []float64) []float64 {
	y := slices.Clone(x)
	for j, c := range g.p.Columns {
		if c.Integer {
			continue
		}
		v := x[j]
		hair := min(1e-9*max(1, math.Abs(v)), 1e-6)
		for _, mark := range []float64{math.Round(v), c.Lower, c.Upper} {
			if math.Abs(v-mark) <= hair {
				y[j] = mark + 0 // no negative zero
			}
		}
	}
	return y
}

// rowHolds first tries floating-point numbers with a bound on their error, which suffice for most rows.
func (g *Checker) rowHolds(i int, x []float64) bool {
	r := g.p.Rows[i]
	sum, size := 0.0, 0.0
	for _, t := range r.Terms {
		v := t.Coefficient * x[t.Column]
		sum += v
		size += math.Abs(v)
	}
	// Each number and each operation has a relative error of 2^-53. Sums of whole numbers are exact.
	slip := float64(len(r.Terms)+4) * 0x1p-51 * (size + max(finite(r.Lower), finite(r.Upper)))
	if g.rows[i].whole && size < 1<<52 {
		slip = 0
	}
	return (sum-r.Upper+slip <= g.allowed(i, r.Upper, size) || g.within(i, x, r.Upper, size, false)) &&
		(r.Lower-sum+slip <= g.allowed(i, r.Lower, size) || g.within(i, x, r.Lower, size, true))
}

// finite returns the absolute value of a side, or 0 if it is infinite.
func finite(side float64) float64 {
	if math.IsInf(side, 0) {
		return 0
	}
	return math.Abs(side)
}

// allowed returns the violation of a side that counts as none, for terms of the given size.
func (g *Checker) allowed(i int, side, size float64) float64 {
	switch {
	case g.rows[i].whole:
		return 0
	case g.rows[i].integer:
		return problem.Arithmetic * max(1, size)
	}
	return problem.Feasibility * max(1, finite(side), 1e-4*size)
}

// within checks a side in rational numbers.
func (g *Checker) within(i int, x []float64, side, size float64, lower bool) bool {
	if math.IsInf(side, 0) {
		return side > 0 != lower
	}
	over := new(big.Rat).Neg(decimal(side))
	for _, t := range g.p.Rows[i].Terms {
		if v := x[t.Column]; v != 0 {
			over.Add(over, new(big.Rat).Mul(decimal(t.Coefficient), new(big.Rat).SetFloat64(v)))
		}
	}
	if lower {
		over.Neg(over)
	}
	if over.Sign() <= 0 {
		return true
	}
	f, _ := over.Float64()
	return !g.rows[i].whole && f <= g.allowed(i, side, size)
}

// SetHolds reports whether x satisfies a special ordered set.
func SetHolds(s problem.Set, x []float64) bool {
	first, last := -1, -1
	for k, j := range Ordered(s) {
		if math.Abs(x[j]) > problem.Integrality {
			if first < 0 {
				first = k
			}
			last = k
		}
	}
	return first < 0 || last-first < s.Kind
}

// Ordered returns the columns of a set in the order of their weights.
func Ordered(s problem.Set) []int {
	if len(s.Weights) != len(s.Columns) || slices.IsSorted(s.Weights) {
		return s.Columns
	}
	at := make([]int, len(s.Columns))
	for k := range at {
		at[k] = k
	}
	slices.SortStableFunc(at, func(a, b int) int {
		switch {
		case s.Weights[a] < s.Weights[b]:
			return -1
		case s.Weights[a] > s.Weights[b]:
			return 1
		}
		return 0
	})
	cols := make([]int, len(at))
	for k, a := range at {
		cols[k] = s.Columns[a]
	}
	return cols
}

// Objective returns the objective of x, rounded once.
func (g *Checker) Objective(x []float64) float64 {
	sum := decimal(g.p.Offset)
	for j, c := range g.cost {
		if x[j] != 0 && c.Sign() != 0 {
			sum.Add(sum, new(big.Rat).Mul(c, new(big.Rat).SetFloat64(x[j])))
		}
	}
	f, _ := sum.Float64()
	return f
}
