package graph

// A compactSet knows which states of one word, of so many bits, have been seen, and
// nothing else: a quotient hash table (Cleary 1984). A state is mixed by a function
// that can be inverted; its upper bits say where in the table it belongs, and only the
// others are kept, with the distance from there. So an entry of 32 bits tells states
// apart exactly, and a look at one entry is mostly enough.
type compactSet struct {
	width uint // bits of a state
	bits  uint // len(table) == 1<<bits
	rest  uint // bits of the mixed state that an entry keeps: width - bits
	dist  uint // bits of the distance
	table []uint32
	limit int
	mixed [probeGroup]uint64
	entry [probeGroup]uint32
}

// occupied marks an entry that is in use.
const occupied = 1 << 31

// leastDistance is how many bits of an entry must be left for the distance.
const leastDistance = 7

// compactFits reports whether states of so many bits fit a table of 1<<b entries.
func compactFits(width, b uint) bool { return width <= b+31-leastDistance }

// newCompact returns a set of 1<<b entries for states of so many bits.
func newCompact(width, b uint) *compactSet {
	c := &compactSet{width: max(width, b), bits: b}
	c.rest = c.width - b
	c.dist = min(31-c.rest, 16)
	c.table = make([]uint32, 1<<b)
	c.limit = full(b, loadCompact)
	return c
}

// mix is a bijection of numbers of width bits. Neighbours stay near each other, which
// saves more cache misses than the longer searches cost.
func (c *compactSet) mix(x uint64) uint64 {
	mask := uint64(1)<<c.width - 1
	x = (x ^ x>>(c.width/2+1)) * 0x9E3779B97F4A7C15 & mask
	return (x ^ x>>(c.width/2+1)) * 0xD6E8FEB86659FD93 & mask
}

// home is the entry of a mixed state that lies where it belongs.
func (c *compactSet) home(m uint64) uint32 { return occupied | uint32(m&(1<<c.rest-1))<<c.dist }

// find returns the slot of a mixed state, or where it would go; far reports that it
// would be too far from where it belongs.
func (c *compactSet) find(m uint64) (slot uint64, want uint32, found, far bool) {
	mask := uint64(len(c.table) - 1)
	slot = m >> c.rest
	want = c.home(m)
	for d := uint32(0); d < 1<<c.dist; d++ {
		switch c.table[slot] {
		case want:
			return slot, want, true, false
		case 0:
			return slot, want, false, false
		}
		want++
		slot = (slot + 1) & mask
	}
	return slot, 0, false, true
}

// double returns a set of twice the size with the same states: an entry and its slot
// give the state back, and going through the table in its order fills the new one in
// order too, without cache misses. It fails if a state finds no room near enough, if no
// bits are left to move from the entries to the slots, or if it is stopped.
func (c *compactSet) double(stopped func() bool) (*compactSet, bool) {
	if c.rest == 0 {
		return nil, false
	}
	d := newCompact(c.width, c.bits+1)
	mask := uint64(len(c.table) - 1)
	for slot, e := range c.table {
		if slot&(1<<18-1) == 0 && stopped() {
			return nil, false
		}
		if e == 0 {
			continue
		}
		home := (uint64(slot) - uint64(e&(1<<c.dist-1))) & mask
		m := home<<c.rest | uint64(e&^occupied>>c.dist)
		at, want, _, far := d.find(m)
		if far {
			return nil, false
		}
		d.table[at] = want
	}
	return d, true
}

// near computes the mixed states of a group and touches their entries, so that the
// cache misses overlap.
func (c *compactSet) near(states []uint64) {
	shift, mask := c.rest, uint64(len(c.table)-1)
	for i, x := range states {
		c.mixed[i] = c.mix(x)
	}
	for i := range states {
		c.entry[i] = c.table[c.mixed[i]>>shift&mask]
	}
}
