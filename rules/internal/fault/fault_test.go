package fault_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"farbank/rules/internal/fault"
	"farbank/rules/syntax"
)

func TestWords(t *testing.T) {
	file := "f"
	pos := syntax.Pos{File: &file, Line: 2, Column: 3}
	cause := errors.New("cause")
	site := &fault.Site{Pos: pos, Construct: "defrule r"}
	for _, c := range []struct {
		err  error
		want string
	}{
		{&fault.Error{Pos: pos, Message: "m"}, "f:2:3: m"},
		{&fault.Error{Pos: pos, Construct: "defrule r", Message: "m"}, "f:2:3: defrule r: m"},
		{&fault.ArgumentError{Function: "f", Argument: 2, Want: "of type integer"}, "[ARGACCES5] Function f expected argument #2 to be of type integer"},
		{&fault.RunError{Rule: "r", Err: cause}, "cause\n[PRCCODE4] Execution halted during the actions of defrule r."},
		{&fault.PanicError{Function: "f", Value: 3}, "the function f has panicked: 3"},
		{&fault.MemoryError{Bytes: 3}, "the memory limit was reached"},
		{fault.Missing("defrule", "r"), "[PRNTUTIL1] Unable to find defrule r."},
		{site.Place(cause), "f:2:3: defrule r: cause"},
		{site.Place(site.Place(cause)), "f:2:3: defrule r: cause"},
		{site.Place(fault.ErrExit), "exit"},
		{fault.CountArgs("f", 1, 2, 2), "[ARGACCES4] Function f expected exactly 2 argument(s)"},
		{fault.CountArgs("f", 1, 2, -1), "[ARGACCES4] Function f expected at least 2 argument(s)"},
		{fault.CountArgs("f", 3, 0, 2), "[ARGACCES4] Function f expected no more than 2 arguments"},
		{fault.CountArgs("f", 3, 0, 1), "[ARGACCES4] Function f expected no more than 1 argument"},
	} {
		if c.err.Error() != c.want {
			t.Errorf("%q, not %q", c.err, c.want)
		}
	}
	if err := fault.CountArgs("f", 3, 2, -1); err != nil {
		t.Error(err)
	}
}

func TestCauses(t *testing.T) {
	cause := errors.New("cause")
	for _, err := range []error{&fault.Error{Err: cause}, &fault.RunError{Err: cause}, &fault.PanicError{Value: cause}, fault.Remarkf("so: %w", cause)} {
		if !errors.Is(err, cause) {
			t.Errorf("%T hides its cause", err)
		}
	}
	if errors.Unwrap(&fault.PanicError{Value: 3}) != nil {
		t.Error("a panic value that is not an error is unwrapped")
	}
}

func TestIsFault(t *testing.T) {
	for _, end := range []error{fault.ErrExit, fault.ErrLimit, fault.ErrOutput, context.Canceled, context.DeadlineExceeded, &fault.MemoryError{}} {
		if fault.IsFault(fmt.Errorf("so: %w", end)) {
			t.Errorf("IsFault(%v) is true", end)
		}
	}
	if !fault.IsFault(errors.New("a fault")) {
		t.Error("IsFault of an error in the text is false")
	}
}

func TestFaults(t *testing.T) {
	one := errors.New("one")
	if err := fault.Faults(errors.Join(one, fault.ErrExit)); err == nil || err.Error() != "one" {
		t.Error(err)
	}
	if err := fault.Faults(errors.Join(errors.Join(one, fault.ErrExit))); err == nil || err.Error() != "one" {
		t.Error(err)
	}
	if err := fault.Faults(fault.ErrExit); err != nil {
		t.Error(err)
	}
}
