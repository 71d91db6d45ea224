package syntax

import (
	"errors"
	"iter"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDepth limits the nesting of lists, so that no input can exhaust the stack.
const maxDepth = 10000

// Reader reads forms from a text, one after another.
type Reader struct {
	file  *string
	text  string
	at    int
	line  int
	start int // the start of the line
	known int // a place in the line whose column, col, is known
	col   int
	stack []*Form // items of the open lists
	slab  []Form  // allocated forms that are not used yet
}

// NewReader returns a Reader of text; positions name it file. The Reader skips a byte order
// mark at the beginning.
func NewReader(file, text string) *Reader {
	r := &Reader{file: &file, text: text, line: 1, col: 1}
	if strings.HasPrefix(text, "\ufeff") {
		r.at = len("\ufeff")
		r.start, r.known = r.at, r.at
	}
	return r
}

// ErrIncomplete reports that the text ended within a list or string, so that more input could
// complete it.
var ErrIncomplete = errors.New("the text ends within a form")

// Parse reads all forms of a text and joins all its errors. After an error it continues at the
// next line that begins with a bracket.
func Parse(file, text string) ([]*Form, error) {
	var forms []*Form
	var faults []error
	for f, err := range NewReader(file, text).All() {
		if err != nil {
			faults = append(faults, err)
			continue
		}
		forms = append(forms, f)
	}
	return forms, errors.Join(faults...)
}

// All yields the remaining forms, and an error in place of a form that cannot be read. After an
// error it continues at the next line that begins with a bracket.
func (r *Reader) All() iter.Seq2[*Form, error] {
	return func(yield func(*Form, error) bool) {
		for {
			f, err := r.Next()
			if f == nil && err == nil || !yield(f, err) || err != nil && !r.Recover() {
				return
			}
		}
	}
}

// Recover moves to the next line that begins with an opening bracket. It returns false at
// the end of the text.
func (r *Reader) Recover() bool {
	for {
		for r.at < len(r.text) && !r.endsLine(r.at) {
			r.at++
		}
		if r.at == len(r.text) {
			return false
		}
		r.at++
		r.newLine()
		if strings.HasPrefix(r.text[r.at:], "(") {
			return true
		}
	}
}

// endsLine reports whether the byte at i ends a line: LF, CR LF or a single CR.
func (r *Reader) endsLine(i int) bool {
	return r.text[i] == '\n' || r.text[i] == '\r' && !strings.HasPrefix(r.text[i+1:], "\n")
}

func (r *Reader) newLine() { r.line++; r.start = r.at }

// pos returns the position of byte at. It counts columns from the last position computed,
// since lines may be long.
func (r *Reader) pos(at int) Pos {
	if r.known < r.start || at < r.known {
		r.known, r.col = min(r.start, at), 1
	}
	r.col += utf8.RuneCountInString(r.text[r.known:at])
	r.known = at
	return Pos{r.file, int32(r.line), int32(r.col)}
}

func (r *Reader) fail(at int, message string) error { return &Error{Pos: r.pos(at), Message: message} }

// Next reads a form. It returns nil at the end of the text.
func (r *Reader) Next() (*Form, error) { return r.form(0) }

func (r *Reader) form(depth int) (*Form, error) {
	if err := r.skip(); err != nil {
		return nil, err
	}
	if r.at >= len(r.text) {
		return nil, nil
	}
	switch c := r.text[r.at]; c {
	case '(':
		if depth >= maxDepth {
			return nil, r.fail(r.at, "the lists are nested too deeply")
		}
		return r.list(depth)
	case ')':
		err := r.fail(r.at, "this ) closes nothing")
		r.at++
		return nil, err
	}
	return r.atom()
}

func (r *Reader) list(depth int) (*Form, error) {
	f := r.newForm()
	f.Kind, f.Pos, f.Start = List, r.pos(r.at), int32(r.at)
	r.at++
	base := len(r.stack)
	defer func() { r.stack = r.stack[:base] }()
	for {
		if err := r.skip(); err != nil {
			return nil, err
		}
		if r.at >= len(r.text) {
			return nil, &Error{Pos: f.Pos, Message: "this ( is not closed", early: true}
		}
		if r.text[r.at] == ')' {
			r.at++
			f.End = int32(r.at)
			if len(r.stack) > base {
				f.Items = append([]*Form(nil), r.stack[base:]...)
			}
			return f, nil
		}
		item, err := r.form(depth + 1)
		if err != nil {
			return nil, err
		}
		r.stack = append(r.stack, item)
	}
}

// newForm returns a form. It allocates many at once.
func (r *Reader) newForm() *Form {
	if len(r.slab) == 0 {
		r.slab = make([]Form, 64)
	}
	f := &r.slab[0]
	r.slab = r.slab[1:]
	return f
}

// skip skips white space and comments.
func (r *Reader) skip() error {
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case r.endsLine(r.at):
			r.at++
			r.newLine()
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			r.at++
		case c == ';':
			if i := strings.IndexAny(r.text[r.at:], "\r\n"); i >= 0 {
				r.at += i
			} else {
				r.at = len(r.text)
			}
		case c == '/' && strings.HasPrefix(r.text[r.at:], "/*"):
			if err := r.comment(); err != nil {
				return err
			}
		default:
			return nil
		}
	}
	return nil
}

func (r *Reader) comment() error {
	pos := r.pos(r.at)
	end := strings.Index(r.text[r.at:], "*/")
	if end < 0 {
		r.at = len(r.text)
		return &Error{Pos: pos, Message: "this comment is not closed", early: true}
	}
	r.countLines(r.at, r.at+end)
	r.at += end + 2
	return nil
}

func (r *Reader) atom() (*Form, error) {
	f := r.newForm()
	f.Pos, f.Start = r.pos(r.at), int32(r.at)
	var err error
	switch c := r.text[r.at]; c {
	case '"':
		err = r.string(f)
	case '&', '|', '~':
		f.Kind = map[byte]Kind{'&': And, '|': Or, '~': Not}[c]
		f.Text = string(c)
		r.at++
	case '?':
		r.variable(f, 1, Variable, Global, Wildcard)
	case '$':
		if strings.HasPrefix(r.text[r.at:], "$?") {
			r.variable(f, 2, MultiVariable, MultiGlobal, MultiWildcard)
			break
		}
		r.symbol(f)
	default:
		r.symbol(f)
	}
	f.End = int32(r.at)
	return f, err
}

func (r *Reader) string(f *Form) error {
	f.Kind = String
	var b strings.Builder
	for i := r.at + 1; i < len(r.text); i++ {
		switch c := r.text[i]; c {
		case '"':
			r.countLines(r.at, i)
			r.at = i + 1
			f.Text = b.String()
			return nil
		case '\\':
			if i++; i < len(r.text) {
				b.WriteByte(r.text[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	r.at = len(r.text)
	return &Error{Pos: f.Pos, Message: "this string is not closed", early: true}
}

func (r *Reader) countLines(from, to int) {
	for i := from; i < to; i++ {
		if r.endsLine(i) {
			r.line++
			r.start = i + 1
		}
	}
}

// delimits reports whether c ends a symbol.
func delimits(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', '\f', '\v', '"', '(', ')', '&', '|', '~', ';', '<':
		return true
	}
	return false
}

func (r *Reader) word() string {
	from := r.at
	for r.at++; r.at < len(r.text) && !delimits(r.text[r.at]); {
		r.at++
	}
	return r.text[from:r.at]
}

func (r *Reader) variable(f *Form, sigil int, local, global, wildcard Kind) {
	r.at += sigil
	if r.at >= len(r.text) || delimits(r.text[r.at]) || r.text[r.at] == '?' {
		f.Kind = wildcard
		return
	}
	name := r.word()
	if len(name) > 2 && name[0] == '*' && name[len(name)-1] == '*' {
		f.Kind, f.Text = global, name[1:len(name)-1]
		return
	}
	f.Kind, f.Text = local, name
}

func (r *Reader) symbol(f *Form) {
	f.Text = r.word()
	f.Kind = Symbol
	if !numeric(f.Text) {
		return
	}
	if n, err := strconv.ParseInt(f.Text, 10, 64); err == nil {
		f.Kind, f.Int = Integer, n
		return
	} else if errors.Is(err, strconv.ErrRange) {
		f.Kind, f.Int = Integer, math.MaxInt64
		if f.Text[0] == '-' {
			f.Int = math.MinInt64
		}
		return
	}
	if x, err := strconv.ParseFloat(f.Text, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		f.Kind, f.Int = FloatNumber, int64(math.Float64bits(x))
	}
}

// numeric reports whether s has only characters of a decimal number, so that words such as
// "inf" and "0x1p2" are symbols.
func numeric(s string) bool {
	digits := false
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits = true
		case c == '.' || c == '+' || c == '-':
		case (c == 'e' || c == 'E') && digits:
		default:
			return false
		}
	}
	return digits
}
