package run

import (
	"math/bits"
	"slices"
)

// compare compares the states at the beginning of two lists.
func compare(a, b []uint64, words int) int {
	for k := range words {
		if a[k] != b[k] {
			if a[k] < b[k] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// Merge makes one run of two.
func Merge(a, b []uint64, words int) []uint64 {
	out := make([]uint64, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch compare(a, b, words) {
		case -1:
			out, a = append(out, a[:words]...), a[words:]
		case 1:
			out, b = append(out, b[:words]...), b[words:]
		default:
			out, a, b = append(out, a[:words]...), a[words:], b[words:]
		}
	}
	return append(append(out, a...), b...)
}

// MergeAll makes one run of many, pair by pair, so that each state is moved a logarithmic
// number of times.
func MergeAll(runs [][]uint64, words int) []uint64 {
	if len(runs) == 0 {
		return nil
	}
	runs = slices.Clone(runs)
	for len(runs) > 1 {
		half := (len(runs) + 1) / 2
		for i := range len(runs) / 2 {
			runs[i], runs[half+i] = Merge(runs[i], runs[half+i], words), nil
		}
		runs = runs[:half]
	}
	return runs[0]
}

// A Minus takes runs away from a run. They are given in pieces, each run from its first state
// to its last.
type Minus struct {
	list  []uint64
	words int
	kept  int // of the list, what the present run has been compared with and does not hold
	next  int // what comes next of the list
}

// NewMinus begins with a run, which it will overwrite.
func NewMinus(list []uint64, words int) *Minus { return &Minus{list: list, words: words} }

// Take takes a piece of the present run away. It reports whether more of it can matter.
func (m *Minus) Take(piece []uint64) bool {
	w := m.words
	for len(piece) > 0 && m.next < len(m.list) {
		switch compare(m.list[m.next:], piece, w) {
		case -1:
			m.kept += copy(m.list[m.kept:m.kept+w], m.list[m.next:m.next+w])
			m.next += w
		case 1:
			piece = piece[w:]
		default:
			m.next += w
			piece = piece[w:]
		}
	}
	return m.next < len(m.list)
}

// End ends the present run: what follows belongs to another.
func (m *Minus) End() {
	m.kept += copy(m.list[m.kept:], m.list[m.next:])
	m.list, m.kept, m.next = m.list[:m.kept], 0, 0
}

// Left is what is left after the runs that have ended.
func (m *Minus) Left() []uint64 { return m.list }

// Hash is a hash of a state, well mixed.
func Hash(state []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range state {
		hi, lo := bits.Mul64(h^w, 0xd6e8feb86659fd93)
		h = hi ^ lo ^ bits.RotateLeft64(w, 29)
	}
	return Mix(h)
}

// Mix mixes the bits of a word.
func Mix(h uint64) uint64 {
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>32
}

// Part is the part that a state belongs to.
func Part(state []uint64, parts int) int {
	hi, _ := bits.Mul64(Hash(state), uint64(parts))
	return int(hi)
}
