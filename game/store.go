package game

import (
	"math"
	"math/bits"
)

// A store numbers keys of one or more words in the order of their insertion.
type store struct {
	words []uint64
	n     int
	size  int      // words of each key, unless at is set
	at    []int    // of keys of several lengths: words[at[i]:at[i+1]] is key i
	table []uint64 // open addressing, in the order of the hashes: the upper half of the hash, and the number plus 1; 0 is free
	bits  int      // the table has 1<<bits entries
}

func newStore() *store { return &store{table: make([]uint64, 1<<10), bits: 10} }

// newSmallStore returns an empty store for few keys. It uses the memory of old, which may be nil.
func newSmallStore(old *store) *store {
	if old == nil {
		return &store{table: make([]uint64, 1<<6), bits: 6}
	}
	clear(old.table)
	old.words, old.at, old.n = old.words[:0], nil, 0
	return old
}

func (st *store) len() int { return st.n }

// key returns key i. It is valid until the next insertion.
func (st *store) key(i int) []uint64 {
	if st.at == nil {
		lo, hi := i*st.size, (i+1)*st.size
		return st.words[lo:hi:hi]
	}
	return st.words[st.at[i]:st.at[i+1]:st.at[i+1]]
}

// following returns up to n keys from key i on, one behind the other, or nil if they have several lengths.
func (st *store) following(i, n int) []uint64 {
	to := min(i+n, st.n)
	if st.at == nil {
		return st.words[i*st.size : to*st.size]
	}
	if size := st.at[i+1] - st.at[i]; st.at[to]-st.at[i] == size*(to-i) {
		return st.words[st.at[i]:st.at[to]]
	}
	return nil
}

// bytes returns the memory that the store uses.
func (st *store) bytes() int64 { return int64(8*cap(st.words) + 8*cap(st.at) + 8*len(st.table)) }

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

// slot returns the place in the table at which the search for a hash begins.
func (st *store) slot(h uint64) int { return int(h >> (64 - st.bits)) }

// next returns the place that is tried after i.
func (st *store) next(i int) int { return (i + 1) & (len(st.table) - 1) }

// find returns the number of a key, and whether it is there.
func (st *store) find(key []uint64) (int, bool) {
	h := hash(key)
	for i := st.slot(h); st.table[i] != 0; i = st.next(i) {
		if k := st.holds(i, h, key); k >= 0 {
			return k, true
		}
	}
	return 0, false
}

// holds returns the number of a key with the hash h if the entry of the table at i is that of the key, or else -1.
func (st *store) holds(i int, h uint64, key []uint64) int {
	if e := st.table[i]; (e^h)>>32 == 0 {
		if k := int(uint32(e)) - 1; equal(st.key(k), key) {
			return k
		}
	}
	return -1
}

// insert returns the number of a key, and whether it is new.
func (st *store) insert(key []uint64) (int, bool) { return st.insertHashed(key, hash(key)) }

// insertHashed is insert for a key whose hash is known.
func (st *store) insertHashed(key []uint64, h uint64) (int, bool) {
	i := st.slot(h)
	for ; st.table[i] != 0; i = st.next(i) {
		if k := st.holds(i, h, key); k >= 0 {
			return k, false
		}
	}
	k := st.n
	switch {
	case st.at != nil:
		st.at = append(st.at, len(st.words)+len(key))
	case k == 0:
		st.size = len(key)
	case len(key) != st.size:
		for i := range k + 1 {
			st.at = append(st.at, i*st.size)
		}
		st.at = append(st.at, len(st.words)+len(key))
	}
	st.words = append(st.words, key...)
	st.n++
	st.table[i] = h&^math.MaxUint32 | uint64(k+1)
	if 3*k > 2*len(st.table) {
		st.grow()
	}
	return k, true
}

// grow doubles the table. The entries stay in the order of their hashes, so both tables are passed once.
func (st *store) grow() {
	old := st.table
	st.bits++
	st.table = make([]uint64, 1<<st.bits)
	for _, e := range old {
		if e == 0 {
			continue
		}
		i := st.slot(e)
		for st.table[i] != 0 {
			i = st.next(i)
		}
		st.table[i] = e
	}
}

// touch reads what the insertion of keys with the given hashes will read, so that the waits for memory overlap. The result keeps the
// compiler from leaving the reads out.
func (st *store) touch(hashes []uint64) (read uint64) {
	for _, h := range hashes {
		read |= st.table[st.slot(h)]
	}
	if st.at != nil || st.size == 0 {
		return read
	}
	for _, h := range hashes {
		if e := st.table[st.slot(h)]; e != 0 && (e^h)>>32 == 0 {
			read |= st.words[(int(uint32(e))-1)*st.size]
		}
	}
	return read
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
