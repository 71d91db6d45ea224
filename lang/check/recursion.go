package check

import (
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// recursion returns for each recursive function the functions of its recursion: the strongly
// connected components of the call graph.
func (c *checker) recursion() map[*types.Object][]*types.Object {
	if c.groups != nil {
		return c.groups
	}
	c.groups = map[*types.Object][]*types.Object{}
	reach := map[*types.Object]map[*types.Object]bool{}
	for _, o := range c.info.Objects {
		if o.Kind == types.Def {
			reach[o] = map[*types.Object]bool{}
			c.callees(o.Def.Body, func(callee *types.Object, _ *syntax.CallExpr) { reach[o][callee] = true })
		}
	}
	for changed := true; changed; { // the transitive closure; there are few functions
		changed = false
		for _, to := range reach {
			for x := range to {
				for y := range reach[x] {
					changed = changed || !to[y]
					to[y] = true
				}
			}
		}
	}
	for _, o := range c.info.Objects {
		if o.Kind != types.Def || !reach[o][o] || c.groups[o] != nil {
			continue
		}
		var group []*types.Object
		for _, x := range c.info.Objects {
			if x.Kind == types.Def && reach[o][x] && reach[x][o] {
				group = append(group, x)
			}
		}
		for _, x := range group {
			c.groups[x] = group
		}
	}
	return c.groups
}

// callees calls visit for every call of a declared function in an expression.
func (c *checker) callees(e syntax.Expr, visit func(*types.Object, *syntax.CallExpr)) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.CallExpr); ok {
			if o := c.info.Globals[x.Fun.Name]; o != nil && o.Kind == types.Def {
				visit(o, x)
			}
		}
		return true
	})
}

// resolveGroup checks mutually recursive functions. It infers their types from the parts of
// their bodies without calls, then by assuming truth values, then numbers.
func (c *checker) resolveGroup(group []*types.Object) {
	for _, o := range group {
		c.status[o] = done
		c.groups[o], o.Group, o.Type = nil, group, types.BadType
	}
	c.isolated(func() {
		for _, o := range group {
			c.groupParams(o)
			c.resolveNames(o.Def.Body, group)
		}
		c.context = "a def"
		c.groupTypes(group, c.guessed(group))
		for _, o := range group {
			o.Level = c.reached
			if o.Type.Kind == types.Bad && len(c.Errs) == 0 {
				c.Errorf(o.Ident, "the type of %s cannot be inferred", o.Name)
			}
		}
		if c.falls(group) < 0 {
			c.leastRelation(group)
		}
	})
}

// guessed returns result types of the functions of a group that are consistent with their
// bodies, or the most plausible ones.
func (c *checker) guessed(group []*types.Object) []*types.Type {
	found, _ := c.tryTypes(group, every(types.BadType, len(group)))
	for i, t := range found {
		if t.Kind == types.Bad {
			found[i] = types.BoolType
		}
	}
	for _, first := range [][]*types.Type{found, every(types.BoolType, len(group)), every(types.IntType, len(group))} {
		if guess, ok := c.settled(group, first); ok {
			return guess
		}
	}
	return found
}

// settled widens a guess by the types of the bodies up to a fixpoint; ok reports whether it is
// consistent.
func (c *checker) settled(group []*types.Object, guess []*types.Type) (settled []*types.Type, ok bool) {
	for range 4 + 4*len(group) { // a set gets its members, a range becomes any number: few steps each
		found, ok := c.tryTypes(group, guess)
		if !ok || !slices.EqualFunc(found, guess, types.Fits) {
			return nil, false
		}
		wider, same := make([]*types.Type, len(guess)), true
		for i, t := range guess {
			wider[i] = types.Merge(t, found[i])
			same = same && alike(t, wider[i])
		}
		if same {
			return guess, true
		}
		guess = wider
	}
	return nil, false
}

// alike reports whether two types are equal, including ranges and names of components.
func alike(a, b *types.Type) bool {
	return a.Kind == b.Kind && (a.Model == nil) == (b.Model == nil) && types.SameIndex([]*types.Type{a}, []*types.Type{b}) &&
		slices.Equal(a.Names, b.Names) && slices.EqualFunc(a.Elems, b.Elems, alike)
}

func every(t *types.Type, n int) []*types.Type { return slices.Repeat([]*types.Type{t}, n) }

func (c *checker) groupParams(o *types.Object) {
	c.push()
	for _, f := range o.Def.Params {
		t := c.declaredType(f.Type)
		for _, id := range f.Names {
			o.Params = append(o.Params, c.bind(id, t))
		}
	}
	c.pop()
}

// resolveNames resolves the globals in a body, so that their errors are reported whatever the
// guess is.
func (c *checker) resolveNames(body syntax.Expr, group []*types.Object) {
	syntax.Inspect(body, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok {
			// An active global is a local name here, or its error is reported when the body is
			// checked.
			if o := c.info.Globals[id.Name]; o != nil && !slices.Contains(group, o) && c.status[o] != active {
				c.resolve(o)
			}
		}
		return true
	})
}

// tryTypes is like groupTypes, but discards errors; ok reports whether there were no errors. A
// body gets the type of a part with a known type, despite errors in other parts.
func (c *checker) tryTypes(group []*types.Object, guess []*types.Type) (found []*types.Type, ok bool) {
	c.guessing = true
	ok = c.Silently(func() { found = c.groupTypes(group, guess) })
	c.guessing = false
	return found, ok
}

// groupTypes checks the bodies of functions with guessed result types, and returns the types of
// the bodies.
func (c *checker) groupTypes(group []*types.Object, guess []*types.Type) (found []*types.Type) {
	for i, o := range group {
		o.Type = guess[i]
	}
	for _, o := range group {
		c.push()
		o.Inner = slices.Clone(o.Params)
		for _, p := range o.Params {
			c.scope.names[p.Name] = p
		}
		found = append(found, c.expr(o.Def.Body, nil))
		c.pop()
		syntax.Inspect(o.Def.Body, func(n syntax.Node) bool {
			if b, ok := n.(*syntax.Binder); ok {
				for _, id := range b.Names {
					o.Inner = append(o.Inner, c.info.Uses[id])
				}
			}
			return true
		})
	}
	return found
}

// falls returns the index of a parameter that decreases in every call within the group, or -1.
func (c *checker) falls(group []*types.Object) int {
	for i := range group[0].Params {
		if c.fallsAt(group, i) {
			return i
		}
	}
	return -1
}

func (c *checker) fallsAt(group []*types.Object, i int) bool {
	ok := true
	for _, o := range group {
		if i >= len(o.Params) || o.Params[i].Type.Kind != types.Int || o.Params[i].Type.Decimal {
			return false
		}
		c.callees(o.Def.Body, func(callee *types.Object, e *syntax.CallExpr) {
			if slices.Contains(group, callee) {
				ok = ok && i < len(e.Args) && c.less(e.Args[i], o.Params[i])
			}
		})
	}
	return ok
}

// less reports whether an expression is p - c with a constant c > 0.
func (c *checker) less(e syntax.Expr, p *types.Object) bool {
	if x, ok := e.(*syntax.ParenExpr); ok {
		return c.less(x.X, p)
	}
	b, ok := e.(*syntax.BinaryExpr)
	if !ok || b.Op != syntax.Minus {
		return false
	}
	x, ok1 := b.X.(*syntax.Ident)
	y, ok2 := b.Y.(*syntax.IntLit)
	return ok1 && ok2 && y.Value > 0 && c.info.Uses[x] == p
}

// leastRelation checks functions that denote a least fixpoint: conditions that depend on
// themselves monotonically.
func (c *checker) leastRelation(group []*types.Object) {
	for _, o := range group {
		o.Least = true
		if o.Type.Kind == types.Bad {
			continue
		}
		if o.Type.Kind != types.Bool {
			c.Errorf(o.Ident, "%s is defined in terms of itself: %s", o.Name, c.cycle(o, o, group)).Hint =
				"that is possible for conditions, and where a number falls from call to call, as in f(n - 1)"
			return
		}
		for _, p := range o.Params {
			if p.Type.Kind == types.Set || p.Type.Kind == types.Array || p.Type.Kind == types.Text {
				c.Errorf(p.Ident, "%s is %s; a function defined in terms of itself is of numbers, names, truth values and tuples", p.Name, p.Type)
				return
			}
			if hasDecimals(p.Type) {
				c.Errorf(p.Ident, "%s is %s; a function defined in terms of itself is of whole numbers", p.Name, p.Type)
				return
			}
			if p.Type.Kind != types.Bad && p.Type.Finite() == nil {
				c.Errorf(p.Ident, "the type of %s has no bounds", p.Name)
				return
			}
		}
	}
	for _, o := range group {
		c.positive(o.Def.Body, o, group, "")
	}
}

// positive reports a call within the group at a position that is not monotone.
func (c *checker) positive(e syntax.Expr, o *types.Object, group []*types.Object, through string) {
	below := func(through string, es ...syntax.Expr) {
		for _, x := range es {
			if x != nil {
				c.positive(x, o, group, through)
			}
		}
	}
	other := func(what string) string {
		if through != "" {
			return through
		}
		return what
	}
	switch e := e.(type) {
	case *syntax.ParenExpr:
		below(through, e.X)
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.And, syntax.Or:
			below(through, e.X, e.Y)
		case syntax.Implies:
			below(other("the left side of implies"), e.X)
			below(through, e.Y)
		default:
			below(other(e.Op.String()), e.X, e.Y)
		}
	case *syntax.UnaryExpr:
		below(other(e.Op.String()), e.X)
	case *syntax.IfExpr:
		below(other("the condition of if"), e.Cond)
		below(through, e.Then, e.Else)
	case *syntax.Comprehension:
		for _, b := range e.Binders {
			below(other("what "+b.Names[0].Name+" is chosen from"), b.Domain)
		}
		switch e.Kind {
		case syntax.Any:
			below(through, e.Where, e.Body)
		case syntax.All:
			below(other("the where of all"), e.Where)
			below(through, e.Body)
		default:
			below(other(e.Kind.String()), e.Where, e.Body)
		}
	case *syntax.CallExpr:
		below(other("an argument of "+e.Fun.Name), e.Args...)
		if callee := c.info.Uses[e.Fun]; through != "" && callee != nil && slices.Contains(group, callee) {
			hint := "a function may ask for itself through and, or, any, all and on the right of implies, or with a number that falls, as in f(n - 1)"
			if through == syntax.Count.String() {
				hint = "that there is one is any x: T { e }, in place of count(x: T where e) > 0; " + hint
			}
			c.Errorf(e, "%s is defined in terms of itself through %s: %s", o.Name, through, c.cycle(o, callee, group)).Hint = hint
		}
	case *syntax.CompareExpr:
		for _, x := range e.Xs { // name the comparison unless there is something more specific
			what := e.Ops[0].String()
			if choice, ok := unparen(x).(*syntax.Comprehension); ok {
				what = choice.Kind.String()
			}
			below(other(what), x)
		}
	default:
		syntax.Inspect(e, func(n syntax.Node) bool {
			if x, ok := n.(syntax.Expr); ok && n != syntax.Node(e) {
				below(other("a value"), x)
				return false
			}
			return true
		})
	}
}

// cycle returns the calls that lead from a function via another back to it.
func (c *checker) cycle(o, callee *types.Object, group []*types.Object) string {
	from := map[*types.Object]*types.Object{callee: nil}
	for queue := []*types.Object{callee}; len(queue) > 0 && callee != o; queue = queue[1:] {
		c.callees(queue[0].Def.Body, func(x *types.Object, _ *syntax.CallExpr) {
			if _, seen := from[x]; !seen && slices.Contains(group, x) {
				from[x] = queue[0]
				queue = append(queue, x)
			}
		})
	}
	names := []string{o.Name}
	for x := from[o]; x != nil; x = from[x] {
		names = append(names, x.Name)
	}
	if names = append(names, o.Name); callee == o {
		names = []string{o.Name, o.Name}
	}
	slices.Reverse(names)
	return strings.Join(names, " -> ")
}
