package check

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/model"
)

// groundMove makes the ground moves of a declaration: one for every choice of its
// parameters that its conditions do not rule out beforehand.
func (c *checker) groundMove(d *syntax.MoveDecl) {
	g := &grounder{c: c, decl: d, schema: &model.Schema{Name: d.Name.Name, Pos: c.pos(d.Name)}}
	for _, f := range d.Params {
		for _, id := range f.Names {
			o := c.uses[id]
			g.params = append(g.params, o)
			g.schema.Params = append(g.schema.Params, model.Param{Name: id.Name, Type: o.ty.finite()})
		}
	}
	syntax.Inspect(d.Body, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.RequireStmt); ok {
			rule := model.Rule{Kind: model.Require, Label: label(r.Why), Text: c.text(r.Cond), Pos: c.pos(r)}
			g.schema.Requires = append(g.schema.Requires, rule)
		}
		return true
	})
	g.findGuards()
	c.p.Schemas = append(c.p.Schemas, g.schema)
	g.choose(0)
}

// A grounder enumerates the arguments of one move.
type grounder struct {
	c      *checker
	decl   *syntax.MoveDecl
	schema *model.Schema
	params []*object
	guards []guard
}

// A guard is a condition of a move that does not depend on the state. It is tested
// as soon as its parameters are chosen.
type guard struct {
	cond  syntax.Expr
	after int // the number of parameters that it needs
}

// findGuards looks through the requires that the body begins with.
func (g *grounder) findGuards() {
	for _, s := range g.decl.Body.Stmts {
		switch s := s.(type) {
		case *syntax.LetStmt:
		case *syntax.RequireStmt:
			for _, e := range conjuncts(s.Cond) {
				if after, ok := g.depends(e); ok {
					g.guards = append(g.guards, guard{e, after})
				}
			}
		default:
			return
		}
	}
}

// conjuncts splits a condition at its ands.
func conjuncts(e syntax.Expr) []syntax.Expr {
	switch x := e.(type) {
	case *syntax.ParenExpr:
		return conjuncts(x.X)
	case *syntax.BinaryExpr:
		if x.Op == syntax.And {
			return append(conjuncts(x.X), conjuncts(x.Y)...)
		}
	}
	return []syntax.Expr{e}
}

// depends returns how many of the parameters must be chosen before e is known, and
// false if it depends on the state or on a let.
func (g *grounder) depends(e syntax.Expr) (after int, ok bool) {
	ok = true
	bound := map[*object]bool{}
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binder:
			for _, id := range n.Names {
				bound[g.c.uses[id]] = true
			}
		case *syntax.Ident:
			o := g.c.uses[n]
			switch {
			case o == nil || bound[o]:
			case o.kind == objState || o.kind == objFind || o.level > constant:
				ok = false
			case o.kind == objLocal:
				i := slices.Index(g.params, o)
				ok = ok && i >= 0
				after = max(after, i+1)
			}
		}
		return ok
	})
	return after, ok
}

// choose binds the parameters from number k on to all their values.
func (g *grounder) choose(k int) {
	c := g.c
	for _, gd := range g.guards {
		if gd.after == k {
			if v := c.lower(gd.cond); v.kind == vScalar && v.e.IsFalse() {
				return
			}
		}
	}
	if k == len(g.params) {
		g.build()
		return
	}
	o := g.params[k]
	if o.ty.kind == kSet {
		g.chooseSet(k)
		return
	}
	c.at(g.decl.Name)
	c.eachOfType(o.ty.finite(), func(v value, _ *model.Expr) {
		c.step()
		o.val = v
		g.choose(k + 1)
	})
}

// chooseSet binds a parameter to all subsets of the sizes that the conditions on
// size(...) allow, the small ones first.
func (g *grounder) chooseSet(k int) {
	c, o := g.c, g.params[k]
	elem := o.ty.elem().finite()
	n, _ := elem.Size()
	lo, hi := g.sizes(k, n)
	total := int64(0)
	for size := lo; size <= hi; size++ {
		total += min(binomial(n, size), c.opts.Limit)
		if total > c.opts.Limit-c.steps {
			c.at(g.decl.Name)
			c.errorf(g.decl.Name, "the move %s has too many choices for %s: the subsets of %d members, of sizes %d to %d, are more than the limit of %d steps",
				g.schema.Name, o.name, n, lo, hi, c.opts.Limit).Hint = "a first condition on the size keeps them few: require size(" + o.name + ") <= 2"
			panic(stopped{})
		}
	}
	for size := lo; size <= hi; size++ {
		chosen := c.emptySet(elem)
		g.subsets(k, chosen.in, 0, int(size), func() {
			o.val = value{kind: vSet, elem: elem, in: slices.Clone(chosen.in)}
			g.choose(k + 1)
		})
	}
}

// subsets calls f with every way to add size members, from number i on, to in.
func (g *grounder) subsets(k int, in []*model.Expr, i, size int, f func()) {
	g.c.step()
	if size == 0 {
		f()
		return
	}
	for ; i+size <= len(in); i++ {
		in[i] = g.c.b.Truth(true)
		g.subsets(k, in, i+1, size-1, f)
		in[i] = g.c.b.Truth(false)
	}
}

// sizes returns the bounds that the leading requires put on the size of parameter k.
func (g *grounder) sizes(k int, n int64) (lo, hi int64) {
	lo, hi = 0, n
	for _, s := range g.decl.Body.Stmts {
		r, ok := s.(*syntax.RequireStmt)
		if _, isLet := s.(*syntax.LetStmt); isLet {
			continue
		}
		if !ok {
			break
		}
		for _, e := range conjuncts(r.Cond) {
			if cmp, ok := e.(*syntax.CompareExpr); ok {
				for i, op := range cmp.Ops {
					g.sizeBound(k, cmp.Xs[i], cmp.Xs[i+1], op, &lo, &hi)
				}
			}
		}
	}
	return lo, hi
}

// sizeBound narrows lo..hi by one comparison, if it is one of size(param k) with
// something that is known by now.
func (g *grounder) sizeBound(k int, x, y syntax.Expr, op syntax.Token, lo, hi *int64) {
	if g.isSizeOf(k, y) && !g.isSizeOf(k, x) {
		x, y = y, x
		mirror := map[syntax.Token]syntax.Token{syntax.Lt: syntax.Gt, syntax.Le: syntax.Ge, syntax.Gt: syntax.Lt, syntax.Ge: syntax.Le, syntax.Eq: syntax.Eq}
		op = mirror[op]
	}
	if !g.isSizeOf(k, x) {
		return
	}
	if after, ok := g.depends(y); !ok || after > k {
		return
	}
	if r := g.c.rangeOperand(y); op == syntax.In && r != nil {
		g.sizeBound(k, x, r.X, syntax.Ge, lo, hi)
		g.sizeBound(k, x, r.Y, syntax.Le, lo, hi)
		return
	}
	v, ok := g.c.number(g.c.lower(y))
	if !ok {
		return
	}
	switch op {
	case syntax.Eq:
		*lo, *hi = max(*lo, v), min(*hi, v)
	case syntax.Lt:
		*hi = min(*hi, v-1)
	case syntax.Le:
		*hi = min(*hi, v)
	case syntax.Gt:
		*lo = max(*lo, v+1)
	case syntax.Ge:
		*lo = max(*lo, v)
	}
}

func (g *grounder) isSizeOf(k int, e syntax.Expr) bool {
	if p, ok := e.(*syntax.ParenExpr); ok {
		return g.isSizeOf(k, p.X)
	}
	call, ok := e.(*syntax.CallExpr)
	if !ok || call.Fun.Name != "size" || len(call.Args) != 1 || g.c.uses[call.Fun] != nil {
		return false
	}
	id, ok := call.Args[0].(*syntax.Ident)
	return ok && g.c.uses[id] == g.params[k]
}

// build makes the ground move of the present choice, unless it can never be made.
func (g *grounder) build() {
	c := g.c
	m := &moveBuilder{c: c}
	c.move = m
	defer func() { c.move = nil }()
	cost := scalar(c.b.Const(1))
	if g.decl.Cost != nil {
		cost = c.lower(g.decl.Cost)
	}
	if cost.kind != vScalar || cost.e.Op == model.Undefined || !c.costOK(g.decl, cost.e) {
		return
	}
	body := m.block(g.decl.Body.Stmts)
	if m.never {
		return
	}
	move := &model.Move{Schema: g.schema, Cost: cost.e, Locals: m.locals}
	if g.decl.Label != nil {
		v := c.lower(g.decl.Label)
		move.Label = c.display(v, textTy)
	}
	for i, o := range g.params {
		move.Args = append(move.Args, model.Value{Type: g.schema.Params[i].Type, Leaves: o.val.constLeaves()})
	}
	move.Body = pruneLets(body, move.Label)
	c.p.Moves = append(c.p.Moves, move)
}

// costOK complains of a cost that is negative whatever the state.
func (c *checker) costOK(d *syntax.MoveDecl, cost *model.Expr) bool {
	if cost.Hi >= 0 {
		return true
	}
	c.errorf(d.Cost, "the cost is negative: at most %d", cost.Hi).Hint = "costs are 0 or more"
	return false
}
