package graph

import (
	"math/bits"
)

// A Store is a set of states in the order in which they were added. The number of a state is its index,
// from 0.
//
// The states lie in pages, so growing does not copy them. A hash table with open addressing and a load of
// at most 3/4 holds their numbers. The upper bits of an entry hold a part of the hash, which avoids most
// comparisons of different states. A state takes 5 to 10 bytes of the table.
type Store struct {
	words int
	n     int
	pages [][]uint64
	table []uint32 // number+1 in the lower bits, a part of the hash above; 0 means free
	bits  uint     // len(table) == 1<<bits
	limit int      // the table grows at this number of states
	batch probes

	// If the numbers of known states are not needed, a compact set replaces the table as soon as it fits,
	// and a bitmap replaces that as soon as it takes no more memory.
	width   uint // bits of a state; 0 if numbers are needed
	compact *compactSet
	bitmap  []uint64

	growth
}

// NoNumber replaces the number of a known state if numbers are not stored.
const NoNumber = 1<<32 - 1

// MaxStates is the maximum number of states in a Store.
const MaxStates = 1<<32 - 2

// probeGroup is the number of states that are looked up together, so that their cache misses overlap.
const probeGroup = 128

// probes is the scratch memory of AddBatch.
type probes struct {
	hash  [probeGroup]uint64
	slot  [probeGroup]uint64
	entry [probeGroup]uint32
	word  [probeGroup]uint64
	open  [probeGroup + 1]uint8 // indexes of states that are not found at the first probe
}

// NewStore returns an empty store of states of the given number of words.
func NewStore(words int) *Store {
	s := &Store{words: words}
	s.fillTable(8)
	return s
}

// forgetNumbers allows the store not to store the numbers of states, if they are one word of width bits.
func (s *Store) forgetNumbers(width int) {
	if s.words == 1 && width > 0 && s.n == 0 {
		s.width = uint(width)
	}
}

// Len returns the number of states.
func (s *Store) Len() int { return s.n }

// Words returns the number of words of a state.
func (s *Store) Words() int { return s.words }

// State returns the state with number i. The slice belongs to the store.
func (s *Store) State(i int) []uint64 {
	off := i % pageStates * s.words
	return s.pages[i>>pageBits][off : off+s.words : off+s.words]
}

// Batch returns at most n states from number i on. They lie in one page; the slice belongs to the store.
func (s *Store) Batch(i, n int) []uint64 {
	n = min(n, pageStates-i%pageStates, s.n-i)
	off := i % pageStates * s.words
	return s.pages[i>>pageBits][off : off+n*s.words]
}

// Add returns the number of a state, or NoNumber if it is known and numbers are not stored, and whether it
// is new.
func (s *Store) Add(state []uint64) (int, bool) {
	if s.n >= s.limit {
		s.expand(1)
	}
	if s.table == nil {
		var id [1]uint32
		s.AddBatch(state, id[:])
		return int(id[0]), id[0] != NoNumber
	}
	h := hash(state)
	slot, found := s.find(h>>(64-s.bits), h, state)
	if found {
		return s.number(s.table[slot]), false
	}
	s.put(slot, h, state)
	return s.n - 1, true
}

// Find returns the number of a state, or -1 if it is not in the store.
func (s *Store) Find(state []uint64) int {
	h := hash(state)
	slot, found := s.find(h>>(64-s.bits), h, state)
	if !found {
		return -1
	}
	return s.number(s.table[slot])
}

// AddBatch adds states in order and sets ids to their numbers. New states get consecutive numbers from Len
// on.
func (s *Store) AddBatch(states []uint64, ids []uint32) {
	w := s.words
	for len(ids) > 0 {
		n := min(len(ids), probeGroup)
		if s.n+n > s.limit {
			s.expand(n)
		}
		if s.bitmap != nil {
			s.addBits(states[:n], ids[:n])
		} else if s.compact != nil {
			s.addCompact(states[:n], ids[:n])
		} else if w == 1 {
			s.addWords(states[:n], ids[:n])
		} else {
			s.addStates(states[:n*w], ids[:n])
		}
		states, ids = states[n*w:], ids[n:]
	}
}

// addBits is AddBatch with a bitmap.
func (s *Store) addBits(states []uint64, ids []uint32) {
	n, bitmap := 0, s.bitmap
	for i, x := range states {
		ids[i] = NoNumber
		s.batch.open[n] = uint8(i)
		if bitmap[x/64]>>(x%64)&1 == 0 {
			n++ // without a branch, which would be mispredicted
		}
	}
	for _, i := range s.batch.open[:n] {
		x := states[i]
		w, bit := &bitmap[x/64], uint64(1)<<(x%64)
		if *w&bit != 0 {
			continue
		}
		*w |= bit
		ids[i] = uint32(s.n)
		s.keep(states[i : i+1])
	}
}

// unset returns the indexes of the states that are not in the bitmap. Several goroutines may call it.
func (s *Store) unset(states []uint64, open []int32) []int32 {
	open = sized(open, len(states)+1)
	n, bitmap := 0, s.bitmap
	for i, x := range states {
		open[n] = int32(i)
		if bitmap[x/64]>>(x%64)&1 == 0 {
			n++ // without a branch, which would be mispredicted
		}
	}
	return open[:n]
}

// addCompact is AddBatch with a compact set.
func (s *Store) addCompact(states []uint64, ids []uint32) {
	c := s.compact
	c.near(states)
	n := 0
	for i := range states {
		ids[i] = NoNumber
		s.batch.open[n] = uint8(i)
		if c.entry[i] != c.home(c.mixed[i]) {
			n++ // without a branch, which would be mispredicted
		}
	}
	for _, i := range s.batch.open[:n] {
		slot, want, found, far := c.find(c.mixed[i])
		if far {
			s.spread()
			s.AddBatch(states[i:], ids[i:])
			return
		}
		if found {
			continue
		}
		c.table[slot] = want
		ids[i] = uint32(s.n)
		s.keep(states[i : i+1])
	}
}

// addWords is AddBatch for a group of states of one word. The loops first touch all table entries, then all
// states that are probably equal, so that cache misses overlap.
func (s *Store) addWords(states []uint64, ids []uint32) {
	p, n := &s.batch, len(states)
	for i, x := range states {
		p.hash[i] = hashWord(x)
	}
	s.candidates(n)
	for i, e := range p.entry[:n] {
		if e != 0 {
			id := s.number(e)
			p.word[i] = s.pages[id>>pageBits][id%pageStates]
		}
	}
	for i, x := range states {
		if e := p.entry[i]; e != 0 && p.word[i] == x {
			ids[i] = uint32(s.number(e))
			continue
		}
		slot, found := s.findWord(p.slot[i], p.hash[i], x)
		if !found {
			s.put(slot, p.hash[i], states[i:i+1])
		}
		ids[i] = uint32(s.number(s.table[slot]))
	}
}

// addStates is AddBatch for a group of states of several words.
func (s *Store) addStates(states []uint64, ids []uint32) {
	p, w, n := &s.batch, s.words, len(ids)
	for i := range ids {
		p.hash[i] = hash(states[i*w : (i+1)*w])
	}
	s.candidates(n)
	for i, e := range p.entry[:n] {
		if e != 0 {
			p.word[i] = s.State(s.number(e))[0] // only loads it into the cache
		}
	}
	for i := range ids {
		state := states[i*w : (i+1)*w]
		slot, found := s.find(p.slot[i], p.hash[i], state)
		if !found {
			s.put(slot, p.hash[i], state)
		}
		ids[i] = uint32(s.number(s.table[slot]))
	}
}

// candidates finds, for the first n hashes of the group, the first slot that is free or has the same part
// of the hash, and its entry.
func (s *Store) candidates(n int) {
	p, table, bits := &s.batch, s.table, s.bits
	mask := uint64(len(table) - 1)
	for i, h := range p.hash[:n] {
		p.slot[i] = h >> (64 - bits)
		p.entry[i] = table[p.slot[i]&mask]
	}
	for i, h := range p.hash[:n] {
		part, slot, e := uint32(h)>>bits, p.slot[i], p.entry[i]
		for e != 0 && e>>bits != part {
			slot = (slot + 1) & mask
			e = table[slot]
		}
		p.slot[i], p.entry[i] = slot, e
	}
}

// number returns the number in a table entry.
func (s *Store) number(e uint32) int { return int(e&(1<<s.bits-1)) - 1 }

// alike reports whether the part of the hash in a table entry is that of h.
func (s *Store) alike(e uint32, h uint64) bool { return e>>s.bits == uint32(h)>>s.bits }

// entry returns the table entry of a state.
func (s *Store) entry(id int, h uint64) uint32 {
	return uint32(h)>>s.bits<<s.bits | uint32(id+1)
}

// put adds a new state at its slot.
func (s *Store) put(slot, h uint64, state []uint64) {
	s.table[slot] = s.entry(s.n, h)
	s.keep(state)
}

// keep appends a state to the pages.
func (s *Store) keep(state []uint64) {
	if s.n%pageStates == 0 {
		s.pages = append(s.pages, make([]uint64, pageStates*s.words))
	}
	copy(s.pages[s.n>>pageBits][s.n%pageStates*s.words:], state)
	s.n++
}

// find returns the slot of a state, or the free slot where it belongs, probing from a slot on.
func (s *Store) find(slot, h uint64, state []uint64) (uint64, bool) {
	if s.words == 1 {
		return s.findWord(slot, h, state[0])
	}
	for mask := uint64(len(s.table) - 1); ; slot = (slot + 1) & mask {
		e := s.table[slot]
		if e == 0 {
			return slot, false
		}
		if s.alike(e, h) && equal(s.State(s.number(e)), state) {
			return slot, true
		}
	}
}

func (s *Store) findWord(slot, h, x uint64) (uint64, bool) {
	for mask := uint64(len(s.table) - 1); ; slot = (slot + 1) & mask {
		e := s.table[slot]
		if e == 0 {
			return slot, false
		}
		if s.alike(e, h) {
			if id := s.number(e); s.pages[id>>pageBits][id%pageStates] == x {
				return slot, true
			}
		}
	}
}

func equal(a, b []uint64) bool {
	for i, w := range a {
		if w != b[i] {
			return false
		}
	}
	return true
}

// hash hashes the words of a state by 128-bit multiplication and folding, so that its upper and lower bits
// depend on all words.
func hash(state []uint64) uint64 {
	if len(state) == 1 {
		return hashWord(state[0])
	}
	h := uint64(0x9E3779B97F4A7C15)
	for _, w := range state {
		hi, lo := bits.Mul64(w^h, 0xD6E8FEB86659FD93)
		h = hi ^ lo ^ h<<1
	}
	return hashWord(h)
}

// hashWord mixes the upper and lower bits, which are used, but maps similar states to slots near each
// other.
func hashWord(x uint64) uint64 {
	x ^= x >> 32
	x *= 0x9E3779B97F4A7C15
	return x ^ x>>32
}
