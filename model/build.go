package model

import (
	"math"
	"slices"
)

// A Builder makes expressions. It folds constants, computes bounds, and interns: equal
// expressions are the same node. Operands must come from the same Builder.
//
// Arithmetic on constants that overflows 64 bits is not folded; the node has Wide set.
type Builder struct {
	Pos   Pos    // the position of the nodes made from here on
	nodes []slot // a hash table with linear probing; its length is a power of two
	count int32

	truths [2]*Expr      // the constants false and true, or nil
	small  [1 << 8]*Expr // the constants 0, 1, 2, ..., or nil
}

// A slot of a hash table has a node, or nil, and its hash.
type slot struct {
	hash uint64
	node *Expr
}

// firstSlots is the first length of the hash table of a Builder.
const firstSlots = 64

// NewBuilder returns an empty Builder.
func NewBuilder() *Builder { return &Builder{nodes: make([]slot, firstSlots)} }

// Len returns the number of distinct nodes.
func (b *Builder) Len() int { return int(b.count) }

// intern returns the unique node equal to e. The caller sets Op, Bool, Locals, Value, Args,
// Dims, Values, Lo, Hi, Partial and Wide.
func (b *Builder) intern(e Expr) *Expr {
	h := e.hash()
	at := b.probe(h)
	for ; b.nodes[at].node != nil; at = b.after(at) {
		if s := &b.nodes[at]; s.hash == h && s.node.same(&e) {
			return s.node
		}
	}
	e.ID, e.Pos, e.Size = b.count, b.Pos, 1
	for _, a := range e.Args {
		e.Wide = e.Wide || a.Wide
		if e.Size += a.Size; e.Size < 0 {
			e.Size = math.MaxInt64
		}
	}
	if e.Bool && e.Partial { // a truth value is false where it would be undefined
		e.Lo = 0
	}
	if e.Bool {
		e.Partial, e.Lo, e.Hi = false, max(e.Lo, 0), min(e.Hi, 1)
	}
	n := new(Expr)
	*n = e
	b.nodes[at] = slot{h, n}
	if b.count++; int(b.count) > len(b.nodes)/4*3 {
		b.grow()
	}
	return n
}

// probe returns the first index of the hash table for a hash.
func (b *Builder) probe(hash uint64) int { return int(hash) & (len(b.nodes) - 1) }

// after returns the index to look at after another one.
func (b *Builder) after(at int) int { return (at + 1) & (len(b.nodes) - 1) }

// grow doubles the hash table.
func (b *Builder) grow() {
	old := b.nodes
	b.nodes = make([]slot, 2*len(old))
	for _, s := range old {
		if s.node == nil {
			continue
		}
		at := b.probe(s.hash)
		for b.nodes[at].node != nil {
			at = b.after(at)
		}
		b.nodes[at] = s
	}
}

func (e *Expr) hash() uint64 {
	h := uint64(e.Op)<<1 | uint64(truth(e.Bool))
	mix := func(x uint64) { h = (h ^ x) * 0x9E3779B97F4A7C15; h ^= h >> 29 }
	mix(uint64(e.Value))
	mix(uint64(e.Rule))
	if e.unordered() {
		sum := uint64(0)
		for _, a := range e.Args {
			id := (uint64(a.ID) + 1) * 0x9E3779B97F4A7C15
			sum += id ^ id>>29
		}
		mix(sum)
		return h
	}
	for _, a := range e.Args {
		mix(uint64(a.ID))
	}
	for _, d := range e.Dims {
		mix(uint64(d.Lo))
		mix(uint64(d.Stride))
	}
	for _, v := range e.Values {
		mix(uint64(v))
	}
	return h
}

// maxUnordered is the maximum number of operands that are compared as a set.
const maxUnordered = 16

// unordered reports whether expressions with the same operands in another order are the same node: that which was made
// first. Where an operand may overflow, another may guard it by its place before it.
func (e *Expr) unordered() bool {
	return (e.Op == And || e.Op == Or) && len(e.Args) <= maxUnordered && !slices.ContainsFunc(e.Args, func(a *Expr) bool { return a.Wide })
}

// sameArgs reports whether two nodes of the same operator have the same operands. Those of And and Or are distinct.
func (e *Expr) sameArgs(o *Expr) bool {
	if !e.unordered() || len(e.Args) != len(o.Args) {
		return slices.Equal(e.Args, o.Args)
	}
	for _, a := range e.Args {
		if !slices.Contains(o.Args, a) {
			return false
		}
	}
	return true
}

func (e *Expr) same(o *Expr) bool {
	return e.Op == o.Op && e.Rule == o.Rule && e.Bool == o.Bool && e.Locals == o.Locals && e.Value == o.Value &&
		e.sameArgs(o) && slices.Equal(e.Dims, o.Dims) && slices.Equal(e.Values, o.Values) &&
		(e.Op != Local || e.Lo == o.Lo && e.Hi == o.Hi)
}

// Const returns the integer constant v.
func (b *Builder) Const(v int64) *Expr {
	if v < 0 || v >= int64(len(b.small)) {
		return b.intern(Expr{Op: Const, Value: v, Lo: v, Hi: v})
	}
	if b.small[v] == nil {
		b.small[v] = b.intern(Expr{Op: Const, Value: v, Lo: v, Hi: v})
	}
	return b.small[v]
}

// Truth returns the constant true or false.
func (b *Builder) Truth(v bool) *Expr {
	n := truth(v)
	if b.truths[n] == nil {
		b.truths[n] = b.intern(Expr{Op: Const, Bool: true, Value: n, Lo: n, Hi: n})
	}
	return b.truths[n]
}

// Undefined returns an expression without a value.
func (b *Builder) Undefined() *Expr { return b.intern(Expr{Op: Undefined, Partial: true}) }

// Cell returns a read of cell i, whose values are lo..hi.
func (b *Builder) Cell(i int, lo, hi int64, truth bool) *Expr {
	return b.intern(Expr{Op: Cell, Value: int64(i), Bool: truth, Lo: lo, Hi: hi})
}

// Known returns the condition that e has the same value in all states that agree with what was seen.
func (b *Builder) Known(e *Expr) *Expr {
	switch e.Op {
	case Const:
		return b.Truth(true)
	case Undefined:
		return b.Truth(false)
	}
	return b.intern(Expr{Op: Known, Bool: true, Lo: 0, Hi: 1, Args: []*Expr{e}})
}

// Local returns a read of local i, whose values are lo..hi.
func (b *Builder) Local(i int, lo, hi int64, truth bool) *Expr {
	return b.intern(Expr{Op: Local, Value: int64(i), Bool: truth, Lo: lo, Hi: hi})
}

// Element returns the element of elems at the offset that indices address by dims. It is
// undefined, or false for truth values, if an index is outside its dimension. All elems have
// one type.
func (b *Builder) Element(elems []*Expr, dims []Dim, indices []*Expr) *Expr {
	truth := len(elems) > 0 && elems[0].Bool
	off, fixed, inside := fixedOffset(dims, indices)
	if !inside || len(elems) == 0 {
		return b.nothing(truth)
	}
	if fixed {
		return elems[off]
	}
	same := true
	e := Expr{Bool: truth, Dims: dims, Lo: math.MaxInt64, Hi: math.MinInt64}
	for i, x := range indices {
		e.Partial = e.Partial || x.Partial || !dims[i].Holds(x.Lo, x.Hi)
	}
	for _, x := range elems {
		e.Lo, e.Hi = min(e.Lo, x.Lo), max(e.Hi, x.Hi)
		e.Partial = e.Partial || x.Partial
		same = same && x == elems[0]
	}
	if same && !e.Partial {
		return elems[0]
	}
	switch op, base := run(elems); {
	case op == Cell || op == Local:
		e.Op, e.Value, e.Locals, e.Args = At, base, op == Local, indices
		if stride := elems[len(elems)-1].Value - base; len(elems) > 1 && stride != int64(len(elems)-1) {
			e.Dims = scaled(dims, stride/int64(len(elems)-1))
		}
	case op == Const:
		e.Op, e.Args, e.Values = Table, indices, make([]int64, 0, len(elems))
		for _, x := range elems {
			e.Values = append(e.Values, x.Value)
		}
	default:
		e.Op, e.Args = Select, append(slices.Clone(indices), elems...)
	}
	return b.intern(e)
}

// run reports whether elems are all constants, or cells or locals in arithmetic progression. It
// returns their Op and the first number, or Select if they are not.
func run(elems []*Expr) (op Op, base int64) {
	op = elems[0].Op
	if op != Const && op != Cell && op != Local {
		return Select, 0
	}
	for i, e := range elems {
		if e.Op != op || e.Bool != elems[0].Bool ||
			op != Const && i > 1 && e.Value-elems[i-1].Value != elems[1].Value-elems[0].Value {
			return Select, 0
		}
	}
	if op != Const && len(elems) > 1 && elems[1].Value <= elems[0].Value {
		return Select, 0
	}
	return op, elems[0].Value
}

func scaled(dims []Dim, by int64) []Dim {
	out := slices.Clone(dims)
	for i := range out {
		out[i].Stride *= by
	}
	return out
}

// fixedOffset returns the offset if all indices are constant, and whether the constant indices
// are inside their dimensions.
func fixedOffset(dims []Dim, indices []*Expr) (off int64, fixed, inside bool) {
	fixed, inside = true, true
	for i, x := range indices {
		d := dims[i]
		if x.Op == Undefined || d.Misses(x.Lo, x.Hi) {
			return 0, false, false
		}
		if !x.IsConst() {
			fixed = false
			continue
		}
		off += (x.Value - d.Lo) * d.Stride
	}
	return off, fixed, inside
}

func (b *Builder) nothing(truth bool) *Expr {
	if truth {
		return b.Truth(false)
	}
	return b.Undefined()
}

// If returns then where cond holds, and other elsewhere.
func (b *Builder) If(cond, then, other *Expr) *Expr {
	switch {
	case cond.IsTrue() || then == other:
		return then
	case cond.IsFalse():
		return other
	case then.Bool && other.Bool && (then.IsConst() || other.IsConst()):
		return b.ifTruth(cond, then, other)
	}
	return b.intern(Expr{Op: If, Bool: then.Bool && other.Bool, Args: []*Expr{cond, then, other},
		Partial: then.Partial || other.Partial, Lo: min(then.Lo, other.Lo), Hi: max(then.Hi, other.Hi)})
}

// ifTruth is like If where a branch is the constant true or false.
func (b *Builder) ifTruth(cond, then, other *Expr) *Expr {
	switch {
	case then.IsTrue():
		return b.Or(cond, other)
	case then.IsFalse():
		return b.And(b.Not(cond), other)
	case other.IsTrue():
		return b.Or(b.Not(cond), then)
	}
	return b.And(cond, then)
}

// Not returns the negation of a truth value.
func (b *Builder) Not(x *Expr) *Expr {
	switch {
	case x.IsConst():
		return b.Truth(x.Value == 0)
	case x.Op == Not:
		return x.Args[0]
	case x.Op == Eq && !partial(x.Args):
		return b.Ne(x.Args[0], x.Args[1])
	case x.Op == Ne && !partial(x.Args):
		return b.Eq(x.Args[0], x.Args[1])
	case x.Op == Lt && !partial(x.Args):
		return b.Le(x.Args[1], x.Args[0])
	case x.Op == Le && !partial(x.Args):
		return b.Lt(x.Args[1], x.Args[0])
	}
	return b.intern(Expr{Op: Not, Bool: true, Args: []*Expr{x}, Hi: 1})
}

func partial(args []*Expr) bool {
	return slices.ContainsFunc(args, func(e *Expr) bool { return e.Partial })
}

// And returns the conjunction of xs; of no operands it is true.
func (b *Builder) And(xs ...*Expr) *Expr { return b.junction(And, xs) }

// Or returns the disjunction of xs; of no operands it is false.
func (b *Builder) Or(xs ...*Expr) *Expr { return b.junction(Or, xs) }

func (b *Builder) junction(op Op, xs []*Expr) *Expr {
	j := junction{op: op, args: make([]*Expr, 0, len(xs))}
	if j.add(xs) {
		return b.Truth(op == Or)
	}
	switch len(j.args) {
	case 0:
		return b.Truth(op == And)
	case 1:
		return j.args[0]
	}
	return b.intern(Expr{Op: op, Bool: true, Args: j.args, Hi: 1})
}

// Derive marks e as the condition that Problem.Derived[k] defines. A marked node is not
// flattened.
func (b *Builder) Derive(e *Expr, k int) *Expr {
	if e.Op != And && e.Op != Or {
		return e
	}
	return b.intern(Expr{Op: e.Op, Bool: true, Rule: int32(k) + 1, Args: e.Args, Hi: 1})
}

// Eq compares two numbers or two truth values. It is false where an operand is undefined.
func (b *Builder) Eq(x, y *Expr) *Expr { return b.equal(x, y, true) }

// Ne compares two numbers or two truth values. Like Eq, it is false where an operand is
// undefined.
func (b *Builder) Ne(x, y *Expr) *Expr { return b.equal(x, y, false) }

func (b *Builder) equal(x, y *Expr, eq bool) *Expr {
	switch {
	case x.Op == Undefined || y.Op == Undefined:
		return b.Truth(false)
	case x.IsConst() && y.IsConst():
		return b.Truth((x.Value == y.Value) == eq)
	case x == y && !x.Partial:
		return b.Truth(eq)
	case (x.Hi < y.Lo || y.Hi < x.Lo) && (eq || !x.Partial && !y.Partial):
		return b.Truth(!eq)
	}
	if x.IsConst() {
		x, y = y, x
	}
	if x.Bool && y.IsConst() { // y is 0 or 1: the bounds were compared above
		if (y.Value == 1) == eq {
			return x
		}
		return b.Not(x)
	}
	if x.Op == If && y.IsConst() && x.Args[1].IsConst() && x.Args[2].IsConst() {
		return b.If(x.Args[0], b.equal(x.Args[1], y, eq), b.equal(x.Args[2], y, eq))
	}
	if !y.IsConst() && x.ID > y.ID {
		x, y = y, x
	}
	op := Ne
	if eq {
		op = Eq
	}
	return b.intern(Expr{Op: op, Bool: true, Args: []*Expr{x, y}, Hi: 1})
}

// Lt returns x < y.
func (b *Builder) Lt(x, y *Expr) *Expr { return b.less(Lt, x, y, x.Hi < y.Lo, x.Lo >= y.Hi) }

// Le returns x <= y.
func (b *Builder) Le(x, y *Expr) *Expr { return b.less(Le, x, y, x.Hi <= y.Lo, x.Lo > y.Hi) }

func (b *Builder) less(op Op, x, y *Expr, always, never bool) *Expr {
	switch {
	case x.Op == Undefined || y.Op == Undefined || never:
		return b.Truth(false)
	case !x.Partial && !y.Partial && (always || x == y):
		return b.Truth(always || op == Le)
	}
	return b.intern(Expr{Op: op, Bool: true, Args: []*Expr{x, y}, Hi: 1})
}

// Distinct holds where all xs are defined and pairwise different.
func (b *Builder) Distinct(xs []*Expr) *Expr {
	seen := map[int64]bool{}
	fixed := true
	for _, x := range xs {
		if x.Op == Undefined || x.IsConst() && seen[x.Value] {
			return b.Truth(false)
		}
		if x.IsConst() {
			seen[x.Value] = true
		}
		fixed = fixed && x.IsConst()
	}
	switch {
	case fixed || len(xs) == 1 && !xs[0].Partial:
		return b.Truth(true)
	case len(xs) == 1:
		return b.Eq(xs[0], xs[0])
	case len(xs) == 2:
		return b.Ne(xs[0], xs[1])
	}
	return b.intern(Expr{Op: Distinct, Bool: true, Args: slices.Clone(xs), Hi: 1})
}
