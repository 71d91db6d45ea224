package syntax

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// An Error is an error in a file, or in its data, with its position.
type Error struct {
	File string
	Pos  Pos    // the zero Pos: the whole file
	End  Pos    // end of the marked part; zero: a single character
	Msg  string // one line, without a final period
	Hint string // how to fix it, or ""
	Line string // the source line, for the caret, or ""
}

// Error returns "file:line:col: message", without the source line.
func (e *Error) Error() string {
	if !e.Pos.IsValid() {
		return fmt.Sprintf("%s: %s", e.File, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Pos.Line, e.Pos.Col, e.Msg)
}

// Detail returns the message with the source line, a caret under the position and the hint, in
// several lines without a final newline.
func (e *Error) Detail() string {
	var b strings.Builder
	b.WriteString(e.Error())
	if e.Line != "" && e.Pos.IsValid() {
		fmt.Fprintf(&b, "\n    %s\n    %s", e.Line, caret(e))
	}
	if e.Hint != "" {
		fmt.Fprintf(&b, "\n    hint: %s", e.Hint)
	}
	return b.String()
}

// caret returns the marks below the line. It keeps tabs, so that the marks align whatever the
// tab width.
func caret(e *Error) string {
	var b strings.Builder
	col := 1
	for _, r := range e.Line {
		if col >= e.Pos.Col {
			break
		}
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
		col++
	}
	n := 1
	if e.End.Line == e.Pos.Line && e.End.Col > e.Pos.Col {
		n = min(e.End.Col-e.Pos.Col, max(1, utf8.RuneCountInString(e.Line)-e.Pos.Col+1))
	}
	b.WriteString(strings.Repeat("^", n))
	return b.String()
}

// ErrorList is a list of errors of one file in source order.
type ErrorList []*Error

// Error returns all messages, one a line.
func (l ErrorList) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Detail returns all errors with source lines and hints.
func (l ErrorList) Detail() string {
	parts := make([]string, len(l))
	for i, e := range l {
		parts[i] = e.Detail()
	}
	return strings.Join(parts, "\n")
}

// Unwrap returns the errors, for errors.As.
func (l ErrorList) Unwrap() []error {
	errs := make([]error, len(l))
	for i, e := range l {
		errs[i] = e
	}
	return errs
}

// Sort sorts the list by position and removes duplicates.
func (l *ErrorList) Sort() {
	s := *l
	sort.SliceStable(s, func(i, j int) bool { return s[i].Pos.Offset < s[j].Pos.Offset })
	out := s[:0]
	for i, e := range s {
		if i > 0 && e.Pos == s[i-1].Pos && e.Msg == s[i-1].Msg {
			continue
		}
		out = append(out, e)
	}
	*l = out
	if n := len(out) - maxErrors; n > 0 {
		*l = append(out[:maxErrors], &Error{File: out[0].File, Msg: fmt.Sprintf("%d more errors are not shown", n)})
	}
}

// maxErrors is the maximum number of errors reported for a file.
const maxErrors = 200

// Err returns l as an error, or nil if it is empty.
func (l ErrorList) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}
