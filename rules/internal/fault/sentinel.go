package fault

import (
	"context"
	"errors"
	"fmt"
)

// ErrLimit reports that the limit of rules to fire is reached and that others could fire.
var ErrLimit = fmt.Errorf("the limit of rules to fire is reached")

// ErrReported is an error whose message has been printed already.
var ErrReported = errors.New("reported")

// ErrExit reports that the program has called exit.
var ErrExit = errors.New("exit")

// Faults returns the errors in a text that Load has ended with ErrExit, or nil.
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

// IsFault reports whether an error of Load is about the text, the rest of which was loaded. Other
// errors have ended the program.
func IsFault(err error) bool {
	var m interface{ MemoryLimit() bool }
	return !errors.As(err, &m) && !errors.Is(err, ErrExit) && !errors.Is(err, ErrLimit) && !errors.Is(err, ErrOutput) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// ErrLongLine reports that a line or a word of the input exceeds the limit of texts.
var ErrLongLine = errors.New("what is read at once is too long")

// ErrOutput reports that output of the program could not be written.
var ErrOutput = errors.New("the output cannot be written")

// ErrRunning reports a run started while another one is running, by a function that a rule calls.
var ErrRunning = errors.New("the rules are being run already")
