package certificate_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"farbank"
	"farbank/internal/sample"
	"farbank/study/certificate"
)

// left is how many files are in a folder.
func left(t *testing.T, dir string) int {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// An ending writer does something when so many bytes were written, which may be to fail.
type ending struct {
	bytes.Buffer
	most int
	do   func() error
}

func (w *ending) Write(b []byte) (int, error) {
	if w.Len()+len(b) > w.most {
		if err := w.do(); err != nil {
			return 0, err
		}
	}
	return w.Buffer.Write(b)
}

// stopsReading has the context end while a certificate is read.
func stopsReading(t *testing.T, p *farbank.Problem, text []byte) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	why, rest := errors.New("enough"), bytes.NewReader(text)
	cancel(why)
	_, err := farbank.CheckCertificateOnDisk(ctx, p, rest, certificate.Files{Dir: t.TempDir(), Memory: 1})
	if err != why || rest.Len() == 0 {
		t.Errorf("%v, with %d of %d bytes left", err, rest.Len(), len(text))
	}
}

// TestKeptForAnotherTry: where the certificate cannot be written now the states stay, and are found there.
func TestKeptForAnotherTry(t *testing.T) {
	p := sample.Load(t, "tiles", "rows", "2", "cols", "4")
	full := errors.New("full")
	for _, interrupt := range []bool{false, true} {
		dir := t.TempDir()
		q := farbank.Question{Memory: 4, Disk: farbank.Disk{Dir: dir}}
		ctx, cancel := context.WithCancelCause(t.Context())
		_, _, _, err := farbank.Certify(ctx, &ending{do: func() error {
			if interrupt {
				cancel(full)
				return nil
			}
			return full
		}}, p, q)
		cancel(nil)
		if !errors.Is(err, full) || left(t, dir) == 0 {
			t.Fatalf("interrupt %v: %v, %d files", interrupt, err, left(t, dir))
		}
		var again bytes.Buffer
		a, c, _, err := farbank.Certify(t.Context(), &again, p, q)
		if err != nil || c == nil || left(t, dir) > 0 {
			t.Fatalf("interrupt %v: %v, %d files", interrupt, err, left(t, dir))
		}
		if notes := fmt.Sprint(a.Stats.Notes); !strings.Contains(notes, "going on in") {
			t.Error(notes)
		}
		stopsReading(t, p, again.Bytes())
		if _, err := checkBoth(p, again.Bytes()); err != nil {
			t.Error(err)
		}
	}
}
