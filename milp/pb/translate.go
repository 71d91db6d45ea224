package pb

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"farbank/milp/problem"
)

// most is the maximum sum of the weights of a constraint.
const most = 1 << 48

// Refusal reports why Solve does not support a problem.
type Refusal struct{ Reason string }

// Error returns the reason.
func (r *Refusal) Error() string { return "no pseudo-Boolean problem: " + r.Reason }

func refuse(format string, args ...any) error { return &Refusal{fmt.Sprintf(format, args...)} }

// A model is a problem over literals: column j is base[j], plus one if its literal is true.
type model struct {
	p           *problem.Problem
	base        []int64
	open        []bool // the column has two values
	variable    []int  // its number from 1, or 0 if no constraint contains it
	columns     []int  // of the variables; the first is unused
	constraints []atLeast
	literals    []int // of the objective, which is minimized
	weights     []int64
	never       bool // a constraint is infeasible
}

// An atLeast requires that the weights of the true literals sum to at least bound; weights are
// positive.
type atLeast struct {
	literals []int
	weights  []int64
	bound    int64
}

// translate returns the model, or a *Refusal.
func translate(p *problem.Problem) (*model, error) {
	if !p.Plain() {
		return nil, refuse("the objective has products, or there are several objectives")
	}
	m := &model{p: p, base: make([]int64, len(p.Columns)), open: make([]bool, len(p.Columns)), variable: make([]int, len(p.Columns)), columns: []int{0}}
	for j := range p.Columns {
		if err := m.column(j); err != nil {
			return nil, err
		}
	}
	for i := range p.Rows {
		if err := m.row(&p.Rows[i]); err != nil {
			return nil, fmt.Errorf("row %q: %w", p.Rows[i].Name, err)
		}
	}
	for k := range p.Sets {
		if err := m.set(&p.Sets[k]); err != nil {
			return nil, fmt.Errorf("set %q: %w", p.Sets[k].Name, err)
		}
	}
	if err := m.objective(); err != nil {
		return nil, fmt.Errorf("objective: %w", err)
	}
	return m, nil
}

// column determines the one or two values of a column.
func (m *model) column(j int) error {
	c := &m.p.Columns[j]
	lower, upper := math.Ceil(c.Lower), math.Floor(c.Upper)
	switch {
	case math.IsNaN(c.Lower) || math.IsNaN(c.Upper):
		return refuse("column %q has a bound that is not a number", c.Name)
	case lower > upper || c.Lower > c.Upper:
		m.never = m.never || c.Integer || c.Lower > c.Upper
		if !m.never {
			return refuse("column %q is continuous", c.Name)
		}
		return nil
	case !c.Integer && (c.Lower != c.Upper || c.Lower != lower):
		return refuse("column %q is continuous", c.Name)
	case upper-lower > 1 || math.Abs(lower) > most:
		return refuse("column %q has more than two values: it is within [%v, %v]", c.Name, c.Lower, c.Upper)
	}
	m.base[j] = int64(lower)
	m.open[j] = upper > lower
	return nil
}

// row converts a row into up to two constraints.
func (m *model) row(r *problem.Row) error {
	if math.IsNaN(r.Lower) || math.IsNaN(r.Upper) {
		return refuse("a bound is not a number")
	}
	weights, columns, scale, constant, err := m.integral(r.Terms)
	if err != nil {
		return err
	}
	if !math.IsInf(r.Lower, -1) {
		bound, err := m.bound(r.Lower, scale, constant, true)
		if err != nil {
			return err
		}
		m.atLeast(columns, weights, bound)
	}
	if !math.IsInf(r.Upper, 1) {
		bound, err := m.bound(r.Upper, scale, constant, false)
		if err != nil {
			return err
		}
		negated := make([]int64, len(weights))
		for k, w := range weights {
			negated[k] = -w
		}
		m.atLeast(columns, negated, -bound)
	}
	return nil
}

// integral returns integer coefficients without a common divisor for the columns with two values,
// the factor by which the terms were scaled, and the scaled sum of the bases.
func (m *model) integral(terms []problem.Term) (weights []int64, columns []int, scale, constant *big.Rat, err error) {
	exact := make([]*big.Rat, 0, len(terms))
	constant = new(big.Rat)
	for _, t := range terms {
		v, err := rational(t.Coefficient)
		if err != nil {
			return nil, nil, nil, nil, err
		}
		if b := m.base[t.Column]; b != 0 {
			constant.Add(constant, new(big.Rat).Mul(v, new(big.Rat).SetInt64(b)))
		}
		if m.open[t.Column] && v.Sign() != 0 {
			exact = append(exact, v)
			columns = append(columns, t.Column)
		}
	}
	scale = scaling(exact)
	total := int64(0)
	weights = make([]int64, len(exact))
	for k, v := range exact {
		w := new(big.Rat).Mul(v, scale).Num()
		if !w.IsInt64() || w.Int64() >= most || w.Int64() <= -most {
			return nil, nil, nil, nil, refuse("as whole numbers its coefficients are too large")
		}
		weights[k] = w.Int64()
		total += max(weights[k], -weights[k])
		if total >= most {
			return nil, nil, nil, nil, refuse("as whole numbers its coefficients add up to too much")
		}
	}
	return weights, columns, scale, constant.Mul(constant, scale), nil
}

// closeness is the maximum relative distance of a fraction from the number that it replaces: about
// fifty roundings of 64-bit floating point.
const closeness = 1e-14

// rational returns the fraction that a number means: the simplest that is close and has a
// denominator of up to a million (by continued fractions), otherwise the shortest decimal.
func rational(v float64) (*big.Rat, error) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil, refuse("a coefficient is %v", v)
	}
	if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		return new(big.Rat).SetInt64(int64(v)), nil
	}
	if a := math.Abs(v); a > 1e30 || a < 1e-30 {
		return nil, refuse("a coefficient is %v", v)
	}
	if r := fraction(v); r != nil {
		return r, nil
	}
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
	return r, nil
}

// fraction returns the first convergent of v that is close enough, or nil.
func fraction(v float64) *big.Rat {
	a, b, c, d := 1.0, 0.0, 0.0, 1.0 // the last two convergents: a/b and c/d
	for x := v; ; x = 1 / (x - math.Floor(x)) {
		n := math.Floor(x)
		a, b, c, d = n*a+c, n*b+d, a, b
		if math.Abs(b) > 1e6 || math.Abs(a) > 1e12 {
			return nil
		}
		if math.Abs(v-a/b) <= closeness*math.Abs(v) {
			return big.NewRat(int64(a), int64(b))
		}
	}
}

// scaling returns the factor that makes numbers integers without a common divisor.
func scaling(list []*big.Rat) *big.Rat {
	multiple, divisor := big.NewInt(1), new(big.Int)
	for _, v := range list {
		if d := v.Denom(); multiple.Cmp(d) != 0 && !v.IsInt() {
			g := new(big.Int).GCD(nil, nil, multiple, d)
			multiple.Mul(multiple, new(big.Int).Quo(d, g))
		}
	}
	for _, v := range list {
		whole := new(big.Int).Mul(v.Num(), multiple)
		whole.Quo(whole, v.Denom())
		divisor.GCD(nil, nil, divisor, whole.Abs(whole))
	}
	if divisor.Sign() == 0 {
		divisor.SetInt64(1)
	}
	return new(big.Rat).SetFrac(multiple, divisor)
}

// bound scales the bound of a row, subtracts the constant, and rounds it inwards. Values out of
// range become the end of the range.
func (m *model) bound(v float64, scale, constant *big.Rat, up bool) (int64, error) {
	if math.IsInf(v, 0) {
		return 0, refuse("a bound is %v", v)
	}
	if math.Abs(v) > 1e30 {
		return int64(math.Copysign(most, v)), nil
	}
	exact := new(big.Rat)
	if d, err := rational(v); err == nil {
		exact = d
	} else {
		exact.SetFloat64(v)
	}
	exact = new(big.Rat).Mul(exact, scale)
	exact.Sub(exact, constant)
	floor := new(big.Int).Div(exact.Num(), exact.Denom()) // Euclidean: down, as the divisor is positive
	if up && !exact.IsInt() {
		floor.Add(floor, big.NewInt(1))
	}
	if !floor.IsInt64() || floor.Int64() > most || floor.Int64() < -most {
		return int64(floor.Sign()) * most, nil
	}
	return floor.Int64(), nil
}

// atLeast adds the constraint that the weights of the columns whose literals are true sum to at
// least bound.
func (m *model) atLeast(columns []int, weights []int64, bound int64) {
	total := int64(0)
	for _, w := range weights {
		if w < 0 {
			bound -= w // of the negated literal
		}
		total += max(w, -w)
	}
	switch {
	case bound <= 0:
		return
	case total < bound:
		m.never = true
		return
	}
	c := atLeast{bound: bound}
	for k, w := range weights {
		c.literals = append(c.literals, m.literal(columns[k], w < 0))
		c.weights = append(c.weights, min(max(w, -w), bound))
	}
	m.constraints = append(m.constraints, c)
}

// literal returns the literal for a column, with a minus sign if it is negated.
func (m *model) literal(j int, negated bool) int {
	if m.variable[j] == 0 {
		m.variable[j] = len(m.columns)
		m.columns = append(m.columns, j)
	}
	if negated {
		return -m.variable[j]
	}
	return m.variable[j]
}

// set adds, for any two columns (for kind 2: that are not adjacent), the clause that one of them is
// zero.
func (m *model) set(s *problem.Set) error {
	type state struct {
		column  int
		negated bool // zero means that the literal is true
		fixed   bool // the column is not zero
	}
	var list []state
	for k, j := range s.Columns {
		zero := m.base[j] == 0 || m.open[j] && m.base[j] == -1
		switch {
		case !m.open[j] && zero: // it counts as a neighbour, but adds no clause
			list = append(list, state{column: -1})
		case !zero:
			list = append(list, state{column: j, fixed: true})
		default:
			list = append(list, state{column: j, negated: m.base[j] == -1})
		}
		if k > 0 && s.Weights[k] < s.Weights[k-1] {
			return refuse("its weights do not rise")
		}
	}
	for a := range list {
		for b := a + s.Kind; b < len(list); b++ {
			x, y := list[a], list[b]
			if x.column < 0 || y.column < 0 {
				continue
			}
			c := atLeast{bound: 1}
			for _, z := range []state{x, y} {
				if !z.fixed {
					c.literals = append(c.literals, m.literal(z.column, !z.negated))
					c.weights = append(c.weights, 1)
				}
			}
			if len(c.literals) == 0 {
				m.never = true
				return nil
			}
			m.constraints = append(m.constraints, c)
		}
	}
	return nil
}

// objective sets integer costs of the columns that constraints contain.
func (m *model) objective() error {
	var terms []problem.Term
	for _, j := range m.columns[1:] {
		if v := m.p.Columns[j].Cost; v != 0 {
			if m.p.Maximize {
				v = -v
			}
			terms = append(terms, problem.Term{Column: j, Coefficient: v})
		}
	}
	for j := range m.p.Columns {
		if v := m.p.Columns[j].Cost; math.IsNaN(v) || math.IsInf(v, 0) {
			return refuse("the cost of %q is %v", m.p.Columns[j].Name, v)
		}
	}
	weights, columns, _, _, err := m.integral(terms)
	if err != nil {
		return err
	}
	for k, w := range weights {
		m.literals = append(m.literals, m.literal(columns[k], w < 0))
		m.weights = append(m.weights, max(w, -w))
	}
	return nil
}

// values returns the values of the columns for the values of the variables. Columns in no
// constraint take their cheaper value.
func (m *model) values(truth []bool) []float64 {
	values := make([]float64, len(m.base))
	for j := range values {
		values[j] = float64(m.base[j])
		if !m.open[j] {
			continue
		}
		cost := m.p.Columns[j].Cost
		if m.p.Maximize {
			cost = -cost
		}
		if v := m.variable[j]; v > 0 && truth[v-1] || v == 0 && cost < 0 {
			values[j]++
		}
	}
	return values
}
