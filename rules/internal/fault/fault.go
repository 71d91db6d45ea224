package fault

import (
	"fmt"

	"farbank/rules/syntax"
)

// PanicError reports a panic of a Go function that a program called.
type PanicError struct {
	Function string
	Value    any    // the argument of panic
	Stack    []byte // the stack at the panic
}

// Error names the function.
func (e *PanicError) Error() string {
	return fmt.Sprintf("the function %s has panicked: %v", e.Function, e.Value)
}

// Unwrap returns the argument of panic if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// ArgumentError reports an argument of the wrong type or value.
type ArgumentError struct {
	Function string
	Argument int    // from 1
	Want     string // as in "of type integer or float"
}

// Error returns the message in the words of CLIPS.
func (e *ArgumentError) Error() string {
	return fmt.Sprintf("[ARGACCES5] Function %s expected argument #%d to be %s", e.Function, e.Argument, e.Want)
}

// Error is an error in the text of a program, with its position and its construct.
type Error struct {
	Pos       syntax.Pos
	Construct string // as "defrule cross", or ""
	Message   string
	Err       error // the cause
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Error returns position, construct and message.
func (e *Error) Error() string {
	if e.Construct != "" {
		return fmt.Sprintf("%s: %s: %s", e.Pos, e.Construct, e.Message)
	}
	return fmt.Sprintf("%s: %s", e.Pos, e.Message)
}

// A MemoryError reports a value that needs more memory than the program has left. It ends the
// program.
type MemoryError struct{ Bytes int64 }

// Error returns the message of a memory limit.
func (e *MemoryError) Error() string { return "the memory limit was reached" }

// MemoryLimit marks the error as a memory limit; see solver.ErrMemory.
func (e *MemoryError) MemoryLimit() bool { return true }

// RunError is an error in an action of a rule. It ends the rule and the run.
type RunError struct {
	Rule string
	Err  error
}

// Error names the rule.
func (e *RunError) Error() string {
	return fmt.Sprintf("%v\n[PRCCODE4] Execution halted during the actions of defrule %s.", e.Err, e.Rule)
}

// Unwrap returns the error of the action.
func (e *RunError) Unwrap() error { return e.Err }
