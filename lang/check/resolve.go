package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"farbank/lang/judge"
	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// resolve checks a global once. A global that is met again while it is being checked is defined
// in terms of itself.
func (c *checker) resolve(o *types.Object) {
	switch c.status[o] {
	case done:
		return
	case active:
		c.Errorf(o.Ident, "%s is defined in terms of itself", o.Name)
		if o.Type == nil {
			o.Type = types.BadType
		}
		return
	}
	if o.Kind == types.Def {
		if group := c.recursion()[o]; group != nil {
			c.resolveGroup(group)
			return
		}
	}
	c.status[o] = active
	c.isolated(func() {
		switch o.Kind {
		case types.EnumName:
			c.resolveEnum(o)
		case types.Member:
			if enum := c.info.Uses[o.Enum.Name]; enum != nil {
				c.resolve(enum)
			}
		case types.TypeName:
			o.Type = c.aliasType(o)
		case types.Param, types.Const:
			c.resolveConstant(o)
		case types.State, types.Find:
			o.Type = c.variableType(o)
		case types.Def:
			c.resolveDef(o)
		}
	})
	if o.Type == nil {
		o.Type = types.BadType
	}
	c.status[o] = done
}

// isolated runs f independently of the place of the call.
func (c *checker) isolated(f func()) {
	scope, limit, context, reached := c.scope, c.limit, c.context, c.reached
	c.scope, c.limit, c.context, c.reached = nil, types.Possible, "", types.Constant
	knows := c.knows
	c.knows = "a function or a constant"
	f()
	c.scope, c.limit, c.context, c.reached, c.knows = scope, limit, context, reached, knows
}

// enter declares a member of an enum.
func (c *checker) enter(enum *types.Object, name string, ordinal int64) {
	m := c.info.Member(enum.Enum, name)
	if m == nil {
		m = c.info.NewObject(types.Member, enum.Ident)
		m.Name, m.Enum = name, enum.Enum
		c.info.Members[name] = append(c.info.Members[name], m)
	}
	m.Type, m.Ghost, m.Ordinal = enum.Type, false, ordinal
	c.status[m] = done
}

func (c *checker) givenMembers(o *types.Object) ([]string, bool) {
	if s := c.inputs.settings[o.Name]; s != nil {
		return c.membersFromSetting(s)
	}
	if d := c.inputs.data[o.Name]; d != nil {
		names, ok := c.membersFromData(d)
		return names, ok
	}
	return nil, false
}

// membersFromSetting parses -p E=a,b,c, with or without braces, on one line or several.
func (c *checker) membersFromSetting(s *Setting) ([]string, bool) {
	list := strings.TrimSpace(s.Value)
	list = strings.TrimSuffix(strings.TrimPrefix(list, "{"), "}")
	var names []string
	for line := range strings.Lines(list) {
		line = strings.TrimSuffix(strings.TrimSpace(line), ",")
		if line == "" {
			continue
		}
		for name := range strings.SplitSeq(line, ",") {
			name = strings.TrimSpace(name)
			if why := badMember(names, name); why != "" {
				c.InputErrorf("-p "+s.Name, "", "%s", why)
				return nil, false
			}
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		c.InputErrorf("-p "+s.Name, "", "at least one name is needed, as in -p %s=a,b", s.Name)
		return nil, false
	}
	return names, true
}

// missing reports that a parameter must be given.
func (c *checker) missing(o *types.Object, what string) {
	e := c.Errorf(o.Ident, "the %s of %s must be given", what, o.Name)
	e.Hint = "give it with -p " + o.Name + "=... or in a data file"
}

// declaredType returns the type that an expression in the place of a type denotes. Bounds are
// evaluated.
func (c *checker) declaredType(e syntax.Expr) *types.Type {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.declaredType(e.X)
	case *syntax.SetType:
		elem := c.declaredType(e.Elem)
		return c.sized(e, types.SetOf(elem))
	case *syntax.TupleExpr:
		t := &types.Type{Kind: types.Tuple, Names: c.fieldNames(e)}
		for _, x := range e.Elems {
			et := c.declaredType(x)
			if et.Kind == types.Text || et.Kind == types.Array || et.Kind == types.Set {
				c.Errorf(x, "a tuple of %s is not possible; its components are numbers, names and truth values", et.Plain())
				et = types.BadType
			}
			t.Elems = append(t.Elems, et)
			if t.Components += max(1, et.Components); t.Components > types.MaxComponents {
				c.Errorf(e, "a tuple of more than %d components is too large", types.MaxComponents)
				return types.BadType
			}
		}
		return poison(t)
	case *syntax.BinaryExpr:
		if e.Op == syntax.Range {
			return c.rangeType(e)
		}
		if c.orNone(e) {
			return c.optionalType(e)
		}
	case *syntax.Ident:
		return c.namedType(e)
	case *syntax.BadExpr, nil:
		return types.BadType
	}
	if mayBeSet(e) {
		return c.listedType(e, "")
	}
	hint := "a type is bool, lo..hi, an enum, (T, U), set of T or the name of a type"
	if n, ok := e.(*syntax.IntLit); ok && n.Value > 0 {
		hint = fmt.Sprintf("the numbers up to it are 1..%d", n.Value)
	}
	c.Errorf(e, "a type is needed here").Hint = hint
	return types.BadType
}

// poison returns types.BadType if a part of t is bad.
func poison(t *types.Type) *types.Type {
	for _, e := range t.Elems {
		if e.Kind == types.Bad {
			return types.BadType
		}
	}
	return t
}

// sized checks that a set type has scalar or tuple members and is small enough to be laid out.
func (c *checker) sized(n syntax.Node, t *types.Type) *types.Type {
	switch elem := t.Elem(); elem.Kind {
	case types.Bad:
		return types.BadType
	case types.Set, types.Text, types.Array:
		c.Errorf(n, "a set of %s is not possible; sets have numbers, names, truth values and tuples of them", elem.Plain())
		return types.BadType
	default:
		if size, ok := elem.Finite().Size(); !ok || size > types.MaxElements {
			c.Errorf(n, "a set over %s is too large: at most %d possible members", elem.Plain(), types.MaxElements)
			return types.BadType
		}
	}
	return t
}

func (c *checker) rangeType(e *syntax.BinaryExpr) *types.Type {
	if !c.constEnds(e) {
		return types.BadType
	}
	if types.Number(c.info.Types[e.X], c.info.Types[e.Y]).Decimal {
		return c.decimalRange(e)
	}
	lo, ok1 := c.number(e.X)
	hi, ok2 := c.number(e.Y)
	if !ok1 || !ok2 {
		return types.BadType
	}
	return &types.Type{Kind: types.Int, Model: &model.Type{Kind: model.Int, Lo: lo, Hi: hi}}
}

// constEnds checks that the ends of a range are constant numbers.
func (c *checker) constEnds(e *syntax.BinaryExpr) bool {
	ok1 := c.constNumber(e.X, "the end of a range")
	ok2 := c.constNumber(e.Y, "the end of a range")
	return ok1 && ok2
}

// number evaluates a constant number.
func (c *checker) number(e syntax.Expr) (int64, bool) {
	before := len(c.Errs)
	v, ok := c.value(e)
	if ok && !v.Whole() {
		c.Errorf(e, "%s is no whole number, which is needed here", c.Text(e))
	}
	return v.N, ok && len(c.Errs) == before
}

// undefined reports whether a constant is undefined, which is not always an error.
func (c *checker) undefined(e syntax.Expr) bool {
	_, err := c.ev.Eval(e)
	var u *judge.Undefined
	return errors.As(err, &u)
}

// constNumber checks that an expression is a constant number.
func (c *checker) constNumber(e syntax.Expr, what string) bool {
	before := len(c.Errs)
	limit, context := c.limit, c.context
	c.limit, c.context = types.Constant, what
	t := c.expr(e, nil)
	c.limit, c.context = limit, context
	if t.Kind != types.Int && t.Kind != types.Bad {
		c.Errorf(e, "%s must be a number; %s is %s", what, c.Text(e), t)
	}
	return len(c.Errs) == before && t.Kind != types.Bad
}

func (c *checker) namedType(id *syntax.Ident) *types.Type {
	switch id.Name {
	case "bool":
		return types.BoolType
	case "text":
		return types.TextType
	}
	o := c.lookup(id.Name)
	if o != nil && (o.Kind == types.EnumName || o.Kind == types.TypeName) {
		c.info.Uses[id] = o
		o.Used = true
		c.resolve(o)
		return o.Type
	}
	if id.Name == "" || c.hole(id, types.Hole{Type: true}) {
		return types.BadType
	}
	if o != nil && (o.Kind == types.Const || o.Kind == types.Param) {
		return c.listedType(id, "")
	}
	if o != nil {
		c.Errorf(id, "%s is %s, not a type", id.Name, o.Kind)
		return types.BadType
	}
	names := []string{"bool", "text"}
	for n, o := range c.info.Globals {
		if o.Kind == types.EnumName || o.Kind == types.TypeName {
			names = append(names, n)
		}
	}
	e := c.Errorf(id, "unknown type %s", id.Name)
	e.Hint = syntax.DidYouMean(id.Name, names)
	if hint := syntax.ForeignTypes[id.Name]; hint != "" {
		e.Hint = hint
	} else if e.Hint == "" {
		e.Hint = "it is declared as enum " + id.Name + " { a, b }, or type " + id.Name + " = 1..9"
	}
	return types.BadType
}

// variableType returns the type of a state or find variable.
func (c *checker) variableType(o *types.Object) *types.Type {
	t := c.indexedType(o.Value)
	if t.Kind == types.Bad {
		return types.BadType
	}
	elem := t
	if t.Kind == types.Array {
		elem = t.Elem()
	}
	if elem.Kind == types.Text {
		c.Errorf(o.Value.Type, "a text cannot be stored in %s", o.Kind).Hint = "use an enum, or a number"
		return types.BadType
	}
	return t
}

// indexedType returns the declared type of a value, an array if it has indices. It returns nil
// for a const without a type.
func (c *checker) indexedType(d *syntax.ValueDecl) *types.Type {
	var elem *types.Type
	if d.Type != nil {
		elem = c.declaredType(d.Type)
	}
	if len(d.Index) == 0 {
		return elem
	}
	t := &types.Type{Kind: types.Array, Elems: []*types.Type{elem}}
	for _, f := range d.Index {
		it := c.indexType(f.Type)
		for range max(1, len(f.Names)) {
			t.Index = append(t.Index, it)
		}
		if it.Kind == types.Bad {
			return types.BadType
		}
	}
	if elem != nil && elem.Kind == types.Bad {
		return types.BadType
	}
	n := float64(1)
	for _, it := range t.Index {
		size, _ := it.Finite().Size()
		n *= float64(size)
	}
	if elem != nil && elem.Kind == types.Set {
		n *= float64(elem.Elem().Finite().Leaves() + 1)
	}
	if n > types.MaxElements {
		c.Errorf(d.Name, "%s would have %.0f elements; at most %d are possible", d.Name.Name, n, types.MaxElements)
		return types.BadType
	}
	return t
}

// indexType returns the type of an index: finite, and a scalar or a tuple.
func (c *checker) indexType(e syntax.Expr) *types.Type {
	t := c.declaredType(e)
	switch t.Kind {
	case types.Text, types.Set, types.Array:
		c.Errorf(e, "%s cannot be an index", t.Plain())
		return types.BadType
	case types.Bad:
		return types.BadType
	}
	if hasDecimals(t) {
		c.Errorf(e, "%s cannot be an index: its values are no whole numbers", t.Plain()).Hint = "an index in smaller units is whole: 0..500 instead of 0.0..50.0"
		return types.BadType
	}
	if n, ok := t.Finite().Size(); !ok || n > types.MaxElements {
		c.Errorf(e, "an index over %s is too large: at most %d values", t.Plain(), types.MaxElements)
		return types.BadType
	}
	c.info.Types[e] = types.SetOf(t)
	return t
}

// resolveDef checks a function once, for all its calls.
func (c *checker) resolveDef(o *types.Object) {
	c.push()
	for _, f := range o.Def.Params {
		t := c.declaredType(f.Type)
		for _, id := range f.Names {
			o.Params = append(o.Params, c.bind(id, t))
		}
	}
	c.context = "a def"
	t := c.expr(o.Def.Body, nil)
	o.Level = c.reached
	if o.Type == nil { // not recursive
		o.Type = t
	}
	c.pop()
}

// hasDecimals reports whether a value of the type has parts that need not be whole.
func hasDecimals(t *types.Type) bool { return t.Decimal || slices.ContainsFunc(t.Elems, hasDecimals) }
