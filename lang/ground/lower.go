package ground

import (
	"fmt"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// step counts a step against the limit.
func (g *grounder) step() {
	g.steps++
	if g.steps > g.opts.Limit {
		g.tooLarge(0)
	}
	if g.steps&0x3FFF != 0 {
		return
	}
	if g.opts.Context != nil && g.opts.Context.Err() != nil {
		panic(stopped{g.opts.Context.Err()})
	}
	if g.opts.Progress != nil {
		g.opts.Progress(g.b.Pos, len(g.p.Moves))
	}
}

// tooLarge ends grounding because the limit is exceeded. alone is a lower bound of the steps
// for one expression, or 0.
func (g *grounder) tooLarge(alone int64) {
	if ch := g.crowd(alone); ch != nil {
		g.tooMany(ch)
	}
	hint := g.repeated()
	if hint == "" {
		hint = "smaller parameters, or a narrower where, make it smaller; the limit can be raised"
	}
	g.tooMuch(fmt.Sprintf("writing it out takes more than the limit of %d steps", g.opts.Limit), hint)
}

func (g *grounder) tooMuch(why, hint string) {
	p := g.b.Pos
	at := syntax.Pos{Line: max(1, p.Line), Col: max(1, p.Col)}
	if p == (model.Pos{}) && g.last != nil {
		at = g.last.Pos()
	}
	g.ErrorAt(at, syntax.Pos{}, "the problem is too large: %s", why).Hint = hint
	panic(stopped{})
}

// places returns the number of possible members of a set.
func (g *grounder) places(t *model.Type) int64 {
	n, ok := t.Size()
	if !ok || n > types.MaxElements {
		g.tooMuch(fmt.Sprintf("the members of this set may be any of %s, more than %d values", t, types.MaxElements),
			"the possible members follow from the types of the operands")
	}
	return n
}

// at sets the position of the expressions built next.
func (g *grounder) at(n syntax.Node) {
	if g.file.Source != "" {
		g.b.Pos = g.pos(n)
	}
}

// lower evaluates a checked expression with the current bindings.
func (g *grounder) lower(e syntax.Expr) value {
	g.last = e
	g.step()
	v := g.lowerExpr(e)
	if v.kind == vScalar && v.e.Wide && allConst(v.e) {
		g.Errorf(e, "the value does not fit 64 bits")
		return badValue
	}
	if v.kind == vBad && len(g.Errs) == 0 { // never continue silently with an incomplete problem
		g.Errorf(e, "the value of %s cannot be computed here", g.Text(e))
	}
	return v
}

func allConst(e *model.Expr) bool {
	for _, a := range e.Args {
		if !a.IsConst() {
			return false
		}
	}
	return len(e.Args) > 0
}

func (g *grounder) lowerExpr(e syntax.Expr) value {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return g.lower(e.X)
	case *syntax.IntLit:
		return scalar(g.b.Const(e.Value))
	case *syntax.DecimalLit:
		return g.decimal(g.b.Const(e.Value), e.Digits)
	case *syntax.BoolLit:
		return scalar(g.b.Truth(e.Value))
	case *syntax.StringLit:
		return g.lowerString(e)
	case *syntax.Ident:
		return g.lowerIdent(e)
	case *syntax.UnaryExpr:
		return g.lowerUnary(e)
	case *syntax.BinaryExpr:
		return g.lowerBinary(e)
	case *syntax.CompareExpr:
		return g.lowerOperand(e)
	case *syntax.IfExpr:
		return g.lowerIf(e)
	case *syntax.LetExpr:
		return g.lowerLet(e)
	case *syntax.CallExpr:
		return g.lowerCall(e)
	case *syntax.IndexExpr:
		return g.lowerIndex(e)
	case *syntax.SelectExpr:
		if e.Name != nil && g.info.Uses[e.Name] != nil {
			return g.lowerIdent(e.Name)
		}
		if v := g.lower(e.X); v.kind == vTuple {
			return g.only(v.def, v.parts[g.info.Types[e.X].Component(e)])
		}
	case *syntax.TupleExpr:
		return g.lowerTuple(e)
	case *syntax.ListExpr:
		return g.lowerList(e)
	case *syntax.SetExpr:
		return g.lowerSet(e)
	case *syntax.MapExpr:
		return g.lowerMap(e)
	case *syntax.Comprehension:
		return g.lowerComprehension(e)
	}
	return badValue
}

func (g *grounder) lowerIdent(id *syntax.Ident) value {
	o := g.info.Uses[id]
	switch {
	case o == nil && id.Name == "bool":
		return g.wholeType(model.Boolean)
	case o == nil && (id.Name == types.Stuck || id.Name == types.AlwaysStuck):
		return scalar(g.stuck(id))
	case o == nil && (id.Name == types.Steps || id.Name == types.Cost || id.Name == types.Time):
		if id.Name == types.Time {
			return g.decimal(g.ofPlan(id.Name), g.info.TimeDigits)
		}
		if id.Name == types.Cost {
			return g.decimal(g.ofPlan(id.Name), g.info.CostDigits)
		}
		return scalar(g.ofPlan(id.Name))
	case o == nil:
		return badValue
	case o.Kind == types.EnumName || o.Kind == types.TypeName:
		return g.wholeType(o.Type.Finite())
	case o.Kind == types.Param || o.Kind == types.Const:
		return g.constant(o)
	case o.Kind == types.Member && o.Ghost:
		g.Errorf(id, "%s is not a member of %s as it was given", o.Name, o.Enum.Name.Name).Hint =
			"the members are those of -p or the data; what the file names must be among them"
		return badValue
	case o.Kind == types.Member:
		return scalar(g.b.Const(o.Ordinal))
	}
	return g.values[o.ID]
}

// wholeType returns the set of all values of a type.
func (g *grounder) wholeType(t *model.Type) value {
	v := value{kind: vSet, elem: t, in: make([]*model.Expr, g.places(t))}
	for i := range v.in {
		v.in[i] = g.b.Truth(true)
	}
	g.steps += int64(len(v.in)) / 16
	return v
}

func (g *grounder) lowerUnary(e *syntax.UnaryExpr) value {
	v := g.lower(e.X)
	if v.kind != vScalar {
		return badValue
	}
	g.at(e)
	if e.Op == syntax.Not {
		return scalar(g.b.Not(v.e))
	}
	return g.fraction(g.b.Neg(v.e), v.den)
}

func (g *grounder) lowerBinary(e *syntax.BinaryExpr) value {
	x := g.lower(e.X)
	if x.kind == vScalar && decides(e.Op, x.e) {
		return scalar(g.b.Truth(e.Op != syntax.And))
	}
	y := g.lower(e.Y)
	if x.kind == vBad || y.kind == vBad {
		return badValue
	}
	g.at(e)
	if t := g.info.Types[e]; t != nil && t.Decimal {
		return g.noted(e, g.calculate(e.Op, x, y))
	}
	switch e.Op {
	case syntax.And:
		return scalar(g.b.And(x.e, y.e))
	case syntax.Or:
		return scalar(g.b.Or(x.e, y.e))
	case syntax.Implies:
		return scalar(g.b.Or(g.b.Not(x.e), y.e))
	case syntax.Plus:
		return scalar(g.b.Sum(x.e, y.e))
	case syntax.Minus:
		return scalar(g.b.Sub(x.e, y.e))
	case syntax.Star:
		return scalar(g.b.Mul(x.e, y.e))
	case syntax.Slash:
		return g.noted(e, scalar(g.b.Div(x.e, y.e)))
	case syntax.Percent:
		return g.noted(e, scalar(g.b.Mod(x.e, y.e)))
	case syntax.Range:
		if anyFraction(x, y) || g.info.Types[e].Elem().Decimal {
			return g.lowerDecimalRange(e, x, y)
		}
		return g.lowerRange(x.e, y.e)
	}
	return g.setOperation(e.Op, x, y)
}

// decides reports whether the left operand decides a connective. The right one is then not
// grounded, which keeps the model small.
func decides(op syntax.Token, x *model.Expr) bool {
	switch op {
	case syntax.And, syntax.Implies:
		return x.IsFalse()
	case syntax.Or:
		return x.IsTrue()
	}
	return false
}

// lowerRange returns the set lo..hi.
func (g *grounder) lowerRange(lo, hi *model.Expr) value {
	if lo.Op == model.Undefined || hi.Op == model.Undefined {
		return value{kind: vSet, def: g.b.Truth(false)}
	}
	if hi.Hi < lo.Lo {
		return value{kind: vSet, def: g.defined(lo, hi)}
	}
	t := &model.Type{Kind: model.Int, Lo: lo.Lo, Hi: hi.Hi}
	v := g.wholeType(t)
	v.def = g.defined(lo, hi)
	if lo.IsConst() && hi.IsConst() {
		return v
	}
	for i := range v.in {
		n := g.b.Const(t.Lo + int64(i))
		v.in[i] = g.b.And(g.b.Le(lo, n), g.b.Le(n, hi))
	}
	return v
}

// defined returns the condition that all of es are defined, or nil if they always are.
func (g *grounder) defined(es ...*model.Expr) *model.Expr {
	var conds []*model.Expr
	for _, e := range es {
		if e.Partial {
			conds = append(conds, g.b.Eq(e, e))
		}
	}
	if conds == nil {
		return nil
	}
	return g.b.And(conds...)
}

func (g *grounder) lowerIf(e *syntax.IfExpr) value {
	cond := g.lower(e.Cond)
	if cond.kind != vScalar {
		return badValue
	}
	if cond.e.IsTrue() {
		return g.lower(e.Then)
	}
	if cond.e.IsFalse() {
		return g.lower(e.Else)
	}
	x, y := g.lower(e.Then), g.lower(e.Else)
	g.at(e)
	return g.choose(cond.e, x, y)
}

// lowerLet evaluates let x = e in f, which is undefined if e is.
func (g *grounder) lowerLet(e *syntax.LetExpr) value {
	v := g.lower(e.Value)
	if v.kind == vBad {
		return badValue
	}
	o := g.info.Uses[e.Name]
	conds := g.wellDefined(v)
	if e.Type != nil {
		conds = append(conds, g.within(v, o.Type)...)
		v = g.widened(v, o.Type)
	}
	g.values[o.ID] = v
	body := g.lower(e.Body)
	if conds != nil {
		body = g.only(g.b.And(conds...), body)
	}
	return body
}

// choose returns x where cond holds, and y elsewhere.
func (g *grounder) choose(cond *model.Expr, x, y value) value {
	if x.kind == vBad || y.kind == vBad {
		return badValue
	}
	switch x.kind {
	case vScalar:
		if anyFraction(x, y) {
			n, m, den := g.common(x, y)
			return g.fraction(g.b.If(cond, n, m), den)
		}
		return scalar(g.b.If(cond, x.e, y.e))
	case vText, vShown:
		return g.chooseText(cond, x, y)
	case vSet:
		x, y = g.alike(x, y)
		in := make([]*model.Expr, len(x.in))
		for i := range in {
			in[i] = g.b.If(cond, x.in[i], y.in[i])
		}
		v := value{kind: vSet, elem: x.elem, in: in}
		if x.def != nil || y.def != nil {
			v.def = g.b.If(cond, g.orTrue(x.def), g.orTrue(y.def))
		}
		return v
	}
	if len(x.parts) != len(y.parts) {
		return badValue
	}
	v := value{kind: x.kind, index: x.index, parts: make([]value, len(x.parts))}
	for i := range v.parts {
		v.parts[i] = g.choose(cond, x.parts[i], y.parts[i])
	}
	if x.def != nil || y.def != nil {
		v.def = g.b.If(cond, g.orTrue(x.def), g.orTrue(y.def))
	}
	return v
}

// whole returns a tuple or an array as one value, which is undefined if a part is.
func (g *grounder) whole(v value) value {
	if conds := g.wellDefined(v.parts...); conds != nil {
		v.def = g.b.And(conds...)
	}
	return v
}

// only returns v restricted to def, and undefined elsewhere. A nil def means everywhere.
func (g *grounder) only(def *model.Expr, v value) value {
	if def == nil || def.IsTrue() {
		return v
	}
	switch v.kind {
	case vScalar:
		return g.fraction(g.onlyScalar(def, v.e), v.den)
	case vText, vShown:
		return g.chooseText(def, v, charValue(g.b.Undefined()))
	case vTuple, vArray:
		parts := make([]value, len(v.parts))
		for i, p := range v.parts {
			parts[i] = g.only(def, p)
		}
		v.parts = parts
	case vBad:
		return v
	}
	v.def = g.b.And(def, g.orTrue(v.def))
	return v
}

func (g *grounder) onlyScalar(def, e *model.Expr) *model.Expr {
	if e.Bool {
		return g.b.And(def, e)
	}
	return g.b.If(def, e, g.b.Undefined())
}

func (g *grounder) orTrue(def *model.Expr) *model.Expr {
	if def == nil {
		return g.b.Truth(true)
	}
	return def
}

// alike lays two sets out over the same possible members.
func (g *grounder) alike(x, y value) (value, value) {
	switch {
	case x.elem == nil && y.elem == nil:
		return x, y
	case x.elem == nil:
		empty := g.emptySet(y.elem)
		empty.def = x.def
		return empty, y
	case y.elem == nil:
		empty := g.emptySet(x.elem)
		empty.def = y.def
		return x, empty
	}
	t := hull(x.elem, y.elem)
	g.places(t)
	return g.widen(x, t), g.widen(y, t)
}
