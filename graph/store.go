package graph

import (
	"math/bits"
)

// A Store keeps distinct states in the order in which they were added, and finds
// them again. A state is known by its number, from 0.
//
// The states lie in pages, so that growing copies none of them. A table with open
// addressing, of at most 4/5 load, holds their numbers, and in the bits that the
// numbers leave free a part of their hash, so that few states are compared in vain:
// 5 to 10 bytes a state.
type Store struct {
	words int
	n     int
	pages [][]uint64
	table []uint32 // number+1 in the lower bits, a part of the hash above; 0: free
	bits  uint     // len(table) == 1<<bits
	limit int      // grow when so many states are kept
	batch probes
}

const (
	pageBits   = 12
	pageStates = 1 << pageBits
)

// MaxStates is the most states a Store can number.
const MaxStates = 1<<32 - 2

// probeGroup is how many states are looked up together, so that their cache misses
// overlap.
const probeGroup = 128

// probes is the scratch memory of AddBatch.
type probes struct {
	hash  [probeGroup]uint64
	entry [probeGroup]uint32
	word  [probeGroup]uint64
}

// NewStore returns an empty store of states of so many words.
func NewStore(words int) *Store {
	s := &Store{words: words}
	s.resize(8)
	return s
}

// Len returns the number of states.
func (s *Store) Len() int { return s.n }

// Words returns the number of words of a state.
func (s *Store) Words() int { return s.words }

// Bytes returns the memory in use.
func (s *Store) Bytes() int64 {
	return int64(len(s.pages))*pageStates*int64(s.words)*8 + int64(len(s.table))*4
}

// Growth returns the memory that adding n states may take on top.
func (s *Store) Growth(n int) int64 {
	bytes := int64((n+pageStates-1)/pageStates) * pageStates * int64(s.words) * 8
	for size := len(s.table); s.n+n > size/5*4; size *= 2 {
		bytes += int64(size) * 2 * 4
	}
	return bytes
}

// State returns the state with number i. It belongs to the store.
func (s *Store) State(i int) []uint64 {
	off := i % pageStates * s.words
	return s.pages[i>>pageBits][off : off+s.words : off+s.words]
}

// Batch returns up to n states from number i on that lie in one page.
func (s *Store) Batch(i, n int) []uint64 {
	n = min(n, pageStates-i%pageStates, s.n-i)
	off := i % pageStates * s.words
	return s.pages[i>>pageBits][off : off+n*s.words]
}

// Add returns the number of a state, and whether it is new.
func (s *Store) Add(state []uint64) (int, bool) {
	if s.n >= s.limit {
		s.resize(s.bits + 1)
	}
	h := hash(state)
	slot, found := s.find(h, state)
	if found {
		return s.number(s.table[slot]), false
	}
	s.put(slot, h, state)
	return s.n - 1, true
}

// Find returns the number of a state, -1 if it is not there.
func (s *Store) Find(state []uint64) int {
	slot, found := s.find(hash(state), state)
	if !found {
		return -1
	}
	return s.number(s.table[slot])
}

// AddBatch adds states, one after another, and sets ids to their numbers. New ones are
// numbered from Len on, in their order.
func (s *Store) AddBatch(states []uint64, ids []uint32) {
	w := s.words
	for len(ids) > 0 {
		n := min(len(ids), probeGroup)
		for s.n+n > s.limit {
			s.resize(s.bits + 1)
		}
		if w == 1 {
			s.addWords(states[:n], ids[:n])
		} else {
			s.addStates(states[:n*w], ids[:n])
		}
		states, ids = states[n*w:], ids[n:]
	}
}

// addWords is AddBatch for a group of states of one word. The loops touch all table
// entries, then all states that may be equal, so that the misses overlap.
func (s *Store) addWords(states []uint64, ids []uint32) {
	p, table, shift := &s.batch, s.table, 64-s.bits
	for i, x := range states {
		p.hash[i] = hashWord(x)
	}
	for i := range states {
		p.entry[i] = table[p.hash[i]>>shift]
	}
	for i, e := range p.entry[:len(states)] {
		if e != 0 && s.alike(e, p.hash[i]) {
			id := s.number(e)
			p.word[i] = s.pages[id>>pageBits][id%pageStates]
		} else {
			p.word[i] = ^states[i]
		}
	}
	for i, x := range states {
		if p.word[i] == x {
			ids[i] = uint32(s.number(p.entry[i]))
			continue
		}
		slot, found := s.findWord(p.hash[i], x)
		if !found {
			s.put(slot, p.hash[i], states[i:i+1])
		}
		ids[i] = uint32(s.number(s.table[slot]))
	}
}

// addStates is AddBatch for a group of states of several words.
func (s *Store) addStates(states []uint64, ids []uint32) {
	p, w := &s.batch, s.words
	for i := range ids {
		p.hash[i] = hash(states[i*w : (i+1)*w])
	}
	for i := range ids {
		p.entry[i] = s.table[p.hash[i]>>(64-s.bits)]
	}
	for i, e := range p.entry[:len(ids)] {
		if e != 0 && s.alike(e, p.hash[i]) {
			p.word[i] = s.State(s.number(e))[0] // only to have it near
		}
	}
	for i := range ids {
		state := states[i*w : (i+1)*w]
		slot, found := s.find(p.hash[i], state)
		if !found {
			s.put(slot, p.hash[i], state)
		}
		ids[i] = uint32(s.number(s.table[slot]))
	}
}

// number is the number in a table entry.
func (s *Store) number(e uint32) int { return int(e&(1<<s.bits-1)) - 1 }

// alike reports whether the part of the hash in a table entry is that of h.
func (s *Store) alike(e uint32, h uint64) bool { return e>>s.bits == uint32(h)>>s.bits }

// entry is the table entry for a state.
func (s *Store) entry(id int, h uint64) uint32 {
	return uint32(h)>>s.bits<<s.bits | uint32(id+1)
}

// put adds a state that is not there, at its slot.
func (s *Store) put(slot, h uint64, state []uint64) {
	if s.n%pageStates == 0 {
		s.pages = append(s.pages, make([]uint64, pageStates*s.words))
	}
	copy(s.pages[s.n>>pageBits][s.n%pageStates*s.words:], state)
	s.table[slot] = s.entry(s.n, h)
	s.n++
}

// find returns where a state is in the table, or where it would go.
func (s *Store) find(h uint64, state []uint64) (slot uint64, found bool) {
	if s.words == 1 {
		return s.findWord(h, state[0])
	}
	mask := uint64(1)<<s.bits - 1
	for slot = h >> (64 - s.bits); ; slot = (slot + 1) & mask {
		e := s.table[slot]
		if e == 0 {
			return slot, false
		}
		if s.alike(e, h) && equal(s.State(s.number(e)), state) {
			return slot, true
		}
	}
}

func (s *Store) findWord(h, x uint64) (slot uint64, found bool) {
	mask := uint64(1)<<s.bits - 1
	for slot = h >> (64 - s.bits); ; slot = (slot + 1) & mask {
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

// resize makes a table of 1<<b entries.
func (s *Store) resize(b uint) {
	s.bits = b
	s.table = nil // before the new one is made: the old one is not needed
	s.table = make([]uint32, 1<<b)
	s.limit = len(s.table) / 5 * 4
	if b == 32 {
		s.limit = MaxStates
	}
	var slots [probeGroup]uint64
	mask := uint64(len(s.table) - 1)
	for i := 0; i < s.n; {
		batch := s.Batch(i, probeGroup)
		n := len(batch) / s.words
		for k := range n {
			h := hash(batch[k*s.words : (k+1)*s.words])
			s.batch.hash[k], slots[k] = h, h>>(64-b)
		}
		for k := range n {
			s.batch.entry[k] = s.table[slots[k]]
		}
		for k := range n {
			slot := slots[k]
			for s.table[slot] != 0 {
				slot = (slot + 1) & mask
			}
			s.table[slot] = s.entry(i+k, s.batch.hash[k])
		}
		i += n
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

// hash mixes the words of a state by multiplication to 128 bits and folding, so
// that its upper and its lower bits depend on all of them.
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

func hashWord(x uint64) uint64 {
	hi, lo := bits.Mul64(x^0xA0761D6478BD642F, 0xE7037ED1A0B428DB)
	x = hi ^ lo
	return x ^ x*0x9E3779B97F4A7C15>>29
}
