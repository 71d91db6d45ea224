package native

import (
	"encoding/binary"
	"math"
	"slices"

	"farbank/model"
)

// A module is the WebAssembly of a program while it is written.
//
// Its memory holds, one after another: tables of constants; the packed batch; the packed
// successors; their labels; the positions in the batch of their predecessors; their costs,
// unless all are 1; a goal flag for each state of the batch.
type module struct {
	*program
	layout    *model.Layout
	data      []byte
	tables    map[*model.Expr]int
	functions []*function
	written   int // bytes of the code of functions

	batch, most                                int // states in a batch; maximum number of successors of a state
	inAt, outAt, labelAt, fromAt, costAt, goal int // addresses
	size                                       int
}

// Limits of the memory of a module.
const (
	maxBatch = 512
	maxOut   = 1 << 15 // successors of a batch, unless one state has more
)

// chunkNodes is the approximate number of nodes in one function. Compile time grows faster than
// linearly with the size of a function.
const chunkNodes = 4000

func newModule(pr *program, layout *model.Layout) *module {
	return &module{program: pr, layout: layout, tables: map[*model.Expr]int{}}
}

// write writes the module for a decision tree.
func (m *module) write(tree block) []byte {
	m.most = max(1, tree.most())
	m.batch = max(1, min(maxBatch, maxOut/m.most))
	w := m.layout.Words
	parts := m.chunks(tree)

	// The addresses are part of the code, so the first pass collects the tables.
	m.lay(w)
	m.build(parts)
	tables := len(m.data)
	m.lay(w)
	m.functions, m.written = nil, 0
	m.build(parts)
	if len(m.data) != tables {
		panic("native: tables changed between two writings")
	}
	pages := (m.size + 1<<16 - 1) >> 16
	return encode(m.functions, pages, m.data)
}

// code returns the module. The error is ErrUnfit or that of the context.
func (m *module) code() (_ []byte, err error) {
	defer catch(&err)
	return m.write(decide(m.actions, m.meter)), nil
}

func (m *module) build(parts []block) {
	m.writeExpand(parts)
	m.writeGoals()
}

func (m *module) lay(w int) {
	at := (len(m.data) + 63) &^ 63
	take := func(bytes int) int {
		here := at
		at = (at + bytes + 63) &^ 63
		return here
	}
	n := m.batch * m.most
	m.inAt, m.outAt = take(m.batch*w*8), take(n*w*8)
	m.labelAt, m.fromAt = take(n*4), take(n*4)
	if !m.unit {
		m.costAt = take(n * 8)
	}
	m.goal = take(m.batch)
	m.size = at
}

// chunks divides a tree into parts of about chunkNodes nodes.
func (m *module) chunks(tree block) []block {
	var parts []block
	size := 0
	for _, it := range tree {
		n := block{it}.nodes()
		if len(parts) == 0 || size+n > chunkNodes {
			parts, size = append(parts, nil), 0
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], it)
		size += n
	}
	return parts
}

// nodes estimates the code size of a tree.
func (b block) nodes() int {
	n := 0
	for _, it := range b {
		switch {
		case it.leaf != nil:
			n += 8
			for _, u := range it.leaf.Updates {
				n += 2 + int(min(u.Value.Size, 1000))
			}
		case it.test != nil:
			n += int(min(it.test.Size, 1000)) + it.then.nodes()
		default:
			n += 2
			for _, c := range it.cases {
				n += 2 + c.then.nodes()
			}
		}
	}
	return n
}

// constants puts the values of a Table in memory and returns their address; width is the size
// of a value in bytes.
func (m *module) constants(x *model.Expr) (at, width int) {
	lo, hi := slices.Min(x.Values), slices.Max(x.Values)
	switch {
	case lo >= 0 && hi <= math.MaxUint8:
		width = 1
	case lo >= math.MinInt32 && hi <= math.MaxInt32:
		width = 4
	default:
		width = 8
	}
	if at, ok := m.tables[x]; ok {
		return at, width
	}
	at = len(m.data)
	for _, v := range x.Values {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], uint64(v))
		m.data = append(m.data, b[:width]...)
	}
	m.tables[x] = at
	return at, width
}

// elements returns the elements that an At or Select addresses, by offset.
func (m *module) elements(x *model.Expr) []*model.Expr {
	if x.Op == model.Select {
		return x.Elems()
	}
	var elems []*model.Expr
	x.Addresses(func(a int64) { elems = append(elems, m.x.Cell(int(a))) })
	return elems
}

// strides returns row-major strides of the indices of x. The strides of an At itself may
// differ, since its cells need not be adjacent.
func strides(x *model.Expr) []int64 {
	s := make([]int64, len(x.Dims))
	n := int64(1)
	for i := len(s) - 1; i >= 0; i-- {
		s[i] = n
		n *= x.Dims[i].N
	}
	return s
}

// fixes splits a condition that a cell has a constant value into the field of the cell and the
// bits that it must have.
func (m *module) fixes(x *model.Expr) (f model.Field, v uint64, ok bool) {
	e, value, ok := comparison(x)
	if !ok || e.Op != model.Cell {
		return f, 0, false
	}
	f = m.layout.Fields[e.Value]
	return f, uint64(value - f.Lo), true
}

func (m *module) add(f *function) int {
	m.functions = append(m.functions, f)
	m.written += len(f.code.b)
	return len(m.functions) - 1
}

func repeat(t byte, n int) []byte {
	list := make([]byte, n)
	for i := range list {
		list[i] = t
	}
	return list
}
