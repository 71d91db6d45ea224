package check

import (
	"math"

	"farbank/lang/syntax"
	"farbank/model"
)

func (c *checker) lowerCall(e *syntax.CallExpr) value {
	args := make([]value, len(e.Args))
	for i, a := range e.Args {
		if args[i] = c.lower(a); args[i].kind == vBad {
			return badValue
		}
	}
	if o := c.uses[e.Fun]; o != nil && o.kind == objDef {
		for i, p := range o.params {
			p.val = args[i]
		}
		return c.lower(o.def.Body)
	}
	c.at(e)
	if c.onlyShown(e, args...) {
		return badValue
	}
	switch e.Fun.Name {
	case "union":
		return c.setOperation(syntax.Union, args[0], args[1])
	case "inter":
		return c.setOperation(syntax.Inter, args[0], args[1])
	case "minus":
		return c.setOperation(syntax.SetMinus, args[0], args[1])
	case "subset":
		return scalar(c.subset(args[0], args[1]))
	case "min", "max", "sum", "distinct":
		return c.lowerFold(e.Fun.Name, args)
	case "grid":
		return c.lowerGrid(args[0].text, c.types[e])
	case "rows", "cols":
		return c.extent(e.Fun.Name, args[0])
	case "name":
		return c.nameOf(args[0], c.types[e.Args[0]])
	case "size":
		return c.size(args[0])
	}
	return c.lowerScalarCall(e, args[0])
}

func (c *checker) lowerFold(name string, args []value) value {
	if len(args) == 1 {
		args = args[0].parts
	}
	es := make([]*model.Expr, len(args))
	conds := make([]*model.Expr, len(args))
	for i, a := range args {
		es[i], conds[i] = a.e, c.b.Truth(true)
	}
	switch name {
	case "min":
		return scalar(c.b.Least(es...))
	case "max":
		return scalar(c.b.Greatest(es...))
	case "sum":
		return scalar(c.b.Sum(es...))
	}
	return scalar(c.allDistinct(args, conds))
}

func (c *checker) extent(name string, v value) value {
	i := 0
	if name == "cols" {
		i = 1
	}
	n, _ := v.index[i].Size()
	return scalar(c.b.Const(n))
}

func (c *checker) nameOf(v value, t *ty) value {
	d := c.display(v, t)
	if d.Kind == model.Literal {
		return textValue(d.Text)
	}
	return value{kind: vShown, shown: d}
}

func (c *checker) size(s value) value {
	n := c.b.Sum(s.in...)
	if s.def != nil {
		n = c.b.If(s.def, n, c.b.Undefined())
	}
	return scalar(n)
}

// lowerScalarCall is a function of one scalar or text.
func (c *checker) lowerScalarCall(e *syntax.CallExpr, v value) value {
	switch e.Fun.Name {
	case "abs":
		return scalar(c.b.Abs(v.e))
	case "len":
		if v.e == nil {
			return scalar(c.b.Const(int64(len([]rune(v.text)))))
		}
		return scalar(c.b.If(c.orTrue(c.defined(v.e)), c.b.Const(1), c.b.Undefined()))
	case "digit":
		return c.noted(e, scalar(c.digit(v)))
	}
	t := c.types[e.Args[0]].m
	lo, hi := t.Domain()
	first, last := c.leafConst(t, lo), c.leafConst(t, hi)
	switch e.Fun.Name {
	case "ord":
		return scalar(c.b.Sub(v.e, c.b.Const(lo)))
	case "other":
		if v.e.Bool {
			return scalar(c.b.Not(v.e))
		}
		return scalar(c.b.Sub(c.b.Const(lo+hi), v.e))
	case "next":
		return scalar(c.cyclic(v.e, t, last, first, 1))
	}
	return scalar(c.cyclic(v.e, t, first, last, -1))
}

// cyclic is v+by, or wrap where v is at the end of its type.
func (c *checker) cyclic(v *model.Expr, t *model.Type, end, wrap *model.Expr, by int64) *model.Expr {
	if t.Kind == model.Bool {
		return c.b.Not(v)
	}
	return c.b.If(c.b.Eq(v, end), wrap, c.b.Sum(v, c.b.Const(by)))
}

// attempts counts how often a part of the file was evaluated and how often it had
// no value; one that never has is worth a warning.
type attempts struct{ all, undefined int }

// noted records whether v, the value of e, is undefined.
func (c *checker) noted(e syntax.Expr, v value) value {
	a := c.tried[e]
	if a == nil {
		a = &attempts{}
		c.tried[e] = a
	}
	a.all++
	if isUndefined(v) {
		a.undefined++
	}
	return v
}

func isUndefined(v value) bool {
	switch v.kind {
	case vScalar, vText:
		return v.e != nil && v.e.Op == model.Undefined
	case vTuple:
		return len(v.parts) > 0 && isUndefined(v.parts[0])
	}
	return v.kind == vSet && v.def != nil && v.def.IsFalse()
}

// binomial returns n choose k, saturated.
func binomial(n, k int64) int64 {
	r := int64(1)
	for i := range k {
		if r > math.MaxInt64/(n-i) {
			return math.MaxInt64
		}
		r = r * (n - i) / (i + 1)
	}
	return r
}
