package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farbank/internal/durable"
)

// TestBeside: work goes on where its file cannot be written, which is told last; where the work fails there is no file.
func TestBeside(t *testing.T) {
	var told strings.Builder
	a := &app{err: &told, out: &told}
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
		if err != want || (missing != nil) != (want != nil) || a.toldLast(exitNone) != exitNone {
			t.Errorf("%v in place of %v, file: %v, told %q", err, want, missing, told.String())
		}
	}
	nowhere := filepath.Join(name, "file")
	if err := a.beside(nowhere, func(io.Writer) error { return wrong }); err == nil || errors.Is(err, wrong) {
		t.Errorf("no file: %v", err)
	}
	a.tellLast(wrong)
	if code := a.toldLast(exitNone); code != exitUsage || told.String() != "farbank: the work failed\n" {
		t.Errorf("code %d, told %q", code, told.String())
	}
}
