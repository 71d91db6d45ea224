package planning

import "math/bits"

// A store is a set of packed states, numbered in the order of insertion. They are in pages, so growing does
// not copy them. A hash table with linear probing finds them (Knuth, The Art of Computer Programming 3,
// 6.4).
type store struct {
	words int
	pages [][]uint64
	count int
	table []entry
	limit int // the table grows at this number of states
}

// An entry is the number of a state plus one, and a part of its hash; 0 means free.
type entry struct{ number, tag uint32 }

const pageBits = 14 // a page has 2^14 states

// MaxStates is the maximum number of states of a search.
const MaxStates = 1<<32 - 2

func newStore(words int) *store {
	s := &store{words: words}
	s.resize(1 << 12)
	return s
}

func hash(packed []uint64) uint64 {
	h := uint64(0x9E3779B97F4A7C15)
	for _, w := range packed {
		hi, lo := bits.Mul64(h^w, 0xD6E8FEB86659FD93)
		h = hi ^ lo ^ w>>29
	}
	return h ^ h>>32
}

// at returns the words of a state.
func (s *store) at(i int) []uint64 {
	k := i & (1<<pageBits - 1) * s.words
	return s.pages[i>>pageBits][k : k+s.words]
}

// reset removes all states.
func (s *store) reset() {
	s.count = 0
	clear(s.table)
}

// find returns the number of a state, or -1 if it is not in the store.
func (s *store) find(packed []uint64) int {
	h := hash(packed)
	tag, mask := uint32(h>>32), len(s.table)-1
	for i := int(h) & mask; s.table[i].number != 0; i = (i + 1) & mask {
		if s.table[i].tag == tag && equal(s.at(int(s.table[i].number-1)), packed) {
			return int(s.table[i].number - 1)
		}
	}
	return -1
}

// add returns the number of a state, and whether it is new.
func (s *store) add(packed []uint64) (int, bool) {
	h := hash(packed)
	tag := uint32(h >> 32)
	mask := len(s.table) - 1
	i := int(h) & mask
	for ; s.table[i].number != 0; i = (i + 1) & mask {
		if s.table[i].tag == tag && equal(s.at(int(s.table[i].number-1)), packed) {
			return int(s.table[i].number - 1), false
		}
	}
	n := s.count
	if n>>pageBits == len(s.pages) {
		s.pages = append(s.pages, make([]uint64, s.words<<pageBits))
	}
	s.count++
	copy(s.at(n), packed)
	s.table[i] = entry{uint32(n + 1), tag}
	if s.count >= s.limit {
		s.resize(2 * len(s.table))
	}
	return n, true
}

func equal(a, b []uint64) bool {
	for i, w := range a {
		if w != b[i] {
			return false
		}
	}
	return true
}

// resize creates a table of n entries, a power of two.
func (s *store) resize(n int) {
	s.table, s.limit = make([]entry, n), n/8*5
	for k := range s.count {
		h := hash(s.at(k))
		i := int(h) & (n - 1)
		for s.table[i].number != 0 {
			i = (i + 1) & (n - 1)
		}
		s.table[i] = entry{uint32(k + 1), uint32(h >> 32)}
	}
}

// bytes returns the memory in use.
func (s *store) bytes() int64 {
	return int64(len(s.pages))<<pageBits*int64(s.words)*8 + int64(len(s.table))*8
}

// A column holds a value for each state, in pages.
type column[T any] struct{ pages [][]T }

// of returns a pointer to the value of state i. States must first be accessed in the order of their
// numbers.
func (c *column[T]) of(i int) *T {
	if i>>pageBits == len(c.pages) {
		c.pages = append(c.pages, make([]T, 1<<pageBits))
	}
	return &c.pages[i>>pageBits][i&(1<<pageBits-1)]
}
