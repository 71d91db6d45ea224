package judge

import (
	"math"
	"math/bits"

	"farbank/lang/syntax"
)

func (m *machine) not(n *node) (int64, *Undefined) { return truth(!m.holds(n.x)), nil }

func (m *machine) negate(n *node) (int64, *Undefined) {
	k, u := m.number(n.x)
	if u != nil {
		return 0, u
	}
	k, over := negOverflows(k)
	return fitting(k, over, n.at), nil
}

// and, or and implies evaluate the right side only if necessary; all other operators evaluate
// both.
func (m *machine) and(n *node) (int64, *Undefined) { return truth(m.holds(n.x) && m.holds(n.y)), nil }
func (m *machine) or(n *node) (int64, *Undefined)  { return truth(m.holds(n.x) || m.holds(n.y)), nil }

func (m *machine) implies(n *node) (int64, *Undefined) {
	return truth(!m.holds(n.x) || m.holds(n.y)), nil
}

// calculate evaluates x op y on numbers.
func (m *machine) calculate(n *node) (int64, *Undefined) {
	x, u := m.number(n.x)
	y, w := m.number(n.y)
	if u = first(u, w); u != nil {
		return 0, u
	}
	if y == 0 && (n.op == syntax.Slash || n.op == syntax.Percent) {
		return 0, &Undefined{Node: n.at, Why: "a division by zero"}
	}
	k, over := arithmetic(n, x, y)
	return fitting(k, over, n.at), nil
}

// arithmetic returns x op y, and whether it overflows. A divisor must not be 0.
func arithmetic(n *node, x, y int64) (result int64, over bool) {
	switch n.op {
	case syntax.Plus:
		return addOverflows(x, y)
	case syntax.Minus:
		return subOverflows(x, y)
	case syntax.Star:
		return mulOverflows(x, y)
	case syntax.Slash:
		return floorDiv(x, y)
	case syntax.Percent:
		return floorMod(x, y), false
	}
	bug(n.at, "%s is not an operator on numbers", n.op)
	return 0, false
}

// fitting returns n, or fails with an Overflow of e.
func fitting(n int64, over bool, e syntax.Node) int64 {
	if over {
		fail(&Overflow{Node: e})
	}
	return n
}

func floorDiv(x, y int64) (int64, bool) {
	if y == -1 {
		return negOverflows(x)
	}
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q, false
}

// floorMod returns x mod y, which has the sign of y.
func floorMod(x, y int64) int64 {
	if y == -1 {
		return 0
	}
	r := x % y
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return r
}

func addOverflows(x, y int64) (int64, bool) {
	s := x + y
	return s, y > 0 && s < x || y < 0 && s > x
}

func subOverflows(x, y int64) (int64, bool) {
	d := x - y
	return d, y > 0 && d > x || y < 0 && d < x
}

func negOverflows(x int64) (int64, bool) { return -x, x == math.MinInt64 }

func mulOverflows(x, y int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	if (x < 0) != (y < 0) {
		return -int64(lo), hi != 0 || lo > 1<<63
	}
	return int64(lo), hi != 0 || lo >= 1<<63
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// A total is a sum in 128 bits. Only the final value must fit 64 bits, not the partial sums.
type total struct {
	hi int64
	lo uint64
}

func (t *total) add(n int64) {
	lo, carry := bits.Add64(t.lo, uint64(n), 0)
	t.lo, t.hi = lo, t.hi+n>>63+int64(carry)
}

func (t *total) overflows() (int64, bool) { return int64(t.lo), t.hi != int64(t.lo)>>63 }
