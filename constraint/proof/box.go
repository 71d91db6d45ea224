package proof

// A box holds the bounds of all variables. Changes can be undone.
type box struct {
	lo, hi []int64
	equal  []map[int64]int32 // by variable: its equality variables by value
	owner  []Equality        // by variable: the equality that it represents; X < 0: none
	trail  []change
	empty  bool // some variable has an empty domain
}

type change struct {
	x      int32
	lo, hi int64
	empty  bool
}

func newBox(s *Statement) *box {
	b := &box{}
	for _, v := range s.Variables {
		b.add(v.Lo, v.Hi)
	}
	for _, e := range s.Equalities {
		b.define(e)
	}
	return b
}

func (b *box) add(lo, hi int64) {
	b.lo, b.hi = append(b.lo, lo), append(b.hi, hi)
	b.equal = append(b.equal, nil)
	b.owner = append(b.owner, Equality{X: -1})
	b.empty = b.empty || lo > hi
}

func (b *box) define(e Equality) {
	if b.equal[e.X] == nil {
		b.equal[e.X] = map[int64]int32{}
	}
	b.equal[e.X][e.Value] = e.E
	b.owner[e.E] = e
}

// raise makes an atom hold. If that makes an equality variable 1, its variable gets the value.
func (b *box) raise(a Atom) {
	x := a.X
	switch {
	case !a.Most && a.Value > b.lo[x]:
		b.trail = append(b.trail, change{x, b.lo[x], b.hi[x], b.empty})
		b.lo[x] = a.Value
	case a.Most && a.Value < b.hi[x]:
		b.trail = append(b.trail, change{x, b.lo[x], b.hi[x], b.empty})
		b.hi[x] = a.Value
	default:
		return
	}
	b.empty = b.empty || b.lo[x] > b.hi[x]
	if e := b.owner[x]; e.X >= 0 && b.lo[x] >= 1 {
		b.raise(AtLeast(e.X, e.Value))
		b.raise(AtMost(e.X, e.Value))
	}
}

// back undoes changes until n are left.
func (b *box) back(n int) {
	for len(b.trail) > n {
		c := b.trail[len(b.trail)-1]
		b.trail = b.trail[:len(b.trail)-1]
		b.lo[c.x], b.hi[c.x], b.empty = c.lo, c.hi, c.empty
	}
}

func (b *box) holds(a Atom) bool {
	if a.Most {
		return b.hi[a.X] <= a.Value
	}
	return b.lo[a.X] >= a.Value
}

func (b *box) fails(a Atom) bool { return b.holds(a.Not()) }

// fixed returns the lower bound of x and reports whether x has a single value.
func (b *box) fixed(x int32) (int64, bool) { return b.lo[x], b.lo[x] == b.hi[x] }

// has reports whether x can have the value v, by its bounds and equality variables.
func (b *box) has(x int32, v int64) bool {
	if v < b.lo[x] || v > b.hi[x] {
		return false
	}
	e, ok := b.equal[x][v]
	return !ok || b.hi[e] > 0
}

// hopeless reports whether all values of x are excluded.
func (b *box) hopeless(x int32) bool {
	for v := b.lo[x]; v <= b.hi[x]; v++ {
		if b.has(x, v) {
			return false
		}
	}
	return true
}
