package engine

import (
	"context"
)

// Stop records that a limit or an interrupt ended the work, if err is one: the Status becomes Feasible or
// Unknown, depending on whether there is a plan. It reports whether err was one; it returns any other error.
func (a *Answer) Stop(ctx context.Context, err error) (bool, error) {
	reason := Stopped(ctx, err)
	if reason == "" {
		return false, err
	}
	a.Halt(reason)
	return true, nil
}

// Halt records why the work ended early.
func (a *Answer) Halt(reason string) {
	a.Status, a.Reason = Unknown, reason
	if a.Best != nil {
		a.Status = Feasible
	}
}

// NoneWithin records that no plan of the requested length exists.
func (a *Answer) NoneWithin() {
	a.Status, a.Reason = NoneWithinBound, "the number of moves was bounded"
}
