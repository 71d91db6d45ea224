package assign

import (
	"math/bits"

	"farbank/model"
)

// up computes the bounds of all nodes from those of the unknowns. It recomputes only nodes that
// depend on an unknown with changed bounds.
func (t *tree) up(s *solver) {
	for k := len(t.narrowed) - 1; k >= 0; k-- {
		r := &t.narrowed[k]
		n := &t.nodes[r.node]
		n.lo, n.hi = r.lo, r.hi
	}
	t.narrowed = t.narrowed[:0]
	if t.stale == nil {
		t.upAll(s)
		return
	}
	for k, v := range t.vars {
		if now := (bounds{s.lo[v], s.hi[v]}); now != t.was[k] {
			t.was[k] = now
			t.spoil(t.users[k])
		}
	}
	for w := range t.stale {
		for t.stale[w] != 0 {
			i := bits.TrailingZeros64(t.stale[w])
			t.stale[w] &= t.stale[w] - 1
			n := &t.nodes[w*64+i]
			lo, hi := n.lo, n.hi
			if t.upNode(s, n); n.lo != lo || n.hi != hi {
				t.spoil(n.users)
			}
		}
	}
}

// upAll computes the bounds of all nodes for the first time.
func (t *tree) upAll(s *solver) {
	for i := range t.nodes {
		t.upNode(s, &t.nodes[i])
	}
	t.was = make([]bounds, len(t.vars))
	for k, v := range t.vars {
		t.was[k] = bounds{s.lo[v], s.hi[v]}
	}
	t.stale = make([]uint64, len(t.nodes)/64+1)
}

// spoil marks nodes to be recomputed.
func (t *tree) spoil(nodes []int32) {
	for _, i := range nodes {
		t.stale[i/64] |= 1 << (i % 64)
	}
}

// upNode computes the bounds of a node. lo exceeds hi if its value is undefined for all values of the unknowns; a truth
// value is false then.
func (t *tree) upNode(s *solver, n *node) {
	if t.lacks(n) {
		n.lo, n.hi = maxInf, minInf
	} else {
		n.lo, n.hi = t.bounds(s, n)
	}
	if !n.e.Bool {
		return
	}
	if n.lo > n.hi {
		n.lo, n.hi = 0, 0
		return
	}
	n.lo, n.hi = max(n.lo, 0), min(n.hi, 1)
	if n.lo == 1 && t.mayLack(n) {
		n.lo = 0
	}
}

// lacks reports whether an operand without which n has no value is undefined for all values of the unknowns.
func (t *tree) lacks(n *node) bool {
	args := n.args
	switch n.e.Op {
	case model.And, model.Or, model.Not, model.If:
		return false
	case model.At, model.Table, model.Select:
		args = args[:len(n.e.Dims)]
	}
	for _, a := range args {
		if x := &t.nodes[a]; x.lo > x.hi {
			return true
		}
	}
	return false
}

// mayLack reports whether an operand of n may be undefined, which makes a truth value false.
// Operands of connectives do not count.
func (t *tree) mayLack(n *node) bool {
	switch n.e.Op {
	case model.And, model.Or, model.Not, model.If:
		return false
	case model.At, model.Table, model.Select:
		return t.mayMiss(n)
	}
	for _, a := range n.args {
		if t.nodes[a].e.Partial {
			return true
		}
	}
	return false
}

func (t *tree) bounds(s *solver, n *node) (lo, hi int64) {
	e := n.e
	arg := func(k int) *node { return &t.nodes[n.args[k]] }
	switch e.Op {
	case model.Const:
		return e.Value, e.Value
	case model.Cell:
		return s.lo[e.Value], s.hi[e.Value]
	case model.At, model.Table, model.Select:
		return t.elementBounds(s, n)
	case model.Sum:
		for k := range n.args {
			lo, hi = addLo(lo, arg(k).lo), addHi(hi, arg(k).hi)
		}
		return lo, hi
	case model.Neg:
		return negLo(arg(0).hi), negHi(arg(0).lo)
	case model.Mul:
		return product(arg(0), arg(1))
	case model.Min, model.Max:
		return t.extremeBounds(n)
	case model.Abs:
		return absBounds(arg(0))
	case model.If:
		return t.ifBounds(n)
	case model.Div:
		if d := arg(1); d.lo > 0 && d.hi > 0 { // otherwise undefined, or possibly 0
			x := arg(0)
			return min(divLo(x.lo, d.lo, floorDiv), divLo(x.lo, d.hi, floorDiv)), max(divHi(x.hi, d.lo, floorDiv), divHi(x.hi, d.hi, floorDiv))
		}
		return e.Lo, e.Hi
	case model.Mod:
		x, d := arg(0), arg(1)
		if d.lo == d.hi && d.lo > 0 && x.lo > minInf && x.hi < maxInf && floorDiv(x.lo, d.lo) == floorDiv(x.hi, d.lo) {
			q := floorDiv(x.lo, d.lo) * d.lo
			return x.lo - q, x.hi - q
		}
		return e.Lo, e.Hi
	case model.Eq, model.Ne:
		return equality(arg(0), arg(1), e.Op == model.Eq)
	case model.Lt:
		return truths(arg(0).hi < arg(1).lo, arg(0).lo >= arg(1).hi)
	case model.Le:
		return truths(arg(0).hi <= arg(1).lo, arg(0).lo > arg(1).hi)
	case model.And:
		lo, hi = 1, 1
		for k := range n.args {
			lo, hi = min(lo, arg(k).lo), min(hi, arg(k).hi)
		}
		return lo, hi
	case model.Or:
		for k := range n.args {
			lo, hi = max(lo, arg(k).lo), max(hi, arg(k).hi)
		}
		return lo, hi
	case model.Not:
		return 1 - arg(0).hi, 1 - arg(0).lo
	}
	return e.Lo, e.Hi
}

// truths returns the bounds of a truth value that is certainly true, certainly false, or open.
func truths(yes, no bool) (lo, hi int64) {
	switch {
	case no:
		return 0, 0
	case yes:
		return 1, 1
	}
	return 0, 1
}

func equality(x, y *node, eq bool) (lo, hi int64) {
	same := x.lo == x.hi && y.lo == y.hi && x.lo == y.lo
	apart := x.hi < y.lo || y.hi < x.lo
	if eq {
		return truths(same, apart)
	}
	return truths(apart, same)
}

func absBounds(x *node) (lo, hi int64) {
	switch {
	case x.lo >= 0:
		return x.lo, x.hi
	case x.hi <= 0:
		return negLo(x.hi), negHi(x.lo)
	}
	return 0, max(negHi(x.lo), x.hi)
}

func (t *tree) extremeBounds(n *node) (lo, hi int64) {
	first := &t.nodes[n.args[0]]
	lo, hi = first.lo, first.hi
	for _, a := range n.args[1:] {
		x := &t.nodes[a]
		if n.e.Op == model.Min {
			lo, hi = min(lo, x.lo), min(hi, x.hi)
		} else {
			lo, hi = max(lo, x.lo), max(hi, x.hi)
		}
	}
	return lo, hi
}

func (t *tree) ifBounds(n *node) (lo, hi int64) {
	c, x, y := &t.nodes[n.args[0]], &t.nodes[n.args[1]], &t.nodes[n.args[2]]
	switch {
	case c.lo == 1 || y.e.Op == model.Undefined:
		return x.lo, x.hi
	case c.hi == 0 || x.e.Op == model.Undefined:
		return y.lo, y.hi
	}
	return min(x.lo, y.lo), max(x.hi, y.hi)
}

// maxBox limits the number of elements that are visited if an index is not fixed.
const maxBox = 1 << 12

// elementBounds returns the union of the bounds of the elements that the indices may address.
func (t *tree) elementBounds(s *solver, n *node) (lo, hi int64) {
	b, ok := t.boxOf(n)
	if !ok {
		return n.e.Lo, n.e.Hi
	}
	lo, hi = maxInf, minInf
	for more := !b.empty; more; more = b.next() {
		l, h := t.element(s, n, b.off)
		lo, hi = min(lo, l), max(hi, h)
	}
	return lo, hi
}

// element returns the bounds of the element at an offset.
func (t *tree) element(s *solver, n *node, off int64) (lo, hi int64) {
	switch n.e.Op {
	case model.Table:
		return n.e.Values[off], n.e.Values[off]
	case model.At:
		v := n.e.Value + off
		return s.lo[v], s.hi[v]
	}
	x := &t.nodes[n.args[int64(len(n.e.Dims))+off]]
	return x.lo, x.hi
}

// maxDims limits the number of indices of a node whose elements are visited.
const maxDims = 6

// A box enumerates the elements that the indices of a node may address.
type box struct {
	dims  []model.Dim
	at    [maxDims]axis
	off   int64 // of the current element
	empty bool  // no element can be addressed
}

// An axis is the range of one index, and its current value.
type axis struct{ from, to, index int64 }

// boxOf returns the box of a node at its first element. It reports false if the box is too large.
func (t *tree) boxOf(n *node) (b box, ok bool) {
	b.dims = n.e.Dims
	if len(b.dims) > maxDims {
		return b, false
	}
	size := int64(1)
	for k, d := range b.dims {
		x := &t.nodes[n.args[k]]
		from, to := max(x.lo, d.Lo), min(x.hi, d.Lo+d.N-1)
		if from > to {
			b.empty = true
			return b, true
		}
		if size *= to - from + 1; size > maxBox {
			return b, false
		}
		b.at[k] = axis{from, to, from}
		b.off += (from - d.Lo) * d.Stride
	}
	return b, true
}

// next moves to the next element. It reports false after the last.
func (b *box) next() bool {
	for k := len(b.dims) - 1; k >= 0; k-- {
		a, d := &b.at[k], &b.dims[k]
		if a.index < a.to {
			a.index++
			b.off += d.Stride
			return true
		}
		b.off -= (a.to - a.from) * d.Stride
		a.index = a.from
	}
	return false
}
