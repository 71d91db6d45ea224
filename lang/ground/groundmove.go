package ground

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// groundMove adds the ground moves of a declaration: one for every choice of its parameters
// that its static conditions allow.
func (g *grounder) groundMove(d *syntax.MoveDecl) {
	ch := &chooser{g: g, decl: d, schema: &model.Schema{Name: d.Name.Name, By: choosers[d.By], Pos: g.pos(d.Name)}}
	ch.sized = map[int]int64{}
	g.choosers = append(g.choosers, ch)
	g.resume(ch)
	for _, f := range d.Params {
		for _, id := range f.Names {
			o := g.info.Uses[id]
			ch.params = append(ch.params, o)
			ch.schema.Params = append(ch.schema.Params, model.Param{Name: id.Name, Type: o.Type.Finite()})
		}
	}
	syntax.Inspect(d.Body, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.RequireStmt); ok {
			rule := model.Rule{Kind: model.Require, Label: label(r.Why), Text: g.Text(r.Cond), Pos: g.pos(r)}
			ch.schema.Requires = append(ch.schema.Requires, rule)
		}
		return true
	})
	ch.findGuards()
	g.p.Schemas = append(g.p.Schemas, ch.schema)
	if d.Takes != nil {
		ch.ends = endOf(ch.schema)
		g.p.Schemas = append(g.p.Schemas, ch.ends)
	}
	if !ch.joined() {
		ch.choosing = true
		ch.choose(0)
	}
	g.p.Moves = append(g.p.Moves, ch.endings...)
	if l := g.lost[ch.schema]; l != nil {
		l.of = ch.begun
	}
	g.pause(ch)
}

// A chooser enumerates the arguments of one move.
type chooser struct {
	g       *grounder
	decl    *syntax.MoveDecl
	schema  *model.Schema
	params  []*types.Object
	ends    *model.Schema // of the end of a move that takes time; else nil
	endings []*model.Move // its ground moves
	guards  []guard
	shares  map[*syntax.RequireStmt]*shared

	choosing bool // choose tests the guards, and those that passed are true
	tally
}

// A guard is a condition of a move that does not depend on the state. It is tested as soon as
// its parameters are chosen.
type guard struct {
	cond  syntax.Expr
	after int // the number of leading parameters that it needs
}

// findGuards collects the guards among the leading requires of the body.
func (ch *chooser) findGuards() {
	for _, s := range ch.decl.Body.Stmts {
		switch s := s.(type) {
		case *syntax.LetStmt:
		case *syntax.RequireStmt:
			for _, e := range conjuncts(s.Cond) {
				if after, ok := ch.depends(e); ok {
					ch.guards = append(ch.guards, guard{e, after})
				}
			}
		default:
			return
		}
	}
}

// conjuncts returns the conjuncts of a condition.
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

// depends returns how many leading parameters must be chosen to evaluate e. It returns false if
// e depends on the state or on a let.
func (ch *chooser) depends(e syntax.Expr) (after int, ok bool) {
	ok = ch.uses(e, func(o *types.Object) bool {
		if o.Kind == types.State || o.Kind == types.Find || o.Level > types.Constant {
			return false
		}
		if o.Kind != types.Local {
			return true
		}
		i := slices.Index(ch.params, o)
		after = max(after, i+1)
		return i >= 0
	})
	return after, ok
}

// uses calls ask for the objects that an expression uses and does not bind itself, until ask
// returns false. It returns the last answer.
func (ch *chooser) uses(e syntax.Expr, ask func(*types.Object) bool) bool {
	ok := true
	bound := map[*types.Object]bool{}
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binder:
			for _, id := range n.Names {
				bound[ch.g.info.Uses[id]] = true
			}
		case *syntax.LetExpr:
			bound[ch.g.info.Uses[n.Name]] = true
		case *syntax.Ident:
			if o := ch.g.info.Uses[n]; o != nil && !bound[o] {
				ok = ok && ask(o)
			}
		}
		return ok
	})
	return ok
}

// choose instantiates the parameters from number k on with all values.
func (ch *chooser) choose(k int) {
	g := ch.g
	for _, gd := range ch.guards {
		if gd.after == k {
			v := g.lower(gd.cond)
			if v.kind == vScalar && v.e.IsFalse() {
				g.never(ch.schema, gd.cond, "it needs "+g.Text(gd.cond))
				return
			}
			ch.choosing = ch.choosing && v.kind == vScalar && v.e.IsTrue()
		}
	}
	if k == len(ch.params) {
		ch.build()
		return
	}
	o := ch.params[k]
	if o.Type.Kind == types.Set {
		ch.chooseSet(k)
		return
	}
	g.at(ch.decl.Name)
	if n, ok := o.Type.Finite().Size(); !ok || n > g.opts.Limit {
		g.tooLarge(0)
	}
	g.eachOfType(o.Type.Finite(), func(v value, _ *model.Expr) {
		g.step()
		g.values[o.ID] = v
		ch.choose(k + 1)
	})
}

// chooseSet instantiates parameter k with all subsets whose size the conditions on size(...)
// allow, small ones first.
func (ch *chooser) chooseSet(k int) {
	g, o := ch.g, ch.params[k]
	elem := o.Type.Elem().Finite()
	n, _ := elem.Size()
	lo, hi := ch.sizes(k, n)
	total := int64(0)
	for size := lo; size <= hi; size++ {
		total += min(binomial(n, size), g.opts.Limit)
		if total > g.opts.Limit-g.steps {
			g.at(ch.decl.Name)
			g.Errorf(ch.decl.Name, "the move %s has too many choices for %s: the subsets of %d members, of sizes %d to %d, are more than the limit of %d steps",
				ch.schema.Name, o.Name, n, lo, hi, g.opts.Limit).Hint = "a first condition on the size keeps them few: require size(" + o.Name + ") <= 2"
			panic(stopped{})
		}
	}
	ch.sized[k] = max(ch.sized[k], total)
	apart := ch.disjoint(k)
	for size := lo; size <= hi; size++ {
		chosen := g.emptySet(elem)
		ch.subsets(chosen.in, apart, 0, int(size), func() {
			g.values[o.ID] = value{kind: vSet, elem: elem, in: slices.Clone(chosen.in)}
			ch.choose(k + 1)
		})
	}
}

// subsets calls f for every way to add size members, from number i on, to in. Members for which apart is true are left out.
func (ch *chooser) subsets(in []*model.Expr, apart []bool, i, size int, f func()) {
	ch.g.step()
	if size == 0 {
		f()
		return
	}
	for ; i+size <= len(in); i++ {
		if apart != nil && apart[i] {
			continue
		}
		in[i] = ch.g.b.Truth(true)
		ch.subsets(in, apart, i+1, size-1, f)
		in[i] = ch.g.b.Truth(false)
	}
}

// disjoint returns the members that parameter k cannot have by a leading condition x inter y == {} with an earlier
// parameter, or nil.
func (ch *chooser) disjoint(k int) []bool {
	var apart []bool
	for _, gd := range ch.guards {
		cmp, ok := gd.cond.(*syntax.CompareExpr)
		if !ok || gd.after != k+1 || len(cmp.Ops) != 1 || cmp.Ops[0] != syntax.Eq {
			continue
		}
		both, none := unparen(cmp.Xs[0]), unparen(cmp.Xs[1])
		if s, ok := both.(*syntax.SetExpr); ok && len(s.Elems) == 0 {
			both, none = none, both
		}
		inter, ok := both.(*syntax.BinaryExpr)
		if s, empty := none.(*syntax.SetExpr); !empty || len(s.Elems) > 0 || !ok || inter.Op != syntax.Inter {
			continue
		}
		x, y := ch.parameter(inter.X), ch.parameter(inter.Y)
		if y < x {
			x, y = y, x
		}
		if x < 0 || y != k || x == k || ch.params[x].Type.Kind != types.Set {
			continue
		}
		other, own := ch.g.values[ch.params[x].ID], ch.params[k].Type.Elem().Finite()
		if apart == nil {
			n, _ := own.Size()
			apart = make([]bool, n)
		}
		for i, in := range other.in {
			if member := other.elem.Nth(int64(i)); in.IsTrue() && own.Has(member) {
				apart[own.Ordinal(member)] = true
			}
		}
	}
	return apart
}

// parameter returns the number of the parameter that an expression names, or -1.
func (ch *chooser) parameter(e syntax.Expr) int {
	id, ok := unparen(e).(*syntax.Ident)
	if !ok {
		return -1
	}
	return slices.Index(ch.params, ch.g.info.Uses[id])
}

func unparen(e syntax.Expr) syntax.Expr {
	for {
		p, ok := e.(*syntax.ParenExpr)
		if !ok {
			return e
		}
		e = p.X
	}
}

// sizes returns the bounds on the size of parameter k in the leading requires.
func (ch *chooser) sizes(k int, n int64) (lo, hi int64) {
	lo, hi = 0, n
	for _, s := range ch.decl.Body.Stmts {
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
					ch.sizeBound(k, cmp.Xs[i], cmp.Xs[i+1], op, &lo, &hi)
				}
			}
		}
	}
	return lo, hi
}

// sizeBound narrows lo..hi by a comparison of size(param k) with a known value.
func (ch *chooser) sizeBound(k int, x, y syntax.Expr, op syntax.Token, lo, hi *int64) {
	if ch.isSizeOf(k, y) && !ch.isSizeOf(k, x) {
		x, y = y, x
		mirror := map[syntax.Token]syntax.Token{syntax.Lt: syntax.Gt, syntax.Le: syntax.Ge, syntax.Gt: syntax.Lt, syntax.Ge: syntax.Le, syntax.Eq: syntax.Eq}
		op = mirror[op]
	}
	if !ch.isSizeOf(k, x) {
		return
	}
	if after, ok := ch.depends(y); !ok || after > k {
		return
	}
	if r := ch.g.rangeOperand(y); op == syntax.In && r != nil {
		ch.sizeBound(k, x, r.X, syntax.Ge, lo, hi)
		ch.sizeBound(k, x, r.Y, syntax.Le, lo, hi)
		return
	}
	v, ok := ch.g.number(ch.g.lower(y))
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

func (ch *chooser) isSizeOf(k int, e syntax.Expr) bool {
	if p, ok := e.(*syntax.ParenExpr); ok {
		return ch.isSizeOf(k, p.X)
	}
	call, ok := e.(*syntax.CallExpr)
	if !ok || call.Fun.Name != "size" || len(call.Args) != 1 || ch.g.info.Uses[call.Fun] != nil {
		return false
	}
	id, ok := call.Args[0].(*syntax.Ident)
	return ok && ch.g.info.Uses[id] == ch.params[k]
}

// build adds the ground move of the current choice, unless it is inapplicable.
func (ch *chooser) build() {
	g := ch.g
	ch.begun++
	m := &moveBuilder{g: g, schema: ch.schema, chooser: ch}
	cost := g.costOf(ch.decl)
	costs := cost.kind == vScalar && cost.e.Op != model.Undefined
	var under *model.Expr
	switch {
	case m.others() && !costs:
		g.Errorf(ch.decl.Cost, "the cost of %s has no value", ch.schema.Name).Hint = "a move that is not ours must have a cost wherever it is enabled"
		return
	case costs && g.costOK(ch.decl, cost.e):
		count := m.counting(ch.decl, cost.e)
		if ch.ends != nil {
			if m.timed = m.duration(ch.decl); m.timed == nil && !m.never {
				return // an error
			}
		}
		m.stmts(ch.decl.Body.Stmts)
		count()
	case g.p.Strict || m.others(): // inapplicable, but it may leave a range
		m.stmts(ch.decl.Body.Stmts)
		m.never = true
	default:
		return
	}
	if m.lost != "" && len(g.p.Lost) < model.MaxLost {
		g.p.Lost = append(g.p.Lost, model.Lost{Move: &model.Move{Schema: ch.schema, Args: ch.arguments()}, Why: m.lost})
	}
	if m.never && !m.strays {
		return
	}
	move := &model.Move{Schema: ch.schema, Cost: cost.e, Locals: m.locals}
	if ch.decl.Label != nil && !m.never { // else the objects in the label may have no value yet
		v := g.lower(ch.decl.Label)
		move.Label = g.display(v, types.TextType)
	}
	move.Args = ch.arguments()
	if m.others() {
		ch.addOther(m, move)
		return
	}
	if m.timed != nil && !m.never {
		under = m.begin(ch.decl, move.String())
		move.Lasts, move.Under, move.Locals = true, int(under.Value), m.locals
		g.whiles(ch.decl, under)
		ch.end(move, under, m.timed.back)
	}
	if m.strays {
		stray := *move
		stray.Body = pruneLets(m.out, nil)
		g.p.Strays = append(g.p.Strays, &stray)
	}
	if !m.never {
		move.Body = pruneLets(withoutStrays(m.out), move.Label)
		g.p.Moves = append(g.p.Moves, move)
	}
}

// arguments returns the current values of the parameters.
func (ch *chooser) arguments() []model.Value {
	var args []model.Value
	for i, o := range ch.params {
		args = append(args, model.Value{Type: ch.schema.Params[i].Type, Leaves: ch.g.values[o.ID].constLeaves()})
	}
	return args
}

// costOK reports a cost that is negative in every state.
func (g *grounder) costOK(d *syntax.MoveDecl, cost *model.Expr) bool {
	if cost.Hi >= 0 {
		return true
	}
	g.Errorf(d.Cost, "the cost is negative: at most %s", g.p.CostText(cost.Hi)).Hint = "costs are 0 or more"
	return false
}

// costOf returns the cost of the current ground move as a multiple of 10 to the power of
// -CostDigits. It is undefined where it has more digits.
func (g *grounder) costOf(d *syntax.MoveDecl) value {
	if d.Cost == nil {
		return scalar(g.b.Const(model.Power(g.info.CostDigits)))
	}
	v := g.lower(d.Cost)
	if v.kind != vScalar || v.e.Op == model.Undefined {
		return v
	}
	n, exact := g.leaf(v, g.info.CostDigits)
	if exact != nil {
		n = g.onlyScalar(exact, n)
	}
	return scalar(n)
}
