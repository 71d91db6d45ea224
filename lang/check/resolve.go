package check

import (
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// resolve works out what a global stands for, once. A global met again while it is
// being worked out is defined in terms of itself.
func (c *checker) resolve(o *object) {
	switch o.status {
	case done:
		return
	case active:
		c.errorf(o.id, "%s is defined in terms of itself", o.name)
		if o.ty == nil {
			o.ty = bad
		}
		return
	}
	o.status = active
	c.isolated(func() {
		switch o.kind {
		case objEnum:
			c.resolveEnum(o)
		case objMember:
			c.resolve(c.uses[o.enum.Name])
		case objType:
			o.ty = c.declaredType(o.alias.Type)
		case objParam, objConst:
			c.resolveConstant(o)
		case objState, objFind:
			o.ty = c.variableType(o)
		case objDef:
			c.resolveDef(o)
		}
	})
	if o.ty == nil {
		o.ty = bad
	}
	o.status = done
}

// isolated runs f with nothing of the place it is called from.
func (c *checker) isolated(f func()) {
	scope, limit, context, reached, move, pos := c.scope, c.limit, c.context, c.reached, c.move, c.b.Pos
	c.scope, c.limit, c.context, c.reached, c.move = nil, stateful, "", constant, nil
	f()
	c.scope, c.limit, c.context, c.reached, c.move, c.b.Pos = scope, limit, context, reached, move, pos
}

// resolveEnum fixes the members of an enum, those of the file or those given.
func (c *checker) resolveEnum(o *object) {
	names, given := c.givenMembers(o)
	if !given {
		for _, m := range o.enum.Members {
			names = append(names, m.Name)
		}
		if len(names) == 0 {
			c.missing(o, "members")
			return
		}
	}
	o.ty = &ty{kind: kEnum, m: &model.Type{Kind: model.Enum, Name: o.name, Members: names}}
	for i, name := range names {
		c.enter(o, name, int64(i), given)
	}
	for _, m := range o.enum.Members {
		if g := c.globals[m.Name]; g != nil && g.kind == objMember && g.enum == o.enum {
			g.ty = o.ty
		}
	}
}

// enter makes a member of an enum known by its name.
func (c *checker) enter(enum *object, name string, ordinal int64, given bool) {
	m := c.globals[name]
	if m == nil {
		m = &object{kind: objMember, name: name, id: enum.id, enum: enum.enum}
		c.globals[name] = m
	} else if m.kind != objMember || m.enum != enum.enum {
		if given {
			c.inputError(enum.name, "", "the member %q has the name of something else in the file (%s)", name, m.kind)
		}
		return
	}
	m.ty, m.status, m.ghost = enum.ty, done, false
	m.val, m.hasVal = scalar(c.b.Const(ordinal)), true
}

func (c *checker) givenMembers(o *object) ([]string, bool) {
	if s := c.inputs.settings[o.name]; s != nil {
		return c.membersFromSetting(s)
	}
	if d := c.inputs.data[o.name]; d != nil {
		names, ok := c.membersFromData(d)
		return names, ok
	}
	return nil, false
}

// membersFromSetting reads -p E=a,b,c, with or without braces.
func (c *checker) membersFromSetting(s *Setting) ([]string, bool) {
	list := strings.TrimSpace(s.Value)
	list = strings.TrimSuffix(strings.TrimPrefix(list, "{"), "}")
	var names []string
	for _, name := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == '\n' }) {
		name = strings.TrimSpace(name)
		if why := badMember(names, name); why != "" {
			c.inputError("-p "+s.Name, "", "%s", why)
			return nil, false
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		c.inputError("-p "+s.Name, "", "at least one name is needed, as in -p %s=a,b", s.Name)
		return nil, false
	}
	return names, true
}

// missing says that a parameter has to be given.
func (c *checker) missing(o *object, what string) {
	e := c.errorf(o.id, "the %s of %s must be given", what, o.name)
	e.Hint = "give it with -p " + o.name + "=... or in a data file"
}

// declaredType returns the type that an expression in the place of a type names.
// Bounds are evaluated.
func (c *checker) declaredType(e syntax.Expr) *ty {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.declaredType(e.X)
	case *syntax.SetType:
		elem := c.declaredType(e.Elem)
		return c.sized(e, setOf(elem))
	case *syntax.TupleExpr:
		t := &ty{kind: kTuple}
		for _, x := range e.Elems {
			et := c.declaredType(x)
			if et.kind == kText || et.kind == kArray || et.kind == kSet {
				c.errorf(x, "a tuple of %s is not possible; its components are numbers, names and truth values", et.plain())
				et = bad
			}
			t.elems = append(t.elems, et)
			if t.components += max(1, et.components); t.components > maxComponents {
				c.errorf(e, "a tuple of more than %d components is too large", maxComponents)
				return bad
			}
		}
		return poison(t)
	case *syntax.BinaryExpr:
		if e.Op == syntax.Range {
			return c.rangeType(e)
		}
	case *syntax.Ident:
		return c.namedType(e)
	case *syntax.BadExpr, nil:
		return bad
	}
	c.errorf(e, "a type is needed here").Hint = "a type is bool, lo..hi, an enum, (T, U), set of T or the name of a type"
	return bad
}

// poison returns bad if a part of t is.
func poison(t *ty) *ty {
	for _, e := range t.elems {
		if e.kind == kBad {
			return bad
		}
	}
	return t
}

// sized checks that a set type is one of scalars and small enough to be laid out.
func (c *checker) sized(n syntax.Node, t *ty) *ty {
	switch elem := t.elem(); elem.kind {
	case kBad:
		return bad
	case kSet, kText, kArray:
		c.errorf(n, "a set of %s is not possible; sets have numbers, names, truth values and tuples of them", elem.plain())
		return bad
	default:
		if size, ok := elem.finite().Size(); !ok || size > maxElements {
			c.errorf(n, "a set over %s is too large: at most %d possible members", elem.plain(), maxElements)
			return bad
		}
	}
	return t
}

func (c *checker) rangeType(e *syntax.BinaryExpr) *ty {
	lo, ok1 := c.constInt(e.X, "the end of a range")
	hi, ok2 := c.constInt(e.Y, "the end of a range")
	if !ok1 || !ok2 {
		return bad
	}
	return &ty{kind: kInt, m: &model.Type{Kind: model.Int, Lo: lo, Hi: hi}}
}

// constInt checks and evaluates an expression that must be a constant number.
func (c *checker) constInt(e syntax.Expr, what string) (int64, bool) {
	before := len(c.errs)
	limit, context := c.limit, c.context
	c.limit, c.context = constant, what
	t := c.expr(e, nil)
	c.limit, c.context = limit, context
	if t.kind != kInt && t.kind != kBad {
		c.errorf(e, "%s must be a number; %s is %s", what, c.text(e), t)
	}
	if len(c.errs) > before || t.kind == kBad {
		return 0, false
	}
	n, ok := c.number(c.lower(e))
	if !ok && len(c.errs) == before {
		c.errorf(e, "%s has no value", c.text(e))
	}
	return n, ok && len(c.errs) == before
}

func (c *checker) namedType(id *syntax.Ident) *ty {
	switch id.Name {
	case "bool":
		return boolTy
	case "text":
		return textTy
	}
	o := c.lookup(id.Name)
	if o != nil && (o.kind == objEnum || o.kind == objType) {
		c.uses[id] = o
		o.used = true
		c.resolve(o)
		return o.ty
	}
	if id.Name == "" {
		return bad
	}
	if o != nil {
		c.errorf(id, "%s is %s, not a type", id.Name, o.kind)
		return bad
	}
	names := []string{"bool", "text"}
	for n, o := range c.globals {
		if o.kind == objEnum || o.kind == objType {
			names = append(names, n)
		}
	}
	e := c.errorf(id, "unknown type %s", id.Name)
	e.Hint = syntax.DidYouMean(id.Name, names)
	if id.Name == "int" || id.Name == "integer" {
		e.Hint = "numbers need a range, as in 0..100"
	}
	return bad
}

// variableType returns the type of a state or find variable.
func (c *checker) variableType(o *object) *ty {
	t := c.indexedType(o.value)
	if t.kind == kBad {
		return bad
	}
	elem := t
	if t.kind == kArray {
		elem = t.elem()
	}
	if elem.kind == kText {
		c.errorf(o.value.Type, "a text cannot be stored in %s", o.kind).Hint = "use an enum, or a number"
		return bad
	}
	return t
}

// indexedType returns the declared type of a value: an array if it has indices, nil
// if the declaration gives none (a const).
func (c *checker) indexedType(d *syntax.ValueDecl) *ty {
	var elem *ty
	if d.Type != nil {
		elem = c.declaredType(d.Type)
	}
	if len(d.Index) == 0 {
		return elem
	}
	t := &ty{kind: kArray, elems: []*ty{elem}}
	for _, f := range d.Index {
		it := c.indexType(f.Type)
		for range max(1, len(f.Names)) {
			t.index = append(t.index, it)
		}
		if it.kind == kBad {
			return bad
		}
	}
	if elem != nil && elem.kind == kBad {
		return bad
	}
	n := float64(1)
	for _, it := range t.index {
		size, _ := it.finite().Size()
		n *= float64(size)
	}
	if elem != nil && elem.kind == kSet {
		n *= float64(elem.elem().finite().Leaves() + 1)
	}
	if n > maxElements {
		c.errorf(d.Name, "%s would have %.0f elements; at most %d are possible", d.Name.Name, n, maxElements)
		return bad
	}
	return t
}

// indexType is the type of an index: finite, and a scalar or a tuple.
func (c *checker) indexType(e syntax.Expr) *ty {
	t := c.declaredType(e)
	switch t.kind {
	case kText, kSet, kArray:
		c.errorf(e, "%s cannot be an index", t.plain())
		return bad
	case kBad:
		return bad
	}
	if n, ok := t.finite().Size(); !ok || n > maxElements {
		c.errorf(e, "an index over %s is too large: at most %d values", t.plain(), maxElements)
		return bad
	}
	return t
}

// resolveDef checks a function once, for all its uses.
func (c *checker) resolveDef(o *object) {
	c.push()
	for _, f := range o.def.Params {
		t := c.declaredType(f.Type)
		for _, id := range f.Names {
			o.params = append(o.params, c.bind(id, t))
		}
	}
	c.context = "a def"
	t := c.expr(o.def.Body, nil)
	o.level = c.reached
	if o.ty == nil { // not found to be recursive
		o.ty = t
	}
	c.pop()
}
