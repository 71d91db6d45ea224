package check

import (
	"math/big"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// body checks the statements of a move. while and end stand at its top level, end as the last
// statement; both belong to moves that take time.
func (c *checker) body(d *syntax.MoveDecl) {
	untimed := func(s syntax.Stmt, word string) {
		if d.Takes == nil {
			c.Errorf(s, "%s belongs to a move that takes time; %s takes none", word, d.Name.Name).Hint =
				"a duration stands before the label: move " + d.Name.Name + "(...) takes e { ... }"
		}
	}
	first := true
	for i, s := range d.Body.Stmts {
		first = c.asking(s, first)
		switch s := s.(type) {
		case *syntax.WhileStmt:
			untimed(s, "while")
			c.need(s.Cond, types.BoolType)
		case *syntax.EndStmt:
			untimed(s, "end")
			if i < len(d.Body.Stmts)-1 {
				c.Errorf(d.Body.Stmts[i+1], "nothing stands after end").Hint = "end is the last statement of a move, and there is only one"
			}
			c.block(s.Body)
		default:
			c.stmt(s)
		}
		c.noteLet(s)
	}
}

// timeType returns the type of time, the time since the start. Outside objectives it is a state
// variable with a bound, like steps and cost.
func (c *checker) timeType(id *syntax.Ident) *types.Type {
	if c.goal {
		c.Errorf(id, "time cannot be used in a goal").Hint = "a rule bounds it: always time <= 40; without an objective the plan takes the least time anyway"
		return types.BadType
	}
	return c.counterType(id)
}

// checkTime computes the unit of the grid of times: the greatest common divisor of all durations
// and of everything that time is compared with.
func (c *checker) checkTime() {
	if !c.info.Timed || len(c.Errs) > 0 {
		return
	}
	unit := new(big.Rat)
	for _, d := range c.file.Decls {
		if m, ok := d.(*syntax.MoveDecl); ok && m.Takes != nil {
			if v, ok := c.constantNumber(m.Takes); ok && v.N < 0 {
				c.Errorf(m.Takes, "the duration is negative: %s", v.Written()).Hint = "durations are 0 or more"
			}
			unit = common(unit, c.divisor(m.Takes))
		}
		if _, ok := d.(*syntax.ObjectiveDecl); ok {
			continue
		}
		syntax.InspectDecl(d, func(n syntax.Node) bool {
			if e, ok := n.(*syntax.CompareExpr); ok {
				for i, x := range e.Xs {
					if !c.isTime(x) {
						continue
					}
					for k := max(0, i-1); k < min(len(e.Xs), i+2); k++ {
						if k != i {
							unit = common(unit, c.divisor(e.Xs[k]))
						}
					}
				}
				for _, x := range e.Xs {
					if !c.isTime(x) && c.usesTime(x) {
						unit = common(unit, big.NewRat(1, 1))
					}
				}
				return false
			}
			if id, ok := n.(*syntax.Ident); ok && c.isTime(id) {
				unit = common(unit, big.NewRat(1, 1))
			}
			return true
		})
	}
	if len(c.Errs) == 0 {
		c.setUnit(unit)
	}
}

func (c *checker) isTime(e syntax.Node) bool {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.isTime(e.X)
	case *syntax.Ident:
		o := c.info.Uses[e]
		return o != nil && o.Counter && o == c.info.Counters[types.Time]
	}
	return false
}

func (c *checker) usesTime(e syntax.Expr) bool {
	uses := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		uses = uses || c.isTime(n)
		return !uses
	})
	return uses
}

// divisor returns a number that divides all values of an expression, as great as is easily known;
// 0 if the value is always 0.
func (c *checker) divisor(e syntax.Expr) spacing {
	if v, ok := c.constantNumber(e); ok {
		return new(big.Rat).Abs(v.Rat())
	}
	one := big.NewRat(1, 1)
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.divisor(e.X)
	case *syntax.UnaryExpr:
		return c.divisor(e.X)
	case *syntax.IfExpr:
		return common(c.divisor(e.Then), c.divisor(e.Else))
	case *syntax.LetExpr:
		return c.divisor(e.Body)
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.Plus, syntax.Minus:
			return common(c.divisor(e.X), c.divisor(e.Y))
		case syntax.Star:
			return new(big.Rat).Mul(c.divisor(e.X), c.divisor(e.Y))
		case syntax.Slash:
			if t := c.info.Types[e]; t != nil && t.Decimal {
				return c.quotient(e)
			}
			return one
		case syntax.Range:
			return common(c.divisor(e.X), c.divisor(e.Y))
		}
	case *syntax.IndexExpr:
		return c.elements(e.X, e)
	case *syntax.Ident:
		if o := c.info.Uses[e]; c.info.Unit > 0 && e.Name == types.Time && (o == nil || o.Counter) {
			return big.NewRat(c.info.Unit, model.Power(c.info.TimeDigits))
		} else if e.Name == types.Cost && (o == nil || o.Counter) {
			return big.NewRat(1, model.Power(c.info.CostDigits))
		}
		return c.elements(e, e)
	case *syntax.SetExpr:
		all := new(big.Rat)
		for _, x := range e.Elems {
			all = common(all, c.divisor(x))
		}
		return all
	case *syntax.Comprehension:
		if e.Body != nil && (e.Kind == syntax.Sum || e.Kind == syntax.Min || e.Kind == syntax.Max) {
			return c.divisor(e.Body)
		}
	case *syntax.CallExpr:
		o := c.info.Uses[e.Fun]
		switch {
		case o != nil && o.Kind == types.Def && o.Group == nil:
			return c.divisor(o.Def.Body)
		case o == nil && (e.Fun.Name == "min" || e.Fun.Name == "max") && len(e.Args) > 1:
			all := new(big.Rat)
			for _, a := range e.Args {
				all = common(all, c.divisor(a))
			}
			return all
		case o == nil && e.Fun.Name == "abs" && len(e.Args) == 1:
			return c.divisor(e.Args[0])
		case o == nil && (e.Fun.Name == "round" || e.Fun.Name == "floor" || e.Fun.Name == "ceil") && len(e.Args) == 2:
			return c.divisor(e.Args[1])
		}
	}
	return c.spaced(e)
}

// spaced returns the spacing of the values of the type of e.
func (c *checker) spaced(e syntax.Expr) spacing {
	if s := step(c.info.Types[e]); s != nil {
		return s
	}
	c.Errorf(e, "the unit of time is not known: %s may have any number of digits after the point", c.Text(e)).Hint = "round(e, 0.1) has one digit"
	return big.NewRat(1, 1)
}

// quotient returns the spacing of x / y: the divisor is a constant, or an element of a constant
// array.
func (c *checker) quotient(e *syntax.BinaryExpr) spacing {
	var by []types.Value
	if v, ok := c.constantNumber(e.Y); ok {
		by = append(by, v)
	} else {
		x := e.Y
		if i, ok := unparen(e.Y).(*syntax.IndexExpr); ok {
			x = i.X
		}
		by = c.values(x)
	}
	all, x := new(big.Rat), c.divisor(e.X)
	for _, v := range by {
		if v.N != 0 {
			all = common(all, new(big.Rat).Abs(new(big.Rat).Quo(x, v.Rat())))
		}
	}
	if by == nil {
		return c.spaced(e)
	}
	return all
}

// values returns the elements of a constant array or set, or nil.
func (c *checker) values(e syntax.Expr) (all []types.Value) {
	id, ok := unparen(e).(*syntax.Ident)
	if !ok {
		return nil
	}
	o := c.info.Uses[id]
	if o == nil || !o.Known || o.Kind != types.Const && o.Kind != types.Param {
		return nil
	}
	var add func(v types.Value)
	add = func(v types.Value) {
		if v.Elems == nil {
			all = append(all, v)
		}
		for _, x := range v.Elems {
			add(x)
		}
	}
	add(o.Const)
	return all
}

// elements returns the spacing of the elements of a constant array or set; e is one of them.
func (c *checker) elements(of, e syntax.Expr) spacing {
	vs := c.values(of)
	if vs == nil {
		if t := c.info.Types[of]; t != nil && t.Kind == types.Set {
			if s := step(t.Elem()); s != nil {
				return s
			}
		}
		return c.spaced(e)
	}
	all := new(big.Rat)
	for _, v := range vs {
		all = common(all, new(big.Rat).Abs(v.Rat()))
	}
	return all
}

// constantNumber returns the value of a constant number.
func (c *checker) constantNumber(e syntax.Expr) (v types.Value, ok bool) {
	t := c.info.Types[e]
	if t == nil || t.Kind != types.Int {
		return v, false
	}
	closed := true
	syntax.Inspect(e, func(n syntax.Node) bool {
		if id, is := n.(*syntax.Ident); is {
			o := c.info.Uses[id]
			closed = closed && o != nil && (o.Kind == types.Const || o.Kind == types.Param || o.Kind == types.Member)
		}
		if _, is := n.(*syntax.CallExpr); is {
			closed = false
		}
		return closed
	})
	if !closed {
		return v, false
	}
	c.Silently(func() { v, ok = c.value(e) })
	return v, ok
}
