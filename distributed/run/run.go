package run

import (
	"math/bits"
	"slices"
)

// compare compares the first states of two lists.
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

// Merge merges two runs.
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

// MergeAll merges runs pairwise, so that each state is moved a logarithmic number of times.
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

// A Minus subtracts runs from a run. They are passed in pieces, one run after another, each in
// order.
type Minus struct {
	list  []uint64
	words int
	kept  int // length of the part of list that the current run does not contain
	next  int // index of the next state of list to compare
}

// NewMinus returns a Minus for a run, which it overwrites.
func NewMinus(list []uint64, words int) *Minus { return &Minus{list: list, words: words} }

// Take subtracts a piece of the current run. It reports whether further pieces can matter.
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

// End ends the current run.
func (m *Minus) End() {
	m.kept += copy(m.list[m.kept:], m.list[m.next:])
	m.list, m.kept, m.next = m.list[:m.kept], 0, 0
}

// Left returns the states that remain after the ended runs.
func (m *Minus) Left() []uint64 { return m.list }

// Hash returns a hash of a state.
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

// Part returns the part of a state.
func Part(state []uint64, parts int) int {
	hi, _ := bits.Mul64(Hash(state), uint64(parts))
	return int(hi)
}
