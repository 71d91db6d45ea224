package certificate_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"farbank"
	"farbank/internal/testing/sample"
	"farbank/model"
	"farbank/study/certificate"
)

// left returns the number of files in a folder.
func left(t *testing.T, dir string) int {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// An ending is a writer that calls do after most bytes.
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

// stopsReading checks that a context that ends during reading ends the check.
func stopsReading(t *testing.T, p *farbank.Problem, text []byte) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	why, rest := errors.New("enough"), bytes.NewReader(text)
	cancel(why)
	_, err := farbank.CheckCertificate(ctx, p, rest, farbank.CheckOptions{Files: certificate.Files{Dir: t.TempDir(), Memory: 1}})
	if err != why || rest.Len() == 0 {
		t.Errorf("%v, with %d of %d bytes left", err, rest.Len(), len(text))
	}
}

// TestKeptForAnotherTry checks that states on disk survive if the certificate cannot be written, and are used again.
func TestKeptForAnotherTry(t *testing.T) {
	p := sample.Load(t, "tiles", "rows", "2", "cols", "4")
	full := errors.New("full")
	for _, interrupt := range []bool{false, true} {
		dir := t.TempDir()
		q := farbank.Question{Memory: 4, Disk: farbank.Disk{Dir: dir}}
		ctx, cancel := context.WithCancelCause(t.Context())
		w := &ending{do: func() error {
			if interrupt {
				cancel(full)
				return nil
			}
			return full
		}}
		_, _, err := farbank.Certify(ctx, p, q, farbank.CertifyOptions{Output: w})
		cancel(nil)
		if !errors.Is(err, full) || left(t, dir) == 0 {
			t.Fatalf("interrupt %v: %v, %d files", interrupt, err, left(t, dir))
		}
		var again bytes.Buffer
		a, c, err := farbank.Certify(t.Context(), p, q, farbank.CertifyOptions{Output: &again})
		if err != nil || c == nil || left(t, dir) > 0 {
			t.Fatalf("interrupt %v: %v, %d files", interrupt, err, left(t, dir))
		}
		if notes := fmt.Sprint(a.Stats.Notes); !strings.Contains(notes, "continuing in") {
			t.Error(notes)
		}
		stopsReading(t, p, again.Bytes())
		if _, err := checkBoth(p, again.Bytes()); err != nil {
			t.Error(err)
		}
	}
}

// An atEnd is a reader that calls do at its end.
type atEnd struct {
	r  io.Reader
	do func()
}

func (r *atEnd) Read(b []byte) (int, error) {
	n, err := r.r.Read(b)
	if err == io.EOF {
		r.do()
	}
	return n, err
}

// TestStopsSorting checks that a context which ends before sorting prevents the check for duplicates.
func TestStopsSorting(t *testing.T) {
	p := sample.Load(t, "tiles", "rows", "2", "cols", "2")
	c, _ := certify(t, p)
	c.States, c.Distances = append(c.States, c.States[:model.NewLayout(p).Words]...), append(c.Distances, c.Distances[0]+1)
	var text bytes.Buffer
	if err := farbank.WriteCertificate(&text, p, c); err != nil {
		t.Fatal(err)
	}
	why := errors.New("enough")
	for _, stop := range []bool{false, true} {
		ctx, cancel := context.WithCancelCause(t.Context())
		_, err := farbank.CheckCertificate(ctx, p, &atEnd{bytes.NewReader(text.Bytes()), func() {
			if stop {
				cancel(why)
			}
		}}, farbank.CheckOptions{Files: certificate.Files{Dir: t.TempDir()}})
		cancel(nil)
		var bad *certificate.Error
		if stop && err != why || !stop && (!errors.As(err, &bad) || bad.Why != "a state occurs twice") {
			t.Errorf("stop %v: %v", stop, err)
		}
	}
}
