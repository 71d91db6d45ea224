package visible

import (
	"io"
	"strings"
	"unicode/utf8"
)

// A Writer writes texts, made visible as Text does.
type Writer struct {
	to     io.Writer
	cut    []byte // the beginning of an incomplete character
	before rune
}

// NewWriter returns a Writer to w. Flush must be called at the end.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// Write writes b. It keeps an incomplete character for the next call.
func (w *Writer) Write(b []byte) (int, error) {
	s := string(b)
	if len(w.cut) == 0 && plain(s) {
		w.before = 0
		return w.to.Write(b)
	}
	s = string(w.cut) + s
	whole := len(s) - incomplete(s)
	w.cut = []byte(s[whole:])
	var out strings.Builder
	w.before = appendText(&out, s[:whole], w.before)
	if _, err := io.WriteString(w.to, out.String()); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Flush writes an incomplete character.
func (w *Writer) Flush() error {
	if len(w.cut) == 0 {
		return nil
	}
	s := Text(string(w.cut))
	w.cut = nil
	_, err := io.WriteString(w.to, s)
	return err
}

// incomplete returns the number of bytes at the end of s that begin an incomplete character.
func incomplete(s string) int {
	for n := 1; n < utf8.UTFMax && n <= len(s); n++ {
		if c := s[len(s)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRuneInString(s[len(s)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}
