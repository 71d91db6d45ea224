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
	Min                 // the minimum of Args, at least one
	Max                 // the maximum of Args, at least one
	If                  // Args[1] if Args[0], else Args[2]
	Eq                  // Args[0] == Args[1]
	Ne                  // Args[0] != Args[1]
	Lt                  // Args[0] < Args[1]
	Le                  // Args[0] <= Args[1]
	And                 // all of Args
	Or                  // any of Args
	Not                 // not Args[0]
	Distinct            // no two of Args are equal
	Known               // Args[0] has the same value in all states that agree with what was seen; only in problems with Others
	numOps
)

var opNames = [numOps]string{"const", "undefined", "cell", "local", "at", "table", "select", "sum", "mul", "neg", "div", "mod",
	"abs", "min", "max", "if", "eq", "ne", "lt", "le", "and", "or", "not", "distinct", "known"}

// String returns the name of the operator.
func (op Op) String() string { return opNames[op] }

// A Dim is one index of an At, Table or Select. An index i with Lo <= i < Lo+N adds
// (i-Lo)*Stride to the offset; any other makes the node undefined.
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

// An Expr is a node of an expression over the cells of a state and the locals of a move. Nodes
// are immutable and shared: within one Problem, equal expressions are the same node. The
// pointer or the ID can be a key.
type Expr struct {
	Op      Op
	Bool    bool // a truth value: 0 or 1, and always defined
	Partial bool // may be undefined
	Wide    bool // the node or an operand may overflow 64 bits
	Locals  bool // At: addresses locals instead of cells
	ID      int32
	Rule    int32   // And, Or: k+1 for the condition of Problem.Derived[k]; else 0
	Size    int64   // number of nodes as a tree, saturated
	Lo, Hi  int64   // bounds of the value if it is defined
	Value   int64   // Const, Cell, Local, At
	Args    []*Expr // operands
	Dims    []Dim   // At, Table, Select
	Values  []int64 // Table
	Pos     Pos     // a source position for messages; may be zero
}

// IsConst reports whether e is a constant.
func (e *Expr) IsConst() bool { return e.Op == Const }

// IsTrue reports whether e is the constant true.
func (e *Expr) IsTrue() bool { return e.Op == Const && e.Bool && e.Value == 1 }

// IsFalse reports whether e is the constant false.
func (e *Expr) IsFalse() bool { return e.Op == Const && e.Bool && e.Value == 0 }

// Elems returns the elements of a Select.
func (e *Expr) Elems() []*Expr { return e.Args[len(e.Dims):] }

// Indices returns the indices of an At, Table or Select.
func (e *Expr) Indices() []*Expr { return e.Args[:len(e.Dims)] }

// Cells calls visit for each cell that e may read; it may visit a cell several times.
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

// Offsets returns the offsets of all indices of dims, the last varying fastest.
func Offsets(dims []Dim) []int64 {
	var all []int64
	addresses(0, dims, func(a int64) { all = append(all, a) })
	return all
}

// Conjuncts returns the conjuncts of e from left to right, or e itself if it is not an And.
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

// Walk calls visit once for every node of e, operands first.
func (e *Expr) Walk(visit func(*Expr)) { NewWalk().Each(e, visit) }

// A Walk visits the nodes of expressions, each once. As a tree an expression may be
// exponentially larger than its nodes. So a traversal should use a Walk or a Memo, or check
// TreeSize before.
type Walk struct{ seen map[*Expr]bool }

// NewWalk returns a Walk that has visited nothing.
func NewWalk() *Walk { return &Walk{map[*Expr]bool{}} }

// Each calls visit for every node of e that was not visited before, operands first.
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

// A Memo caches the results of a function on nodes. The zero Memo is empty.
type Memo[T any] struct{ done map[*Expr]T }

// Of returns compute(e), cached. The function compute may call Of for the operands.
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

// TreeSize returns sum plus the number of nodes of es as trees, at most math.MaxInt64.
func TreeSize(sum int64, es ...*Expr) int64 {
	for _, e := range es {
		if sum += e.Size; sum < 0 {
			return math.MaxInt64
		}
	}
	return sum
}
