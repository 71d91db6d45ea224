package check

import (
	"strings"
	"unicode/utf8"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// builtins are the built-in functions with their numbers of arguments, least and
// most; a most of 0 is any number.
var builtins = map[string][2]int{
	"abs": {1, 1}, "min": {1, 0}, "max": {1, 0}, "size": {1, 1}, "name": {1, 1}, "len": {1, 1}, "digit": {1, 1},
	"other": {1, 1}, "next": {1, 1}, "prev": {1, 1}, "ord": {1, 1}, "grid": {1, 1}, "rows": {1, 1}, "cols": {1, 1},
	"union": {2, 2}, "inter": {2, 2}, "minus": {2, 2}, "subset": {2, 2}, "sum": {1, 1}, "distinct": {1, 0}, "count": {1, 1},
}

func (c *checker) callType(e *syntax.CallExpr) *types.Type {
	o := c.lookup(e.Fun.Name)
	if o == nil {
		if _, ok := builtins[e.Fun.Name]; ok {
			return c.builtinType(e)
		}
		c.checkArgs(e)
		if e.Fun.Name != "" {
			c.Errorf(e.Fun, "unknown function %s", e.Fun.Name).Hint = syntax.DidYouMean(e.Fun.Name, c.functions())
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

func (c *checker) checkArgs(e *syntax.CallExpr) (ts []*types.Type, ok bool) {
	ok = true
	for _, a := range e.Args {
		t := c.expr(a, nil)
		ts = append(ts, t)
		ok = ok && t.Kind != types.Bad
	}
	return ts, ok
}

func (c *checker) functions() []string {
	var names []string
	for n := range builtins {
		names = append(names, n)
	}
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

func (c *checker) builtinType(e *syntax.CallExpr) *types.Type {
	name, n := e.Fun.Name, len(e.Args)
	arity := builtins[name]
	if n < arity[0] || arity[1] > 0 && n > arity[1] {
		c.checkArgs(e)
		c.Errorf(e, "%s takes %s, %d given", name, plural(arity[0], "argument", "arguments"), n)
		return types.BadType
	}
	switch name {
	case "union", "inter", "minus":
		return c.setOperands(e.Args[0], e.Args[1], name, nil)
	case "subset":
		if c.setOperands(e.Args[0], e.Args[1], name, nil).Kind == types.Bad {
			return types.BadType
		}
		return types.BoolType
	}
	ts, ok := c.checkArgs(e)
	if !ok {
		return types.BadType
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
func (c *checker) foldType(e *syntax.CallExpr, ts []*types.Type) *types.Type {
	t := ts[0]
	if len(ts) == 1 {
		if t.Kind != types.Array {
			c.Errorf(e.Args[0], "%s is %s; %s of one argument needs an array", c.Text(e.Args[0]), t, e.Fun.Name)
			return types.BadType
		}
		t = t.Elem()
	}
	if t.Kind != types.Int && (t.Kind != types.Enum || e.Fun.Name == "sum") {
		c.Errorf(e.Args[0], "%s is %s; %s needs numbers", c.Text(e.Args[0]), ts[0], e.Fun.Name)
		return types.BadType
	}
	for i, u := range ts[1:] {
		if !types.Fits(t, u) {
			c.Errorf(e.Args[i+1], "%s is %s, %s is %s; %s needs one type", c.Text(e.Args[0]), t, c.Text(e.Args[i+1]), u, e.Fun.Name)
			return types.BadType
		}
		t = types.Merge(t, u)
	}
	if e.Fun.Name == "sum" {
		return types.IntType // of no range: it may leave that of the elements
	}
	return t
}

func (c *checker) distinctType(e *syntax.CallExpr, ts []*types.Type) *types.Type {
	if len(ts) == 1 {
		if ts[0].Kind != types.Array {
			c.Errorf(e.Args[0], "%s is %s; distinct of one argument needs an array", c.Text(e.Args[0]), ts[0])
			return types.BadType
		}
		return types.BoolType
	}
	for i, u := range ts[1:] {
		if !types.Fits(ts[0], u) {
			c.Errorf(e.Args[i+1], "%s is %s, %s is %s; they cannot be compared", c.Text(e.Args[0]), ts[0], c.Text(e.Args[i+1]), u)
			return types.BadType
		}
	}
	return types.BoolType
}

// unaryCall is the type of the functions of one argument.
func (c *checker) unaryCall(e *syntax.CallExpr, t *types.Type) *types.Type {
	complain := func(needs string) *types.Type {
		c.Errorf(e.Args[0], "%s is %s; %s needs %s", c.Text(e.Args[0]), t, e.Fun.Name, needs)
		return types.BadType
	}
	switch e.Fun.Name {
	case "abs":
		if t.Kind != types.Int {
			return complain("a number")
		}
		return types.IntType
	case "size":
		if t.Kind != types.Set {
			err := c.Errorf(e.Args[0], "%s is %s; size needs a set", c.Text(e.Args[0]), t)
			if t.Kind == types.Text {
				err.Hint = "the length of a text is len(t)"
			}
			return types.BadType
		}
		return types.IntType
	case "count":
		c.Errorf(e, "count needs something to choose from").Hint = "count(x: T where cond); the size of a set is size(s)"
		return types.BadType
	case "len", "digit":
		if t.Kind != types.Text {
			return complain("a text")
		}
		return types.IntType
	case "name":
		if t.Kind != types.Enum {
			return complain("a name of an enum")
		}
		return types.TextType
	case "grid":
		return c.gridType(e, t)
	case "rows", "cols":
		if t.Kind != types.Array || len(t.Index) != 2 {
			return complain("a grid, or an array of two indices")
		}
		return types.IntType
	}
	return c.orderedCall(e, t, complain)
}

// orderedCall is the type of other, next, prev and ord, which need to know all
// values of the type of their argument.
func (c *checker) orderedCall(e *syntax.CallExpr, t *types.Type, complain func(string) *types.Type) *types.Type {
	if t.Kind != types.Bool && t.Kind != types.Enum && t.Kind != types.Int {
		return complain("a truth value, a name of an enum or a number with a range")
	}
	if t.Model == nil {
		err := c.Errorf(e.Args[0], "%s is a number without a range; %s needs one", c.Text(e.Args[0]), e.Fun.Name)
		err.Hint = "it works on a variable, a parameter or a bound name of a type lo..hi"
		return types.BadType
	}
	switch n, _ := t.Model.Size(); e.Fun.Name {
	case "other":
		if n != 2 {
			c.Errorf(e.Args[0], "other needs a type of two values; %s has %d", t.Model, n)
			return types.BadType
		}
	case "ord":
		return types.IntType
	}
	return t
}

// gridType is the type of grid(text): characters by row and column. The text must
// be known, since it says how many rows and columns there are.
func (c *checker) gridType(e *syntax.CallExpr, t *types.Type) *types.Type {
	if t.Kind != types.Text {
		c.Errorf(e.Args[0], "%s is %s; grid needs a text", c.Text(e.Args[0]), t)
		return types.BadType
	}
	if !c.closed(e.Args[0]) {
		c.Errorf(e.Args[0], "grid needs a constant text")
		return types.BadType
	}
	v, ok := c.value(e.Args[0])
	if !ok {
		return types.BadType
	}
	rows, cols := gridSize(v.Text)
	index := func(n int) *types.Type {
		return &types.Type{Kind: types.Int, Model: &model.Type{Kind: model.Int, Lo: 1, Hi: int64(n)}}
	}
	return &types.Type{Kind: types.Array, Index: []*types.Type{index(rows), index(cols)}, Elems: []*types.Type{types.TextType}}
}

// gridSize is the number of lines of a picture and the length of the longest. One line
// break at each end does not count.
func gridSize(text string) (rows, cols int) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.TrimSuffix(strings.TrimPrefix(text, "\n"), "\n")
	for line := range strings.SplitSeq(text, "\n") {
		rows, cols = rows+1, max(cols, utf8.RuneCountInString(line))
	}
	return rows, cols
}
