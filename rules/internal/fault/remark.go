package fault

import (
	"errors"
	"fmt"

	"farbank/rules/syntax"
)

// CountArgs returns an error unless got is between least and most; -1 means no limit.
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

// Site is the position of a call and its construct.
type Site struct {
	Pos       syntax.Pos
	Construct string
}

// Remark is an error that a function reports without ending the actions that call it: the function
// still returns a value.
type Remark struct{ Err error }

// Error returns the message.
func (r *Remark) Error() string { return r.Err.Error() }

// Unwrap returns the error reported.
func (r *Remark) Unwrap() error { return r.Err }

// Remarkf returns a remark with a formatted message.
func Remarkf(format string, args ...any) error { return &Remark{fmt.Errorf(format, args...)} }

// Missing returns the remark about an unknown construct, module or fact.
func Missing(kind, name string) error {
	return Remarkf("[PRNTUTIL1] Unable to find %s %s.", kind, name)
}

// Place adds the position to an error without one.
func (s *Site) Place(err error) error {
	var placed *Error
	if errors.As(err, &placed) || errors.Is(err, ErrExit) || errors.Is(err, ErrLimit) {
		return err
	}
	return &Error{Pos: s.Pos, Construct: s.Construct, Message: err.Error(), Err: err}
}
