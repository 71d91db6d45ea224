package transition

import "farbank/model"

// A totaliser substitutes current values in expressions and, if all is set, makes the results
// total. Where an undefined operand makes the enclosing truth value false, it adds the
// condition that the operand is defined. Partial operators get harmless operands where they
// would be undefined.
type totaliser struct {
	b    *model.Builder
	all  bool                // make total; else only compute the condition that a value is defined
	sub  *model.Substitution // substitutes the current, total values of cells and locals
	done map[*model.Expr]total
}

func newTotaliser(b *model.Builder, all bool, cell, local func(int) *model.Expr) *totaliser {
	return &totaliser{b: b, all: all, sub: b.Substitution(cell, local), done: map[*model.Expr]total{}}
}

// of returns the current value of an expression.
func (t *totaliser) of(e *model.Expr) total {
	if t.all {
		return t.expr(e)
	}
	v := t.sub.Apply(e)
	if v.Op == model.Undefined {
		return total{v, t.b.Truth(false)}
	}
	return total{v, t.b.Eq(v, v)}
}

// truth returns the total form of a truth value.
func (t *totaliser) truth(e *model.Expr) *model.Expr { return t.expr(e).value }

func (t *totaliser) expr(e *model.Expr) total {
	if r, ok := t.done[e]; ok {
		return r
	}
	r := t.build(e)
	if e.Bool && !r.defined.IsTrue() { // false where an operand is undefined
		r = total{t.b.And(r.defined, r.value), t.b.Truth(true)}
	}
	if e.Rule != 0 && t.sub.Unchanged(e) {
		r.value = t.b.Derive(r.value, int(e.Rule)-1)
	}
	t.done[e] = r
	return r
}

func (t *totaliser) build(e *model.Expr) total {
	b := t.b
	b.Pos = e.Pos
	yes := b.Truth(true)
	switch e.Op {
	case model.Const, model.Cell, model.Local:
		return total{t.sub.Apply(e), yes}
	case model.Undefined:
		return total{b.Const(0), b.Truth(false)}
	case model.At, model.Table, model.Select:
		return t.element(e)
	case model.If:
		c, x, y := t.truth(e.Args[0]), t.expr(e.Args[1]), t.expr(e.Args[2])
		return total{b.If(c, x.value, y.value), b.If(c, x.defined, y.defined)}
	}
	args := make([]*model.Expr, len(e.Args))
	defined := make([]*model.Expr, len(e.Args))
	for i, a := range e.Args {
		r := t.expr(a)
		args[i], defined[i] = r.value, r.defined
	}
	if e.Op == model.Div || e.Op == model.Mod {
		nonzero := b.Ne(args[1], b.Const(0))
		defined = append(defined, nonzero)
		args[1] = b.If(nonzero, args[1], b.Const(1))
	}
	return total{t.operate(e, args), b.And(defined...)}
}

func (t *totaliser) operate(e *model.Expr, args []*model.Expr) *model.Expr {
	b := t.b
	switch e.Op {
	case model.Sum:
		return b.Sum(args...)
	case model.Mul:
		return b.Mul(args[0], args[1])
	case model.Neg:
		return b.Neg(args[0])
	case model.Div:
		return b.Div(args[0], args[1])
	case model.Mod:
		return b.Mod(args[0], args[1])
	case model.Abs:
		return b.Abs(args[0])
	case model.Min:
		return b.Least(args...)
	case model.Max:
		return b.Greatest(args...)
	case model.Eq:
		return b.Eq(args[0], args[1])
	case model.Ne:
		return b.Ne(args[0], args[1])
	case model.Lt:
		return b.Lt(args[0], args[1])
	case model.Le:
		return b.Le(args[0], args[1])
	case model.And:
		return b.And(args...)
	case model.Or:
		return b.Or(args...)
	case model.Not:
		return b.Not(args[0])
	}
	return b.Distinct(args)
}

// element makes an At, Table or Select total: an index out of range is replaced by the first
// one.
func (t *totaliser) element(e *model.Expr) total {
	b := t.b
	indices := make([]*model.Expr, len(e.Dims))
	dims := make([]model.Dim, len(e.Dims))
	var defined []*model.Expr
	stride := int64(1)
	for k := len(e.Dims) - 1; k >= 0; k-- {
		d := e.Dims[k]
		i := t.expr(e.Args[k])
		inside := b.And(b.Le(b.Const(d.Lo), i.value), b.Le(i.value, b.Const(d.Lo+d.N-1)))
		defined = append(defined, i.defined, inside)
		indices[k] = i.value
		if !inside.IsTrue() {
			indices[k] = b.Greatest(b.Const(d.Lo), b.Least(i.value, b.Const(d.Lo+d.N-1)))
		}
		dims[k] = model.Dim{Lo: d.Lo, N: d.N, Stride: stride}
		stride *= d.N
	}
	elems := t.elements(e)
	if len(elems) == 0 {
		return total{b.Const(0), b.Truth(false)}
	}
	values, oks := make([]*model.Expr, len(elems)), make([]*model.Expr, len(elems))
	for i, r := range elems {
		values[i], oks[i] = r.value, r.defined
	}
	return total{b.Element(values, dims, indices), b.And(append(defined, b.Element(oks, dims, indices))...)}
}

// elements returns the elements of e, the last index varying fastest.
func (t *totaliser) elements(e *model.Expr) []total {
	yes := t.b.Truth(true)
	var list []total
	for _, off := range Offsets(e.Dims) {
		switch {
		case e.Op == model.Select:
			list = append(list, t.expr(e.Elems()[off]))
		case e.Op == model.Table && e.Bool:
			list = append(list, total{t.b.Truth(e.Values[off] != 0), yes})
		case e.Op == model.Table:
			list = append(list, total{t.b.Const(e.Values[off]), yes})
		case e.Locals:
			list = append(list, total{t.sub.Apply(t.b.Local(int(e.Value+off), e.Lo, e.Hi, e.Bool)), yes})
		default:
			list = append(list, total{t.sub.Apply(t.b.Cell(int(e.Value+off), e.Lo, e.Hi, e.Bool)), yes})
		}
	}
	return list
}

// Offsets returns the offsets of all indices of dims, the last varying fastest.
func Offsets(dims []model.Dim) []int64 {
	all := []int64{0}
	for _, d := range dims {
		next := make([]int64, 0, int64(len(all))*d.N)
		for _, base := range all {
			for i := range d.N {
				next = append(next, base+i*d.Stride)
			}
		}
		all = next
	}
	return all
}
