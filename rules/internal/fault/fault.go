package fault

import (
	"fmt"

	"farbank/rules/syntax"
)

// PanicError is the panic of a Go function that a program has called.
type PanicError struct {
	Function string
	Value    any    // what was given to panic
	Stack    []byte // where
}

// Error names the function.
func (e *PanicError) Error() string {
	return fmt.Sprintf("the function %s has panicked: %v", e.Function, e.Value)
}

// Unwrap gives what was given to panic, if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// ArgumentError says that an argument has the wrong type or value.
type ArgumentError struct {
	Function string
	Argument int    // from 1
	Want     string // as in "of type integer or float"
}

// Error gives the message, in the words users of CLIPS know.
func (e *ArgumentError) Error() string {
	return fmt.Sprintf("[ARGACCES5] Function %s expected argument #%d to be %s", e.Function, e.Argument, e.Want)
}

// Error is a fault of a program, with its place and the construct it is in.
type Error struct {
	Pos       syntax.Pos
	Construct string // as "defrule cross", or ""
	Message   string
	Err       error // what Message says
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Error gives place, construct and message.
func (e *Error) Error() string {
	if e.Construct != "" {
		return fmt.Sprintf("%s: %s: %s", e.Pos, e.Construct, e.Message)
	}
	return fmt.Sprintf("%s: %s", e.Pos, e.Message)
}

// A MemoryError says that a value is larger than the program has memory for. It ends
// the program.
type MemoryError struct{ Bytes int64 }

func (e *MemoryError) Error() string { return "the memory limit was reached" }

// MemoryLimit tells that it is one.
func (e *MemoryError) MemoryLimit() bool { return true }

// RunError is an error in the actions of a rule. The rule's further actions are
// not done, and the run ends.
type RunError struct {
	Rule string
	Err  error
}

// Error names the rule.
func (e *RunError) Error() string {
	return fmt.Sprintf("%v\n[PRCCODE4] Execution halted during the actions of defrule %s.", e.Err, e.Rule)
}

// Unwrap gives the error itself.
func (e *RunError) Unwrap() error { return e.Err }
