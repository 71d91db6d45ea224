package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farbank/internal/command"
	"farbank/internal/durable"
)

// TestBeside checks that work continues if its file cannot be written, that this error is printed
// last, and that failed work leaves no file.
func TestBeside(t *testing.T) {
	var errOut strings.Builder
	a := &app{err: &errOut, out: &errOut}
	p := &durable.Patient{To: fullWriter{}}
	for range 2 {
		if n, err := p.Write([]byte("ab")); n != 2 || err != nil || p.Failed == nil {
			t.Errorf("%d, %v, failed %v", n, err, p.Failed)
		}
	}
	name := filepath.Join(t.TempDir(), "file")
	wrong := errors.New("the work failed")
	for _, want := range []error{wrong, nil} {
		err := a.beside(name, func(w io.Writer) error {
			_, _ = w.Write([]byte("text"))
			return want
		})
		_, missing := os.Stat(name)
		if err != want || (missing != nil) != (want != nil) || a.reportFiles(command.ExitNone) != command.ExitNone {
			t.Errorf("%v in place of %v, file: %v, printed %q", err, want, missing, errOut.String())
		}
	}
	nowhere := filepath.Join(name, "file")
	if err := a.beside(nowhere, func(io.Writer) error { return wrong }); err == nil || errors.Is(err, wrong) {
		t.Errorf("no file: %v", err)
	}
	a.fileFailed(wrong)
	if code := a.reportFiles(command.ExitNone); code != command.ExitUsage || errOut.String() != "farbank: the work failed\n" {
		t.Errorf("code %d, printed %q", code, errOut.String())
	}
}
