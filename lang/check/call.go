package check

import (
	"farbank/lang/syntax"
	"farbank/model"
)

// builtins are the built-in functions with their numbers of arguments, least and
// most; a most of 0 is any number.
var builtins = map[string][2]int{
	"abs": {1, 1}, "min": {1, 0}, "max": {1, 0}, "size": {1, 1}, "name": {1, 1}, "len": {1, 1}, "digit": {1, 1},
	"other": {1, 1}, "next": {1, 1}, "prev": {1, 1}, "ord": {1, 1}, "grid": {1, 1}, "rows": {1, 1}, "cols": {1, 1},
	"union": {2, 2}, "inter": {2, 2}, "minus": {2, 2}, "subset": {2, 2}, "sum": {1, 1}, "distinct": {1, 0}, "count": {1, 1},
}

func (c *checker) callType(e *syntax.CallExpr) *ty {
	o := c.lookup(e.Fun.Name)
	if o == nil {
		if _, ok := builtins[e.Fun.Name]; ok {
			return c.builtinType(e)
		}
		c.checkArgs(e)
		if e.Fun.Name != "" {
			c.errorf(e.Fun, "unknown function %s", e.Fun.Name).Hint = syntax.DidYouMean(e.Fun.Name, c.functions())
		}
		return bad
	}
	c.uses[e.Fun] = o
	o.used = true
	if o.kind != objDef {
		c.checkArgs(e)
		err := c.errorf(e.Fun, "%s is %s, not a function", o.name, o.kind)
		if o.ty != nil && o.ty.kind == kArray {
			err.Hint = "an index is written in brackets: " + o.name + "[...]"
		}
		return bad
	}
	return c.defCall(e, o)
}

func (c *checker) checkArgs(e *syntax.CallExpr) (ts []*ty, ok bool) {
	ok = true
	for _, a := range e.Args {
		t := c.expr(a, nil)
		ts = append(ts, t)
		ok = ok && t.kind != kBad
	}
	return ts, ok
}

func (c *checker) functions() []string {
	var names []string
	for n := range builtins {
		names = append(names, n)
	}
	for n, o := range c.globals {
		if o.kind == objDef {
			names = append(names, n)
		}
	}
	return names
}

func (c *checker) defCall(e *syntax.CallExpr, o *object) *ty {
	c.resolve(o)
	c.reach(e.Fun, o)
	if len(e.Args) != len(o.params) && o.status == done {
		c.errorf(e, "%s takes %s, %d given", o.name, plural(len(o.params), "argument", "arguments"), len(e.Args))
		return bad
	}
	ok := true
	for i, a := range e.Args {
		if i < len(o.params) {
			ok = c.need(a, o.params[i].ty) && ok
		}
	}
	if !ok {
		return bad
	}
	return o.ty
}

func (c *checker) builtinType(e *syntax.CallExpr) *ty {
	name, n := e.Fun.Name, len(e.Args)
	arity := builtins[name]
	if n < arity[0] || arity[1] > 0 && n > arity[1] {
		c.checkArgs(e)
		c.errorf(e, "%s takes %s, %d given", name, plural(arity[0], "argument", "arguments"), n)
		return bad
	}
	switch name {
	case "union", "inter", "minus":
		return c.setOperands(e.Args[0], e.Args[1], name, nil)
	case "subset":
		if c.setOperands(e.Args[0], e.Args[1], name, nil).kind == kBad {
			return bad
		}
		return boolTy
	}
	ts, ok := c.checkArgs(e)
	if !ok {
		return bad
	}
	switch name {
	case "min", "max", "sum":
		return c.foldType(e, ts)
	case "distinct":
		return c.distinctType(e, ts)
	}
	return c.unaryCall(e, ts[0])
}

// foldType is the type of min(a, b), max(a, b), and of min, max and sum of an array.
func (c *checker) foldType(e *syntax.CallExpr, ts []*ty) *ty {
	t := ts[0]
	if len(ts) == 1 {
		if t.kind != kArray {
			c.errorf(e.Args[0], "%s is %s; %s of one argument needs an array", c.text(e.Args[0]), t, e.Fun.Name)
			return bad
		}
		t = t.elem()
	}
	if t.kind != kInt && (t.kind != kEnum || e.Fun.Name == "sum") {
		c.errorf(e.Args[0], "%s is %s; %s needs numbers", c.text(e.Args[0]), ts[0], e.Fun.Name)
		return bad
	}
	for i, u := range ts[1:] {
		if !fits(t, u) {
			c.errorf(e.Args[i+1], "%s is %s, %s is %s; %s needs one type", c.text(e.Args[0]), t, c.text(e.Args[i+1]), u, e.Fun.Name)
			return bad
		}
		t = merge(t, u)
	}
	if e.Fun.Name == "sum" {
		return intTy // of no range: it may leave that of the elements
	}
	return t
}

func (c *checker) distinctType(e *syntax.CallExpr, ts []*ty) *ty {
	if len(ts) == 1 {
		if ts[0].kind != kArray {
			c.errorf(e.Args[0], "%s is %s; distinct of one argument needs an array", c.text(e.Args[0]), ts[0])
			return bad
		}
		return boolTy
	}
	for i, u := range ts[1:] {
		if !fits(ts[0], u) {
			c.errorf(e.Args[i+1], "%s is %s, %s is %s; they cannot be compared", c.text(e.Args[0]), ts[0], c.text(e.Args[i+1]), u)
			return bad
		}
	}
	return boolTy
}

// unaryCall is the type of the functions of one argument.
func (c *checker) unaryCall(e *syntax.CallExpr, t *ty) *ty {
	complain := func(needs string) *ty {
		c.errorf(e.Args[0], "%s is %s; %s needs %s", c.text(e.Args[0]), t, e.Fun.Name, needs)
		return bad
	}
	switch e.Fun.Name {
	case "abs":
		if t.kind != kInt {
			return complain("a number")
		}
		return intTy
	case "size":
		if t.kind != kSet {
			err := c.errorf(e.Args[0], "%s is %s; size needs a set", c.text(e.Args[0]), t)
			if t.kind == kText {
				err.Hint = "the length of a text is len(t)"
			}
			return bad
		}
		return intTy
	case "count":
		c.errorf(e, "count needs something to choose from").Hint = "count(x: T where cond); the size of a set is size(s)"
		return bad
	case "len", "digit":
		if t.kind != kText {
			return complain("a text")
		}
		return intTy
	case "name":
		if t.kind != kEnum {
			return complain("a name of an enum")
		}
		return textTy
	case "grid":
		return c.gridType(e, t)
	case "rows", "cols":
		if t.kind != kArray || len(t.index) != 2 {
			return complain("a grid, or an array of two indices")
		}
		return intTy
	}
	return c.orderedCall(e, t, complain)
}

// orderedCall is the type of other, next, prev and ord, which need to know all
// values of the type of their argument.
func (c *checker) orderedCall(e *syntax.CallExpr, t *ty, complain func(string) *ty) *ty {
	if t.kind != kBool && t.kind != kEnum && t.kind != kInt {
		return complain("a truth value, a name of an enum or a number with a range")
	}
	if t.m == nil {
		err := c.errorf(e.Args[0], "%s is a number without a range; %s needs one", c.text(e.Args[0]), e.Fun.Name)
		err.Hint = "it works on a variable, a parameter or a bound name of a type lo..hi"
		return bad
	}
	switch n, _ := t.m.Size(); e.Fun.Name {
	case "other":
		if n != 2 {
			c.errorf(e.Args[0], "other needs a type of two values; %s has %d", t.m, n)
			return bad
		}
	case "ord":
		return intTy
	}
	return t
}

// gridType is the type of grid(text): characters by row and column. The text must
// be known, since it says how many rows and columns there are.
func (c *checker) gridType(e *syntax.CallExpr, t *ty) *ty {
	if t.kind != kText {
		c.errorf(e.Args[0], "%s is %s; grid needs a text", c.text(e.Args[0]), t)
		return bad
	}
	if !c.closed(e.Args[0]) {
		c.errorf(e.Args[0], "grid needs a constant text")
		return bad
	}
	v := c.lower(e.Args[0])
	if v.kind != vText || v.e != nil {
		return bad
	}
	lines := gridLines(v.text)
	width := 0
	for _, l := range lines {
		width = max(width, len(l))
	}
	index := func(n int) *ty {
		return &ty{kind: kInt, m: &model.Type{Kind: model.Int, Lo: 1, Hi: int64(n)}}
	}
	return &ty{kind: kArray, index: []*ty{index(len(lines)), index(width)}, elems: []*ty{textTy}}
}
