package proof

import (
	"cmp"
	"slices"
)

// A Constraint is a constraint of a statement. Its check is sound and as strong as the solver's propagation, but not
// complete.
type Constraint interface {
	variables() []int32
	// refuted reports whether the constraint is violated by all values within the box.
	refuted(b *box) bool
}

// A Linear constrains the sum of Coefs[i] * Xs[i] to be at most Limit if If holds.
type Linear struct {
	If    Atom
	Coefs []int64
	Xs    []int32
	Limit int64
}

func (c *Linear) variables() []int32 { return append([]int32{c.If.X}, c.Xs...) }

func (c *Linear) refuted(b *box) bool {
	if !b.holds(c.If) {
		return false
	}
	var least wide
	for i, k := range c.Coefs {
		if x := c.Xs[i]; k > 0 {
			least.add(k, b.lo[x])
		} else {
			least.add(k, b.hi[x])
		}
	}
	return least.more(c.Limit)
}

// A NotSum constrains the sum of Coefs[i] * Xs[i] to differ from Value if If holds.
type NotSum struct {
	If    Atom
	Coefs []int64
	Xs    []int32
	Value int64
}

func (c *NotSum) variables() []int32 { return append([]int32{c.If.X}, c.Xs...) }

func (c *NotSum) refuted(b *box) bool {
	if !b.holds(c.If) {
		return false
	}
	var sum wide
	for i, k := range c.Coefs {
		v, ok := b.fixed(c.Xs[i])
		if !ok {
			return false
		}
		sum.add(k, v)
	}
	return sum.is(c.Value)
}

// A Different constrains Xs[i] + Plus[i] to be pairwise different. If Excepts, several may equal Except.
type Different struct {
	Xs      []int32
	Plus    []int64
	Excepts bool
	Except  int64
}

func (c *Different) variables() []int32 { return c.Xs }

func (c *Different) refuted(b *box) bool {
	seen := map[int64]bool{}
	for i, x := range c.Xs {
		v, ok := b.fixed(x)
		if v += c.Plus[i]; !ok || c.Excepts && c.Except == v {
			continue
		}
		if seen[v] {
			return true
		}
		seen[v] = true
	}
	return !c.Excepts && c.crowded(b)
}

// crowded reports whether more expressions lie within an interval than it has values (Hall 1935).
func (c *Different) crowded(b *box) bool {
	order := make([]int, len(c.Xs))
	for i := range order {
		order[i] = i
	}
	low := func(i int) int64 { return b.lo[c.Xs[i]] + c.Plus[i] }
	high := func(i int) int64 { return b.hi[c.Xs[i]] + c.Plus[i] }
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(high(i), high(j)) })
	for i := range c.Xs {
		n := int64(0)
		for _, k := range order {
			if low(k) >= low(i) {
				n++
			}
			if n > 0 && high(k) >= low(i) && n > high(k)-low(i)+1 {
				return true
			}
		}
	}
	return false
}

// An Element constrains Z to be List[I]; the first constant has index 0.
type Element struct {
	I, Z int32
	List []int64
}

func (c *Element) variables() []int32 { return []int32{c.I, c.Z} }

func (c *Element) refuted(b *box) bool {
	for k, v := range c.List {
		if b.has(c.I, int64(k)) && b.has(c.Z, v) {
			return false
		}
	}
	return true
}

// An ElementOf constrains Z to be List[I] for variables; the first has index 0.
type ElementOf struct {
	I, Z int32
	List []int32
}

func (c *ElementOf) variables() []int32 { return append([]int32{c.I, c.Z}, c.List...) }

func (c *ElementOf) refuted(b *box) bool {
	for k, x := range c.List {
		if b.has(c.I, int64(k)) && b.lo[x] <= b.hi[c.Z] && b.lo[c.Z] <= b.hi[x] {
			return false
		}
	}
	return true
}

// A Signed is a variable or its negation.
type Signed struct {
	X       int32
	Negated bool
}

func (s Signed) bounds(b *box) (lo, hi int64) {
	if s.Negated {
		return -b.hi[s.X], -b.lo[s.X]
	}
	return b.lo[s.X], b.hi[s.X]
}

// A Maximum constrains Z to be the maximum of List.
type Maximum struct {
	Z    Signed
	List []Signed
}

func (c *Maximum) variables() []int32 {
	xs := []int32{c.Z.X}
	for _, s := range c.List {
		xs = append(xs, s.X)
	}
	return xs
}

func (c *Maximum) refuted(b *box) bool {
	lo, hi := c.Z.bounds(b)
	below := true
	for _, s := range c.List {
		l, h := s.bounds(b)
		if l > hi {
			return true
		}
		below = below && h < lo
	}
	return below
}

// A Product constrains Z to be X * Y.
type Product struct{ X, Y, Z int32 }

func (c *Product) variables() []int32 { return []int32{c.X, c.Y, c.Z} }

// refuted checks each combination of signs of the factors. Within one, the products of the bounds bound the products.
func (c *Product) refuted(b *box) bool {
	for _, x := range bySign(b.lo[c.X], b.hi[c.X]) {
		for _, y := range bySign(b.lo[c.Y], b.hi[c.Y]) {
			lo, hi := corners(x, y)
			if !lo.more(b.hi[c.Z]) && !hi.less(b.lo[c.Z]) {
				return false
			}
		}
	}
	return true
}

// bySign splits an interval into its parts below, at and above 0.
func bySign(lo, hi int64) []Interval {
	var list []Interval
	for _, p := range []Interval{{lo, min(hi, -1)}, {max(lo, 0), min(hi, 0)}, {max(lo, 1), hi}} {
		if p.Lo <= p.Hi {
			list = append(list, p)
		}
	}
	return list
}

// A Circuit constrains Next[i] to be the successor of node i on one cycle through all nodes. With Some the cycle may
// omit nodes, which are their own successors. Nodes are numbered from First. That the successors are all different is a
// separate constraint.
type Circuit struct {
	First int64
	Next  []int32
	Some  bool
}

func (c *Circuit) variables() []int32 { return c.Next }

// refuted reports whether there is a cycle that omits a node that must be on it.
func (c *Circuit) refuted(b *box) bool {
	n := len(c.Next)
	for i := range c.Next {
		on := make([]bool, n)
		at := i
		for !on[at] {
			v, ok := b.fixed(c.Next[at])
			if v -= c.First; !ok || v < 0 || v >= int64(n) {
				break
			}
			on[at] = true
			at = int(v)
		}
		if at != i || !on[i] || c.Some && b.alone(c, i) {
			continue
		}
		for j := range c.Next {
			if !on[j] && (!c.Some || !b.has(c.Next[j], c.First+int64(j))) {
				return true
			}
		}
	}
	return false
}

// alone reports whether node i is its own successor.
func (b *box) alone(c *Circuit, i int) bool {
	v, ok := b.fixed(c.Next[i])
	return ok && v == c.First+int64(i)
}
