package engine

import (
	"context"
)

// Stop notes in an answer that a limit or an interrupt came first, if that is what err is:
// the Status is then Feasible or Unknown, as there is a plan or not. It reports whether it
// was; an error of any other kind is returned.
func (a *Answer) Stop(ctx context.Context, err error) (bool, error) {
	reason := Stopped(ctx, err)
	if reason == "" {
		return false, err
	}
	a.Halt(reason)
	return true, nil
}

// Halt notes why the work ended before it was done.
func (a *Answer) Halt(reason string) {
	a.Status, a.Reason = Unknown, reason
	if a.Best != nil {
		a.Status = Feasible
	}
}

// NoneWithin notes that there is no plan of so many moves as were asked for.
func (a *Answer) NoneWithin() {
	a.Status, a.Reason = NoneWithinBound, "the number of moves was bounded"
}
