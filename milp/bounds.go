package milp

import (
	"fmt"
	"math"
)

// maxWhole is the largest magnitude up to which float64 represents every integer.
const maxWhole = 1 << 53

// BoundError reports that an operation needs a bound that a variable lacks.
type BoundError struct {
	Operation string // the operation, such as abs(x)
	Variable  string
	Upper     bool // the upper bound is missing, not the lower one
}

// Error returns the message.
func (e *BoundError) Error() string {
	side := "lower"
	if e.Upper {
		side = "upper"
	}
	return fmt.Sprintf("milp: %s: variable %q has no %s bound", e.Operation, e.Variable, side)
}

// Bounds returns bounds on the value of e by interval arithmetic over the bounds of the variables.
// Binaries known to sum to 1 count as one choice among their coefficients. Bounds uses no other
// dependence between variables, so the true range may be smaller.
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

// A choice holds the coefficients of binaries of which exactly one is 1.
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

// unbounded returns the error that names the variable because of which e has no upper (or lower)
// bound.
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

// isWhole reports whether e is integral at all integral values of its integer variables.
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

// isTruth reports whether e can only be 0 or 1.
func (e Expr) isTruth() bool {
	if !e.isWhole() {
		return false
	}
	lower, upper := e.Bounds()
	return lower >= 0 && upper <= 1
}
