package check

import (
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// resolveConstant works out the value of a const, or of a param: as given one by
// one, as given by data, or as the file says.
func (c *checker) resolveConstant(o *object) {
	d := o.value
	c.limit, c.context = constant, o.kind.String()
	declared := c.indexedType(d)
	before := len(c.errs)
	given := c.given(o)
	t, v := declared, badValue
	if d.Value != nil {
		t = c.checkValue(d, declared)
	}
	if given != nil && declared != nil && declared.kind != kBad {
		// A value in the file need not fit what else was given: it is not used.
		t, c.errs = declared, c.errs[:before]
	}
	o.ty = t
	if t == nil || t.kind == kBad || len(c.errs) > before {
		o.ty = poisonIfNil(t)
		return
	}
	switch {
	case given != nil:
		v = given(t)
	case d.Value == nil:
		c.missing(o, "value")
	default:
		v = c.lowerValue(d, t)
		v = c.conform(v, t, d.Value)
	}
	o.val, o.hasVal = v, v.kind != vBad
	if !o.hasVal {
		o.ty = bad
	}
}

func poisonIfNil(t *ty) *ty {
	if t == nil {
		return bad
	}
	return t
}

// given returns how to read the value that the caller gives for a param, nil if he
// gives none.
func (c *checker) given(o *object) func(t *ty) value {
	if o.kind != objParam {
		return nil
	}
	if s := c.inputs.settings[o.name]; s != nil {
		return func(t *ty) value { return c.fromSetting(s, t) }
	}
	if d := c.inputs.data[o.name]; d != nil {
		return func(t *ty) value { return c.fromData(d, t) }
	}
	return nil
}

// fromSetting reads the value of -p name=value: a text as it stands; anything else
// as the expression that would stand in the file.
func (c *checker) fromSetting(s *Setting, t *ty) value {
	if t.kind == kText {
		return textValue(s.Value)
	}
	where := "-p " + s.Name
	src := strings.TrimSpace(s.Value)
	if t.kind == kSet && !strings.HasPrefix(src, "{") {
		src = "{" + src + "}"
	}
	if t.kind == kEnum { // names given as data need be no identifiers
		for i, m := range t.m.Members {
			if m == src {
				return scalar(c.b.Const(int64(i)))
			}
		}
	}
	e, err := syntax.ParseExpr(where, src)
	if err != nil {
		if list, ok := err.(syntax.ErrorList); ok && len(list) > 0 {
			c.inputError(where, "", "%q: %s", src, list[0].Msg)
		}
		return badValue
	}
	return c.asInput(where, src, func() value {
		if got := c.expr(e, t); !fits(got, t) {
			c.errorf(e, "%s is not %s", src, t)
		}
		if len(c.errs) > 0 {
			return badValue
		}
		v := c.lowerInto(e, t)
		return c.conform(v, t, e)
	})
}

// asInput runs f, which reads an expression that does not stand in the file, and
// gives its errors the place it comes from.
func (c *checker) asInput(where, src string, f func() value) value {
	file, lines, errs := c.file, c.lines, c.errs
	c.file, c.lines, c.errs = &syntax.File{Name: where, Source: src}, nil, nil
	v := f()
	for _, e := range c.errs {
		e.Pos, e.End, e.Line = syntax.Pos{}, syntax.Pos{}, ""
	}
	c.file, c.lines, c.errs = file, lines, append(errs, c.errs...)
	return v
}

// checkValue checks the value of a declaration against its declared type (nil for
// none) and returns the type of the whole.
func (c *checker) checkValue(d *syntax.ValueDecl, declared *ty) *ty {
	if declared != nil && declared.kind == kBad {
		return bad
	}
	if named(d.Index) {
		elem := c.checkFormula(d, declared)
		if elem.kind == kBad {
			return bad
		}
		if declared.elem() == nil {
			return &ty{kind: kArray, index: declared.index, elems: []*ty{elem}}
		}
		return declared
	}
	t := c.expr(d.Value, declared)
	switch {
	case t.kind == kBad:
		return bad
	case declared == nil:
		return t
	case declared.kind == kArray && declared.elem() == nil:
		if t.kind != kArray {
			return &ty{kind: kArray, index: declared.index, elems: []*ty{t}}
		}
		declared = &ty{kind: kArray, index: declared.index, elems: t.elems}
	}
	if declared.kind == kArray && t.kind != kArray { // one value for all elements
		c.mustFit(d.Value, t, declared.elem())
	} else {
		c.mustFit(d.Value, t, declared)
	}
	return declared
}

// named reports whether the indices of a declaration bind names: a formula.
func named(index []*syntax.Field) bool {
	for _, f := range index {
		if len(f.Names) > 0 {
			return true
		}
	}
	return false
}

func (c *checker) checkFormula(d *syntax.ValueDecl, declared *ty) *ty {
	c.push()
	defer c.pop()
	k := 0
	for _, f := range d.Index {
		for _, id := range f.Names {
			c.bind(id, declared.index[k])
			k++
		}
		if len(f.Names) == 0 {
			c.errorf(f, "either every index has a name or none")
			return bad
		}
	}
	t := c.expr(d.Value, declared.elem())
	if declared.elem() != nil {
		c.mustFit(d.Value, t, declared.elem())
	}
	return t
}

// mustFit reports a value of a wrong type.
func (c *checker) mustFit(e syntax.Expr, got, want *ty) bool {
	if fits(got, want) {
		return true
	}
	err := c.errorf(e, "%s is %s, not %s", c.text(e), got, want)
	err.Hint = c.elementHint(e, got, want)
	return false
}

// lowerValue evaluates the value of a declaration of type t, element by element if
// it is a formula.
func (c *checker) lowerValue(d *syntax.ValueDecl, t *ty) value {
	if !named(d.Index) {
		return c.lowerInto(d.Value, t)
	}
	var names []*object
	for _, f := range d.Index {
		for _, id := range f.Names {
			names = append(names, c.uses[id])
		}
	}
	v := value{kind: vArray, index: finites(t.index)}
	c.eachIndex(names, v.index, func() {
		v.parts = append(v.parts, c.lowerInto(d.Value, t.elem()))
	})
	return v
}

// lowerInto evaluates e for a place of type t: a value that is no array fills one.
func (c *checker) lowerInto(e syntax.Expr, t *ty) value {
	v := c.lower(e)
	if t.kind == kArray && v.kind != vArray && v.kind != vBad {
		all := value{kind: vArray, index: finites(t.index)}
		for range count(all.index) {
			all.parts = append(all.parts, v)
		}
		return all
	}
	return v
}

// eachIndex binds names to all combinations of the values of types, the last name
// varying fastest, and calls f for each.
func (c *checker) eachIndex(names []*object, types []*model.Type, f func()) {
	if len(names) == 0 {
		f()
		return
	}
	n, _ := types[0].Size()
	for i := range n {
		c.step()
		names[0].val = c.fixedValue(types[0], types[0].Nth(i))
		c.eachIndex(names[1:], types[1:], f)
	}
}

// conform returns v in the shape of type t, and complains where a constant is out
// of its range. A set is laid out over the members t has.
func (c *checker) conform(v value, t *ty, n syntax.Node) value {
	if v.kind == vBad || t.kind == kBad {
		return badValue
	}
	switch t.kind {
	case kBool, kInt, kEnum:
		return c.conformScalar(v, t, n)
	case kSet:
		return c.conformSet(v, t, n)
	case kTuple, kArray:
		if t.kind == kArray && !sameIndex(v.index, finites(t.index)) {
			c.errorf(n, "the array is over [%s], not [%s]", joinPlain(v.index), plainList(t.index))
			return badValue
		}
		parts := make([]value, len(v.parts))
		for i, p := range v.parts {
			et := t.elem()
			if t.kind == kTuple {
				et = t.elems[i]
			}
			if parts[i] = c.conform(p, et, n); parts[i].kind == vBad {
				return badValue
			}
		}
		v.parts = parts
	}
	return v
}

func (c *checker) conformScalar(v value, t *ty, n syntax.Node) value {
	switch {
	case v.e.Op == model.Undefined:
		c.errorf(n, "this has no value").Hint = "an index is out of range, or something is divided by 0"
		return badValue
	case v.e.IsConst() && t.m != nil && t.kind == kInt && (v.e.Value < t.m.Lo || v.e.Value > t.m.Hi):
		c.errorf(n, "%d is not in %d..%d", v.e.Value, t.m.Lo, t.m.Hi)
		return badValue
	}
	return v
}

func (c *checker) conformSet(v value, t *ty, n syntax.Node) value {
	elem := t.elem().finite()
	if elem == nil {
		return v
	}
	if v.elem == nil {
		return c.emptySet(elem)
	}
	for i, e := range v.in {
		if leaves := v.elem.Nth(int64(i)); e.IsTrue() && !contains(elem, leaves) {
			c.errorf(n, "%s is not in %s", v.elem.Format(leaves), elem)
			return badValue
		}
	}
	return c.widen(v, elem)
}

func sameIndex(a, b []*model.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !sameType(a[i], b[i]) {
			return false
		}
	}
	return true
}

func sameType(a, b *model.Type) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Lo != b.Lo || a.Hi != b.Hi || len(a.Members) != len(b.Members) {
		return false
	}
	return sameIndex(a.Elems, b.Elems)
}

func joinPlain(ts []*model.Type) string {
	names := make([]string, len(ts))
	for i, t := range ts {
		names[i] = t.String()
	}
	return strings.Join(names, ", ")
}
