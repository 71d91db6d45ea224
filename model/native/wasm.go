package native

// This file writes the parts of the binary format of WebAssembly (W3C, Core Specification 2.0,
// 2022) that the package uses.

// Value types.
const (
	tI32 = 0x7F
	tI64 = 0x7E
)

// Opcodes.
const (
	opBlock   = 0x02
	opLoop    = 0x03
	opIf      = 0x04
	opElse    = 0x05
	opEnd     = 0x0B
	opBr      = 0x0C
	opBrIf    = 0x0D
	opBrTable = 0x0E
	opCall    = 0x10
	opSelect  = 0x1B

	opLocalGet = 0x20
	opLocalSet = 0x21
	opLocalTee = 0x22

	opI64Load    = 0x29
	opI32Load8U  = 0x2D
	opI64Load8U  = 0x31
	opI64Load32S = 0x34
	opI32Store   = 0x36
	opI64Store   = 0x37
	opI32Store8  = 0x3A

	opI32Const = 0x41
	opI64Const = 0x42

	opI32Eqz = 0x45
	opI32Eq  = 0x46
	opI32GeU = 0x4F
	opI64Eqz = 0x50
	opI64Eq  = 0x51
	opI64Ne  = 0x52
	opI64LtS = 0x53
	opI64LeS = 0x57
	opI64GtS = 0x55
	opI64GeS = 0x59
	opI64LtU = 0x54

	opI32Add = 0x6A
	opI32Mul = 0x6C
	opI32And = 0x71
	opI32Or  = 0x72
	opI32Xor = 0x73
	opI32Shl = 0x74

	opI64Ctz    = 0x7A
	opI64Popcnt = 0x7B
	opI64Add    = 0x7C
	opI64Sub    = 0x7D
	opI64Mul    = 0x7E
	opI64DivS   = 0x7F
	opI64DivU   = 0x80
	opI64RemS   = 0x81
	opI64RemU   = 0x82
	opI64And    = 0x83
	opI64Or     = 0x84
	opI64Xor    = 0x85
	opI64Shl    = 0x86
	opI64ShrU   = 0x88

	opI32WrapI64    = 0xA7
	opI64ExtendI32U = 0xAD

	noResult = 0x40
)

// A code is the bytes of a function while it is written.
type code struct{ b []byte }

func (c *code) op(ops ...byte) { c.b = append(c.b, ops...) }

func (c *code) unsigned(v uint64) { c.b = appendUnsigned(c.b, v) }

func (c *code) i32(v int32) {
	c.op(opI32Const)
	c.b = appendSigned(c.b, int64(v))
}

func (c *code) i64(v int64) {
	c.op(opI64Const)
	c.b = appendSigned(c.b, v)
}

func (c *code) get(local int) { c.op(opLocalGet); c.unsigned(uint64(local)) }
func (c *code) set(local int) { c.op(opLocalSet); c.unsigned(uint64(local)) }
func (c *code) tee(local int) { c.op(opLocalTee); c.unsigned(uint64(local)) }

// memory emits a load or store at a constant offset. It assumes no alignment.
func (c *code) memory(op byte, offset int) {
	c.op(op, 0)
	c.unsigned(uint64(offset))
}

func (c *code) br(op byte, depth int) { c.op(op); c.unsigned(uint64(depth)) }

func appendUnsigned(b []byte, v uint64) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

func appendSigned(b []byte, v int64) []byte {
	for {
		low := byte(v & 0x7F)
		v >>= 7
		if v == 0 && low&0x40 == 0 || v == -1 && low&0x40 != 0 {
			return append(b, low)
		}
		b = append(b, low|0x80)
	}
}

// A function of a module.
type function struct {
	export  string // "" if the function is not exported
	params  []byte
	results []byte
	locals  []byte // types of the locals beyond the parameters
	code    code
}

// encode returns the module of functions, with one memory of the given number of pages and data
// at its beginning.
func encode(functions []*function, pages int, data []byte) []byte {
	m := []byte{0, 'a', 's', 'm', 1, 0, 0, 0}
	section := func(id byte, body []byte) {
		m = append(m, id)
		m = appendUnsigned(m, uint64(len(body)))
		m = append(m, body...)
	}
	n := uint64(len(functions))
	types, funcs, exports, codes := appendUnsigned(nil, n), appendUnsigned(nil, n), []byte{}, appendUnsigned(nil, n)
	exported := uint64(1)
	for i, f := range functions {
		types = append(types, 0x60)
		types = append(appendUnsigned(types, uint64(len(f.params))), f.params...)
		types = append(appendUnsigned(types, uint64(len(f.results))), f.results...)
		funcs = appendUnsigned(funcs, uint64(i))
		if f.export != "" {
			exports = appendUnsigned(exports, uint64(len(f.export)))
			exports = append(append(exports, f.export...), 0)
			exports = appendUnsigned(exports, uint64(i))
			exported++
		}
		body := f.body()
		codes = append(appendUnsigned(codes, uint64(len(body))), body...)
	}
	section(1, types)
	section(3, funcs)
	memory := appendUnsigned([]byte{1, 1}, uint64(pages))
	section(5, appendUnsigned(memory, uint64(pages)))
	exports = append(exports, 3, 'm', 'e', 'm', 2, 0)
	section(7, append(appendUnsigned(nil, exported), exports...))
	section(10, codes)
	if len(data) > 0 {
		body := append([]byte{1, 0, opI32Const, 0, opEnd}, appendUnsigned(nil, uint64(len(data)))...)
		section(11, append(body, data...))
	}
	return m
}

// body returns the function as in the code section: locals in runs of one type, then the code.
func (f *function) body() []byte {
	var runs []byte
	n := uint64(0)
	for i := 0; i < len(f.locals); {
		j := i
		for j < len(f.locals) && f.locals[j] == f.locals[i] {
			j++
		}
		runs = append(appendUnsigned(runs, uint64(j-i)), f.locals[i])
		n++
		i = j
	}
	body := append(appendUnsigned(nil, n), runs...)
	body = append(body, f.code.b...)
	return append(body, opEnd)
}
