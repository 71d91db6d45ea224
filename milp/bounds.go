package milp

import (
	"fmt"
	"math"
)

// maxWhole bounds the whole numbers that a float64 holds without gaps.
const maxWhole = 1 << 53

// BoundError says that an operation needs a bound that a variable does not have.
type BoundError struct {
	Operation string // what was to be built, such as abs(x)
	Variable  string
	Upper     bool // it is the upper bound that is missing
}

func (e *BoundError) Error() string {
	side := "lower"
	if e.Upper {
		side = "upper"
	}
	return fmt.Sprintf("milp: %s: variable %q has no %s bound", e.Operation, e.Variable, side)
}

// Bounds gives the least and the greatest value that the bounds of the variables allow,
// by interval arithmetic. Binaries of which the model knows that exactly one is 1 count
// as one choice; no other dependence is looked at, so the true range can be smaller.
func (e Expr) Bounds() (lower, upper float64) {
	lower, upper = e.constant, e.constant
	var groups map[int]*choice
	var order []*choice // of their first terms, so that sums do not depend on the map
	for _, t := range e.terms {
		c := &e.m.columns[t.Column]
		if c.group != 0 {
			if groups == nil {
				groups = map[int]*choice{}
			}
			g := groups[c.group]
			if g == nil {
				g = &choice{missing: e.m.groups[c.group], least: math.Inf(1), most: math.Inf(-1)}
				groups[c.group] = g
				order = append(order, g)
			}
			g.take(t.Coefficient, c.Lower, c.Upper)
			continue
		}
		a, b := t.Coefficient*c.Lower, t.Coefficient*c.Upper
		lower += min(a, b)
		upper += max(a, b)
	}
	for _, g := range order {
		least, most := g.limits()
		lower += least
		upper += most
	}
	return lower, upper
}

// choice is the coefficients of binaries of which exactly one is 1.
type choice struct {
	missing     int // members that are not in the expression
	least, most float64
	certain     bool // a member is fixed to 1
}

func (g *choice) take(k, lower, upper float64) {
	g.missing--
	switch {
	case g.certain || upper <= 0:
	case lower >= 1:
		g.certain, g.least, g.most = true, k, k
	default:
		g.least, g.most = min(g.least, k), max(g.most, k)
	}
}

func (g *choice) limits() (least, most float64) {
	if !g.certain && g.missing > 0 || g.least > g.most {
		return min(g.least, 0), max(g.most, 0)
	}
	return g.least, g.most
}

// unbounded gives the error that names the variable because of which e has no lower, or
// no upper, bound.
func (e Expr) unbounded(operation string, upper bool) error {
	for _, t := range e.terms {
		c := &e.m.columns[t.Column]
		high := upper == (t.Coefficient > 0)
		if high && math.IsInf(c.Upper, 1) || !high && math.IsInf(c.Lower, -1) {
			return &BoundError{Operation: operation, Variable: c.Name, Upper: high}
		}
	}
	return fmt.Errorf("milp: %s: the bounds of %s overflow", operation, e)
}

// isWhole says whether e is a whole number wherever its integer variables are.
func (e Expr) isWhole() bool {
	if e.constant != math.Trunc(e.constant) {
		return false
	}
	for _, t := range e.terms {
		if !e.m.columns[t.Column].Integer || t.Coefficient != math.Trunc(t.Coefficient) {
			return false
		}
	}
	return true
}

// isTruth says whether e can only be 0 or 1.
func (e Expr) isTruth() bool {
	if !e.isWhole() {
		return false
	}
	lower, upper := e.Bounds()
	return lower >= 0 && upper <= 1
}
