package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"syscall"
	"testing"

	"farbank/internal/command"
)

// A fullWriter fails as a full device does.
type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
}

// TestBesides checks that a failing output is reported once, together with other errors.
func TestBesides(t *testing.T) {
	out := &output{Writer: fullWriter{}, fail: func() {}}
	_, failed := out.Write([]byte("a"))
	other := errors.New("the other")
	for _, c := range []struct {
		err    error
		errOut bool
	}{
		{failed, false},
		{fmt.Errorf("the answer: %w", failed), false},
		{errors.Join(failed, &command.ExitError{Code: command.ExitUnknown}), false},
		{other, true},
		{errors.Join(failed, other), true},
		{errors.Join(other, fmt.Errorf("the answer: %w", failed)), true},
		{fmt.Errorf("both: %w", errors.Join(failed, other, &command.ExitError{Code: command.ExitNone})), true},
		{errors.Join(failed, &command.ExitError{Code: command.ExitUnknown, Msg: "the other"}), true},
	} {
		var errOut strings.Builder
		a := &app{err: &errOut, out: &errOut}
		if code := a.exitCode(besides(c.err, out.failure())); code == command.ExitOK {
			t.Errorf("%v: code %d", c.err, code)
		}
		a.notWritten(failed)
		if strings.Count(errOut.String(), "no space left") != 1 || strings.Count(errOut.String(), "the other") != strings.Count(fmt.Sprint(c.errOut), "true") {
			t.Errorf("%v is reported as %q", c.err, errOut.String())
		}
	}
	if err := besides(nil, failed); err != nil {
		t.Error(err)
	}
}

// TestOutputFailure checks that failure may be called during writes.
func TestOutputFailure(t *testing.T) {
	out := &output{Writer: fullWriter{}, fail: func() {}}
	var all sync.WaitGroup
	all.Go(func() { _, _ = out.Write([]byte("a")) })
	_ = out.failure()
	all.Wait()
	if out.failure() == nil {
		t.Error("no failure")
	}
}
