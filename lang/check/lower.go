package check

import (
	"farbank/lang/syntax"
	"farbank/model"
)

// step counts a step of evaluation against the limit.
func (c *checker) step() {
	c.steps++
	if c.steps > c.opts.Limit {
		c.tooLarge()
	}
	if c.steps&0x3FFF == 0 && c.opts.Context != nil && c.opts.Context.Err() != nil {
		panic(stopped{c.opts.Context.Err()})
	}
}

func (c *checker) tooLarge() {
	p := c.b.Pos
	at := syntax.Pos{Line: max(1, p.Line), Col: max(1, p.Col)}
	if p == (model.Pos{}) && c.last != nil {
		at = c.last.Pos()
	}
	c.errorAt(at, syntax.Pos{}, "the problem is too large: writing it out takes more than the limit of %d steps", c.opts.Limit).Hint =
		"smaller parameters, or a narrower where, make it smaller; the limit can be raised"
	panic(stopped{})
}

// at makes the expressions built next belong to n.
func (c *checker) at(n syntax.Node) {
	if c.file.Source != "" {
		c.b.Pos = c.pos(n)
	}
}

// lower evaluates a checked expression under the present bindings.
func (c *checker) lower(e syntax.Expr) value {
	c.last = e
	c.step()
	v := c.lowerExpr(e)
	if v.kind == vScalar && v.e.Wide && allConst(v.e) {
		c.errorf(e, "the value does not fit 64 bits")
		return badValue
	}
	if v.kind == vBad && len(c.errs) == 0 { // never go on silently with half a problem
		c.errorf(e, "%s cannot stand here: its value is not one that can be computed", c.text(e))
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

func (c *checker) lowerExpr(e syntax.Expr) value {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.lower(e.X)
	case *syntax.IntLit:
		return scalar(c.b.Const(e.Value))
	case *syntax.BoolLit:
		return scalar(c.b.Truth(e.Value))
	case *syntax.StringLit:
		return c.lowerString(e)
	case *syntax.Ident:
		return c.lowerIdent(e)
	case *syntax.UnaryExpr:
		return c.lowerUnary(e)
	case *syntax.BinaryExpr:
		return c.lowerBinary(e)
	case *syntax.CompareExpr:
		return c.lowerCompare(e)
	case *syntax.IfExpr:
		return c.lowerIf(e)
	case *syntax.CallExpr:
		return c.lowerCall(e)
	case *syntax.IndexExpr:
		return c.lowerIndex(e)
	case *syntax.SelectExpr:
		if v := c.lower(e.X); v.kind == vTuple {
			return v.parts[e.N-1]
		}
	case *syntax.TupleExpr:
		return c.lowerTuple(e)
	case *syntax.ListExpr:
		return c.lowerList(e)
	case *syntax.SetExpr:
		return c.lowerSet(e)
	case *syntax.MapExpr:
		return c.lowerMap(e)
	case *syntax.Comprehension:
		return c.lowerComprehension(e)
	}
	return badValue
}

func (c *checker) lowerIdent(id *syntax.Ident) value {
	o := c.uses[id]
	switch {
	case o == nil && id.Name == "bool":
		return c.wholeType(model.Boolean)
	case o == nil:
		return badValue
	case o.kind == objEnum || o.kind == objType:
		return c.wholeType(o.ty.finite())
	case o.kind == objMember && o.ghost:
		c.errorf(id, "%s is not a member of %s as it was given", o.name, o.enum.Name.Name).Hint =
			"the members are those of -p or the data; what the file names must be among them"
		return badValue
	}
	return o.val
}

// wholeType is the set of all values of a type.
func (c *checker) wholeType(t *model.Type) value {
	n, ok := t.Size()
	if !ok || n > maxElements {
		c.tooLarge()
	}
	v := value{kind: vSet, elem: t, in: make([]*model.Expr, n)}
	for i := range v.in {
		v.in[i] = c.b.Truth(true)
	}
	c.steps += n / 16
	return v
}

func (c *checker) lowerUnary(e *syntax.UnaryExpr) value {
	v := c.lower(e.X)
	if v.kind != vScalar {
		return badValue
	}
	c.at(e)
	if e.Op == syntax.Not {
		return scalar(c.b.Not(v.e))
	}
	return scalar(c.b.Neg(v.e))
}

func (c *checker) lowerBinary(e *syntax.BinaryExpr) value {
	x := c.lower(e.X)
	if x.kind == vScalar && decides(e.Op, x.e) {
		return scalar(c.b.Truth(e.Op != syntax.And))
	}
	y := c.lower(e.Y)
	if x.kind == vBad || y.kind == vBad {
		return badValue
	}
	c.at(e)
	switch e.Op {
	case syntax.And:
		return scalar(c.b.And(x.e, y.e))
	case syntax.Or:
		return scalar(c.b.Or(x.e, y.e))
	case syntax.Implies:
		return scalar(c.b.Or(c.b.Not(x.e), y.e))
	case syntax.Plus:
		return scalar(c.b.Sum(x.e, y.e))
	case syntax.Minus:
		return scalar(c.b.Sub(x.e, y.e))
	case syntax.Star:
		return scalar(c.b.Mul(x.e, y.e))
	case syntax.Slash:
		return c.noted(e, scalar(c.b.Div(x.e, y.e)))
	case syntax.Percent:
		return c.noted(e, scalar(c.b.Mod(x.e, y.e)))
	case syntax.Range:
		return c.lowerRange(x.e, y.e)
	}
	return c.setOperation(e.Op, x, y)
}

// decides reports whether the left side alone gives the value of a connective. The
// right side is then not evaluated, which keeps grounding small.
func decides(op syntax.Token, x *model.Expr) bool {
	switch op {
	case syntax.And, syntax.Implies:
		return x.IsFalse()
	case syntax.Or:
		return x.IsTrue()
	}
	return false
}

// lowerRange is the set lo..hi.
func (c *checker) lowerRange(lo, hi *model.Expr) value {
	if lo.Op == model.Undefined || hi.Op == model.Undefined {
		return value{kind: vSet, def: c.b.Truth(false)}
	}
	if hi.Hi < lo.Lo {
		return value{kind: vSet, def: c.defined(lo, hi)}
	}
	t := &model.Type{Kind: model.Int, Lo: lo.Lo, Hi: hi.Hi}
	v := c.wholeType(t)
	v.def = c.defined(lo, hi)
	if lo.IsConst() && hi.IsConst() {
		return v
	}
	for i := range v.in {
		n := c.b.Const(t.Lo + int64(i))
		v.in[i] = c.b.And(c.b.Le(lo, n), c.b.Le(n, hi))
	}
	return v
}

// defined is the condition that all of es have a value; nil where that is certain.
func (c *checker) defined(es ...*model.Expr) *model.Expr {
	var conds []*model.Expr
	for _, e := range es {
		if e.Partial {
			conds = append(conds, c.b.Eq(e, e))
		}
	}
	if conds == nil {
		return nil
	}
	return c.b.And(conds...)
}

func (c *checker) lowerIf(e *syntax.IfExpr) value {
	cond := c.lower(e.Cond)
	if cond.kind != vScalar {
		return badValue
	}
	if cond.e.IsTrue() {
		return c.lower(e.Then)
	}
	if cond.e.IsFalse() {
		return c.lower(e.Else)
	}
	x, y := c.lower(e.Then), c.lower(e.Else)
	c.at(e)
	return c.choose(cond.e, x, y, c.types[e])
}

// choose is x where cond holds, else y; both are of type t.
func (c *checker) choose(cond *model.Expr, x, y value, t *ty) value {
	if x.kind == vBad || y.kind == vBad {
		return badValue
	}
	switch x.kind {
	case vScalar:
		return scalar(c.b.If(cond, x.e, y.e))
	case vText, vShown:
		return c.chooseText(cond, x, y)
	case vSet:
		x, y = c.alike(x, y)
		in := make([]*model.Expr, len(x.in))
		for i := range in {
			in[i] = c.b.If(cond, x.in[i], y.in[i])
		}
		v := value{kind: vSet, elem: x.elem, in: in}
		if x.def != nil || y.def != nil {
			v.def = c.b.If(cond, c.orTrue(x.def), c.orTrue(y.def))
		}
		return v
	}
	if len(x.parts) != len(y.parts) {
		return badValue
	}
	parts := make([]value, len(x.parts))
	for i := range parts {
		parts[i] = c.choose(cond, x.parts[i], y.parts[i], t)
	}
	return value{kind: x.kind, index: x.index, parts: parts}
}

func (c *checker) orTrue(def *model.Expr) *model.Expr {
	if def == nil {
		return c.b.Truth(true)
	}
	return def
}

// alike lays two sets out over the same possible members.
func (c *checker) alike(x, y value) (value, value) {
	switch {
	case x.elem == nil && y.elem == nil:
		return x, y
	case x.elem == nil:
		empty := c.emptySet(y.elem)
		empty.def = x.def
		return empty, y
	case y.elem == nil:
		empty := c.emptySet(x.elem)
		empty.def = y.def
		return x, empty
	}
	t := hull(x.elem, y.elem)
	if n, ok := t.Size(); !ok || n > maxElements {
		c.tooLarge()
	}
	return c.widen(x, t), c.widen(y, t)
}

func (c *checker) lowerTuple(e *syntax.TupleExpr) value {
	v := value{kind: vTuple}
	for _, x := range e.Elems {
		p := c.lower(x)
		if p.kind == vBad {
			return badValue
		}
		v.parts = append(v.parts, p)
	}
	if v.parts[0].kind != vSet {
		return v
	}
	t := &model.Type{Kind: model.Tuple} // a tuple of types: the set of all such tuples
	for _, p := range v.parts {
		t.Elems = append(t.Elems, p.elem)
	}
	return c.wholeType(t)
}

// lowerIndex is x[i, ...]: an element of an array, or a character of a text.
func (c *checker) lowerIndex(e *syntax.IndexExpr) value {
	x := c.lower(e.X)
	var indices []*model.Expr
	bad := x.kind == vBad
	for _, i := range e.Index {
		v := c.lower(i)
		bad = bad || v.kind == vBad
		indices = append(indices, v.leaves()...)
	}
	if bad {
		return badValue
	}
	c.at(e)
	if x.kind == vText || x.kind == vShown {
		return c.noted(e, c.charAt(e, x, indices[0]))
	}
	if x.kind != vArray {
		return badValue
	}
	return c.noted(e, c.element(x, indices, c.types[e]))
}

// element is the element of an array at indices, given as leaves.
func (c *checker) element(x value, indices []*model.Expr, t *ty) value {
	dims := dimsOf(x.index)
	if off, fixed, inside := offset(dims, indices); !inside {
		return c.nothing(t)
	} else if fixed {
		return x.parts[off]
	}
	c.steps += int64(len(x.parts) / 8)
	if t.kind == kText && !oneCharacterEach(x.parts) {
		return c.textAt(x.parts, dims, indices)
	}
	if t.kind == kText {
		x.parts = c.characters(x.parts)
	}
	x.parts = c.allAlike(x.parts)
	first := x.parts[0].leaves()
	columns := make([][]*model.Expr, len(first))
	for _, p := range x.parts {
		for j, l := range p.leaves() {
			columns[j] = append(columns[j], l)
		}
	}
	out := make([]*model.Expr, len(first))
	for j := range out {
		out[j] = c.b.Element(columns[j], dims, indices)
	}
	v, _ := x.parts[0].rebuild(out)
	if v.kind == vSet { // outside the array there is no set, rather than an empty one
		inside := c.b.Element(c.repeat(c.b.Truth(true), len(x.parts)), dims, indices)
		if !inside.IsTrue() {
			v.def = c.b.And(inside, c.orTrue(v.def))
		}
	}
	return v
}

func (c *checker) repeat(e *model.Expr, n int) []*model.Expr {
	out := make([]*model.Expr, n)
	for i := range out {
		out[i] = e
	}
	return out
}

// allAlike lays out all sets among parts over the same possible members.
func (c *checker) allAlike(parts []value) []value {
	if len(parts) == 0 || parts[0].kind != vSet {
		return parts
	}
	out := append([]value(nil), parts...)
	whole := out[0]
	for _, p := range out[1:] {
		whole, _ = c.alike(whole, p)
	}
	for i := range out {
		out[i], _ = c.alike(out[i], whole)
	}
	return out
}

// nothing is the undefined value of a type.
func (c *checker) nothing(t *ty) value {
	switch t.kind {
	case kBool:
		return scalar(c.b.Truth(false))
	case kText:
		return charValue(c.b.Undefined())
	case kSet:
		return value{kind: vSet, def: c.b.Truth(false)}
	case kTuple:
		v := value{kind: vTuple}
		for _, et := range t.elems {
			v.parts = append(v.parts, c.nothing(et))
		}
		return v
	}
	return scalar(c.b.Undefined())
}

// dimsOf returns the dims of an array, one for each scalar of its indices.
func dimsOf(index []*model.Type) []model.Dim {
	var dims []model.Dim
	for _, t := range index {
		for _, lt := range t.LeafTypes() {
			lo, hi := lt.Domain()
			dims = append(dims, model.Dim{Lo: lo, N: hi - lo + 1})
		}
	}
	stride := int64(1)
	for i := len(dims) - 1; i >= 0; i-- {
		dims[i].Stride = stride
		stride *= dims[i].N
	}
	return dims
}

// offset returns the offset of constant indices; fixed is false if one is not
// constant, inside if one can only be outside.
func offset(dims []model.Dim, indices []*model.Expr) (off int64, fixed, inside bool) {
	fixed = true
	for i, x := range indices {
		d := dims[i]
		if x.Op == model.Undefined || x.Hi < d.Lo || x.Lo-d.Lo >= d.N {
			return 0, false, false
		}
		fixed = fixed && x.IsConst()
		off += (x.Value - d.Lo) * d.Stride
	}
	return off, fixed, true
}
