package fault

import (
	"context"
	"errors"
	"fmt"
)

// ErrLimit says that the most rules allowed have fired, and others could.
var ErrLimit = fmt.Errorf("the limit of rules to fire is reached")

// ErrReported is an error whose message has been given already.
var ErrReported = errors.New("reported")

// ErrExit says that the program has called exit.
var ErrExit = errors.New("exit")

// Faults gives what is wrong with a program that Load has ended with ErrExit, or
// nil.
func Faults(err error) error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	var faults []error
	for _, each := range joined.Unwrap() {
		if errors.Is(each, ErrExit) {
			each = Faults(each)
		}
		faults = append(faults, each)
	}
	return errors.Join(faults...)
}

// IsFault reports whether an error of Load is one of the text, after which the
// rest of it was loaded; else the program has ended.
func IsFault(err error) bool {
	var m interface{ MemoryLimit() bool }
	return !errors.As(err, &m) && !errors.Is(err, ErrExit) && !errors.Is(err, ErrLimit) && !errors.Is(err, ErrOutput) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// ErrLongLine says that what a program reads at a time, a line or a word, is longer than
// the limit for texts.
var ErrLongLine = errors.New("what is read at once is too long")

// ErrOutput says that what a program printed could not be written.
var ErrOutput = errors.New("the output cannot be written")

// ErrRunning refuses a run within a run: from a function that a rule calls.
var ErrRunning = errors.New("the rules are being run already")
