package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"farbank"
	"farbank/engine"
	"farbank/show/render"
)

// An unfinishedError is a limit or an interrupt, with what was being done.
type unfinishedError struct {
	err   error
	doing string // as in "while the problem was written out"
}

func (e *unfinishedError) Error() string { return e.err.Error() }
func (e *unfinishedError) Unwrap() error { return e.err }

// isUnfinished reports whether an error is a limit of time or memory, or an interrupt.
func isUnfinished(err error) bool { return engine.Stopped(context.Background(), err) != "" }

// during says what was being done when a limit or an interrupt came.
func during(doing string, err error) error {
	if !isUnfinished(err) {
		return err
	}
	return &unfinishedError{err, doing}
}

// whileRead says that a file was being read.
func whileRead(name string, err error) error {
	return during("while "+spoken(name)+" was read", err)
}

// spoken is the name of a file as messages say it.
func spoken(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// within does work that does not look at a context, and leaves it when ctx is done: for
// what the program ends with.
func within[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type result struct {
		value  T
		err    error
		broken any // a panic, which is the caller's
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			r.broken = recover()
			done <- r
		}()
		r.value, r.err = work()
	}()
	select {
	case r := <-done:
		if r.broken != nil {
			panic(r.broken)
		}
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// notKnown ends where a limit or an interrupt came before there was anything to say.
func (a *app) notKnown(err error) int {
	reason := engine.Stopped(a.ctx, err)
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

// A kept list is what was found so far, for who asks beside the work.
type kept[T any] struct {
	mu   sync.Mutex
	list []T
}

func (k *kept[T]) add(x T) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.list = append(k.list, x)
}

func (k *kept[T]) all() []T {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.list)
}
