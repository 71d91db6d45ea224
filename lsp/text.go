package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"

	"farbank/lang/syntax"
)

// A text is a source with the offsets of its lines, as the protocol defines them: at \n, \r\n and
// \r.
type text struct {
	source string
	starts []int
}

func newText(source string) *text {
	t := &text{source: source, starts: []int{0}}
	for i := 0; i < len(source); i++ {
		if c := source[i]; c == '\n' || c == '\r' && (i+1 == len(source) || source[i+1] != '\n') {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// line returns the content of a line, without its end.
func (t *text) line(n int) string {
	to := len(t.source)
	if n+1 < len(t.starts) {
		to = t.starts[n+1]
	}
	return strings.TrimRight(t.source[t.starts[n]:to], "\r\n")
}

// position returns the position of a byte.
func (t *text) position(offset int) Position {
	offset = max(0, min(offset, len(t.source)))
	n := sort.SearchInts(t.starts, offset+1) - 1
	return Position{n, units(t.source[t.starts[n]:offset])}
}

// offset returns the byte at a position; positions beyond the end of a line are its end.
func (t *text) offset(p Position) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(t.starts) {
		return len(t.source)
	}
	left, line := p.Character, t.line(p.Line)
	for i, r := range line {
		if left <= 0 {
			return t.starts[p.Line] + i
		}
		left -= width(r)
	}
	return t.starts[p.Line] + len(line)
}

func (t *text) span(from, to int) Range {
	return Range{t.position(from), t.position(max(from, to))}
}

func (t *text) node(n syntax.Node) Range { return t.span(n.Pos().Offset, n.End().Offset) }

// column returns the byte at a line and a column of package syntax: lines end with \n, and columns
// are characters, both from 1.
func (t *text) column(p syntax.Pos) int {
	at := 0
	for n := 1; n < p.Line; n++ {
		i := strings.IndexByte(t.source[at:], '\n')
		if i < 0 {
			return len(t.source)
		}
		at += i + 1
	}
	if at == 0 && strings.HasPrefix(t.source, "\ufeff") {
		at = len("\ufeff")
	}
	for col := 1; col < p.Col && at < len(t.source) && t.source[at] != '\n'; col++ {
		_, n := utf8.DecodeRuneInString(t.source[at:])
		at += n
	}
	return at
}

// edit returns the source with a range replaced.
func (t *text) edit(c change) string {
	if c.Range == nil {
		return c.Text
	}
	from, to := t.offset(c.Range.Start), t.offset(c.Range.End)
	return t.source[:from] + c.Text + t.source[max(from, to):]
}

// units returns the length of a text in UTF-16 units.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += width(r)
	}
	return n
}

func width(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}
