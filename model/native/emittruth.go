package native

import (
	"math"

	"farbank/model"
)

// truth emits a truth value as i32. It is total: false where an operand is undefined.
func (e *emitter) truth(x *model.Expr) {
	e.count()
	c := &e.code
	if x.Op == model.Cell {
		e.raw(x)
		c.op(opI32WrapI64)
		return
	}
	if l, ok := e.known[x]; ok {
		c.get(l)
		return
	}
	switch x.Op {
	case model.Const:
		c.i32(int32(x.Value))
	case model.Not:
		e.truth(x.Args[0])
		c.op(opI32Eqz)
	case model.And:
		e.conjunction(x.Args)
	case model.Or:
		for i, a := range x.Args {
			e.truth(a)
			if i > 0 {
				c.op(opI32Or)
			}
		}
	case model.If:
		e.truth(x.Args[0])
		c.op(opIf, tI32)
		e.truth(x.Args[1])
		c.op(opElse)
		e.truth(x.Args[2])
		c.op(opEnd)
	case model.Eq, model.Ne, model.Lt, model.Le, model.Distinct:
		e.guarded(x.Args, func() { e.compare(x) })
	case model.Table, model.At, model.Select:
		e.inRange(x, func() { e.truthAt(x) })
	default:
		c.i32(0)
	}
}

// conjunction emits the conjunction of list. Comparisons of cells with constants are combined
// into one masked comparison per word.
func (e *emitter) conjunction(list []*model.Expr) {
	c := &e.code
	type pattern struct{ mask, bits uint64 }
	patterns := make([]pattern, e.m.layout.Words)
	n := 0
	join := func() {
		if n++; n > 1 {
			c.op(opI32And)
		}
	}
	for _, a := range list {
		if f, v, ok := e.m.fixes(a); ok {
			p := patterns[f.Word]
			if both := p.mask & (f.Mask << f.Shift); (p.bits^v<<f.Shift)&both != 0 { // contradiction: one cell has two values
				c.i32(0)
				join()
			}
			patterns[f.Word].mask |= f.Mask << f.Shift
			patterns[f.Word].bits |= v << f.Shift
			continue
		}
		e.truth(a)
		join()
	}
	for w, p := range patterns {
		if p.mask == 0 {
			continue
		}
		c.get(e.words + w)
		if p.mask != math.MaxUint64 {
			c.i64(int64(p.mask))
			c.op(opI64And)
		}
		c.i64(int64(p.bits))
		c.op(opI64Eq)
		join()
	}
	if n == 0 {
		c.i32(1)
	}
}

// compare emits a comparison of defined operands.
func (e *emitter) compare(x *model.Expr) {
	c := &e.code
	if x.Op == model.Distinct {
		e.distinct(x)
		return
	}
	a, b := x.Args[0], x.Args[1]
	if f, v, ok := e.m.fixes(x); ok && e.known[a] == 0 { // compare the masked bits without a shift
		c.get(e.words + f.Word)
		c.i64(int64(f.Mask << f.Shift))
		c.op(opI64And)
		c.i64(int64(v << f.Shift))
		c.op(opI64Eq)
		return
	}
	less := e.less(a, b)
	if a.IsConst() && (x.Op == model.Lt || x.Op == model.Le) {
		// Wazero 1.12 compiles 0 < (x & m) to a test of (x & m) against 0 without reversing the
		// comparison, so constants stand on the right here.
		e.value(b, less)
		e.value(a, less)
		if x.Op == model.Lt {
			c.op(opI64GtS)
		} else {
			c.op(opI64GeS)
		}
		return
	}
	e.value(a, less)
	if x.Op == model.Eq && b.IsConst() && b.Value == less {
		c.op(opI64Eqz)
		return
	}
	e.value(b, less)
	switch x.Op {
	case model.Eq:
		c.op(opI64Eq)
	case model.Ne:
		c.op(opI64Ne)
	case model.Lt:
		c.op(opI64LtS)
	case model.Le:
		c.op(opI64LeS)
	}
}

// less returns the offset by which both sides of a comparison are reduced: the least value of a
// cell, so that it need not be added to the bits of the cell. It returns 0 if the other side
// would overflow.
func (e *emitter) less(a, b *model.Expr) int64 {
	if a.Op != model.Cell {
		a, b = b, a
	}
	if a.Op != model.Cell {
		return 0
	}
	less := e.m.layout.Fields[a.Value].Lo
	for _, end := range []int64{a.Lo, a.Hi, b.Lo, b.Hi} {
		if d := end - less; (end < d) != (less < 0) {
			return 0
		}
	}
	return less
}

// distinct emits a test of a bit set if the values span fewer than 64, and otherwise pairwise
// comparisons.
func (e *emitter) distinct(x *model.Expr) {
	c := &e.code
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	for _, a := range x.Args {
		lo, hi = min(lo, a.Lo), max(hi, a.Hi)
	}
	if uint64(hi)-uint64(lo) < 64 {
		for i, a := range x.Args {
			c.i64(1)
			e.value(a, lo)
			c.op(opI64Shl)
			if i > 0 {
				c.op(opI64Or)
			}
		}
		c.op(opI64Popcnt)
		c.i64(int64(len(x.Args)))
		c.op(opI64Eq)
		return
	}
	locals := make([]int, len(x.Args))
	for i, a := range x.Args {
		locals[i] = e.local(tI64)
		e.value(a, 0)
		c.set(locals[i])
	}
	n := 0
	for i := range locals {
		for j := range i {
			c.get(locals[i])
			c.get(locals[j])
			c.op(opI64Ne)
			if n++; n > 1 {
				c.op(opI32And)
			}
		}
	}
	for _, l := range locals {
		e.release(tI64, l)
	}
}

// guarded emits a truth value that is false unless all args are defined.
func (e *emitter) guarded(args []*model.Expr, write func()) {
	n := 0
	for _, a := range args {
		if !a.Partial {
			continue
		}
		e.defined(a)
		e.code.op(opIf, tI32)
		n++
	}
	write()
	for range n {
		e.code.op(opElse)
		e.code.i32(0)
		e.code.op(opEnd)
	}
}

// inRange emits a truth value that is false unless the indices of x are defined and in range.
func (e *emitter) inRange(x *model.Expr, write func()) {
	c := &e.code
	e.guarded(x.Indices(), func() {
		n := 0
		for k, d := range x.Dims {
			i := x.Args[k]
			if d.Holds(i.Lo, i.Hi) {
				continue
			}
			e.value(i, d.Lo)
			c.i64(d.N)
			c.op(opI64LtU)
			if n++; n > 1 {
				c.op(opI32And)
			}
		}
		if n == 0 {
			write()
			return
		}
		c.op(opIf, tI32)
		write()
		c.op(opElse)
		c.i32(0)
		c.op(opEnd)
	})
}

func (e *emitter) truthAt(x *model.Expr) {
	c := &e.code
	if x.Op == model.Table {
		at, _ := e.m.constants(x)
		e.offset(x)
		c.memory(opI32Load8U, at)
		return
	}
	elems := e.m.elements(x)
	if x.Op == model.At && e.strided(x, elems) {
		c.op(opI32WrapI64)
		return
	}
	e.offset(x)
	e.choose(elems, tI32, e.truth)
}

// defined emits whether x is defined.
func (e *emitter) defined(x *model.Expr) {
	e.count()
	c := &e.code
	if !x.Partial {
		c.i32(1)
		return
	}
	switch x.Op {
	case model.Undefined:
		c.i32(0)
	case model.Table, model.At:
		e.inRange(x, func() { c.i32(1) })
	case model.Select:
		e.inRange(x, func() {
			e.offset(x)
			e.choose(e.m.elements(x), tI32, e.defined)
		})
	case model.If:
		e.truth(x.Args[0])
		c.op(opIf, tI32)
		e.defined(x.Args[1])
		c.op(opElse)
		e.defined(x.Args[2])
		c.op(opEnd)
	case model.Div, model.Mod:
		e.guarded(x.Args, func() {
			e.value(x.Args[1], 0)
			c.i64(0)
			c.op(opI64Ne)
		})
	default:
		e.guarded(x.Args, func() { c.i32(1) })
	}
}
