package game

import "math/bits"

// A store numbers keys of one or more words in the order of their insertion.
type store struct {
	words []uint64
	at    []int // words[at[i]:at[i+1]] is key i
	table []int32
	mask  uint64
}

func newStore() *store {
	return &store{at: []int{0}, table: make([]int32, 1024), mask: 1023}
}

// newSmallStore returns an empty store for few keys. It uses the memory of old, which may be nil.
func newSmallStore(old *store) *store {
	if old == nil {
		return &store{at: []int{0}, table: make([]int32, 64), mask: 63}
	}
	clear(old.table)
	old.words, old.at = old.words[:0], old.at[:1]
	return old
}

func (st *store) len() int { return len(st.at) - 1 }

// key returns key i. It is valid until the next insertion.
func (st *store) key(i int) []uint64 { return st.words[st.at[i]:st.at[i+1]:st.at[i+1]] }

// bytes returns the memory that the store uses.
func (st *store) bytes() int64 {
	return int64(8*cap(st.words) + 8*cap(st.at) + 4*len(st.table))
}

// hash mixes the words of a key (multiplication by odd constants, after Steele and Vigna 2021).
func hash(key []uint64) uint64 {
	h := uint64(len(key)) * 0x9e3779b97f4a7c15
	for _, w := range key {
		hi, lo := bits.Mul64(w^0xd1342543de82ef95, h^0x9fb21c651e98df25)
		h = bits.RotateLeft64(h, 23) ^ hi ^ lo
	}
	h ^= h >> 29
	return h * 0xbf58476d1ce4e5b9
}

// find returns the number of a key, and whether it is there.
func (st *store) find(key []uint64) (int, bool) {
	for i := hash(key) >> 7 & st.mask; st.table[i] != 0; i = (i + 1) & st.mask {
		if k := int(st.table[i]) - 1; equal(st.key(k), key) {
			return k, true
		}
	}
	return 0, false
}

// insert returns the number of a key, and whether it is new.
func (st *store) insert(key []uint64) (int, bool) {
	i := hash(key) >> 7 & st.mask
	for ; st.table[i] != 0; i = (i + 1) & st.mask {
		if k := int(st.table[i]) - 1; equal(st.key(k), key) {
			return k, false
		}
	}
	k := st.len()
	st.words = append(st.words, key...)
	st.at = append(st.at, len(st.words))
	st.table[i] = int32(k + 1)
	if 3*k > 2*len(st.table) {
		st.grow()
	}
	return k, true
}

func (st *store) grow() {
	st.table = make([]int32, 2*len(st.table))
	st.mask = uint64(len(st.table) - 1)
	for k := range st.len() {
		i := hash(st.key(k)) >> 7 & st.mask
		for st.table[i] != 0 {
			i = (i + 1) & st.mask
		}
		st.table[i] = int32(k + 1)
	}
}

func equal(a, b []uint64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
