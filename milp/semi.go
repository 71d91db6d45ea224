package milp

import (
	"fmt"
	"math"

	"farbank/milp/problem"
)

// SemiContinuous adds a variable that is 0 or between the bounds, 0 < lower <= upper. The upper
// bound may be infinite.
func (m *Model) SemiContinuous(name string, lower, upper float64) Expr {
	return m.semi(name, lower, upper, false)
}

// SemiInteger is like SemiContinuous for an integer variable.
func (m *Model) SemiInteger(name string, lower, upper float64) Expr {
	return m.semi(name, math.Ceil(lower), math.Floor(upper), true)
}

func (m *Model) semi(name string, lower, upper float64, integer bool) Expr {
	if !(lower > 0) {
		return m.fail(fmt.Errorf("milp: semi-continuous variable %q: its lower bound is %v, which is not above 0", name, lower))
	}
	if lower > upper {
		return m.fail(fmt.Errorf("milp: semi-continuous variable %q: no value between %v and %v", name, lower, upper))
	}
	x := m.variable(name, 0, upper, integer)
	if x.err == nil {
		m.columns[x.terms[0].Column].semi = &interval{lower, upper}
	}
	return x
}

// plain returns a column with the bounds that SetBounds has set.
func (m *Model) plain(j int, c column) problem.Column {
	p := c.Column
	if r, there := m.changed[j]; there {
		p.Lower, p.Upper = max(p.Lower, r.low), min(p.Upper, r.high)
	}
	if c.semi == nil {
		return p
	}
	switch {
	case p.Lower > 0: // it is not 0
		p.Lower = max(p.Lower, c.semi.low)
	case p.Upper < c.semi.low: // it is 0
		p.Upper = 0
	default:
		p.Lower, p.Semi = c.semi.low, true
	}
	return p
}

// Indicator posts that the truth value implies lower <= e <= upper, as an indicator of the solver
// and of files. Unlike [Model.When] it needs no bounds of e. Where e has small bounds, the solver
// uses the same rows; otherwise its relaxation is weak.
func (m *Model) Indicator(name string, t Truth, lower float64, e Linear, upper float64) {
	x := linear(e)
	o := m.operation("indicator", t.Expr, x)
	if o.err != nil {
		return
	}
	switch {
	case t.isFalse():
		return
	case t.isTrue():
		m.Constraint(name, lower, x, upper)
		return
	}
	d := problem.Indicator{}
	if j, ok := t.single(); ok {
		d.Column = j
	} else if j, ok := t.Not().single(); ok {
		d.Column, d.Zero = j, true
	} else {
		y := o.binary("")
		o.equal(y.Expr, t.Expr)
		if o.err != nil {
			return
		}
		d.Column, _ = y.single()
	}
	if name == "" {
		name = o.name
	}
	name = unused(m.rowNames, m.rowNumbers, name)
	m.rowNames[name] = true
	m.grow(1 + len(x.terms))
	d.Row = problem.Row{Name: name, Lower: lower - x.constant, Upper: upper - x.constant, Terms: x.terms}
	m.indicators = append(m.indicators, d)
}
