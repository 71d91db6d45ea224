package model

import "math/bits"

// A Layout packs the cells of a state into 64-bit words. A cell takes as many bits as its
// domain needs, and none if it has one value. No cell crosses a word boundary, and the order of
// cells is kept.
type Layout struct {
	Words  int
	Bits   int     // used bits of the last word
	Fields []Field // by cell
}

// A Field is the place of a cell in the words: its value is (word >> Shift) & Mask, plus Lo.
type Field struct {
	Word  int
	Shift uint
	Mask  uint64
	Lo    int64
}

// NewLayout returns a layout of the cells of p.
func NewLayout(p *Problem) *Layout {
	l := &Layout{Words: 1, Fields: make([]Field, len(p.Cells))}
	used := 0
	for i, c := range p.Cells {
		n := bits.Len64(uint64(c.Hi) - uint64(c.Lo))
		if used+n > 64 {
			l.Words++
			used = 0
		}
		mask := ^uint64(0)
		if n < 64 {
			mask = 1<<n - 1
		}
		l.Fields[i] = Field{Word: l.Words - 1, Shift: uint(used), Mask: mask, Lo: c.Lo}
		if n == 0 {
			l.Fields[i].Shift = 0
		}
		used += n
	}
	l.Bits = used
	return l
}

// Pack writes s into words, which has length l.Words.
func (l *Layout) Pack(s State, words []uint64) {
	clear(words)
	for i, f := range l.Fields {
		words[f.Word] |= uint64(s[i]-f.Lo) << f.Shift
	}
}

// Unpack writes the cells of a packed state into s.
func (l *Layout) Unpack(words []uint64, s State) {
	for i, f := range l.Fields {
		s[i] = int64(words[f.Word]>>f.Shift&f.Mask) + f.Lo
	}
}
