package graph

import "runtime"

// growth holds the limits on the memory of a Store.
type growth struct {
	most   int64        // maximum memory in bytes; 0 means no limit
	beside int          // bytes that the caller stores for each state, out of the same memory
	stop   func() error // called repeatedly while a table is filled; nil means never
	err    error        // result of stop; the table is then incomplete and the store must not be used
}

// Maximum loads of tables, in sixteenths. A crowded table is slow; it is used only if there is no memory
// for a larger one.
const (
	loadTable   = 12 // open addressing with numbers
	loadCompact = 10
	loadCrowded = 15
)

// A compact set may need a table that is larger than the number of states requires. Such a table may have
// up to 1<<sparseBits entries and sparse entries for each state, or beyond that size thick entries for each
// state.
const (
	sparse     = 128
	sparseBits = 28
	thick      = 16 // entries for each state of a larger table
)

// ready makes room for n more states. It fails with ErrMemory, and then changes nothing, or with the result
// of stop.
func (s *Store) ready(n int) error {
	if s.n > MaxStates-n || !s.fits(n, s.tableBytes()) || s.n+n > s.limit && !s.grow(n) {
		return ErrMemory
	}
	return s.err
}

// fits reports whether there is memory for n more states and a table of the given number of bytes.
func (s *Store) fits(n int, table int64) bool {
	return s.most == 0 || s.pageBytes(s.n+n)+int64(n)*int64(s.beside)+table <= s.most
}

// Bytes returns the memory in use.
func (s *Store) Bytes() int64 {
	return int64(len(s.pages))*pageStates*int64(s.words)*8 + s.tableBytes()
}

// Growth returns the maximum additional memory for n more states, in bytes.
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

// A plan describes a table for more states: a bitmap, or a compact set or a table of 1<<bits entries.
type plan struct {
	bits    uint
	compact bool
	bitmap  bool
	bytes   int64
}

// expand grows the table for n more states even beyond the memory limit, for callers that did not call
// ready.
func (s *Store) expand(n int) {
	if !s.grow(n) {
		most := s.most
		s.most = 0
		s.grow(n)
		s.most = most
	}
}

// grow enlarges the table for n more states, or allows a higher load. It returns false if there is no
// memory for either.
func (s *Store) grow(n int) bool {
	p, ok := s.plan(n)
	if !ok {
		return s.crowd(n)
	}
	s.replace(p, n)
	return true
}

// plan chooses the table for n more states. It returns false if there is no memory for one.
func (s *Store) plan(n int) (plan, bool) {
	least := s.bits + 1
	if s.width > 0 && s.n >= 1<<11 && s.fits(n, 4<<18) {
		least = max(least, 18) // probably a large space: saves some doublings
	}
	if s.width > 0 && s.width <= least+5 {
		p := plan{bitmap: true, bytes: max(8, int64(1)<<s.width/8)}
		return p, s.fits(n, p.bytes)
	}
	if s.width > 0 {
		b := max(least, s.width-min(s.width, 31-minDistance)) // may be larger than needed, since a compact set requires it
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

// sparse reports whether a compact set may have a table of 1<<b entries although n more states need fewer.
func (s *Store) sparse(b uint, n int) bool {
	most := thick
	if b <= sparseBits {
		most = sparse
	}
	return 1<<b <= most*s.n && s.fits(n, 4*(4<<b))
}

// pays reports whether there is memory for a larger table and for more states than fit the current one at
// its highest load.
func (s *Store) pays(n int, table int64) bool {
	more := full(s.bits, loadCrowded) - s.n
	return s.fits(max(n, more), table)
}

// full returns the maximum number of states in a table of 1<<b entries at a load.
func full(b uint, load int) int { return min(1<<b/16*load, MaxStates) }

// crowd allows a higher load of the table.
func (s *Store) crowd(n int) bool {
	if s.bitmap != nil || s.n+n > full(s.bits, loadCrowded) {
		return false
	}
	s.limit = full(s.bits, loadCrowded)
	return true
}

// replace builds the planned table. The states are in the pages, so the old table is not needed for this.
// But if there is memory for both, a compact set is doubled much faster.
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

// spread replaces a compact set in which a state finds no free slot within the maximum distance.
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

// drop releases the memory of the table for the next one.
func (s *Store) drop() {
	bytes := s.tableBytes()
	s.table, s.compact = nil, nil
	if s.most > 0 && bytes >= 8<<20 {
		runtime.GC()
	}
}

// stopped reports whether filling a table must stop.
func (s *Store) stopped() bool {
	if s.err == nil && s.stop != nil {
		s.err = s.stop()
	}
	return s.err != nil
}

// remember rebuilds the table with the numbers of all states.
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

// eachPart calls do for the states, at most size at a time, until it is stopped.
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

// fillTable builds a table of 1<<b entries of all states.
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

// fillBits builds a bitmap of all states.
func (s *Store) fillBits() {
	s.bitmap = make([]uint64, max(1, 1<<s.width/64))
	s.limit = MaxStates
	s.eachPart(pageStates, func(_ int, batch []uint64) {
		for _, x := range batch {
			s.bitmap[x/64] |= 1 << (x % 64)
		}
	})
}

// fillCompact builds a compact set of all states. It returns false if a state finds no free slot within the
// maximum distance.
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
