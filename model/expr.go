package model

import "math"

// Op is the kind of an Expr node.
type Op uint8

const (
	Const     Op = iota // the integer Value
	Undefined           // no value
	Cell                // the cell with number Value
	Local               // the local with number Value of the move being run
	At                  // the cell, or with Locals the local, at Value + the offset of Args by Dims
	Table               // Values at the offset of Args by Dims
	Select              // Args[len(Dims):] at the offset of Args[:len(Dims)] by Dims
	Sum                 // Args[0] + Args[1] + ...
	Mul                 // Args[0] * Args[1]
	Neg                 // -Args[0]
	Div                 // Args[0] / Args[1], floored
	Mod                 // Args[0] - Args[1] * floor(Args[0] / Args[1])
	Abs                 // |Args[0]|
	Min                 // the least of Args, of at least one
	Max                 // the greatest of Args, of at least one
	If                  // Args[1] if Args[0], else Args[2]
	Eq                  // Args[0] == Args[1]
	Ne                  // Args[0] != Args[1]
	Lt                  // Args[0] < Args[1]
	Le                  // Args[0] <= Args[1]
	And                 // all of Args
	Or                  // any of Args
	Not                 // not Args[0]
	Distinct            // no two of Args are equal
	numOps
)

var opNames = [numOps]string{"const", "undefined", "cell", "local", "at", "table", "select", "sum", "mul", "neg", "div", "mod",
	"abs", "min", "max", "if", "eq", "ne", "lt", "le", "and", "or", "not", "distinct"}

func (op Op) String() string { return opNames[op] }

// A Dim is one index of an At, Table or Select: an index i with Lo <= i < Lo+N
// adds (i-Lo)*Stride to the offset; another makes the node undefined.
type Dim struct {
	Lo     int64
	N      int64
	Stride int64
}

// Has reports whether i is an index of d.
func (d Dim) Has(i int64) bool { return i >= d.Lo && uint64(i)-uint64(d.Lo) < uint64(d.N) }

// Holds reports whether all of lo..hi are indices of d.
func (d Dim) Holds(lo, hi int64) bool { return d.Has(lo) && d.Has(hi) }

// Misses reports whether none of lo..hi is an index of d.
func (d Dim) Misses(lo, hi int64) bool { return d.N <= 0 || hi < d.Lo || lo > d.Lo && !d.Has(lo) }

// An Expr is a node of an expression over the cells of a state and the locals of a
// move. Nodes are immutable and shared: within one Problem, equal expressions are
// the same node, so that a pointer or the ID serves as a key.
type Expr struct {
	Op      Op
	Bool    bool // a truth value, 0 or 1, and never undefined
	Partial bool // may be undefined
	Wide    bool // may overflow 64 bits, here or below
	Locals  bool // At: addresses locals, not cells
	ID      int32
	Rule    int32   // And, Or: k+1 for what Problem.Derived[k] defines; else 0
	Size    int64   // nodes of the expression as a tree, saturated
	Lo, Hi  int64   // bounds on the value, where it has one
	Value   int64   // Const, Cell, Local, At
	Args    []*Expr // operands
	Dims    []Dim   // At, Table, Select
	Values  []int64 // Table
	Pos     Pos     // one place it comes from, for messages; may be unset
}

// IsConst reports whether e is a constant.
func (e *Expr) IsConst() bool { return e.Op == Const }

// IsTrue reports whether e is the constant true.
func (e *Expr) IsTrue() bool { return e.Op == Const && e.Bool && e.Value == 1 }

// IsFalse reports whether e is the constant false.
func (e *Expr) IsFalse() bool { return e.Op == Const && e.Bool && e.Value == 0 }

// Elems returns what a Select selects from.
func (e *Expr) Elems() []*Expr { return e.Args[len(e.Dims):] }

// Indices returns the indices of an At, Table or Select.
func (e *Expr) Indices() []*Expr { return e.Args[:len(e.Dims)] }

// Cells calls visit for each cell that e may read, some more than once.
func (e *Expr) Cells(visit func(cell int)) {
	e.Walk(func(n *Expr) { n.Reads(visit) })
}

// Reads calls visit for each cell that the node itself may read.
func (e *Expr) Reads(visit func(cell int)) {
	switch {
	case e.Op == Cell:
		visit(int(e.Value))
	case e.Op == At && !e.Locals:
		e.Addresses(func(a int64) { visit(int(a)) })
	}
}

// Addresses calls visit for each cell or local that an At may address.
func (e *Expr) Addresses(visit func(int64)) { addresses(e.Value, e.Dims, visit) }

func addresses(base int64, dims []Dim, visit func(int64)) {
	if len(dims) == 0 {
		visit(base)
		return
	}
	for i := range dims[0].N {
		addresses(base+i*dims[0].Stride, dims[1:], visit)
	}
}

// Offsets lists the offsets that dimensions can make, the last varying fastest.
func Offsets(dims []Dim) []int64 {
	var all []int64
	addresses(0, dims, func(a int64) { all = append(all, a) })
	return all
}

// Conjuncts lists the conditions that e joins by ands, from left to right: e itself where
// it is no and.
func (e *Expr) Conjuncts() []*Expr {
	if e.Op != And {
		return []*Expr{e}
	}
	var list []*Expr
	for _, a := range e.Args {
		list = append(list, a.Conjuncts()...)
	}
	return list
}

// Walk calls visit for every node of e, each once, operands first.
func (e *Expr) Walk(visit func(*Expr)) { NewWalk().Each(e, visit) }

// A Walk goes through the nodes of expressions, each once, however many share it. As a
// tree an expression may be exponentially larger than in nodes: whatever goes through one
// should do it by a Walk or a Memo, or bound TreeSize beforehand.
type Walk struct{ seen map[*Expr]bool }

// NewWalk returns a Walk that has seen nothing.
func NewWalk() *Walk { return &Walk{map[*Expr]bool{}} }

// Each calls visit for every node of e that it has not seen, operands first.
func (w *Walk) Each(e *Expr, visit func(*Expr)) {
	if w.seen[e] {
		return
	}
	w.seen[e] = true
	for _, a := range e.Args {
		w.Each(a, visit)
	}
	visit(e)
}

// A Memo keeps what was computed of nodes, so that it is computed once for each. The zero
// Memo is empty.
type Memo[T any] struct{ done map[*Expr]T }

// Of returns what compute gives for e; compute may ask for the operands.
func (m *Memo[T]) Of(e *Expr, compute func(*Expr) T) T {
	if x, ok := m.done[e]; ok {
		return x
	}
	x := compute(e)
	if m.done == nil {
		m.done = map[*Expr]T{}
	}
	m.done[e] = x
	return x
}

// TreeSize returns the nodes of expressions when they are written out as trees, at most
// the greatest int64.
func TreeSize(sum int64, es ...*Expr) int64 {
	for _, e := range es {
		if sum += e.Size; sum < 0 {
			return math.MaxInt64
		}
	}
	return sum
}
