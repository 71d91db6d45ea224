package check

import (
	"math"
	"math/big"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// whole reports an expression that is a decimal number where a whole number is needed.
func (c *checker) whole(e syntax.Expr, what string) bool {
	t := c.info.Types[e]
	if t == nil || !t.Decimal {
		return true
	}
	c.Errorf(e, "%s is a decimal number; %s is a whole number", c.Text(e), what).Hint = "round, floor and ceil give whole numbers: round(" + c.Text(e) + ")"
	return false
}

// usesDecimals reports whether the file has a decimal.
func (c *checker) usesDecimals() bool {
	uses := false
	for _, d := range c.file.Decls {
		syntax.InspectDecl(d, func(n syntax.Node) bool {
			_, is := n.(*syntax.DecimalLit)
			uses = uses || is
			return !uses
		})
	}
	return uses
}

// rangeSet returns the type of the set lo..hi. The steps of a range of decimals follow from the
// digits of its ends.
func (c *checker) rangeSet(e *syntax.BinaryExpr) *types.Type {
	t := types.Number(c.info.Types[e.X], c.info.Types[e.Y])
	if t.Decimal && t.Digits < 0 {
		c.Errorf(e, "the steps of this range are not known").Hint = "the digits of a decimal say how fine they are, as in 0.0..9.9; round(e, 0.1) has one digit"
		return types.BadType
	}
	return types.SetOf(t)
}

// decimalRange returns the type lo..hi with constant ends, one of which is a decimal.
func (c *checker) decimalRange(e *syntax.BinaryExpr) *types.Type {
	lo, ok1 := c.value(e.X)
	hi, ok2 := c.value(e.Y)
	if !ok1 || !ok2 {
		return types.BadType
	}
	t := c.rangeSet(e)
	if t.Kind == types.Bad {
		return t
	}
	digits := t.Elem().Digits
	for _, v := range []types.Value{lo, hi} { // a constant may have more digits than its expression
		if n, ok := v.DecimalDigits(); ok {
			digits = max(digits, n)
		}
	}
	m := &model.Type{Kind: model.Int, Digits: digits}
	for i, v := range []types.Value{lo, hi} {
		n, ok := v.Scaled(digits)
		if !ok {
			c.Errorf([]syntax.Expr{e.X, e.Y}[i], "%s is no end of a range: it does not fit 64 bits with %d digits after the point", v.Written(), digits)
			return types.BadType
		}
		if m.Hi = n; i == 0 {
			m.Lo = n
		}
	}
	return &types.Type{Kind: types.Int, Decimal: true, Digits: digits, Model: m}
}

// rounded checks a call. The result of round, floor and ceil of one argument has the digits of
// the type that is expected; it is whole where none is.
func (c *checker) rounded(e *syntax.CallExpr, want *types.Type) *types.Type {
	t := c.callType(e)
	if c.info.Uses[e.Fun] != nil || len(e.Args) != 1 || t.Kind != types.Int || want == nil || !want.Decimal || want.Digits <= 0 {
		return t
	}
	switch e.Fun.Name {
	case "round", "floor", "ceil":
		return types.Literal(want.Digits)
	}
	return t
}

// A spacing is a positive number of which all values of an expression are multiples, or 0 if the
// value is always 0.
type spacing = *big.Rat

// common returns the greatest number of which a and b are multiples.
func common(a, b spacing) spacing {
	switch {
	case a.Sign() == 0:
		return b
	case b.Sign() == 0:
		return a
	}
	x, y := new(big.Int).Mul(a.Num(), b.Denom()), new(big.Int).Mul(b.Num(), a.Denom())
	return new(big.Rat).SetFrac(new(big.Int).GCD(nil, nil, x, y), new(big.Int).Mul(a.Denom(), b.Denom()))
}

// step returns the spacing of the values of a type.
func step(t *types.Type) spacing {
	switch {
	case t == nil || !t.Decimal:
		return big.NewRat(1, 1)
	case t.Model != nil:
		return big.NewRat(1, model.Power(t.Model.Digits))
	case t.Digits >= 0:
		return big.NewRat(1, model.Power(t.Digits))
	}
	return nil
}

// setUnit stores the unit of the grid of times, as a multiple of a power of ten.
func (c *checker) setUnit(unit spacing) {
	if unit.Sign() == 0 || unit.IsInt() && !unit.Num().IsInt64() {
		unit = big.NewRat(1, 1)
	}
	v, ok := types.RatValue(unit)
	digits, finite := v.DecimalDigits()
	n, fits := v.Scaled(digits)
	if !ok || !finite || !fits {
		c.Errorf(c.timed(), "the unit of time would be %s, which is no decimal of at most %d digits", unit.RatString(), syntax.MaxDigits).Hint = "round(e, 0.1) gives a duration with one digit"
		return
	}
	c.info.Unit, c.info.TimeDigits = n, digits
	if o := c.info.Counters[types.Time]; o != nil && digits > 0 {
		most := o.Type.Model.Hi
		if most > math.MaxInt64/model.Power(digits) {
			c.Errorf(c.timed(), "times up to %d with %d digits after the point do not fit 64 bits", most-1, digits).Hint = "a smaller bound of time, or durations with fewer digits"
			return
		}
		o.Type.Model.Hi = most * model.Power(digits)
		o.Type.Model.Digits, o.Type.Digits = digits, digits
	}
}

// timed returns the first duration of the file.
func (c *checker) timed() syntax.Node {
	for _, d := range c.file.Decls {
		if m, ok := d.(*syntax.MoveDecl); ok && m.Takes != nil {
			return m.Takes
		}
	}
	return c.file.Decls[0]
}

// checkDigits finds how many digits after the point the values of the objectives have.
func (c *checker) checkDigits() {
	for _, d := range c.file.Decls {
		o, _ := d.(*syntax.ObjectiveDecl)
		for ; o != nil && len(c.Errs) == 0; o = o.Then {
			t := c.info.Types[o.Value]
			if t == nil || !t.Decimal {
				continue
			}
			digits, ok := c.digits(o.Value, "this objective", "the values of this objective")
			if !ok {
				return
			}
			if c.info.Digits == nil {
				c.info.Digits = map[*syntax.ObjectiveDecl]int{}
			}
			c.info.Digits[o] = digits
		}
	}
}

// checkCosts finds how many digits after the point the costs of moves have.
func (c *checker) checkCosts() {
	digits := 0
	for _, d := range c.file.Decls {
		m, ok := d.(*syntax.MoveDecl)
		if !ok || m.Cost == nil || len(c.Errs) > 0 {
			continue
		}
		if t := c.info.Types[m.Cost]; t == nil || !t.Decimal {
			continue
		}
		n, ok := c.digits(m.Cost, "this cost", "the costs")
		if !ok {
			return
		}
		if n > 0 && c.info.Others {
			c.Errorf(m.Cost, "%s is a decimal number; where not all moves are ours, a cost is a whole number", c.Text(m.Cost)).Hint = "in smaller units it is whole: round(10 * e)"
			return
		}
		digits = max(digits, n)
	}
	if o := c.info.Counters[types.Cost]; o != nil && digits > 0 {
		if o.Type.Model.Hi > math.MaxInt64/model.Power(digits) {
			c.Errorf(o.Ident, "the bound of cost does not fit 64 bits with %d digits after the point", digits)
			return
		}
		o.Type.Model.Hi *= model.Power(digits)
		o.Type.Model.Digits, o.Type.Digits = digits, digits
	}
	c.info.CostDigits = digits
}

// digits returns the number of digits after the point of the values of e, or reports an error.
func (c *checker) digits(e syntax.Expr, one, all string) (int, bool) {
	v, ok := types.RatValue(c.divisor(e))
	digits, finite := v.DecimalDigits()
	switch {
	case len(c.Errs) > 0:
		c.Errs[len(c.Errs)-1].Msg = "the digits of " + one + " are not known: " + c.Text(e) + " may have any number after the point"
	case !ok || !finite:
		c.Errorf(e, "%s are no decimals of at most %d digits", all, syntax.MaxDigits).Hint = "round(e, 0.01) has two digits"
	default:
		return digits, true
	}
	return 0, false
}
