package fault

import (
	"errors"
	"fmt"

	"farbank/rules/syntax"
)

// CountArgs holds a number of arguments against the least and the most, -1 for any number.
func CountArgs(name string, got, least, most int) error {
	plural := func(n int) string {
		if n == 1 {
			return "argument"
		}
		return "arguments"
	}
	switch {
	case least == most && got != least:
		return fmt.Errorf("[ARGACCES4] Function %s expected exactly %d %s", name, least, argPlural(least))
	case got < least:
		return fmt.Errorf("[ARGACCES4] Function %s expected at least %d %s", name, least, argPlural(least))
	case most >= 0 && got > most:
		return fmt.Errorf("[ARGACCES4] Function %s expected no more than %d %s", name, most, plural(most))
	}
	return nil
}

func argPlural(int) string { return "argument(s)" }

// Site is a place of the program: that of a call, with its construct.
type Site struct {
	Pos       syntax.Pos
	Construct string
}

// Remark is a fault that a function speaks of and that does not end the actions
// it is called from: it gives its value all the same.
type Remark struct{ Err error }

func (r *Remark) Error() string { return r.Err.Error() }

func (r *Remark) Unwrap() error { return r.Err }

// Remarkf makes a remark.
func Remarkf(format string, args ...any) error { return &Remark{fmt.Errorf(format, args...)} }

// Missing is the remark on a construct, module or fact that is not there.
func Missing(kind, name string) error {
	return Remarkf("[PRNTUTIL1] Unable to find %s %s.", kind, name)
}

// Place gives an error its place, unless it has one.
func (s *Site) Place(err error) error {
	var placed *Error
	if errors.As(err, &placed) || errors.Is(err, ErrExit) || errors.Is(err, ErrLimit) {
		return err
	}
	return &Error{Pos: s.Pos, Construct: s.Construct, Message: err.Error(), Err: err}
}
