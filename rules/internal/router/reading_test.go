package router_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank/rules"
)

// endless is an infinite input of zeros.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestReadingIsBounded checks that infinite programs and inputs are refused.
func TestReadingIsBounded(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("there is no /dev/zero")
	}
	e := rules.New(rules.Options{In: endless{}, Read: 1 << 20})
	if err := e.Load(endless{}, "zeros"); err == nil || !strings.Contains(err.Error(), "1MiB") {
		t.Errorf("load: %v", err)
	}
	if err := e.LoadFile("/dev/zero"); err == nil || !strings.Contains(err.Error(), "1MiB") {
		t.Errorf("load a file: %v", err)
	}
	for call, want := range map[string]string{
		`(load "/dev/zero")`:       "larger than 1MiB",
		`(batch "/dev/zero")`:      "larger than 1MiB",
		`(load-facts "/dev/zero")`: "larger than 1MiB",
		`(readline)`:               "too long",
		`(read)`:                   "too long",
		`(read-number)`:            "too long",
		`(progn (open "/dev/zero" z) (readline z))`:   "too long",
		`(progn (open "/dev/zero" zz) (read zz))`:     "", // a zero ends the input
		`(progn (open "/dev/zero" zg) (get-char zg))`: "",
	} {
		_, err := e.Eval(call)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", call, err)
		}
	}
	if err := e.Prompt(endless{}, &strings.Builder{}, ""); !errors.Is(err, rules.ErrLongLine) {
		t.Errorf("prompt: %v", err)
	}
}

// TestReadingEndsWithContext checks that a pipe without a writer does not block a program.
func TestReadingEndsWithContext(t *testing.T) {
	for _, call := range []string{`(load "pipe")`, `(open "pipe" p)`, `(open "pipe" p "w")`, `(progn (open "pipe" p "r+") (readline p))`} {
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := exec.Command("mkfifo", pipe).Run(); err != nil {
			t.Skip("mkfifo:", err)
		}
		call = strings.ReplaceAll(call, "pipe", pipe)
		e := rules.New(rules.Options{})
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		e.SetContext(ctx)
		if _, err := e.Eval(call); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", call, err)
		}
		cancel()
	}
}

// TestLineEnds checks that LF, CR LF and a single CR end comments and lines.
func TestLineEnds(t *testing.T) {
	program := "; first\n(printout t a) ; second\n/* third\n */ (printout t \"b\n\")\n(printout t ?x)\n"
	for _, end := range []string{"\n", "\r\n", "\r"} {
		out, errs := printsHere("\ufeff" + strings.ReplaceAll(program, "\n", end))
		if out != "ab"+end || !strings.Contains(errs, "made.clp:6:1") {
			t.Errorf("%q: %q, %s", end, out, errs)
		}
	}
}
