package graph

import "math/bits"

// A Store keeps distinct states in the order in which they were added, and finds
// them again. A state is known by its number, from 0.
//
// The states lie in pages, so that growing copies none of them; a table with open
// addressing, of at most 3/4 load, holds their numbers.
type Store struct {
	words int
	n     int
	pages [][]uint64
	table []uint32 // number+1; 0: free
	mask  uint64
	shift int
}

const pageStates = 1 << 12

// NewStore returns an empty store of states of so many words.
func NewStore(words int) *Store {
	s := &Store{words: words}
	s.resize(1 << 8)
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

// State returns the state with number i. It belongs to the store.
func (s *Store) State(i int) []uint64 {
	off := i % pageStates * s.words
	return s.pages[i/pageStates][off : off+s.words : off+s.words]
}

// Batch returns up to n states from number i on that lie in one page.
func (s *Store) Batch(i, n int) []uint64 {
	n = min(n, pageStates-i%pageStates, s.n-i)
	off := i % pageStates * s.words
	return s.pages[i/pageStates][off : off+n*s.words]
}

// Add returns the number of a state, and whether it is new.
func (s *Store) Add(state []uint64) (int, bool) {
	slot := s.slot(state)
	if i := s.table[slot]; i != 0 {
		return int(i - 1), false
	}
	i := s.n
	if i%pageStates == 0 {
		s.pages = append(s.pages, make([]uint64, pageStates*s.words))
	}
	s.n++
	copy(s.State(i), state)
	s.table[slot] = uint32(i + 1)
	if s.n*4 > len(s.table)*3 {
		s.resize(len(s.table) * 2)
	}
	return i, true
}

// Find returns the number of a state, -1 if it is not there.
func (s *Store) Find(state []uint64) int { return int(s.table[s.slot(state)]) - 1 }

// slot returns where a state is in the table, or would go.
func (s *Store) slot(state []uint64) uint64 {
	slot := hash(state) >> s.shift
	for {
		i := s.table[slot]
		if i == 0 || equal(s.State(int(i-1)), state) {
			return slot
		}
		slot = (slot + 1) & s.mask
	}
}

func (s *Store) resize(n int) {
	s.table = make([]uint32, n)
	s.mask = uint64(n - 1)
	s.shift = 64 - bits.Len64(s.mask)
	for i := range s.n {
		slot := hash(s.State(i)) >> s.shift
		for s.table[slot] != 0 {
			slot = (slot + 1) & s.mask
		}
		s.table[slot] = uint32(i + 1)
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
// that its upper bits depend on all of them.
func hash(state []uint64) uint64 {
	h := uint64(0x9E3779B97F4A7C15)
	for _, w := range state {
		hi, lo := bits.Mul64(w^h, 0xD6E8FEB86659FD93)
		h = hi ^ lo ^ h<<1
	}
	hi, lo := bits.Mul64(h, 0x9E3779B97F4A7C15)
	return hi ^ lo
}
