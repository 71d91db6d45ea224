package ground

import (
	"farbank/lang/builtin"
	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// A value implements builtin.Lowered.

func (v value) Scalar() *model.Expr  { return v.e }
func (v value) Text() string         { return v.text }
func (v value) Of() *model.Type      { return v.elem }
func (v value) Index() []*model.Type { return v.index }
func (v value) Elements() []builtin.Lowered {
	list := make([]builtin.Lowered, len(v.parts))
	for i, p := range v.parts {
		list[i] = p
	}
	return list
}
func (v value) Members() (in []*model.Expr, def *model.Expr) { return v.in, v.def }

// lowering implements builtin.Lowering.
type lowering struct{ g *grounder }

func (l lowering) TypeOf(e syntax.Expr) *types.Type      { return l.g.info.Types[e] }
func (l lowering) Builder() *model.Builder               { return l.g.b }
func (l lowering) Defined(e *model.Expr) *model.Expr     { return l.g.orTrue(l.g.defined(e)) }
func (l lowering) Step()                                 { l.g.step() }
func (l lowering) Count(conds []*model.Expr) *model.Expr { return l.g.tally(conds) }
func (l lowering) Scalar(e *model.Expr) builtin.Lowered  { return scalar(e) }
func (l lowering) Text(s string) builtin.Lowered         { return textValue(s) }

func (l lowering) Array(index []*types.Type, elems []builtin.Lowered) builtin.Lowered {
	return l.g.whole(value{kind: vArray, index: finites(index), parts: values(elems)})
}

func (l lowering) Shown(x builtin.Lowered, t *types.Type) builtin.Lowered {
	d := l.g.display(x.(value), t)
	if d.Kind == model.Literal {
		return textValue(d.Text)
	}
	return value{kind: vShown, shown: d}
}

func (l lowering) Operator(op syntax.Token, x, y builtin.Lowered) builtin.Lowered {
	switch op {
	case syntax.Union, syntax.Inter, syntax.SetMinus:
		return l.g.setOperation(op, x.(value), y.(value))
	}
	return scalar(l.g.comparePair(nil, op, x.(value), y.(value)))
}

func (l lowering) Fold(k syntax.ComprehensionKind, args []builtin.Lowered, e syntax.Expr) builtin.Lowered {
	vs := values(args)
	if len(vs) == 1 {
		vs = vs[0].parts
	}
	conds := l.g.repeat(l.g.b.Truth(true), len(vs))
	if k == syntax.Distinct {
		return scalar(l.g.allDistinct(vs, conds))
	}
	if k == syntax.Min || k == syntax.Max {
		return l.g.extremeOf(e, k == syntax.Max, vs, conds)
	}
	return l.g.folded(k, vs, conds)
}

// values returns the arguments of a function as values of the grounder.
func values(views []builtin.Lowered) []value {
	vs := make([]value, len(views))
	for i, v := range views {
		vs[i] = v.(value)
	}
	return vs
}
