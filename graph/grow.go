package graph

import "runtime"

// growth is what a Store knows of the limits on it.
type growth struct {
	most   int64        // bytes it may take; 0: no limit
	beside int          // bytes that others keep for each state, out of the same
	stop   func() error // asked again and again while a table is filled; nil: never
	err    error        // what stop said: the table is not whole, and the store of no use
}

// How full tables may be. A crowded one is slow, and is only used where the memory for a
// larger one is missing.
const (
	loadTable   = 12 // sixteenths
	loadCompact = 10
	loadCrowded = 15
)

// A table may be larger than is needed only to be compact: up to a size, and with so
// many entries for each state. It pays as soon as the states fill it.
const (
	sparse     = 128
	sparseBits = 28
	thick      = 16 // beyond that size
)

// ready makes room for n more states. It fails with ErrMemory, and then nothing is
// changed, or with what stop says.
func (s *Store) ready(n int) error {
	if s.n > MaxStates-n || !s.fits(n, s.tableBytes()) || s.n+n > s.limit && !s.grow(n) {
		return ErrMemory
	}
	return s.err
}

// fits reports whether there is memory for n more states and so many bytes of tables.
func (s *Store) fits(n int, table int64) bool {
	return s.most == 0 || s.pageBytes(s.n+n)+int64(n)*int64(s.beside)+table <= s.most
}

// Bytes returns the memory in use.
func (s *Store) Bytes() int64 {
	return int64(len(s.pages))*pageStates*int64(s.words)*8 + s.tableBytes()
}

// Growth returns the memory that adding n states may take on top.
func (s *Store) Growth(n int) int64 {
	bytes := s.pageBytes(s.n+n) + s.tableBytes() - s.Bytes()
	if s.n+n > s.limit {
		if p, ok := s.plan(n); ok {
			bytes += p.bytes
		}
	}
	return bytes
}

func (s *Store) pageBytes(n int) int64 {
	return (int64(n) + pageStates - 1) / pageStates * pageStates * int64(s.words) * 8
}

func (s *Store) tableBytes() int64 {
	switch {
	case s.bitmap != nil:
		return int64(len(s.bitmap)) * 8
	case s.compact != nil:
		return int64(len(s.compact.table)) * 4
	}
	return int64(len(s.table)) * 4
}

// A plan is a table for more states: of 1<<bits entries, compact or not, or a bitmap.
type plan struct {
	bits    uint
	compact bool
	bitmap  bool
	bytes   int64
}

// expand is for callers that have not asked ready.
func (s *Store) expand(n int) {
	if !s.grow(n) {
		most := s.most
		s.most = 0
		s.grow(n)
		s.most = most
	}
}

// grow makes the table larger, for n more states, or lets it become fuller than it
// should be; false if there is no memory for either.
func (s *Store) grow(n int) bool {
	p, ok := s.plan(n)
	if !ok {
		return s.crowd(n)
	}
	s.replace(p, n)
	return true
}

// plan chooses the table for n more states; false if there is no memory for one.
func (s *Store) plan(n int) (plan, bool) {
	least := s.bits + 1
	if s.width > 0 && s.n >= 1<<11 && s.fits(n, 4<<18) {
		least = max(least, 18) // a large space, it seems: this saves some doublings
	}
	if s.width > 0 && s.width <= least+5 {
		p := plan{bitmap: true, bytes: max(8, int64(1)<<s.width/8)}
		return p, s.fits(n, p.bytes)
	}
	if s.width > 0 {
		b := max(least, s.width-min(s.width, 31-leastDistance)) // larger than is needed, so that it can be compact
		for full(b, loadCompact) < s.n+n {
			b++
		}
		if p := (plan{bits: b, compact: true, bytes: 4 << b}); b <= 32 && (b == least && s.pays(n, p.bytes) || s.sparse(b, n)) {
			return p, true
		}
	}
	b := least
	for b < 32 && full(b, loadTable) < s.n+n {
		b++
	}
	return plan{bits: b, bytes: 4 << b}, b <= 32 && s.pays(n, 4<<b)
}

// sparse reports whether a table may be so much larger than n more states need.
func (s *Store) sparse(b uint, n int) bool {
	most := thick
	if b <= sparseBits {
		most = sparse
	}
	return 1<<b <= most*s.n && s.fits(n, 4*(4<<b))
}

// pays reports whether there is memory for a larger table, and for more states in it than
// in the present one when that is crowded.
func (s *Store) pays(n int, table int64) bool {
	more := full(s.bits, loadCrowded) - s.n
	return s.fits(max(n, more), table)
}

// full is how many states a table of 1<<b entries may have at a load.
func full(b uint, load int) int { return min(1<<b/16*load, MaxStates) }

// crowd lets the table become fuller than it should be.
func (s *Store) crowd(n int) bool {
	if s.bitmap != nil || s.n+n > full(s.bits, loadCrowded) {
		return false
	}
	s.limit = full(s.bits, loadCrowded)
	return true
}

// replace makes the planned table. The old one is not needed for that, since the states
// are in the pages; but where there is memory for both, a compact set is made from
// another much faster.
func (s *Store) replace(p plan, n int) {
	if p.compact && s.compact != nil && p.bits == s.bits+1 && s.fits(n, s.tableBytes()+p.bytes) {
		d, whole := s.compact.double(s.stopped)
		if whole {
			s.compact, s.bits, s.limit = d, p.bits, d.limit
			return
		}
		if s.err != nil {
			return
		}
	}
	s.drop()
	if p.bitmap {
		s.fillBits()
	} else if !p.compact || !s.fillCompact(p.bits) {
		s.fillTable(p.bits)
	}
}

// spread is for a compact set that has no room near enough to where a state belongs.
func (s *Store) spread() {
	b := s.bits
	if compactFits(s.width, b+1) && s.pays(0, 8<<b) {
		s.replace(plan{bits: b + 1, compact: true, bytes: 8 << b}, 0)
		return
	}
	crowded := s.limit > full(b, loadCompact)
	s.drop()
	s.fillTable(b)
	if crowded {
		s.limit = full(b, loadCrowded)
	}
}

// drop gives the memory of the table back, so that the next one can have it.
func (s *Store) drop() {
	bytes := s.tableBytes()
	s.table, s.compact = nil, nil
	if s.most > 0 && bytes >= 8<<20 {
		runtime.GC()
	}
}

// stopped asks whether filling a table must stop.
func (s *Store) stopped() bool {
	if s.err == nil && s.stop != nil {
		s.err = s.stop()
	}
	return s.err != nil
}

// remember makes the numbers of all states known again.
func (s *Store) remember() error {
	s.width = 0
	if s.table != nil {
		return s.err
	}
	b := uint(8)
	for full(b, loadTable) <= s.n {
		b++
	}
	if !s.fits(0, 4<<b) && full(b-1, loadCrowded) > s.n {
		b--
	}
	if !s.fits(0, 4<<b) {
		return ErrMemory
	}
	s.drop()
	s.bitmap = nil
	s.fillTable(b)
	return s.err
}

// eachPart goes through the states, so many at a time, until it is stopped.
func (s *Store) eachPart(size int, do func(from int, batch []uint64)) {
	for i, asked := 0, 0; i < s.n; {
		batch := s.Batch(i, size)
		do(i, batch)
		i += len(batch) / s.words
		if i-asked >= 1<<15 {
			if asked = i; s.stopped() {
				return
			}
		}
	}
}

// fillTable makes a table of 1<<b entries of all states.
func (s *Store) fillTable(b uint) {
	s.bits = b
	s.table = make([]uint32, 1<<b)
	s.limit = full(b, loadTable)
	if b == 32 {
		s.limit = MaxStates
	}
	mask := uint64(len(s.table) - 1)
	p := &s.batch
	s.eachPart(probeGroup, func(from int, batch []uint64) {
		n := len(batch) / s.words
		for k := range n {
			p.hash[k] = hash(batch[k*s.words : (k+1)*s.words])
			p.slot[k] = p.hash[k] >> (64 - b)
		}
		for k := range n {
			p.entry[k] = s.table[p.slot[k]]
		}
		for k := range n {
			slot := p.slot[k]
			for s.table[slot] != 0 {
				slot = (slot + 1) & mask
			}
			s.table[slot] = s.entry(from+k, p.hash[k])
		}
	})
}

// fillBits makes a bitmap of all states.
func (s *Store) fillBits() {
	s.bitmap = make([]uint64, max(1, 1<<s.width/64))
	s.limit = MaxStates
	s.eachPart(pageStates, func(_ int, batch []uint64) {
		for _, x := range batch {
			s.bitmap[x/64] |= 1 << (x % 64)
		}
	})
}

// fillCompact makes a compact set of all states; false if it cannot.
func (s *Store) fillCompact(b uint) bool {
	c := newCompact(s.width, b)
	room := true
	s.eachPart(probeGroup, func(_ int, batch []uint64) {
		c.near(batch)
		for k := range batch {
			slot, want, _, far := c.find(c.mixed[k])
			if far {
				room = false
				break
			}
			c.table[slot] = want
		}
	})
	if room {
		s.bits, s.compact, s.limit = b, c, c.limit
	}
	return room
}
