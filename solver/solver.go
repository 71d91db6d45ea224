// Package solver declares what the solving libraries of this module have in common: the
// [Status] of a result, the [Checkpoint] that a long computation is saved to, and the error
// that stands for a memory limit.
//
// The libraries follow one pattern. A problem is a value. A function or method that may take
// long has the form
//
//	Solve(ctx context.Context, p *Problem, o Options) (Result, error)
//
// The zero Options have no limits. Result.Status says how the computation ended. If a limit or
// an interrupt ended it, Result.Reason says which one and Status says what is known
// nevertheless: [Unknown], or [Feasible] if a solution was found. The error is about wrong
// input, an overflow or a file that cannot be read or written; it is never about a limit.
package solver

import (
	"context"
	"errors"
	"io"

	_ "farbank/internal/only64"
)

// A Status says how a computation ended. The zero Status is Unknown.
type Status uint8

const (
	Unknown    Status = iota // neither a solution nor a proof that none exists
	Feasible                 // a solution was found; it is not proven that none is better
	Solved                   // the question is answered; used where no solution is better than another
	Optimal                  // a solution was found, and none is better
	Infeasible               // no solution exists
	Unbounded                // for each solution a better one exists
)

var names = [...]string{"unknown", "feasible", "solved", "optimal", "infeasible", "unbounded"}

// String returns the status as one lowercase word.
func (s Status) String() string {
	if int(s) < len(names) {
		return names[s]
	}
	return "status out of range"
}

// Found reports whether a result of this status has a solution.
func (s Status) Found() bool { return s == Feasible || s == Solved || s == Optimal }

// A Checkpoint stores the state of a computation, so that a later one of the same problem and
// options (limits may differ) continues from there.
type Checkpoint interface {
	// Due reports whether it is time to save. It is cheap and called often.
	Due() bool
	// Save stores what write writes in place of what was stored before. A computation goes on
	// if Save returns an error.
	Save(write func(io.Writer) error) error
	// Restore calls read with what was stored and reports whether there was anything. It may
	// call read again, with an older state, if read returns an error; read must then start over.
	Restore(read func(io.Reader) error) (found bool, err error)
}

// A CheckpointError reports that a [Checkpoint] cannot be read.
type CheckpointError struct{ Err error }

// Error returns the message of the cause.
func (e *CheckpointError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *CheckpointError) Unwrap() error { return e.Err }

// ErrMemory is the reason of a result that a memory limit ended.
var ErrMemory error = memoryError{}

type memoryError struct{}

func (memoryError) Error() string { return "the memory limit was reached" }

// MemoryLimit marks errors about a memory limit. Callers find such errors of any library
// with errors.As and an interface of this method.
func (memoryError) MemoryLimit() bool { return true }

// ErrEffort is the reason of a result that a limit on conflicts, nodes or another measure of work ended.
var ErrEffort = errors.New("the limit on the work was reached")

// Split divides an error of a computation in two: its reason, if it is a limit or the end of ctx, or a failure. One
// of them is nil. For the end of ctx the reason is its cause.
func Split(ctx context.Context, err error) (reason, failure error) {
	var limit interface{ MemoryLimit() bool }
	switch {
	case err == nil:
		return nil, nil
	case ctx != nil && ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx))):
		return context.Cause(ctx), nil
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, ErrEffort):
		return err, nil
	case errors.As(err, &limit) && limit.MemoryLimit():
		return err, nil
	}
	return nil, err
}
