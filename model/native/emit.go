package native

import (
	"math/bits"

	"farbank/model"
)

// An emitter emits the code of one function. The words of the state are in locals. Values are
// i64 and truth values i32.
type emitter struct {
	*function
	m     *module
	words int                 // the first local that holds a word of the state
	known map[*model.Expr]int // locals that hold values; cells as offsets from their least value
	free  map[byte][]int      // unused locals, by type
}

// count panics with an abort if the context is done or the code is too large.
func (e *emitter) count() {
	e.m.meter.tick()
	if e.m.written+len(e.code.b) > maxCode {
		panic(abort{ErrLarge})
	}
}

func (e *emitter) local(t byte) int {
	if l := e.free[t]; len(l) > 0 {
		e.free[t] = l[:len(l)-1]
		return l[len(l)-1]
	}
	e.locals = append(e.locals, t)
	return len(e.params) + len(e.locals) - 1
}

func (e *emitter) release(t byte, local int) { e.free[t] = append(e.free[t], local) }

// raw emits the bits of a cell: the offset of its value from its least.
func (e *emitter) raw(x *model.Expr) {
	if l, ok := e.known[x]; ok {
		e.code.get(l)
		return
	}
	f := e.m.layout.Fields[x.Value]
	e.code.get(e.words + f.Word)
	if f.Shift > 0 {
		e.code.i64(int64(f.Shift))
		e.code.op(opI64ShrU)
	}
	if f.Shift+uint(bits.Len64(f.Mask)) < 64 {
		e.code.i64(int64(f.Mask))
		e.code.op(opI64And)
	}
}

// value emits x - less. x must be defined.
func (e *emitter) value(x *model.Expr, less int64) {
	e.count()
	c := &e.code
	if x.Op == model.Cell {
		e.raw(x)
		e.add(e.m.layout.Fields[x.Value].Lo - less)
		return
	}
	if x.IsConst() {
		c.i64(x.Value - less)
		return
	}
	if l, ok := e.known[x]; ok {
		c.get(l)
		if x.Bool {
			c.op(opI64ExtendI32U)
		}
	} else if x.Bool {
		e.truth(x)
		c.op(opI64ExtendI32U)
	} else {
		e.number(x)
	}
	e.add(-less)
}

func (e *emitter) add(n int64) {
	if n != 0 {
		e.code.i64(n)
		e.code.op(opI64Add)
	}
}

// number emits the value of an operator that returns a number.
func (e *emitter) number(x *model.Expr) {
	c := &e.code
	switch x.Op {
	case model.Undefined:
		c.i64(0)
	case model.Table:
		e.table(x)
	case model.At, model.Select:
		e.element(x)
	case model.Sum:
		e.sum(x)
	case model.Mul:
		e.value(x.Args[0], 0)
		e.value(x.Args[1], 0)
		c.op(opI64Mul)
	case model.Neg:
		c.i64(0)
		e.value(x.Args[0], 0)
		c.op(opI64Sub)
	case model.Abs:
		l := e.local(tI64)
		e.value(x.Args[0], 0)
		c.tee(l)
		c.i64(0)
		c.get(l)
		c.op(opI64Sub)
		c.get(l)
		c.i64(0)
		c.op(opI64GeS, opSelect)
		e.release(tI64, l)
	case model.Min, model.Max:
		e.extreme(x)
	case model.Div:
		e.divide(x.Args[0], x.Args[1])
	case model.Mod:
		e.remainder(x.Args[0], x.Args[1])
	case model.If:
		e.truth(x.Args[0])
		c.op(opIf, tI64)
		e.value(x.Args[1], 0)
		c.op(opElse)
		e.value(x.Args[2], 0)
		c.op(opEnd)
	}
}

func (e *emitter) sum(x *model.Expr) {
	constant := int64(0)
	n := 0
	for _, a := range x.Args {
		if a.IsConst() {
			constant += a.Value
			continue
		}
		if a.Op == model.Cell { // its least value is added to the constant
			e.raw(a)
			constant += e.m.layout.Fields[a.Value].Lo
		} else if a.Op == model.Neg && n > 0 {
			e.value(a.Args[0], 0)
			e.code.op(opI64Sub)
			continue
		} else {
			e.value(a, 0)
		}
		if n++; n > 1 {
			e.code.op(opI64Add)
		}
	}
	e.add(constant)
}

func (e *emitter) extreme(x *model.Expr) {
	c := &e.code
	a, b := e.local(tI64), e.local(tI64)
	e.value(x.Args[0], 0)
	for _, y := range x.Args[1:] {
		c.set(a)
		e.value(y, 0)
		c.set(b)
		c.get(a)
		c.get(b)
		c.get(a)
		c.get(b)
		if x.Op == model.Min {
			c.op(opI64LeS)
		} else {
			c.op(opI64GeS)
		}
		c.op(opSelect)
	}
	e.release(tI64, a)
	e.release(tI64, b)
}

// divide emits floor(x / y).
func (e *emitter) divide(x, y *model.Expr) {
	c := &e.code
	if x.Lo >= 0 && y.Lo > 0 {
		e.value(x, 0)
		e.value(y, 0)
		c.op(opI64DivU)
		return
	}
	a, b, q := e.local(tI64), e.local(tI64), e.local(tI64)
	e.value(x, 0)
	c.set(a)
	e.value(y, 0)
	c.set(b)
	c.get(a)
	c.get(b)
	c.op(opI64DivS)
	c.tee(q)
	// Subtract 1 if there is a remainder and the signs differ.
	c.get(q)
	c.get(b)
	c.op(opI64Mul)
	c.get(a)
	c.op(opI64Ne)
	c.get(a)
	c.get(b)
	c.op(opI64Xor)
	c.i64(0)
	c.op(opI64LtS, opI32And, opI64ExtendI32U, opI64Sub)
	e.release(tI64, a)
	e.release(tI64, b)
	e.release(tI64, q)
}

// remainder emits x mod y, which has the sign of y.
func (e *emitter) remainder(x, y *model.Expr) {
	c := &e.code
	a := e.local(tI64)
	switch {
	case y.IsConst() && x.Lo >= 0 && x.Hi/2 < y.Value: // at most one subtraction
		e.value(x, 0)
		c.tee(a)
		c.i64(y.Value)
		c.op(opI64Sub)
		c.get(a)
		c.get(a)
		c.i64(y.Value)
		c.op(opI64GeS, opSelect)
	case x.Lo >= 0 && y.Lo > 0:
		e.value(x, 0)
		e.value(y, 0)
		c.op(opI64RemU)
	default:
		b := e.local(tI64)
		e.value(x, 0)
		e.value(y, 0)
		c.tee(b)
		c.op(opI64RemS)
		c.tee(a)
		c.get(b)
		c.i64(0)
		c.get(a)
		c.get(b)
		c.op(opI64Xor)
		c.i64(0)
		c.op(opI64LtS)
		c.get(a)
		c.i64(0)
		c.op(opI64Ne, opI32And, opSelect, opI64Add)
		e.release(tI64, b)
	}
	e.release(tI64, a)
}

// offset emits the offset that the indices of x address, as i32.
func (e *emitter) offset(x *model.Expr) {
	c := &e.code
	by := strides(x)
	for k, d := range x.Dims {
		e.value(x.Args[k], d.Lo)
		if by[k] != 1 {
			c.i64(by[k])
			c.op(opI64Mul)
		}
		if k > 0 {
			c.op(opI64Add)
		}
	}
	c.op(opI32WrapI64)
}

// table emits an element of a Table, which lies in memory.
func (e *emitter) table(x *model.Expr) {
	c := &e.code
	at, width := e.m.constants(x)
	e.offset(x)
	switch width {
	case 1:
		c.memory(opI64Load8U, at)
	case 4:
		c.i32(2)
		c.op(opI32Shl)
		c.memory(opI64Load32S, at)
	default:
		c.i32(3)
		c.op(opI32Shl)
		c.memory(opI64Load, at)
	}
}

// element emits an element of an At or Select.
func (e *emitter) element(x *model.Expr) {
	elems := e.m.elements(x)
	if x.Op == model.At && e.strided(x, elems) {
		return
	}
	e.offset(x)
	e.choose(elems, tI64, func(y *model.Expr) { e.value(y, 0) })
}

// strided emits the read of a cell by a computed shift, if the cells lie at equal distances in
// one word. It reports whether it did.
func (e *emitter) strided(x *model.Expr, elems []*model.Expr) bool {
	if len(elems) < 2 || elems[0] == nil || elems[0].Op != model.Cell {
		return false
	}
	first := e.m.layout.Fields[elems[0].Value]
	stride := 0
	for i, y := range elems {
		if y == nil || y.Op != model.Cell {
			return false
		}
		f := e.m.layout.Fields[y.Value]
		if i == 1 {
			stride = int(f.Shift) - int(first.Shift)
		}
		if f.Word != first.Word || f.Mask != first.Mask || f.Lo != first.Lo || int(f.Shift) != int(first.Shift)+i*stride {
			return false
		}
	}
	c := &e.code
	c.get(e.words + first.Word)
	e.offset(x)
	c.op(opI64ExtendI32U)
	c.i64(int64(stride))
	c.op(opI64Mul)
	e.add(int64(first.Shift))
	c.op(opI64ShrU)
	c.i64(int64(first.Mask))
	c.op(opI64And)
	e.add(first.Lo)
	return true
}

// choose emits a branch on the i32 on the stack to one of several expressions. The i32 is in
// range; a nil element is never selected.
func (e *emitter) choose(elems []*model.Expr, t byte, write func(*model.Expr)) {
	c := &e.code
	index := e.local(tI32)
	c.set(index)
	c.op(opBlock, t)
	for range elems {
		c.op(opBlock, noResult)
	}
	c.get(index)
	c.op(opBrTable)
	c.unsigned(uint64(len(elems) - 1))
	for i := range elems {
		c.unsigned(uint64(i))
	}
	for i, y := range elems {
		c.op(opEnd)
		if y == nil {
			e.zero(t)
		} else {
			write(y)
		}
		c.br(opBr, len(elems)-1-i)
	}
	c.op(opEnd)
	e.release(tI32, index)
}

func (e *emitter) zero(t byte) {
	if t == tI32 {
		e.code.i32(0)
	} else {
		e.code.i64(0)
	}
}
