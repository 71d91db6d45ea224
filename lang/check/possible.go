package check

import (
	"math"
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// ofPlan returns the type of a name that depends on the plan so far or on the possible moves.
// It returns nil for other names.
func (c *checker) ofPlan(id *syntax.Ident) *types.Type {
	switch id.Name {
	case types.Stuck, types.AlwaysStuck:
		if !c.asks(id, id.Name) {
			return types.BadType
		}
		return types.BoolType
	case types.Steps, types.Cost:
		return c.counterType(id)
	case types.Time:
		if c.info.Timed {
			return c.timeType(id)
		}
	}
	return nil
}

// asks records that the expression depends on which moves are possible, and reports an error
// where that is not allowed.
func (c *checker) asks(n syntax.Node, what string) bool {
	if c.moves() == nil {
		c.Errorf(n, "%s needs moves, but the file has no move", what)
		return false
	}
	c.reached = types.Possible
	if c.limit >= types.Possible || c.context == "" {
		return true
	}
	c.Errorf(n, "%s asks which moves can be made; %s may depend on %s only", what, c.context, allowed(c.limit)).Hint =
		"it can stand in rules, goals, shows and functions that these use"
	return false
}

func allowed(l types.Level) string {
	return [...]string{"constants", "constants and find variables", "constants, find variables and the state"}[min(l, types.Stateful)]
}

// moves returns the declared moves.
func (c *checker) moves() []*syntax.MoveDecl {
	var moves []*syntax.MoveDecl
	for _, d := range c.file.Decls {
		if m, ok := d.(*syntax.MoveDecl); ok {
			moves = append(moves, m)
		}
	}
	return moves
}

// enabledType checks enabled(m) and enabled(m(x)).
func (c *checker) enabledType(e *syntax.CallExpr) *types.Type {
	if len(e.Args) != 1 {
		c.checkArgs(e)
		c.Errorf(e, "enabled takes one move, %d given", len(e.Args)).Hint = "write enabled(m), or enabled(m(x)) of one choice of its parameters"
		return types.BadType
	}
	ok := c.asks(e, "enabled")
	name, call := e.Args[0], (*syntax.CallExpr)(nil)
	if x, is := name.(*syntax.CallExpr); is {
		name, call = x.Fun, x
	}
	id, is := name.(*syntax.Ident)
	o := (*types.Object)(nil)
	if is {
		o = c.lookup(id.Name)
	}
	if o == nil || o.Kind != types.Move {
		if is && c.hole(id, types.Hole{}) {
			return types.BadType
		}
		if is && o == nil {
			c.Errorf(id, "there is no move %s", id.Name).Hint = c.nearMove(id.Name)
		} else {
			c.Errorf(e.Args[0], "%s is no move", c.Text(name)).Hint = "enabled takes a move: enabled(m), or enabled(m(x))"
		}
		return types.BadType
	}
	c.info.Uses[id], c.info.Types[e.Args[0]] = o, types.BoolType
	if call != nil && !c.moveArgs(call, o) || !ok {
		return types.BadType
	}
	return types.BoolType
}

// nearMove returns a hint with a similar name of a move, or with the names of all moves.
func (c *checker) nearMove(name string) string {
	names := c.moveNames()
	switch near := syntax.DidYouMean(name, names); {
	case near != "":
		return near
	case len(names) == 0:
		return "no move is declared; one is move m(x: T) { ... }"
	case len(names) > 8:
		return "moves are " + strings.Join(names[:8], ", ") + " and others"
	case len(names) == 1:
		return "the one move is " + names[0]
	}
	return "the moves are " + strings.Join(names, ", ")
}

func (c *checker) moveNames() []string {
	var names []string
	for _, m := range c.moves() {
		names = append(names, m.Name.Name)
	}
	return names
}

// moveArgs checks the arguments of a ground move.
func (c *checker) moveArgs(e *syntax.CallExpr, o *types.Object) bool {
	var want []*types.Type
	for _, m := range c.moves() {
		if m.Name != o.Ident {
			continue
		}
		for _, f := range m.Params {
			c.isolated(func() {
				for range f.Names {
					want = append(want, c.declaredType(f.Type))
				}
			})
		}
	}
	if len(e.Args) != len(want) {
		c.checkArgs(e)
		c.Errorf(e, "%s takes %s, %d given", o.Name, plural(len(want), "argument", "arguments"), len(e.Args))
		return false
	}
	ok := true
	for i, a := range e.Args {
		ok = c.need(a, want[i]) && ok
	}
	return ok
}

// counterType returns the type of steps or cost: a state variable from 0 to one more than the
// rules allow.
func (c *checker) counterType(id *syntax.Ident) *types.Type {
	if c.moves() == nil {
		c.Errorf(id, "%s counts moves, but the file has no move", id.Name)
		return types.BadType
	}
	o := c.info.Counters[id.Name]
	if o == nil {
		most, ok := c.bound(id.Name)
		if !ok && c.objective {
			if id.Name != types.Steps && c.usesDecimals() {
				return types.DecimalType
			}
			return types.IntType // in the objective of plans it need not be part of the state
		}
		if !ok {
			c.Errorf(id, "%s has no bound here", id.Name).Hint = "a rule gives it one, and keeps the states finite: always " + id.Name + " <= 20"
			return types.BadType
		}
		o = c.info.NewObject(types.State, id)
		o.Counter, o.Used = true, true
		o.Type = &types.Type{Kind: types.Int, Model: &model.Type{Kind: model.Int, Hi: most + 1}}
		if id.Name != types.Steps && c.usesDecimals() { // setUnit and checkCosts set its digits
			o.Type.Decimal = true
		}
		c.status[o] = done
		c.info.Counters[id.Name] = o
		c.info.Objects = append(c.info.Objects, o)
	}
	c.info.Uses[id] = o
	c.reach(id, o)
	return o.Type
}

// bound returns the maximum of a counter that the always and never rules imply.
func (c *checker) bound(name string) (most int64, ok bool) {
	most = math.MaxInt64
	var look func(e syntax.Expr, holds bool)
	look = func(e syntax.Expr, holds bool) {
		switch e := e.(type) {
		case *syntax.ParenExpr:
			look(e.X, holds)
		case *syntax.BinaryExpr:
			if holds && e.Op == syntax.And || !holds && e.Op == syntax.Or {
				look(e.X, holds)
				look(e.Y, holds)
			}
		case *syntax.CompareExpr:
			for i, op := range e.Ops {
				if holds || len(e.Ops) == 1 {
					c.boundBy(name, e.Xs[i], e.Xs[i+1], op, holds, &most)
				}
			}
		}
	}
	for _, d := range c.file.Decls {
		if r, is := d.(*syntax.RuleDecl); is && (r.Kind == syntax.Always || r.Kind == syntax.Never) {
			look(r.Cond, r.Kind == syntax.Always)
		}
	}
	return most, most < math.MaxInt64
}

var mirrored = map[syntax.Token]syntax.Token{syntax.Lt: syntax.Gt, syntax.Le: syntax.Ge, syntax.Gt: syntax.Lt, syntax.Ge: syntax.Le, syntax.Eq: syntax.Eq}

var negated = map[syntax.Token]syntax.Token{syntax.Lt: syntax.Ge, syntax.Le: syntax.Gt, syntax.Gt: syntax.Le, syntax.Ge: syntax.Lt, syntax.Ne: syntax.Eq}

// boundBy lowers most to the bound that a comparison, or its negation, implies.
func (c *checker) boundBy(name string, x, y syntax.Expr, op syntax.Token, holds bool, most *int64) {
	is := func(e syntax.Expr) bool {
		id, ok := e.(*syntax.Ident)
		return ok && id.Name == name
	}
	if is(y) {
		x, y, op = y, x, mirrored[op]
	}
	if !holds {
		op = negated[op]
	}
	if r, ok := y.(*syntax.BinaryExpr); ok && op == syntax.In && r.Op == syntax.Range {
		y, op = r.Y, syntax.Le
	}
	if !is(x) || op != syntax.Lt && op != syntax.Le && op != syntax.Eq || !c.closed(y) {
		return
	}
	c.Silently(func() { // errors are reported where the rule is checked
		c.isolated(func() {
			if !c.constNumber(y, "a bound") {
				return
			}
			v, ok := c.value(y)
			if n := v.N; ok && !v.Whole() { // rounded up
				n, _ = floorDiv(v.N, v.Den)
				*most = min(*most, max(n+1, 0))
			} else if ok && n >= -1<<40 && n < 1<<40 {
				if op == syntax.Lt && !(name == types.Time && c.usesDecimals()) {
					n--
				}
				*most = min(*most, max(n, 0))
			}
		})
	})
}

// floorDiv returns x / y and the remainder, for y > 0.
func floorDiv(x, y int64) (q, r int64) {
	q, r = x/y, x%y
	if r < 0 {
		q, r = q-1, r+y
	}
	return q, r
}
