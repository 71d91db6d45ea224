package model

import (
	"math"
	"math/bits"
	"slices"
)

// An evaluator evaluates expressions in one state. It defines the meaning of Expr; read it
// beside the list of Ops.
type evaluator struct {
	cells  []int64
	locals []int64
	wide   *Expr // the first node that overflowed, or nil

	known map[*Expr]result // of large nodes, while one is evaluated; else nil

	belief []State // the states that agree with what was seen, for Known; nil: only the state itself
}

type result struct {
	v  int64
	ok bool
}

// large is the tree size from which on the values of nodes are cached, since large trees often
// share nodes.
const large = 1 << 10

// eval returns the value of e, or false if it is undefined. A truth value is always defined: it
// is false if an operand is undefined.
func (ev *evaluator) eval(e *Expr) (int64, bool) {
	switch e.Op {
	case Const:
		return e.Value, true
	case Cell:
		return ev.cells[e.Value], true
	case Local:
		return ev.locals[e.Value], true
	}
	if e.Size >= large {
		return ev.once(e)
	}
	return ev.compute(e)
}

func (ev *evaluator) compute(e *Expr) (int64, bool) {
	v, ok := ev.operate(e)
	if e.Bool && !ok {
		return 0, true
	}
	return v, ok
}

// once returns the cached value of a large node, or evaluates it.
func (ev *evaluator) once(e *Expr) (int64, bool) {
	if r, ok := ev.known[e]; ok {
		return r.v, r.ok
	}
	if ev.known == nil {
		ev.known = map[*Expr]result{}
		defer func() { ev.known = nil }() // the state may change before the next evaluation
	}
	v, ok := ev.compute(e)
	ev.known[e] = result{v, ok}
	return v, ok
}

func (ev *evaluator) operate(e *Expr) (int64, bool) {
	switch e.Op {
	case At:
		off, ok := ev.offset(e)
		if !ok {
			return 0, false
		}
		if e.Locals {
			return ev.locals[e.Value+off], true
		}
		return ev.cells[e.Value+off], true
	case Table:
		off, ok := ev.offset(e)
		if !ok {
			return 0, false
		}
		return e.Values[off], true
	case Select:
		off, ok := ev.offset(e)
		if !ok {
			return 0, false
		}
		return ev.eval(e.Elems()[off])
	case If:
		if c, _ := ev.eval(e.Args[0]); c != 0 {
			return ev.eval(e.Args[1])
		}
		return ev.eval(e.Args[2])
	case And:
		for _, a := range e.Args {
			if v, _ := ev.eval(a); v == 0 {
				return 0, true
			}
		}
		return 1, true
	case Or:
		for _, a := range e.Args {
			if v, _ := ev.eval(a); v != 0 {
				return 1, true
			}
		}
		return 0, true
	case Sum, Min, Max:
		return ev.reduce(e)
	case Distinct:
		return ev.distinct(e)
	case Known:
		return ev.knows(e.Args[0]), true
	case Undefined:
		return 0, false
	}
	return ev.arithmetic(e)
}

// offset returns the offset that the indices of e address, or false if one of them is undefined
// or outside its dimension.
func (ev *evaluator) offset(e *Expr) (int64, bool) {
	off := int64(0)
	for k, d := range e.Dims {
		i, ok := ev.eval(e.Args[k])
		if !ok || !d.Has(i) {
			return 0, false
		}
		off += (i - d.Lo) * d.Stride
	}
	return off, true
}

func (ev *evaluator) reduce(e *Expr) (int64, bool) {
	if e.Op == Sum && e.Wide {
		return ev.wideSum(e)
	}
	acc, ok := ev.eval(e.Args[0])
	for _, a := range e.Args[1:] {
		v, defined := ev.eval(a)
		if !ok || !defined {
			return 0, false
		}
		switch e.Op {
		case Min:
			acc = min(acc, v)
		case Max:
			acc = max(acc, v)
		default:
			acc += v
		}
	}
	return acc, ok
}

// wideSum adds with 128 bits: only the sum must fit 64 bits, not the partial sums.
func (ev *evaluator) wideSum(e *Expr) (int64, bool) {
	var hi, lo, carry uint64
	for _, a := range e.Args {
		minus := a.Op == Neg
		if minus {
			a = a.Args[0]
		}
		v, ok := ev.eval(a)
		if !ok {
			return 0, false
		}
		if minus {
			lo, carry = bits.Sub64(lo, uint64(v), 0)
			hi, _ = bits.Sub64(hi, uint64(v>>63), carry)
		} else {
			lo, carry = bits.Add64(lo, uint64(v), 0)
			hi, _ = bits.Add64(hi, uint64(v>>63), carry)
		}
	}
	return ev.fits(e, func(sum, _ int64) (int64, bool) { return sum, hi != uint64(sum>>63) }, int64(lo), 0)
}

func (ev *evaluator) distinct(e *Expr) (int64, bool) {
	values := make([]int64, 0, 32)
	for _, a := range e.Args {
		v, ok := ev.eval(a)
		if !ok || slices.Contains(values, v) {
			return 0, ok
		}
		values = append(values, v)
	}
	return 1, true
}

// arithmetic evaluates the operators of one or two operands that need all of them.
func (ev *evaluator) arithmetic(e *Expr) (int64, bool) {
	x, ok := ev.eval(e.Args[0])
	if !ok {
		return 0, false
	}
	switch e.Op {
	case Not:
		return 1 - x, true
	case Neg:
		return ev.fits(e, subOverflows, 0, x)
	case Abs:
		if x < 0 {
			return ev.fits(e, subOverflows, 0, x)
		}
		return x, true
	}
	y, ok := ev.eval(e.Args[1])
	if !ok {
		return 0, false
	}
	switch e.Op {
	case Eq:
		return truth(x == y), true
	case Ne:
		return truth(x != y), true
	case Lt:
		return truth(x < y), true
	case Le:
		return truth(x <= y), true
	case Mul:
		return ev.fits(e, mulOverflows, x, y)
	}
	if y == 0 {
		return 0, false
	}
	if e.Op == Mod {
		return floorMod(x, y), true
	}
	return ev.fits(e, divOverflows, x, y)
}

// fits computes op, and records the node if the result does not fit 64 bits.
func (ev *evaluator) fits(e *Expr, op func(x, y int64) (int64, bool), x, y int64) (int64, bool) {
	v, overflows := op(x, y)
	if overflows && ev.wide == nil {
		ev.wide = e
	}
	return v, !overflows
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func addOverflows(x, y int64) (int64, bool) {
	s := x + y
	return s, (s > x) != (y > 0) && y != 0
}

func subOverflows(x, y int64) (int64, bool) {
	d := x - y
	return d, (d < x) != (y > 0) && y != 0
}

func mulOverflows(x, y int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	if (x < 0) != (y < 0) {
		return -int64(lo), hi != 0 || lo > 1<<63
	}
	return int64(lo), hi != 0 || lo > math.MaxInt64
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

func divOverflows(x, y int64) (int64, bool) {
	if x == math.MinInt64 && y == -1 {
		return x, true
	}
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q, false
}

func floorMod(x, y int64) int64 {
	if y == -1 {
		return 0 // the remainder of MinInt64 by -1 may trap on some machines
	}
	m := x % y
	if m != 0 && (m < 0) != (y < 0) {
		m += y
	}
	return m
}
