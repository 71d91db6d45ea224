package file

import (
	"fmt"
	"strings"
)

// Error is a mistake in a file, with its position.
type Error struct {
	File    string // as it was given to the reader
	Line    int    // from 1
	Column  int    // from 1, in bytes; 0 means the whole line
	Message string
}

// Error returns file:line:column: message.
func (e *Error) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Errors are the mistakes of a file in the order of its lines, one at least and
// [MaxErrors] at most. errors.As finds the first *Error in them.
type Errors []*Error

// MaxErrors is the maximum number of mistakes that a reader reports before it stops.
const MaxErrors = 20

// Error returns one line for each mistake.
func (e Errors) Error() string {
	var b strings.Builder
	for i, one := range e {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(one.Error())
	}
	if len(e) >= MaxErrors {
		b.WriteString("\nthere may be more: reading ended here")
	}
	return b.String()
}

// Unwrap returns the mistakes one by one.
func (e Errors) Unwrap() []error {
	list := make([]error, len(e))
	for i, one := range e {
		list[i] = one
	}
	return list
}

// A report collects the mistakes of one file.
type report struct {
	file   string
	errors Errors
}

// add adds a mistake.
func (r *report) add(line, column int, format string, args ...any) {
	if !r.full() {
		r.errors = append(r.errors, &Error{r.file, line, column, fmt.Sprintf(format, args...)})
	}
}

// full reports whether MaxErrors is reached.
func (r *report) full() bool { return len(r.errors) >= MaxErrors }

// err returns the mistakes, or nil.
func (r *report) err() error {
	if len(r.errors) == 0 {
		return nil
	}
	return r.errors
}
