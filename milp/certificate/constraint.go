package certificate

import (
	"math/big"
	"slices"
	"strings"
)

// A sense is the relation of a constraint: -1 for at most, 0 for equal, 1 for at least.
type sense int8

func (s sense) String() string { return string("LEG"[s+1]) }

// A term is a coefficient, which is not 0, of a column.
type term struct {
	column      int
	coefficient *big.Rat
}

// A constraint is a linear constraint. Its terms ascend by column.
type constraint struct {
	terms []term
	sense sense
	side  *big.Rat
}

// falsehood reports whether no values satisfy the constraint, because it has no terms.
func (c *constraint) falsehood() bool {
	return len(c.terms) == 0 && (c.side.Sign() > 0 && c.sense >= 0 || c.side.Sign() < 0 && c.sense <= 0)
}

// implies reports whether the constraint is at least as strong as d: it is a falsehood, or has the same terms.
func (c *constraint) implies(d *constraint) bool {
	if c.falsehood() {
		return true
	}
	if c.sense != d.sense && c.sense != 0 || !sameTerms(c.terms, d.terms) {
		return false
	}
	switch d.sense {
	case 1:
		return c.side.Cmp(d.side) >= 0
	case -1:
		return c.side.Cmp(d.side) <= 0
	}
	return c.side.Cmp(d.side) == 0
}

func sameTerms(a, b []term) bool {
	return slices.EqualFunc(a, b, func(x, y term) bool { return x.column == y.column && x.coefficient.Cmp(y.coefficient) == 0 })
}

// holds reports whether values satisfy the constraint.
func (c *constraint) holds(values map[int]*big.Rat) bool {
	sum := value(c.terms, values)
	return (c.sense > 0 || sum.Cmp(c.side) <= 0) && (c.sense < 0 || sum.Cmp(c.side) >= 0)
}

// value returns a sum of terms; columns without a value are 0.
func value(terms []term, values map[int]*big.Rat) *big.Rat {
	sum, product := new(big.Rat), new(big.Rat)
	for _, t := range terms {
		if v := values[t.column]; v != nil {
			sum.Add(sum, product.Mul(t.coefficient, v))
		}
	}
	return sum
}

// round tightens the side of a constraint whose terms are integers. It reports false if they may not be, or if it is
// an equation.
func (c *constraint) round(integer []bool) bool {
	if c.sense == 0 {
		return false
	}
	for _, t := range c.terms {
		if !integer[t.column] || !t.coefficient.IsInt() {
			return false
		}
	}
	c.side = new(big.Rat).SetInt(nearest(c.side, c.sense))
	return true
}

// nearest returns the least integer that is not below x, or, if up is not positive, the greatest that is not above.
func nearest(x *big.Rat, up sense) *big.Int {
	floor, rest := new(big.Int).DivMod(x.Num(), x.Denom(), new(big.Int))
	if up > 0 && rest.Sign() != 0 {
		floor.Add(floor, big.NewInt(1))
	}
	return floor
}

// key returns a text that is the same for equal constraints only.
func (c *constraint) key() string {
	var b strings.Builder
	b.WriteString(c.sense.String() + " " + c.side.RatString())
	for _, t := range c.terms {
		b.WriteString(" " + big.NewInt(int64(t.column)).String() + " " + t.coefficient.RatString())
	}
	return b.String()
}

// A sum adds up multiples of constraints.
type sum struct {
	terms map[int]*big.Rat
	side  *big.Rat
	sense sense
}

func newSum() *sum { return &sum{terms: map[int]*big.Rat{}, side: new(big.Rat)} }

// add adds a multiple of a constraint. It reports false if the senses do not fit.
func (s *sum) add(c *constraint, by *big.Rat) bool {
	if d := c.sense * sense(by.Sign()); d != 0 {
		if s.sense == -d {
			return false
		}
		s.sense = d
	}
	product := new(big.Rat)
	for _, t := range c.terms {
		x := s.terms[t.column]
		if x == nil {
			x = new(big.Rat)
			s.terms[t.column] = x
		}
		x.Add(x, product.Mul(t.coefficient, by))
	}
	s.side.Add(s.side, product.Mul(c.side, by))
	return true
}

// constraint returns the sum.
func (s *sum) constraint() *constraint {
	c := &constraint{sense: s.sense, side: s.side}
	for j, x := range s.terms {
		if x.Sign() != 0 {
			c.terms = append(c.terms, term{j, x})
		}
	}
	sortTerms(c.terms)
	return c
}

func sortTerms(list []term) {
	slices.SortFunc(list, func(a, b term) int { return a.column - b.column })
}
