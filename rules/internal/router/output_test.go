package router_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank/rules"
)

// full is a device with a limited capacity in bytes.
type full struct{ left int }

var errFull = errors.New("no space left")

func (f *full) Write(b []byte) (int, error) {
	if len(b) > f.left {
		return 0, errFull
	}
	f.left -= len(b)
	return len(b), nil
}

// TestFullDevice checks that a program ends if its output cannot be written.
func TestFullDevice(t *testing.T) {
	for _, program := range []string{
		`(while TRUE do (printout t "x"))`,
		`(deffunction f () (while TRUE do (println "x"))) (f)`,
		`(defrule r ?f <- (n ?x) => (retract ?f) (assert (n (+ ?x 1))) (printout t ?x crlf)) (assert (n 0)) (run)`,
		`(defrule r ?f <- (n ?x) => (retract ?f) (assert (n (+ ?x 1))) (format t "%d" ?x)) (assert (n 0)) (run)`,
		`(watch facts) (defrule r ?f <- (n ?x) => (retract ?f) (assert (n (+ ?x 1)))) (assert (n 0)) (run)`,
		`(while TRUE do (facts))`,
		`(while TRUE do (put-char 65))`,
	} {
		e := rules.New(rules.Options{Out: &full{1000}})
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		e.SetContext(ctx)
		err := e.Load(strings.NewReader(program), "program")
		cancel()
		if !errors.Is(err, rules.ErrOutput) || !errors.Is(err, errFull) || rules.IsFault(err) {
			t.Errorf("%s: %v", program, err)
		}
	}
}

// TestFullFile checks the same for files that the program opens.
func TestFullFile(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	for _, program := range []string{
		`(open "/dev/full" f "w") (while TRUE do (printout f "x"))`,
		`(open "/dev/full" f "w") (printout f "x") (close f)`,
		`(open "/dev/full" f "w") (printout f "x")`,
		`(dribble-on "/dev/full") (while TRUE do (facts))`,
	} {
		e := rules.New(rules.Options{})
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		e.SetContext(ctx)
		_ = e.Load(strings.NewReader(program), "program")
		if err := e.Close(); !errors.Is(err, rules.ErrOutput) || ctx.Err() != nil {
			t.Errorf("%s: %v", program, err)
		}
		cancel()
	}
}

// TestClose checks that output to files that a program leaves open is written.
func TestClose(t *testing.T) {
	path := filepath.Join(t.TempDir(), "left")
	e := rules.New(rules.Options{})
	if err := e.Load(strings.NewReader(`(open "`+path+`" f "w") (printout f "kept" crlf)`), "program"); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(path); string(got) != "kept\n" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestManyCalls checks that calls without a loop also end with the context.
func TestManyCalls(t *testing.T) {
	e := rules.New(rules.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	e.SetContext(ctx)
	err := e.Load(strings.NewReader("(deffunction f (?n) (if (> ?n 0) then (f (- ?n 1)) (f (- ?n 1)))) (f 60)"), "program")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// TestLastInteger checks that a loop up to the greatest integer ends.
func TestLastInteger(t *testing.T) {
	if out, errs := printsHere(`(loop-for-count (?i 9223372036854775806 9223372036854775807) (printout t ?i " "))`); out != "9223372036854775806 9223372036854775807 " || errs != "" {
		t.Errorf("%q %s", out, errs)
	}
}

// printsHere evaluates a program and returns its output and its errors.
func printsHere(text string) (out, errs string) {
	var outs, faults bytes.Buffer
	e := rules.New(rules.Options{Out: &outs, Errors: &faults})
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	e.SetContext(ctx)
	if err := e.Load(strings.NewReader(text), "made.clp"); err != nil && !errors.Is(err, rules.ErrExit) {
		fmt.Fprintln(&faults, err)
	}
	return outs.String(), faults.String()
}
