package check

import (
	"farbank/lang/builtin"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

func (c *checker) callType(e *syntax.CallExpr) *types.Type {
	o := c.lookup(e.Fun.Name)
	if o == nil && e.Fun.Name == types.Enabled {
		return c.enabledType(e)
	}
	if o == nil && e.Fun.Name == types.Known {
		return c.knownType(e)
	}
	if o == nil {
		if f := builtin.Lookup(e.Fun.Name); f != nil {
			return c.builtinType(e, f)
		}
		c.checkArgs(e)
		if e.Fun.Name != "" && !c.hole(e.Fun, types.Hole{}) {
			err := c.Errorf(e.Fun, "unknown function %s", e.Fun.Name)
			if err.Hint = syntax.DidYouMean(e.Fun.Name, c.functions()); syntax.ForeignFunctions[e.Fun.Name] != "" {
				err.Hint = "here it is " + syntax.ForeignFunctions[e.Fun.Name]
			}
		}
		return types.BadType
	}
	c.info.Uses[e.Fun] = o
	o.Used = true
	if o.Kind != types.Def {
		c.checkArgs(e)
		err := c.Errorf(e.Fun, "%s is %s, not a function", o.Name, o.Kind)
		if o.Type != nil && o.Type.Kind == types.Array {
			err.Hint = "an index is written in brackets: " + o.Name + "[...]"
		}
		return types.BadType
	}
	return c.defCall(e, o)
}

// checkArgs checks arguments without an expected type.
func (c *checker) checkArgs(e *syntax.CallExpr) (ok bool) {
	ok = true
	for _, a := range e.Args {
		ok = c.expr(a, nil).Kind != types.Bad && ok
	}
	return ok
}

func (c *checker) functions() []string {
	names := builtin.Names()
	for n, o := range c.info.Globals {
		if o.Kind == types.Def {
			names = append(names, n)
		}
	}
	return names
}

func (c *checker) defCall(e *syntax.CallExpr, o *types.Object) *types.Type {
	c.resolve(o)
	c.reach(e.Fun, o)
	if len(e.Args) != len(o.Params) && c.status[o] == done {
		c.Errorf(e, "%s takes %s, %d given", o.Name, plural(len(o.Params), "argument", "arguments"), len(e.Args))
		return types.BadType
	}
	ok := true
	for i, a := range e.Args {
		if i < len(o.Params) {
			ok = c.need(a, o.Params[i].Type) && ok
		}
	}
	if !ok {
		return types.BadType
	}
	return o.Type
}

// builtinType checks a call of a built-in function by its entry in the table.
func (c *checker) builtinType(e *syntax.CallExpr, f *builtin.Function) *types.Type {
	form := f.Form(len(e.Args))
	switch {
	case form != nil:
		return c.formType(e, f, form)
	case !c.checkArgs(e):
	case f.Callable():
		c.Errorf(e, "%s takes %s, %d given", f.Name, f.Takes(), len(e.Args))
	default:
		c.Errorf(e, "%s needs something to choose from", f.Name).Hint = f.Manual
	}
	return types.BadType
}

func (c *checker) formType(e *syntax.CallExpr, f *builtin.Function, form *builtin.Form) *types.Type {
	ok := true
	var want *types.Type
	if len(e.Args) == 1 && f.Choice() { // a comprehension whose binder may have been omitted
		saved, reported := c.unbound, c.reportedUnbound
		c.unbound, c.reportedUnbound = f.Name, map[string]bool{}
		defer func() { c.unbound, c.reportedUnbound = saved, reported }()
	}
	for _, i := range c.closedFirst(e.Args...) {
		t := c.expr(e.Args[i], want)
		ok = ok && t.Kind != types.Bad
		if form.Alike != "" && want == nil && (t.Kind == types.Set || t.Kind == types.Enum || t.Kind == types.Tuple) {
			want = t // the expected type of later arguments: for {} and names of several enums
		}
	}
	if !ok || !c.argumentsAre(e, f, form) || form.Alike != "" && !c.argumentsAlike(e, form) {
		return types.BadType
	}
	if f.Aligned && !c.argumentsAligned(e, f) || f.Fit != nil && !f.Fit(checking{c}, e) {
		return types.BadType
	}
	if f.Type != nil {
		return f.Type
	}
	return f.Result(checking{c}, e)
}

// argumentsAre reports the first argument that is not of the kind of its parameter.
func (c *checker) argumentsAre(e *syntax.CallExpr, f *builtin.Function, form *builtin.Form) bool {
	for i, a := range e.Args {
		t, p := c.info.Types[a], form.Param(i)
		if p.Is.Has(t) {
			continue
		}
		is, needs, hint := p.Is.Complaint(t)
		err := c.Errorf(a, "%s is %s; %s needs %s", c.Text(a), is, f.Subject(form), needs)
		if err.Hint = hint; p.Hint != nil && hint == "" {
			err.Hint = p.Hint(t)
		}
		return false
	}
	return true
}

// argumentsAlike reports the first argument whose type differs from the first one's.
func (c *checker) argumentsAlike(e *syntax.CallExpr, form *builtin.Form) bool {
	t := c.info.Types[e.Args[0]]
	for _, a := range e.Args[1:] {
		u := c.info.Types[a]
		if !types.Fits(t, u) {
			c.Errorf(a, "%s is %s, %s is %s; %s", c.Text(e.Args[0]), t, c.Text(a), u, form.Alike)
			return false
		}
		t = types.Merge(t, u)
	}
	return true
}

// argumentsAligned reports the first array whose indices differ from the first one's.
func (c *checker) argumentsAligned(e *syntax.CallExpr, f *builtin.Function) bool {
	first := c.info.Types[e.Args[0]]
	for _, a := range e.Args[1:] {
		if t := c.info.Types[a]; t.Kind == types.Array && !types.SameIndex(first.Index, t.Index) {
			c.Errorf(a, "%s is %s, %s is %s; %s needs arrays over the same indices", c.Text(e.Args[0]), first, c.Text(a), t, f.Name)
			return false
		}
	}
	return true
}

// checking implements builtin.Checking.
type checking struct{ *checker }

func (k checking) TypeOf(e syntax.Expr) *types.Type { return k.info.Types[e] }

func (k checking) Constant(e syntax.Expr) (v types.Value, known, closed bool) {
	if !k.closed(e) {
		return types.Value{}, false, false
	}
	v, known = k.value(e)
	return v, known, true
}
