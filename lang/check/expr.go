package check

import (
	"farbank/lang/syntax"
)

// expr checks an expression and returns its type; want is the type that its place
// asks for, or nil, and gives lists, maps and empty sets theirs. Whoever calls
// compares the result with want himself.
func (c *checker) expr(e syntax.Expr, want *ty) *ty {
	t := c.exprType(e, want)
	if e != nil {
		c.types[e] = t
	}
	return t
}

func (c *checker) exprType(e syntax.Expr, want *ty) *ty {
	switch e := e.(type) {
	case nil, *syntax.BadExpr:
		return bad
	case *syntax.ParenExpr:
		return c.expr(e.X, want)
	case *syntax.IntLit:
		return intTy
	case *syntax.BoolLit:
		return boolTy
	case *syntax.StringLit:
		return c.stringType(e)
	case *syntax.Ident:
		return c.identType(e)
	case *syntax.UnaryExpr:
		return c.unaryType(e)
	case *syntax.BinaryExpr:
		return c.binaryType(e, want)
	case *syntax.CompareExpr:
		return c.compareType(e)
	case *syntax.IfExpr:
		return c.ifType(e, want)
	case *syntax.CallExpr:
		return c.callType(e)
	case *syntax.IndexExpr:
		return c.indexExprType(e)
	case *syntax.SelectExpr:
		return c.selectType(e)
	case *syntax.TupleExpr:
		return c.tupleType(e, want)
	case *syntax.ListExpr:
		return c.listType(e, want)
	case *syntax.SetExpr:
		return c.setType(e, want)
	case *syntax.MapExpr:
		return c.mapType(e, want)
	case *syntax.Comprehension:
		return c.comprehensionType(e, want)
	case *syntax.SetType:
		c.errorf(e, "a type cannot stand here")
		return bad
	}
	return bad
}

// need checks that an expression is of a type, and reports it if not.
func (c *checker) need(e syntax.Expr, want *ty) bool {
	got := c.expr(e, want)
	return c.needed(e, got, want)
}

func (c *checker) needed(e syntax.Expr, got, want *ty) bool {
	if fits(got, want) {
		return got.kind != kBad
	}
	err := c.errorf(e, "%s is %s; %s is needed here", c.text(e), got, want)
	err.Hint = c.elementHint(e, got, want)
	if want.kind == kInt && got.kind == kBool {
		err.Hint = "if " + c.text(e) + " then 1 else 0 makes it a number"
	}
	return false
}

// elementHint suggests x[e] where e is a valid index of an array of the right type.
func (c *checker) elementHint(e syntax.Expr, got, want *ty) string {
	if got.kind == kBad || want.kind == kBad || want.kind == kArray {
		return ""
	}
	for _, o := range c.objects {
		if o.ty != nil && o.ty.kind == kArray && (o.kind == objState || o.kind == objFind || o.kind == objConst || o.kind == objParam) &&
			len(o.ty.index) == 1 && o.ty.index[0].kind != kInt && fits(o.ty.index[0], got) && fits(o.ty.elem(), want) {
			return "did you mean " + o.name + "[" + c.text(e) + "]?"
		}
	}
	return ""
}

func (c *checker) stringType(e *syntax.StringLit) *ty {
	for _, p := range e.Parts {
		if p.Expr != nil {
			c.expr(p.Expr, nil)
		}
	}
	return textTy
}

func (c *checker) identType(id *syntax.Ident) *ty {
	if id.Name == "" {
		return bad
	}
	o := c.lookup(id.Name)
	if o == nil && id.Name == "bool" {
		return setOf(boolTy)
	}
	if o == nil {
		return c.unknown(id)
	}
	c.uses[id] = o
	o.used = true
	c.resolve(o)
	c.reach(id, o)
	switch o.kind {
	case objDef:
		c.errorf(id, "%s is a function", o.name).Hint = "call it: " + o.name + "(...)"
		return bad
	case objMove:
		c.errorf(id, "%s is a move, not a value", o.name)
		return bad
	case objEnum, objType:
		return c.typeAsSet(id, o)
	}
	return o.ty
}

// reach notes what an object depends on, and complains where that is too much.
func (c *checker) reach(id *syntax.Ident, o *object) {
	l := o.level
	switch o.kind {
	case objState:
		l = stateful
	case objFind:
		l = found
	}
	c.reached = max(c.reached, l)
	if l <= c.limit || c.context == "" {
		return
	}
	what := o.name + " is " + o.kind.String()
	if o.kind == objDef {
		what = o.name + " depends on the state"
		if l == found {
			what = o.name + " depends on find variables"
		}
	}
	allowed := "constants"
	if c.limit == found {
		allowed = "constants and find variables"
	}
	c.errorf(id, "%s; %s may depend on %s only", what, c.context, allowed)
}

func (c *checker) unknown(id *syntax.Ident) *ty {
	if _, ok := builtins[id.Name]; ok {
		c.errorf(id, "%s is a built-in function", id.Name).Hint = "call it: " + id.Name + "(...)"
		return bad
	}
	c.errorf(id, "unknown name %s", id.Name).Hint = syntax.DidYouMean(id.Name, c.names())
	return bad
}

// typeAsSet lets the name of a type stand for the set of its values.
func (c *checker) typeAsSet(id *syntax.Ident, o *object) *ty {
	switch o.ty.kind {
	case kBad:
		return bad
	case kBool, kInt, kEnum, kTuple:
		return c.sized(id, setOf(o.ty))
	}
	c.errorf(id, "the type %s cannot be used as a set", o.name)
	return bad
}

func (c *checker) unaryType(e *syntax.UnaryExpr) *ty {
	t := intTy
	if e.Op == syntax.Not {
		t = boolTy
	}
	if !c.need(e.X, t) {
		return bad
	}
	return t
}

func (c *checker) binaryType(e *syntax.BinaryExpr, want *ty) *ty {
	switch e.Op {
	case syntax.And, syntax.Or, syntax.Implies:
		x, y := c.need(e.X, boolTy), c.need(e.Y, boolTy)
		if !x || !y {
			return bad
		}
		return boolTy
	case syntax.Union, syntax.Inter, syntax.SetMinus:
		return c.setOperands(e.X, e.Y, e.Op.String(), want)
	case syntax.Range:
		if x, y := c.need(e.X, intTy), c.need(e.Y, intTy); x && y {
			return setOf(intTy)
		}
		return bad
	}
	x, y := c.expr(e.X, intTy), c.expr(e.Y, intTy)
	if x.kind == kSet && y.kind == kSet && (e.Op == syntax.Plus || e.Op == syntax.Minus) {
		word := map[syntax.Token]string{syntax.Plus: "union", syntax.Minus: "minus"}[e.Op]
		c.errorf(e, "%s does not work on sets", e.Op).Hint = "use " + c.text(e.X) + " " + word + " " + c.text(e.Y)
		return bad
	}
	if x.kind == kText && e.Op == syntax.Plus {
		c.errorf(e, "texts cannot be added").Hint = `put values into a text with braces: "{a} and {b}"`
		return bad
	}
	okX, okY := c.needed(e.X, x, intTy), c.needed(e.Y, y, intTy)
	if !okX || !okY {
		return bad
	}
	return intTy
}

// setOperands checks x op y, or op(x, y), on sets.
func (c *checker) setOperands(x, y syntax.Expr, op string, want *ty) *ty {
	tx := c.expr(x, want)
	ty := c.expr(y, tx)
	for _, p := range []struct {
		e syntax.Expr
		t interface{ String() string }
		k kind
	}{{x, tx, tx.kind}, {y, ty, ty.kind}} {
		if p.k == kBad {
			return bad
		}
		if p.k != kSet {
			c.errorf(p.e, "%s is %s; %s works on sets", c.text(p.e), p.t, op)
			return bad
		}
	}
	if !fits(tx, ty) {
		c.errorf(y, "%s is %s, %s is %s; %s needs sets of one type", c.text(x), tx, c.text(y), ty, op)
		return bad
	}
	return merge(tx, ty)
}

// textHint says how a value becomes a text, where one of two is a text.
func textHint(x, y *ty) string {
	if x.kind == kText || y.kind == kText {
		return "a value becomes a text in braces: \"{value}\""
	}
	return ""
}

func (c *checker) ifType(e *syntax.IfExpr, want *ty) *ty {
	ok := c.need(e.Cond, boolTy)
	x := c.expr(e.Then, want)
	if want == nil {
		want = x
	}
	y := c.expr(e.Else, want)
	if !fits(x, y) {
		c.errorf(e.Else, "%s is %s, %s is %s; both branches must be of one type", c.text(e.Then), x, c.text(e.Else), y).Hint = textHint(x, y)
		return bad
	}
	if !ok || x.kind == kBad || y.kind == kBad {
		return bad
	}
	return merge(x, y)
}

func (c *checker) selectType(e *syntax.SelectExpr) *ty {
	t := c.expr(e.X, nil)
	switch {
	case t.kind == kBad:
		return bad
	case t.kind != kTuple:
		c.errorf(e, "%s is %s; only a tuple has a component .%d", c.text(e.X), t, e.N)
		return bad
	case e.N < 1 || e.N > len(t.elems):
		c.errorf(e, "%s has the components .1 to .%d, not .%d", c.text(e.X), len(t.elems), e.N)
		return bad
	}
	return t.elems[e.N-1]
}

func (c *checker) indexExprType(e *syntax.IndexExpr) *ty {
	t := c.expr(e.X, nil)
	var got []*ty
	for i, x := range e.Index {
		var want *ty
		if t.kind == kArray && len(t.index) == len(e.Index) {
			want = t.index[i]
		}
		got = append(got, c.expr(x, want))
	}
	switch t.kind {
	case kBad:
		return bad
	case kText:
		if len(got) != 1 {
			c.errorf(e, "a text has one index, from 0")
			return bad
		}
		c.needed(e.Index[0], got[0], intTy)
		return textTy
	case kArray:
		if !c.indexFits(e, t, got) {
			return bad
		}
		return t.elem()
	}
	err := c.errorf(e, "%s is %s; it has no index", c.text(e.X), t)
	if t.kind == kSet && len(e.Index) == 1 {
		err.Hint = "membership is written " + c.text(e.Index[0]) + " in " + c.text(e.X)
	}
	return bad
}

// indexFits checks the indices of an array: one for each, or one tuple for all.
func (c *checker) indexFits(e *syntax.IndexExpr, t *ty, got []*ty) bool {
	for _, g := range got {
		if g.kind == kBad {
			return false
		}
	}
	if len(got) == 1 && len(t.index) > 1 && got[0].kind == kTuple && len(got[0].elems) == len(t.index) {
		got = got[0].elems
	}
	if len(got) != len(t.index) {
		c.errorf(e, "%s has %s [%s], %d given", c.text(e.X), plural(len(t.index), "index", "indices"), plainList(t.index), len(got))
		return false
	}
	for i, g := range got {
		if !fits(g, t.index[i]) {
			x := e.Index[min(i, len(e.Index)-1)]
			c.errorf(x, "%s is %s; the index of %s is %s", c.text(x), g, c.text(e.X), t.index[i]).Hint = c.elementHint(x, g, t.index[i])
			return false
		}
	}
	return true
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "one " + one
	}
	return itoa(int64(n)) + " " + many
}

func (c *checker) tupleType(e *syntax.TupleExpr, want *ty) *ty {
	t := &ty{kind: kTuple}
	for i, x := range e.Elems {
		var w *ty
		if want != nil && want.kind == kTuple && i < len(want.elems) {
			w = want.elems[i]
		}
		et := c.expr(x, w)
		switch et.kind {
		case kText, kArray, kSet:
			if !c.isTypeTuple(e) {
				c.errorf(x, "%s is %s; the components of a tuple are numbers, names and truth values", c.text(x), et)
				et = bad
			}
		}
		t.elems = append(t.elems, et)
	}
	if c.isTypeTuple(e) {
		return c.domainOfTuple(e)
	}
	return poison(t)
}

// isTypeTuple reports whether every component names a type, as in (Role, Couple):
// then the tuple stands for the set of all such tuples.
func (c *checker) isTypeTuple(e *syntax.TupleExpr) bool {
	for _, x := range e.Elems {
		if !c.isType(x) {
			return false
		}
	}
	return true
}

func (c *checker) isType(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.isType(e.X)
	case *syntax.SetType:
		return true
	case *syntax.TupleExpr:
		return c.isTypeTuple(e)
	case *syntax.BinaryExpr:
		return e.Op == syntax.Range
	case *syntax.Ident:
		o := c.lookup(e.Name)
		if o == nil {
			return e.Name == "bool"
		}
		return o.kind == objEnum || o.kind == objType
	}
	return false
}

func (c *checker) domainOfTuple(e *syntax.TupleExpr) *ty {
	t := &ty{kind: kTuple}
	for _, x := range e.Elems {
		s := c.types[x]
		if s == nil || s.kind != kSet {
			return bad
		}
		t.elems = append(t.elems, s.elem())
	}
	return setOf(poison(t))
}
