package assign

import "farbank/model"

// up computes the bounds of all nodes from those of the unknowns.
func (t *tree) up(s *solver) {
	for i := range t.nodes {
		n := &t.nodes[i]
		n.lo, n.hi = t.bounds(s, n)
		if n.e.Bool {
			n.lo, n.hi = max(n.lo, 0), min(n.hi, 1)
			if n.lo > n.hi {
				n.lo, n.hi = 0, 1
			}
			if n.lo == 1 && t.mayLack(n) {
				n.lo = 0
			}
		}
	}
}

// mayLack reports whether an operand of n may be undefined, which makes a truth
// value false. Connectives have no such operands.
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
		if d := arg(1); d.lo > 0 {
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

// truths are the bounds of a truth value that is certainly true, certainly false,
// or open.
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

// maxBox bounds the elements looked at where an index is open.
const maxBox = 1 << 12

// elementBounds covers the elements that the indices may address.
func (t *tree) elementBounds(s *solver, n *node) (lo, hi int64) {
	lo, hi = maxInf, minInf
	complete := t.eachElement(n, func(_ []int64, off int64) bool {
		l, h := t.element(s, n, off)
		lo, hi = min(lo, l), max(hi, h)
		return true
	})
	if !complete {
		return n.e.Lo, n.e.Hi
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

// eachElement calls f with the indices, and the offset, of every element that may be
// addressed; false if they are too many to look at, or f said so.
func (t *tree) eachElement(n *node, f func(index []int64, off int64) bool) bool {
	dims := n.e.Dims
	index := make([]int64, len(dims), 4)
	from, to := make([]int64, len(dims), 4), make([]int64, len(dims), 4)
	box := int64(1)
	for k, d := range dims {
		x := &t.nodes[n.args[k]]
		from[k], to[k] = max(x.lo, d.Lo), min(x.hi, d.Lo+d.N-1)
		if from[k] > to[k] {
			return true // nothing can be addressed
		}
		if box *= to[k] - from[k] + 1; box > maxBox {
			return false
		}
		index[k] = from[k]
	}
	for {
		off := int64(0)
		for k, d := range dims {
			off += (index[k] - d.Lo) * d.Stride
		}
		if !f(index, off) {
			return false
		}
		k := len(dims) - 1
		for ; k >= 0; k-- {
			if index[k] < to[k] { // it may be the greatest integer
				index[k]++
				break
			}
			index[k] = from[k]
		}
		if k < 0 {
			return true
		}
	}
}
