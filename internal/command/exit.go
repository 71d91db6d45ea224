// Package command holds what the programs of this project have in common: exit codes, errors
// about the command line, sizes, and the release.
package command

// Exit codes of all programs; docs and --help list them.
const (
	ExitOK          = 0
	ExitNone        = 1  // no plan exists, or the plan is invalid
	ExitUsage       = 2  // the command line or a file is wrong
	ExitUnknown     = 3  // a limit or an interrupt came first
	ExitUnsupported = 4  // the engine does not support the question
	ExitBound       = 5  // no plan within the given bound
	ExitFeasible    = 6  // a plan that is not proven optimal
	ExitBug         = 70 // an internal failure
)

// An ExitError ends the program with an exit code. Its message, if any, is printed to standard error.
type ExitError struct {
	Code int
	Msg  string
}

// Error returns the message.
func (e *ExitError) Error() string { return e.Msg }
