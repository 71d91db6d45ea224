package graph

// A compactSet is a set of states of one word by quotient hashing (Cleary 1984). A bijection mixes a state; its
// upper bits are the slot in the table, and an entry stores only the other bits, with the distance from that
// slot. So an entry of 32 bits identifies a state exactly, and one probe mostly suffices.
type compactSet struct {
	width uint // bits of a state
	bits  uint // len(table) == 1<<bits
	rest  uint // bits of the mixed state in an entry: width - bits
	dist  uint // bits of the distance
	table []uint32
	limit int
	mixed [probeGroup]uint64
	entry [probeGroup]uint32
}

// occupied marks an entry in use.
const occupied = 1 << 31

// minDistance is the minimum number of bits of an entry for the distance.
const minDistance = 7

// compactFits reports whether states of width bits fit a table of 1<<b entries.
func compactFits(width, b uint) bool { return width <= b+31-minDistance }

// newCompact returns a set of 1<<b entries for states of width bits.
func newCompact(width, b uint) *compactSet {
	c := &compactSet{width: max(width, b), bits: b}
	c.rest = c.width - b
	c.dist = min(31-c.rest, 16)
	c.table = make([]uint32, 1<<b)
	c.limit = full(b, loadCompact)
	return c
}

// mix is a bijection on numbers of width bits. Neighbours stay near each other, which saves more cache misses than
// the longer probe sequences cost.
func (c *compactSet) mix(x uint64) uint64 {
	mask := uint64(1)<<c.width - 1
	x = (x ^ x>>(c.width/2+1)) * 0x9E3779B97F4A7C15 & mask
	return (x ^ x>>(c.width/2+1)) * 0xD6E8FEB86659FD93 & mask
}

// home returns the entry of a mixed state at its own slot.
func (c *compactSet) home(m uint64) uint32 { return occupied | uint32(m&(1<<c.rest-1))<<c.dist }

// find returns the slot of a mixed state, or the one where it would be put; far reports that this is too far from its
// own slot.
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

// double returns a set of twice the size with the same states: an entry and its slot determine the state, and
// traversing the table in order fills the new one in order, without cache misses. It fails if a state finds no
// room near enough, if no bits are left to move from entries to slots, or if it is stopped.
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

// near computes the mixed states of a group and touches their entries, so that cache misses overlap.
func (c *compactSet) near(states []uint64) {
	shift, mask := c.rest, uint64(len(c.table)-1)
	for i, x := range states {
		c.mixed[i] = c.mix(x)
	}
	for i := range states {
		c.entry[i] = c.table[c.mixed[i]>>shift&mask]
	}
}
