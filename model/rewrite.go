package model

// Rewrite builds e again with b, with cell i replaced by what cell(i) gives. The
// expression must use no locals. Truth values must be replaced by truth values.
func (b *Builder) Rewrite(e *Expr, cell func(i int) *Expr) *Expr {
	return b.Substitution(cell, nil).Apply(e)
}

// A Substitution builds expressions again with cells and locals replaced. It keeps
// what it has built.
type Substitution struct {
	b           *Builder
	cell, local func(int) *Expr
	done        map[*Expr]*Expr
	same        Memo[bool]        // of expressions: whether they stay what they are
	replace     func(*Expr) *Expr // nil: nothing but cells and locals is replaced
}

// Substitution returns a Substitution that builds with b. If local is nil the
// expressions must use no locals; where it gives nil, a local is 0.
func (b *Builder) Substitution(cell, local func(i int) *Expr) *Substitution {
	return &Substitution{b: b, cell: cell, local: local, done: map[*Expr]*Expr{}}
}

// Replacing returns a Substitution that puts what replace gives in the place of expressions,
// where that is not nil. It must give something for every cell and every local.
func (b *Builder) Replacing(replace func(*Expr) *Expr) *Substitution {
	r := b.Substitution(nil, nil)
	r.replace = replace
	return r
}

// Fold returns a Substitution that puts what derived(k) gives in the place of what is
// Problem.Derived[k] written out, and of the local that stands for it.
func (b *Builder) Fold(cell, derived func(i int) *Expr) *Substitution {
	r := b.Substitution(cell, func(i int) *Expr { return derived(i - DerivedBase) })
	r.replace = func(e *Expr) *Expr {
		if e.Rule == 0 {
			return nil
		}
		return derived(int(e.Rule) - 1)
	}
	return r
}

// Apply returns e with what is to be replaced replaced.
func (r *Substitution) Apply(e *Expr) *Expr { return r.expr(e) }

func (r *Substitution) expr(e *Expr) *Expr {
	if n := r.done[e]; n != nil {
		return n
	}
	r.b.Pos = e.Pos
	if r.replace != nil {
		if n := r.replace(e); n != nil {
			return n
		}
	}
	n := r.build(e)
	if e.Rule != 0 && r.cell != nil && r.Unchanged(e) {
		n = r.b.Derive(n, int(e.Rule)-1)
	}
	r.done[e] = n
	return n
}

func (r *Substitution) build(e *Expr) *Expr {
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
		return r.localOr(int(e.Value), e.Bool)
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

// Unchanged reports whether all cells of an expression stay what they are.
func (r *Substitution) Unchanged(e *Expr) bool {
	return r.same.Of(e, func(e *Expr) bool {
		same := true
		e.Reads(func(i int) {
			c := r.cell(i)
			only := e.Lo == e.Hi && c.IsConst() && c.Value == e.Lo // it can have no other value
			same = same && (c.Op == Cell && int(c.Value) == i || only)
		})
		for _, a := range e.Args {
			same = same && r.Unchanged(a)
		}
		return same
	})
}

// localOr is what a local is replaced by: 0 where none has been given, as before any Let.
func (r *Substitution) localOr(i int, truth bool) *Expr {
	if v := r.local(i); v != nil {
		return v
	}
	if truth {
		return r.b.Truth(false)
	}
	return r.b.Const(0)
}

// at reads one of the cells that e addresses, each replaced.
func (r *Substitution) at(e *Expr, args []*Expr) *Expr {
	var elems []*Expr
	get := r.cell
	if e.Locals {
		get = func(i int) *Expr { return r.localOr(i, e.Bool) }
	}
	e.Addresses(func(a int64) { elems = append(elems, get(int(a))) })
	return r.b.Element(elems, packed(e.Dims), args)
}

// packed are dimensions of elements that lie one beside another, in the order of Addresses.
func packed(dims []Dim) []Dim {
	out := make([]Dim, len(dims))
	stride := int64(1)
	for i := len(dims) - 1; i >= 0; i-- {
		out[i] = Dim{Lo: dims[i].Lo, N: dims[i].N, Stride: stride}
		stride *= out[i].N
	}
	return out
}

func (r *Substitution) constants(e *Expr) []*Expr {
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
