package check

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// resolveConstant evaluates a const or param. The value of a param is the one given by itself,
// else the one of the data, else the one in the file.
func (c *checker) resolveConstant(o *types.Object) {
	d := o.Value
	c.limit, c.context = types.Constant, o.Kind.String()
	declared := c.indexedType(d)
	before := len(c.Errs)
	given := c.given(o)
	t := declared
	if d.Value != nil {
		t = c.checkValue(d, declared)
	}
	if given != nil && declared != nil && declared.Kind != types.Bad {
		// The value in the file is not used, so it need not fit.
		t, c.Errs = declared, c.Errs[:before]
	}
	if o.Type = t; t == nil {
		o.Type = types.BadType
	}
	if o.Type.Kind == types.Bad || len(c.Errs) > before {
		return
	}
	switch {
	case given != nil:
		o.Given = true
		o.Const, o.Known = given(t)
	case d.Value == nil:
		c.missing(o, "value")
	default:
		var err error
		o.Const, err = c.ev.Declared(o)
		o.Known = c.evaluated(d.Value, err)
	}
	if !o.Known {
		o.Type = types.BadType
		return
	}
	for _, n := range c.opts.Numbers {
		if n.Param == o.Name && o.Kind == types.Param && n.Index < len(o.Const.Elems) {
			o.Const.Elems = slices.Clone(o.Const.Elems)
			o.Const.Elems[n.Index], o.Given = types.DecimalValue(n.Value, n.Digits), true
		}
	}
}

// given returns a function that reads the value that the caller gives for a param, or nil if
// the caller gives no value.
func (c *checker) given(o *types.Object) func(t *types.Type) (types.Value, bool) {
	if o.Kind != types.Param {
		return nil
	}
	if s := c.inputs.settings[o.Name]; s != nil {
		return func(t *types.Type) (types.Value, bool) { return c.fromSetting(s, t) }
	}
	if d := c.inputs.data[o.Name]; d != nil {
		return func(t *types.Type) (types.Value, bool) { return c.fromData(d, t) }
	}
	return nil
}

// checkValue checks the value of a declaration against its declared type, which may be nil, and
// returns the type of the whole.
func (c *checker) checkValue(d *syntax.ValueDecl, declared *types.Type) *types.Type {
	if declared != nil && declared.Kind == types.Bad {
		return types.BadType
	}
	if named(d.Index) {
		elem := c.checkFormula(d, declared)
		if elem.Kind == types.Bad {
			return types.BadType
		}
		if declared.Elem() == nil {
			return &types.Type{Kind: types.Array, Index: declared.Index, Elems: []*types.Type{elem}}
		}
		return declared
	}
	t := c.expr(d.Value, declared)
	switch {
	case t.Kind == types.Bad:
		return types.BadType
	case declared == nil:
		return t
	case declared.Kind == types.Array && declared.Elem() == nil:
		if t.Kind != types.Array {
			return &types.Type{Kind: types.Array, Index: declared.Index, Elems: []*types.Type{t}}
		}
		declared = &types.Type{Kind: types.Array, Index: declared.Index, Elems: t.Elems}
	}
	if declared.Kind == types.Array && t.Kind != types.Array { // one value for all elements
		c.mustFit(d.Value, t, declared.Elem())
	} else {
		c.mustFit(d.Value, t, declared)
	}
	return declared
}

// named reports whether the indices of a declaration bind names, so that the value is a
// formula.
func named(index []*syntax.Field) bool {
	for _, f := range index {
		if len(f.Names) > 0 {
			return true
		}
	}
	return false
}

func (c *checker) checkFormula(d *syntax.ValueDecl, declared *types.Type) *types.Type {
	c.push()
	defer c.pop()
	k := 0
	for _, f := range d.Index {
		for _, id := range f.Names {
			c.bind(id, declared.Index[k])
			k++
		}
		if len(f.Names) == 0 {
			c.Errorf(f, "either every index has a name or none")
			return types.BadType
		}
	}
	t := c.expr(d.Value, declared.Elem())
	if declared.Elem() != nil {
		c.mustFit(d.Value, t, declared.Elem())
	}
	return t
}

// mustFit reports a value whose type does not fit.
func (c *checker) mustFit(e syntax.Expr, got, want *types.Type) bool {
	if types.Fits(got, want) {
		return !c.neverNone(e, want)
	}
	err := c.Errorf(e, "%s is %s, not %s", c.Text(e), got, want)
	err.Hint = c.elementHint(e, got, want)
	return false
}
