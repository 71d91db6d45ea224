package planning

import "math/bits"

// A bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }
func (b bitset) add(i int)      { b[i>>6] |= 1 << (i & 63) }
func (b bitset) remove(i int)   { b[i>>6] &^= 1 << (i & 63) }

// meet removes the elements that are not in c.
func (b bitset) meet(c bitset) {
	for i := range b {
		b[i] &= c[i]
	}
}

// only returns the number of elements from first to last-1, and the greatest of them. It may stop counting at 2.
func (b bitset) only(first, last int) (element, count int) {
	for w := first >> 6; w<<6 < last && count < 2; w++ {
		word := b[w]
		if from := w << 6; from < first {
			word &= ^uint64(0) << (first - from)
		}
		if end := (w + 1) << 6; end > last {
			word &= ^uint64(0) >> (end - last)
		}
		if word != 0 {
			element, count = w<<6+bits.Len64(word)-1, count+bits.OnesCount64(word)
		}
	}
	return element, count
}
