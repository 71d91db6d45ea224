package assign

import (
	"math"

	"farbank/model"
)

// narrow restricts node i to a defined value within lo..hi and propagates to its operands. It
// reports false on a conflict.
func (t *tree) narrow(s *solver, i int32, lo, hi int64) bool {
	n := &t.nodes[i]
	if lo > n.lo || hi < n.hi {
		t.narrowed = append(t.narrowed, restored{i, bounds{n.lo, n.hi}})
		n.lo, n.hi = max(n.lo, lo), min(n.hi, hi)
	}
	if n.lo > n.hi {
		return false
	}
	e := n.e
	switch e.Op {
	case model.Const:
		return true
	case model.Undefined:
		return false
	case model.Cell:
		return s.setLo(int32(e.Value), n.lo) && s.setHi(int32(e.Value), n.hi)
	case model.At, model.Table, model.Select:
		return t.narrowElement(s, n)
	case model.Sum:
		return t.narrowSum(s, n)
	case model.Neg:
		return t.narrow(s, n.args[0], negLo(n.hi), negHi(n.lo))
	case model.Mul:
		return t.narrowFactor(s, n, 0, 1) && t.narrowFactor(s, n, 1, 0)
	case model.Min, model.Max:
		return t.narrowExtreme(s, n)
	case model.If:
		return t.narrowIf(s, n)
	case model.Abs:
		return t.narrowAbs(s, n)
	case model.Div:
		return t.narrowQuotient(s, n)
	}
	if !e.Bool || n.lo != n.hi {
		return true
	}
	return t.narrowTruth(s, n, n.lo == 1)
}

// narrowTruth propagates a fixed truth value to the operands.
func (t *tree) narrowTruth(s *solver, n *node, yes bool) bool {
	e := n.e
	switch e.Op {
	case model.Not:
		return t.narrow(s, n.args[0], 1-n.hi, 1-n.lo)
	case model.And, model.Or:
		return t.narrowJunction(s, n, yes)
	case model.Distinct:
		return !yes || t.narrowDistinct(s, n)
	}
	if !yes && t.mayLack(n) {
		return true // also false if an operand is undefined
	}
	x, y := n.args[0], n.args[1]
	switch {
	case e.Op == model.Lt && yes:
		return t.below(s, x, y, 1)
	case e.Op == model.Lt:
		return t.below(s, y, x, 0)
	case e.Op == model.Le && yes:
		return t.below(s, x, y, 0)
	case e.Op == model.Le:
		return t.below(s, y, x, 1)
	case (e.Op == model.Eq) == yes:
		a, b := &t.nodes[x], &t.nodes[y]
		return t.narrow(s, x, b.lo, b.hi) && t.narrow(s, y, a.lo, a.hi)
	}
	return t.differ(s, x, y)
}

// below posts x + by <= y.
func (t *tree) below(s *solver, x, y int32, by int64) bool {
	return t.narrow(s, x, minInf, addHi(t.nodes[y].hi, -by)) && t.narrow(s, y, addLo(t.nodes[x].lo, by), maxInf)
}

// differ posts x != y: if one has a fixed value, it is removed from the other.
func (t *tree) differ(s *solver, x, y int32) bool {
	a, b := &t.nodes[x], &t.nodes[y]
	return (a.lo != a.hi || t.exclude(s, y, a.lo)) && (b.lo != b.hi || t.exclude(s, x, b.lo))
}

// exclude removes the value v from node i.
func (t *tree) exclude(s *solver, i int32, v int64) bool {
	n := &t.nodes[i]
	switch {
	case v < n.lo || v > n.hi:
		return true
	case n.lo == n.hi:
		return false
	case n.e.Op == model.Cell:
		return s.remove(int32(n.e.Value), v)
	case n.e.Op == model.Neg:
		return v == math.MinInt64 || t.exclude(s, n.args[0], -v)
	case n.e.Op == model.Sum:
		return t.excludeSum(s, n, v)
	case v == n.lo:
		return t.narrow(s, i, v+1, maxInf)
	case v == n.hi:
		return t.narrow(s, i, minInf, v-1)
	}
	return true
}

// excludeSum removes a value from a sum if only one operand is not fixed.
func (t *tree) excludeSum(s *solver, n *node, v int64) bool {
	open := int32(-1)
	for _, a := range n.args {
		x := &t.nodes[a]
		if x.lo == x.hi {
			if v -= x.lo; (v > v+x.lo) != (x.lo < 0) && x.lo != 0 {
				return true // overflow
			}
		} else if open >= 0 {
			return true
		} else {
			open = a
		}
	}
	return open < 0 || t.exclude(s, open, v)
}

func (t *tree) narrowJunction(s *solver, n *node, yes bool) bool {
	want, other := int64(1), int64(0)
	if !yes {
		want, other = 0, 1
	}
	if (n.e.Op == model.And) == yes {
		for _, a := range n.args {
			if !t.narrow(s, a, want, want) {
				return false
			}
		}
		return true
	}
	open := int32(-1) // the only operand that is not fixed
	for _, a := range n.args {
		x := &t.nodes[a]
		if x.lo == want && x.hi == want {
			return true
		}
		if x.lo == other && x.hi == other {
			continue
		}
		if open >= 0 {
			return true
		}
		open = a
	}
	return open >= 0 && t.narrow(s, open, want, want)
}

func (t *tree) narrowDistinct(s *solver, n *node) bool {
	for k, a := range n.args {
		x := &t.nodes[a]
		if x.lo != x.hi {
			continue
		}
		for j, b := range n.args {
			if j != k && !t.exclude(s, b, x.lo) {
				return false
			}
		}
	}
	return true
}

// narrowSum restricts each operand by the bounds of the others.
func (t *tree) narrowSum(s *solver, n *node) bool {
	lo, hi := int64(0), int64(0)
	for _, a := range n.args {
		lo, hi = addLo(lo, t.nodes[a].lo), addHi(hi, t.nodes[a].hi)
	}
	if lo == minInf || hi == maxInf {
		return true
	}
	for _, a := range n.args {
		x := &t.nodes[a]
		if x.lo == x.hi {
			continue
		}
		restLo, restHi := addLo(lo, -x.lo), addHi(hi, -x.hi)
		if !t.narrow(s, a, addLo(n.lo, negLo(restHi)), addHi(n.hi, negHi(restLo))) {
			return false
		}
	}
	return true
}

// narrowFactor narrows one factor of a product if the other is a constant, or if both and the
// product are not negative.
func (t *tree) narrowFactor(s *solver, n *node, k, other int) bool {
	x, y := &t.nodes[n.args[k]], &t.nodes[n.args[other]]
	switch {
	case y.lo == y.hi && y.lo > 0:
		return t.narrow(s, n.args[k], divLo(n.lo, y.lo, ceilDiv), divHi(n.hi, y.lo, floorDiv))
	case y.lo == y.hi && y.lo < 0:
		return t.narrow(s, n.args[k], divLo(n.hi, y.lo, ceilDiv), divHi(n.lo, y.lo, floorDiv))
	case y.lo > 0 && y.hi > 0 && x.lo >= 0 && n.lo >= 0:
		return t.narrow(s, n.args[k], divLo(n.lo, y.hi, ceilDiv), divHi(n.hi, y.lo, floorDiv))
	}
	return true
}

func (t *tree) narrowExtreme(s *solver, n *node) bool {
	least := n.e.Op == model.Min
	open := int32(-1)
	several := false
	for _, a := range n.args {
		x := &t.nodes[a]
		if least && !t.narrow(s, a, n.lo, maxInf) || !least && !t.narrow(s, a, minInf, n.hi) {
			return false
		}
		if least && x.lo <= n.hi || !least && x.hi >= n.lo {
			several = open >= 0
			open = a
		}
	}
	if open < 0 || several {
		return open >= 0
	}
	if least {
		return t.narrow(s, open, minInf, n.hi)
	}
	return t.narrow(s, open, n.lo, maxInf)
}

func (t *tree) narrowIf(s *solver, n *node) bool {
	c, x, y := &t.nodes[n.args[0]], &t.nodes[n.args[1]], &t.nodes[n.args[2]]
	fitsX := x.e.Op != model.Undefined && x.lo <= n.hi && x.hi >= n.lo
	fitsY := y.e.Op != model.Undefined && y.lo <= n.hi && y.hi >= n.lo
	switch {
	case c.hi == 0 || !fitsX:
		return fitsY && t.narrow(s, n.args[0], 0, 0) && t.narrow(s, n.args[2], n.lo, n.hi)
	case c.lo == 1 || !fitsY:
		return t.narrow(s, n.args[0], 1, 1) && t.narrow(s, n.args[1], n.lo, n.hi)
	}
	return true
}

func (t *tree) narrowAbs(s *solver, n *node) bool {
	x := &t.nodes[n.args[0]]
	switch {
	case x.lo >= 0:
		return t.narrow(s, n.args[0], n.lo, n.hi)
	case x.hi <= 0:
		return t.narrow(s, n.args[0], negLo(n.hi), negHi(n.lo))
	}
	return t.narrow(s, n.args[0], negLo(n.hi), n.hi)
}

// narrowQuotient narrows the dividend for a constant positive divisor.
func (t *tree) narrowQuotient(s *solver, n *node) bool {
	d := &t.nodes[n.args[1]]
	if d.lo != d.hi || d.lo <= 0 {
		return true
	}
	return t.narrow(s, n.args[0], mul(n.lo, d.lo, n.lo == minInf), addHi(mul(n.hi, d.lo, n.hi == maxInf), d.lo-1))
}

// narrowElement narrows the indices to elements within the bounds. It does nothing for a truth
// value that may be false because an index is out of range.
func (t *tree) narrowElement(s *solver, n *node) bool {
	if n.e.Bool && (n.lo != n.hi || n.lo == 0 && n.e.Op != model.Const && t.mayMiss(n)) {
		return true
	}
	b, ok := t.boxOf(n)
	if !ok {
		return true
	}
	var found [maxDims]bounds // by index: the range of indices with such elements
	for k := range b.dims {
		found[k] = bounds{maxInf, minInf}
	}
	fits, only := 0, int64(0)
	for more := !b.empty; more; more = b.next() {
		l, h := t.element(s, n, b.off)
		if l > n.hi || h < n.lo {
			if len(b.dims) == 1 && !t.exclude(s, n.args[0], b.at[0].index) {
				return false
			}
			continue
		}
		fits++
		only = b.off
		for k := range b.dims {
			x := b.at[k].index
			found[k] = bounds{min(found[k].lo, x), max(found[k].hi, x)}
		}
	}
	if fits == 0 {
		return false
	}
	for k := range b.dims {
		if !t.narrow(s, n.args[k], found[k].lo, found[k].hi) {
			return false
		}
	}
	return fits != 1 || t.narrowOnly(s, n, only)
}

// mayMiss reports whether an index may be undefined or out of range.
func (t *tree) mayMiss(n *node) bool {
	for k, d := range n.e.Dims {
		x := &t.nodes[n.args[k]]
		if x.e.Partial || !d.Holds(x.lo, x.hi) {
			return true
		}
	}
	return false
}

// narrowOnly narrows the only remaining element.
func (t *tree) narrowOnly(s *solver, n *node, off int64) bool {
	switch n.e.Op {
	case model.At:
		v := int32(n.e.Value + off)
		return s.setLo(v, n.lo) && s.setHi(v, n.hi)
	case model.Select:
		return t.narrow(s, n.args[int64(len(n.e.Dims))+off], n.lo, n.hi)
	}
	return true
}
