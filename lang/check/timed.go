package check

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
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
	unit := int64(0)
	for _, d := range c.file.Decls {
		if m, ok := d.(*syntax.MoveDecl); ok && m.Takes != nil {
			if n, ok := c.constantInt(m.Takes); ok && n < 0 {
				c.Errorf(m.Takes, "the duration is negative: %d", n).Hint = "durations are 0 or more"
			}
			unit = gcd(unit, c.divisor(m.Takes))
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
							unit = gcd(unit, c.divisor(e.Xs[k]))
						}
					}
				}
				for _, x := range e.Xs {
					if !c.isTime(x) && c.usesTime(x) {
						unit = 1
					}
				}
				return false
			}
			if id, ok := n.(*syntax.Ident); ok && c.isTime(id) {
				unit = 1
			}
			return true
		})
	}
	c.info.Unit = max(1, unit)
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

// divisor returns a number that divides all values of an integer expression, as great as is
// easily known; 0 if the value is always 0.
func (c *checker) divisor(e syntax.Expr) int64 {
	if n, ok := c.constantInt(e); ok {
		return max(n, -n)
	}
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.divisor(e.X)
	case *syntax.UnaryExpr:
		return c.divisor(e.X)
	case *syntax.IfExpr:
		return gcd(c.divisor(e.Then), c.divisor(e.Else))
	case *syntax.LetExpr:
		return c.divisor(e.Body)
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.Plus, syntax.Minus:
			return gcd(c.divisor(e.X), c.divisor(e.Y))
		case syntax.Star:
			if x, y := c.divisor(e.X), c.divisor(e.Y); x < 1<<30 && y < 1<<30 {
				return x * y
			}
		case syntax.Range:
			return gcd(c.divisor(e.X), c.divisor(e.Y))
		}
	case *syntax.IndexExpr:
		return c.elements(e.X)
	case *syntax.Ident:
		return c.elements(e)
	case *syntax.SetExpr:
		all := int64(0)
		for _, x := range e.Elems {
			all = gcd(all, c.divisor(x))
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
			all := int64(0)
			for _, a := range e.Args {
				all = gcd(all, c.divisor(a))
			}
			return all
		}
	}
	return 1
}

// elements returns the divisor of the elements of a constant array or set.
func (c *checker) elements(e syntax.Expr) int64 {
	id, ok := e.(*syntax.Ident)
	if !ok {
		return 1
	}
	o := c.info.Uses[id]
	if o == nil || !o.Known || o.Kind != types.Const && o.Kind != types.Param {
		return 1
	}
	all := int64(0)
	var add func(v types.Value)
	add = func(v types.Value) {
		if v.Elems == nil {
			all = gcd(all, max(v.N, -v.N))
		}
		for _, x := range v.Elems {
			add(x)
		}
	}
	add(o.Const)
	return all
}

// constantInt returns the value of a constant integer expression.
func (c *checker) constantInt(e syntax.Expr) (n int64, ok bool) {
	t := c.info.Types[e]
	if t == nil || t.Kind != types.Int {
		return 0, false
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
		return 0, false
	}
	c.Silently(func() { n, ok = c.number(e) })
	return n, ok
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
