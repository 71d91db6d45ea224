package explain

import "math/bits"

// A set is a bit set of small integers. Sets that are compared or combined must have the same
// length.
type set []uint64

func newSet(n int) set { return make(set, (n+63)/64) }

func full(n int) set {
	s := newSet(n)
	for i := range n {
		s.add(i)
	}
	return s
}

func (s set) has(i int) bool { return s[i>>6]>>(i&63)&1 == 1 }
func (s set) add(i int)      { s[i>>6] |= 1 << (i & 63) }
func (s set) drop(i int)     { s[i>>6] &^= 1 << (i & 63) }

func (s set) clone() set {
	out := make(set, len(s))
	copy(out, s)
	return out
}

func (s set) size() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// within reports whether s is a subset of t.
func (s set) within(t set) bool {
	for i, w := range s {
		if w&^t[i] != 0 {
			return false
		}
	}
	return true
}

// meets reports whether s and t have a common member.
func (s set) meets(t set) bool {
	for i, w := range s {
		if w&t[i] != 0 {
			return true
		}
	}
	return false
}

func (s set) minus(t set) set {
	out := s.clone()
	for i := range out {
		out[i] &^= t[i]
	}
	return out
}

func (s set) with(list []int) set {
	out := s.clone()
	for _, i := range list {
		out.add(i)
	}
	return out
}

// list returns the members in increasing order.
func (s set) list() []int {
	out := make([]int, 0, s.size())
	for k, w := range s {
		for ; w != 0; w &= w - 1 {
			out = append(out, k<<6+bits.TrailingZeros64(w))
		}
	}
	return out
}

// key returns the set as a map key.
func (s set) key() string {
	b := make([]byte, 0, len(s)*8)
	for _, w := range s {
		for k := range 8 {
			b = append(b, byte(w>>(8*k)))
		}
	}
	return string(b)
}
