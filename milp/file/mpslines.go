package file

import (
	"bufio"
	"bytes"
	"io"
)

// A word is a part of a line of an MPS file, with the column where it begins, from 1.
type word struct {
	text   []byte
	column int
}

// A record is a line of data: a code (the type of a row or a bound), a head (the name of a column,
// of right-hand sides or of a set of bounds), and up to two pairs of name and number.
type record struct {
	code  word
	head  word
	pairs [2]struct{ name, number word }
	n     int
}

// mpsLines returns the lines of an MPS file that are not comments.
type mpsLines struct {
	in    *bufio.Reader
	text  []byte // of the line, without its end
	line  int    // from 1
	words []word
	err   error // of the underlying reader
	again bool  // next returns the same line again

	negated bool // a comment says that the objective is negated
}

// next goes to the next line that is not empty. It returns false at the end.
func (l *mpsLines) next() bool {
	if l.again {
		l.again = false
		return true
	}
	for l.read() {
		if len(l.text) > 0 && l.text[0] == '*' {
			l.negated = l.negated || string(l.text) == negated
			continue
		}
		if l.split(); len(l.words) > 0 {
			return true
		}
	}
	return false
}

// read reads a line of any length.
func (l *mpsLines) read() bool {
	part, err := l.in.ReadSlice('\n')
	l.text = part
	if err == bufio.ErrBufferFull {
		long := bytes.Clone(part)
		for err == bufio.ErrBufferFull {
			part, err = l.in.ReadSlice('\n')
			long = append(long, part...)
		}
		l.text = long
	}
	if err != nil && err != io.EOF {
		l.err = err
		return false
	}
	if err == io.EOF && len(l.text) == 0 {
		return false
	}
	l.line++
	l.text = bytes.TrimRight(l.text, "\r\n\x1a")
	return true
}

// split splits the line at blanks. From the third word on, a dollar begins a comment.
func (l *mpsLines) split() {
	l.words = l.words[:0]
	for i := 0; i < len(l.text); {
		if l.text[i] <= ' ' {
			i++
			continue
		}
		end := i
		for end < len(l.text) && l.text[end] > ' ' {
			end++
		}
		if l.text[i] == '$' && len(l.words) >= 2 {
			return
		}
		l.words = append(l.words, word{l.text[i:end], i + 1})
		i = end
	}
}

// header reports whether the line begins a section.
func (l *mpsLines) header() bool { return l.text[0] > ' ' }

// byColumns splits the line by the fixed layout: fields at columns 2-3, 5-12, 15-22, 25-36, 40-47
// and 50-61.
func (l *mpsLines) byColumns() (r record) {
	r.code = l.field(1, 3)
	r.head = l.field(4, 12)
	r.pairs[0].name = l.field(14, 22)
	r.pairs[0].number = l.field(24, 36)
	r.pairs[1].name = l.field(39, 47)
	r.pairs[1].number = l.field(49, 61)
	if len(r.pairs[0].name.text) > 0 && r.pairs[0].name.text[0] == '$' {
		r.pairs[0].name = word{}
		return r
	}
	r.n = 1
	if text := r.pairs[1].name.text; len(text) > 0 && text[0] != '$' {
		r.n = 2
	}
	return r
}

// field returns the text between two columns, without the blanks around it.
func (l *mpsLines) field(from, to int) word {
	if from >= len(l.text) {
		return word{column: from + 1}
	}
	text := l.text[from:min(to, len(l.text))]
	rest := bytes.TrimLeft(text, " \t")
	return word{bytes.TrimRight(rest, " \t"), from + 1 + len(text) - len(rest)}
}

// number reports whether a word can be read as a number or an infinity, even one out of range.
func (w word) number() bool {
	_, err := parseBound(w.text)
	return err == nil || err == errRange
}

// byWords returns a record of one or two pairs of a name and a number, perhaps with a head. It
// returns false if the words do not fit.
func (l *mpsLines) byWords() (r record, ok bool) {
	w := l.words
	switch len(w) {
	case 3, 5:
		r.head = w[0]
		w = w[1:]
	case 2, 4:
	default:
		return r, false
	}
	for ; len(w) > 0; w = w[2:] {
		r.pairs[r.n].name, r.pairs[r.n].number = w[0], w[1]
		if !w[1].number() {
			return r, false
		}
		r.n++
	}
	return r, true
}
