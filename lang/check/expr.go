package check

import (
	"cmp"
	"strconv"
	"strings"

	"farbank/lang/builtin"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// expr checks an expression and returns its type. want is the expected type, or nil; lists,
// maps and empty sets take their type from it. The caller must compare the result with want.
func (c *checker) expr(e syntax.Expr, want *types.Type) *types.Type {
	t := c.exprType(e, want)
	if e != nil {
		c.info.Types[e] = t
	}
	return t
}

func (c *checker) exprType(e syntax.Expr, want *types.Type) *types.Type {
	switch e := e.(type) {
	case nil, *syntax.BadExpr:
		return types.BadType
	case *syntax.ParenExpr:
		return c.expr(e.X, want)
	case *syntax.IntLit:
		return types.IntType
	case *syntax.DecimalLit:
		return types.Literal(e.Digits)
	case *syntax.BoolLit:
		return types.BoolType
	case *syntax.StringLit:
		return c.stringType(e, want)
	case *syntax.Ident:
		return c.identType(e, want)
	case *syntax.UnaryExpr:
		return c.unaryType(e)
	case *syntax.BinaryExpr:
		return c.binaryType(e, want)
	case *syntax.CompareExpr:
		return c.compareType(e)
	case *syntax.IfExpr:
		return c.ifType(e, want)
	case *syntax.LetExpr:
		return c.letType(e, want)
	case *syntax.CallExpr:
		return c.rounded(e, want)
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
		c.Errorf(e, "a type cannot stand here")
		return types.BadType
	}
	return types.BadType
}

// need checks that an expression is of type want, and reports an error if it is not.
func (c *checker) need(e syntax.Expr, want *types.Type) bool {
	got := c.expr(e, want)
	return c.needed(e, got, want)
}

func (c *checker) needed(e syntax.Expr, got, want *types.Type) bool {
	if types.Fits(got, want) {
		return got.Kind != types.Bad
	}
	err := c.Errorf(e, "%s is %s; %s is needed here", c.Text(e), got, want)
	if err.Hint = c.elementHint(e, got, want); err.Hint == "" {
		err.Hint = c.wholeHint(e)
	}
	if want.Kind == types.Int && got.Kind == types.Bool {
		err.Hint = "if " + c.Text(e) + " then 1 else 0 makes it a number"
	} else if err.Hint == "" && want.Kind == types.Bool && (got.Kind == types.Int || got.Kind == types.Enum) {
		err.Hint = "a condition compares it with something: " + c.Text(e) + " == ..."
	}
	if err.Hint == "" && want.Kind == types.Int {
		switch got.Kind {
		case types.Enum:
			err.Hint = "the position of a value among those of its type is ord(" + c.Text(e) + ")"
		case types.Text:
			err.Hint = "a text with values in it is written \"{x} of {y}\""
		}
	}
	if want.Kind == types.Bool && got.Kind == types.Int && c.Remarked(e) {
		err.Hint = "// begins a comment; the quotient is a / b, rounded down"
	}
	return false
}

// byComponents returns a hint that spells out an operation on tuples by components.
func (c *checker) byComponents(x syntax.Expr, op string, y syntax.Expr, n int) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = c.component(x, i) + " " + op + " " + c.component(y, i)
	}
	return "it is done by components: (" + strings.Join(parts, ", ") + ")"
}

// component returns the text of component i of a tuple, from 0.
func (c *checker) component(e syntax.Expr, i int) string {
	if t, ok := unparen(e).(*syntax.TupleExpr); ok && i < len(t.Elems) {
		return c.Text(t.Elems[i])
	}
	return c.Text(e) + "." + strconv.Itoa(i+1)
}

// wholeHint returns a hint for names that were meant as the components of a tuple, but are each
// the whole tuple.
func (c *checker) wholeHint(es ...syntax.Expr) string {
	for _, e := range es {
		id, _ := unparen(e).(*syntax.Ident)
		if id == nil {
			continue
		}
		if b := c.wholes[c.info.Uses[id]]; b != nil {
			return "each of these names is a whole tuple; with one name p in " + c.Text(b.Domain) + " its components are p.1, p.2, ..."
		}
	}
	return ""
}

// elementHint suggests x[e] if e is a valid index of an array whose elements fit.
func (c *checker) elementHint(e syntax.Expr, got, want *types.Type) string {
	if got.Kind == types.Bad || want.Kind == types.Bad || want.Kind == types.Array {
		return ""
	}
	for _, o := range c.info.Objects {
		if o.Type != nil && o.Type.Kind == types.Array && (o.Kind == types.State || o.Kind == types.Find || o.Kind == types.Const || o.Kind == types.Param) &&
			len(o.Type.Index) == 1 && o.Type.Index[0].Kind != types.Int && types.Fits(o.Type.Index[0], got) && types.Fits(o.Type.Elem(), want) {
			return "did you mean " + o.Name + "[" + c.Text(e) + "]?"
		}
	}
	return ""
}

// stringType returns the type of a text. In inputs of the caller, a name may be quoted.
func (c *checker) stringType(e *syntax.StringLit, want *types.Type) *types.Type {
	if c.beside {
		if m := c.memberOf(e.Value, want); m != nil {
			return m.Type
		}
	}
	for _, p := range e.Parts {
		if p.Expr != nil {
			c.expr(p.Expr, nil)
		}
	}
	return types.TextType
}

func (c *checker) unaryType(e *syntax.UnaryExpr) *types.Type {
	t := types.IntType
	if e.Op == syntax.Not {
		t = types.BoolType
	}
	if !c.need(e.X, t) {
		return types.BadType
	}
	if t == types.IntType {
		x := c.info.Types[e.X]
		return types.Number(x, x)
	}
	return t
}

func (c *checker) binaryType(e *syntax.BinaryExpr, want *types.Type) *types.Type {
	switch e.Op {
	case syntax.And, syntax.Or, syntax.Implies:
		x, y := c.need(e.X, types.BoolType), c.need(e.Y, types.BoolType)
		if !x || !y {
			return types.BadType
		}
		return types.BoolType
	case syntax.Union, syntax.Inter, syntax.SetMinus:
		return c.setOperands(e.X, e.Y, e.Op.String(), want)
	case syntax.Range:
		if x, y := c.need(e.X, types.IntType), c.need(e.Y, types.IntType); x && y {
			return c.rangeSet(e)
		}
		return types.BadType
	}
	x, y := c.expr(e.X, types.IntType), c.expr(e.Y, types.IntType)
	if x.Kind == types.Set && y.Kind == types.Set && (e.Op == syntax.Plus || e.Op == syntax.Minus) {
		word := map[syntax.Token]string{syntax.Plus: "union", syntax.Minus: "minus"}[e.Op]
		c.Errorf(e, "%s does not work on sets", e.Op).Hint = "use " + c.Text(e.X) + " " + word + " " + c.Text(e.Y)
		return types.BadType
	}
	if x.Kind == types.Text && e.Op == syntax.Plus {
		c.Errorf(e, "texts cannot be added").Hint = `put values into a text with braces: "{a} and {b}"`
		return types.BadType
	}
	if x.Kind == types.Tuple || y.Kind == types.Tuple {
		p, t := e.X, x
		if x.Kind != types.Tuple {
			p, t = e.Y, y
		}
		err := c.Errorf(e, "%s is %s; %s works on numbers", c.Text(p), t, e.Op)
		if err.Hint = c.wholeHint(p); err.Hint == "" && x.Kind == y.Kind && len(x.Elems) == len(y.Elems) {
			err.Hint = c.byComponents(e.X, e.Op.String(), e.Y, len(x.Elems))
		}
		return types.BadType
	}
	okX, okY := c.needed(e.X, x, types.IntType), c.needed(e.Y, y, types.IntType)
	if !okX || !okY {
		return types.BadType
	}
	if t := types.Number(x, y); !t.Decimal || e.Op == syntax.Plus || e.Op == syntax.Minus {
		return t
	}
	return types.DecimalType
}

// setOperands checks x op y, or op(x, y), on sets.
func (c *checker) setOperands(x, y syntax.Expr, op string, want *types.Type) *types.Type {
	tx, ty := c.both(x, y, want)
	for _, p := range []struct {
		e syntax.Expr
		t interface{ String() string }
		k types.Kind
	}{{x, tx, tx.Kind}, {y, ty, ty.Kind}} {
		if p.k == types.Bad {
			return types.BadType
		}
		if p.k != types.Set {
			c.Errorf(p.e, "%s is %s; %s works on sets", c.Text(p.e), p.t, op)
			return types.BadType
		}
	}
	if !types.Fits(tx, ty) {
		c.Errorf(y, "%s is %s, %s is %s; %s needs sets of one type", c.Text(x), tx, c.Text(y), ty, op)
		return types.BadType
	}
	return types.Merge(tx, ty)
}

// textHint returns a hint for using a value in a text, if one of the types is a text.
func textHint(x, y *types.Type) string {
	if x.Kind == types.Text || y.Kind == types.Text {
		return "a value becomes a text in braces: \"{value}\""
	}
	return ""
}

func (c *checker) ifType(e *syntax.IfExpr, want *types.Type) *types.Type {
	ok := c.need(e.Cond, types.BoolType)
	x, y := c.both(e.Then, e.Else, want)
	if !types.Fits(x, y) {
		c.Errorf(e.Else, "%s is %s, %s is %s; both branches must be of one type", c.Text(e.Then), x, c.Text(e.Else), y).Hint = textHint(x, y)
		return types.BadType
	}
	if !c.guessing && (!ok || x.Kind == types.Bad || y.Kind == types.Bad) {
		return types.BadType
	}
	return types.Merge(x, y)
}

// letValue checks the value of a let and returns its type, which is the declared one if there
// is a declaration.
func (c *checker) letValue(declared, value syntax.Expr) *types.Type {
	if declared == nil {
		return c.expr(value, nil)
	}
	t := c.declaredType(declared)
	if t.Kind == types.Bad || !c.need(value, t) {
		return types.BadType
	}
	return t
}

func (c *checker) letType(e *syntax.LetExpr, want *types.Type) *types.Type {
	t := c.letValue(e.Type, e.Value)
	c.push()
	defer c.pop()
	if e.Name.Name != "" {
		c.bind(e.Name, t)
	}
	body := c.expr(e.Body, want)
	if t.Kind == types.Bad {
		return types.BadType
	}
	return body
}

// both checks two expressions of one type. The one whose type needs no context is first.
func (c *checker) both(x, y syntax.Expr, want *types.Type) (tx, ty *types.Type) {
	next := func(t *types.Type) *types.Type {
		if want == nil {
			return t
		}
		return want
	}
	if c.open(x) && !c.open(y) {
		ty = c.expr(y, want)
		return c.expr(x, next(ty)), ty
	}
	tx = c.expr(x, want)
	return tx, c.expr(y, next(tx))
}

// componentHint returns a hint for accessing a part of a value that is no tuple.
func componentHint(t *types.Type) string {
	switch t.Kind {
	case types.Array:
		return "an element of an array is a[i]"
	case types.Text:
		return "a character of a text is that of its grid: grid(t)[row, column]"
	case types.Set:
		return "a set has no order; its members are x in s"
	}
	return "p.1 is the first component of a tuple p = (a, b)"
}

func (c *checker) selectType(e *syntax.SelectExpr) *types.Type {
	if t := c.qualified(e); t != nil {
		return t
	}
	t := c.expr(e.X, nil)
	switch {
	case t.Kind == types.Bad, e.Name != nil && c.hole(e.Name, types.Hole{Of: t}):
		return types.BadType
	case t.Kind != types.Tuple && e.Name != nil:
		err := c.Errorf(e, "%s is %s; it has no part .%s", c.Text(e.X), t, e.Name.Name)
		if err.Hint = "a member of an enum is E.a, a component of a tuple p.1"; builtin.Lookup(e.Name.Name) != nil {
			err.Hint = "write " + e.Name.Name + "(" + c.Text(e.X) + ")"
		}
		return types.BadType
	case t.Kind != types.Tuple:
		c.Errorf(e, "%s is %s; only a tuple has a component .%d", c.Text(e.X), t, e.N).Hint = componentHint(t)
		return types.BadType
	}
	var several []string
	if e.Name != nil {
		t, several = c.namedBy(t, e.Name.Name)
		c.info.Types[e.X] = t
	}
	i := t.Component(e)
	switch {
	case i < 0 && several != nil:
		c.Errorf(e.Name, "%s has no component %s: the types %s have it at different places", c.Text(e.X), e.Name.Name, strings.Join(several, " and ")).Hint =
			"a name with a type has its components: let p: " + several[0] + " = ..."
		return types.BadType
	case i < 0 && e.Name != nil:
		err := c.Errorf(e.Name, "%s has no component %s", c.Text(e.X), e.Name.Name)
		err.Hint = "the components of a tuple are p.1, p.2, ..."
		if t.Names != nil {
			err.Hint = "its components are " + strings.Join(t.Names, ", ")
		}
		return types.BadType
	case i < 0:
		c.Errorf(e, "%s has the components .1 to .%d, not .%d", c.Text(e.X), len(t.Elems), e.N)
		return types.BadType
	}
	return t.Elems[i]
}

func (c *checker) indexExprType(e *syntax.IndexExpr) *types.Type {
	t := c.expr(e.X, nil)
	var got []*types.Type
	for i, x := range e.Index {
		var want *types.Type
		if t.Kind == types.Array && len(t.Index) == len(e.Index) {
			want = t.Index[i]
		}
		got = append(got, c.expr(x, want))
	}
	switch t.Kind {
	case types.Bad:
		return types.BadType
	case types.Text:
		if len(got) != 1 {
			c.Errorf(e, "a text has one index, from 0")
			return types.BadType
		}
		if c.needed(e.Index[0], got[0], types.IntType) {
			c.whole(e.Index[0], "an index")
		}
		return types.TextType
	case types.Array:
		if !c.indexFits(e, t, got) {
			return types.BadType
		}
		return t.Elem()
	}
	err := c.Errorf(e, "%s is %s; it has no index", c.Text(e.X), t)
	if t.Kind == types.Set && len(e.Index) == 1 {
		err.Hint = "membership is written " + c.Text(e.Index[0]) + " in " + c.Text(e.X)
	}
	return types.BadType
}

// indexFits checks the indices of an array: one for each dimension, or one tuple.
func (c *checker) indexFits(e *syntax.IndexExpr, t *types.Type, got []*types.Type) bool {
	for _, g := range got {
		if g.Kind == types.Bad {
			return false
		}
	}
	if len(got) == 1 && len(t.Index) > 1 && got[0].Kind == types.Tuple && len(got[0].Elems) == len(t.Index) {
		got = got[0].Elems
	}
	if len(got) != len(t.Index) {
		err := c.Errorf(e, "%s has %s [%s], %d given", c.Text(e.X), plural(len(t.Index), "index", "indices"), types.PlainList(t.Index), len(got))
		if len(t.Index) == 1 && t.Index[0].Kind == types.Tuple && len(t.Index[0].Elems) == len(got) {
			var list []string
			for _, x := range e.Index {
				list = append(list, c.Text(x))
			}
			err.Hint = "its index is one tuple: " + c.Text(e.X) + "[(" + strings.Join(list, ", ") + ")]"
		}
		return false
	}
	for i, g := range got {
		if g.Decimal {
			c.whole(e.Index[min(i, len(e.Index)-1)], "an index")
			return false
		}
		if !types.Fits(g, t.Index[i]) {
			x := e.Index[min(i, len(e.Index)-1)]
			c.Errorf(x, "%s is %s; the index of %s is %s", c.Text(x), g, c.Text(e.X), t.Index[i]).Hint = cmp.Or(c.wholeHint(x), c.elementHint(x, g, t.Index[i]))
			return false
		}
	}
	return true
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "one " + one
	}
	return strconv.Itoa(n) + " " + many
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
