package main

import (
	"context"
	"errors"
	"fmt"

	"farbank"
	"farbank/render"
)

// An unfinishedError is a limit or an interrupt, with what was being done.
type unfinishedError struct {
	err   error
	doing string // as in "while the problem was written out"
}

func (e *unfinishedError) Error() string { return e.err.Error() }
func (e *unfinishedError) Unwrap() error { return e.err }

// isUnfinished reports whether an error is a limit of time or an interrupt.
func isUnfinished(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// during says what was being done when a limit or an interrupt came.
func during(doing string, err error) error {
	if !isUnfinished(err) {
		return err
	}
	return &unfinishedError{err, doing}
}

// notKnown ends where a limit or an interrupt came before there was anything to say.
func (a *app) notKnown(err error) int {
	reason := "it was interrupted"
	if errors.Is(err, context.DeadlineExceeded) {
		reason = "the time limit was reached"
	}
	var stopped *unfinishedError
	if errors.As(err, &stopped) {
		reason += " " + stopped.doing
	}
	if a.json {
		_ = a.printJSON(&render.Document{Status: farbank.Unknown.String(), Reason: reason})
	} else {
		fmt.Fprintf(a.out, "Not known: %s.\n", reason)
	}
	return exitUnknown
}
