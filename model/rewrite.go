package model

// Rewrite rebuilds e with b, with cell i replaced by cell(i). The expression must use no
// locals. A truth value must be replaced by a truth value.
func (b *Builder) Rewrite(e *Expr, cell func(i int) *Expr) *Expr {
	return b.Substitution(cell, nil).Apply(e)
}

// A Substitution rebuilds expressions with cells and locals replaced. It caches the results.
type Substitution struct {
	b           *Builder
	cell, local func(int) *Expr
	done        map[*Expr]*Expr
	same        Memo[bool]        // whether an expression stays unchanged
	replace     func(*Expr) *Expr // replaces further expressions; may be nil
}

// Substitution returns a Substitution that builds with b. If local is nil the expressions must
// use no locals; if local returns nil, the local is 0.
func (b *Builder) Substitution(cell, local func(i int) *Expr) *Substitution {
	return &Substitution{b: b, cell: cell, local: local, done: map[*Expr]*Expr{}}
}

// Replacing returns a Substitution that replaces e by replace(e) where that is not nil, and other
// cells by cell. If cell is nil, replace must not return nil for cells; it never may for locals.
func (b *Builder) Replacing(cell func(i int) *Expr, replace func(*Expr) *Expr) *Substitution {
	r := b.Substitution(cell, nil)
	r.replace = replace
	return r
}

// Fold returns a Substitution that replaces every expanded use of Problem.Derived[k], and the
// local that stands for it, by derived(k).
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

// Apply returns e with the substitution applied.
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
	case Known:
		return b.Known(args[0])
	}
	return b.Distinct(args)
}

// Unchanged reports whether the substitution keeps all cells of e.
func (r *Substitution) Unchanged(e *Expr) bool {
	return r.same.Of(e, func(e *Expr) bool {
		same := true
		e.Reads(func(i int) {
			c := r.cell(i)
			only := e.Lo == e.Hi && c.IsConst() && c.Value == e.Lo // the cell has no other value
			same = same && (c.Op == Cell && int(c.Value) == i || only)
		})
		for _, a := range e.Args {
			same = same && r.Unchanged(a)
		}
		return same
	})
}

// localOr returns the replacement of a local, or 0 if it is nil, like a local before its Let.
func (r *Substitution) localOr(i int, truth bool) *Expr {
	if v := r.local(i); v != nil {
		return v
	}
	if truth {
		return r.b.Truth(false)
	}
	return r.b.Const(0)
}

// at returns an At with each cell that it may address replaced.
func (r *Substitution) at(e *Expr, args []*Expr) *Expr {
	var elems []*Expr
	get := r.cell
	if e.Locals {
		get = func(i int) *Expr { return r.localOr(i, e.Bool) }
	}
	e.Addresses(func(a int64) { elems = append(elems, get(int(a))) })
	return r.b.Element(elems, packed(e.Dims), args)
}

// packed returns dims with row-major strides, in the order of Addresses.
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
