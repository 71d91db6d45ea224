package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"farbank"
	"farbank/engine"
	"farbank/internal/command"
	"farbank/show/render"
)

// An unfinishedError is a limit or an interrupt, with the phase in which it came.
type unfinishedError struct {
	err   error
	doing string // as in "while the problem was written out"
}

func (e *unfinishedError) Error() string { return e.err.Error() }
func (e *unfinishedError) Unwrap() error { return e.err }

// isUnfinished reports whether an error is a limit of time or memory, or an interrupt.
func isUnfinished(err error) bool { return engine.Stopped(context.Background(), err) != "" }

// during adds the phase to a limit or an interrupt.
func during(doing string, err error) error {
	if !isUnfinished(err) {
		return err
	}
	return &unfinishedError{err, doing}
}

// whileRead adds to a limit or an interrupt that a file was being read.
func whileRead(name string, err error) error {
	return during("while "+spoken(name)+" was read", err)
}

// spoken returns the name of a file for messages.
func spoken(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// within runs work that does not check a context, and returns without waiting for it when ctx ends.
// The program must exit soon afterwards.
func within[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type result struct {
		value  T
		err    error
		broken any // a panic, repeated in the caller
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

// notKnown ends the command after a limit or an interrupt without results.
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
	return command.ExitUnknown
}

// A kept list holds the results so far, for concurrent readers.
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
