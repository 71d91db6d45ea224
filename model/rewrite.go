package model

// Rewrite builds e again with b, with cell replaced by what cell(i) gives. The
// expression must use no locals. Truth values must be replaced by truth values.
func (b *Builder) Rewrite(e *Expr, cell func(i int) *Expr) *Expr {
	r := rewriter{b: b, cell: cell, done: map[*Expr]*Expr{}}
	return r.expr(e)
}

type rewriter struct {
	b    *Builder
	cell func(int) *Expr
	done map[*Expr]*Expr
}

func (r *rewriter) expr(e *Expr) *Expr {
	if n := r.done[e]; n != nil {
		return n
	}
	r.b.Pos = e.Pos
	n := r.build(e)
	r.done[e] = n
	return n
}

func (r *rewriter) build(e *Expr) *Expr {
	b := r.b
	switch e.Op {
	case Const:
		if e.Bool {
			return b.Truth(e.Value != 0)
		}
		return b.Const(e.Value)
	case Undefined:
		return b.Undefined()
	case Cell:
		return r.cell(int(e.Value))
	case Local:
		return b.Local(int(e.Value), e.Lo, e.Hi, e.Bool)
	}
	args := make([]*Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = r.expr(a)
	}
	switch e.Op {
	case At:
		return r.at(e, args)
	case Table:
		return b.Element(r.constants(e), e.Dims, args)
	case Select:
		return b.Element(args[len(e.Dims):], e.Dims, args[:len(e.Dims)])
	case Sum:
		return b.Sum(args...)
	case Mul:
		return b.Mul(args[0], args[1])
	case Neg:
		return b.Neg(args[0])
	case Div:
		return b.Div(args[0], args[1])
	case Mod:
		return b.Mod(args[0], args[1])
	case Abs:
		return b.Abs(args[0])
	case Min:
		return b.Least(args...)
	case Max:
		return b.Greatest(args...)
	case If:
		return b.If(args[0], args[1], args[2])
	case Eq:
		return b.Eq(args[0], args[1])
	case Ne:
		return b.Ne(args[0], args[1])
	case Lt:
		return b.Lt(args[0], args[1])
	case Le:
		return b.Le(args[0], args[1])
	case And:
		return b.And(args...)
	case Or:
		return b.Or(args...)
	case Not:
		return b.Not(args[0])
	}
	return b.Distinct(args)
}

// at reads one of the cells that e addresses, each replaced.
func (r *rewriter) at(e *Expr, args []*Expr) *Expr {
	var elems []*Expr
	dims := make([]Dim, len(e.Dims))
	stride := int64(1)
	for i := len(dims) - 1; i >= 0; i-- {
		dims[i] = Dim{Lo: e.Dims[i].Lo, N: e.Dims[i].N, Stride: stride}
		stride *= dims[i].N
	}
	e.Addresses(func(a int64) { elems = append(elems, r.cell(int(a))) })
	return r.b.Element(elems, dims, args)
}

func (r *rewriter) constants(e *Expr) []*Expr {
	elems := make([]*Expr, len(e.Values))
	for i, v := range e.Values {
		if e.Bool {
			elems[i] = r.b.Truth(v != 0)
		} else {
			elems[i] = r.b.Const(v)
		}
	}
	return elems
}
