package bounded

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"pgregory.net/rapid"
)

func write(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestReadFile(t *testing.T) {
	for _, text := range []string{"", "a", "ten bytes.", strings.Repeat("x", 3*chunk)} {
		got, err := ReadFile(t.Context(), write(t, text), 0)
		if err != nil || string(got) != text {
			t.Errorf("%.20q: %.20q, %v", text, got, err)
		}
	}
}

func TestLimit(t *testing.T) {
	name := write(t, "0123456789")
	if got, err := ReadFile(t.Context(), name, 10); err != nil || len(got) != 10 {
		t.Errorf("10 of 10: %q, %v", got, err)
	}
	_, err := ReadFile(t.Context(), name, 9)
	var large *TooLargeError
	if !errors.As(err, &large) || large.Limit != 9 || large.Name != name {
		t.Errorf("10 of 9: %v", err)
	}
	if !strings.Contains(err.Error(), Flag) {
		t.Errorf("the message does not name the flag: %v", err)
	}
	_, err = ReadAll(t.Context(), strings.NewReader("0123456789"), 9)
	if !errors.As(err, &large) {
		t.Errorf("10 of 9: %v", err)
	}
}

// TestSparse checks that a file of gigabytes is refused by its size alone.
func TestSparse(t *testing.T) {
	name := write(t, "")
	if err := os.Truncate(name, 1<<42); err != nil {
		t.Skip(err)
	}
	var large *TooLargeError
	if _, err := ReadFile(t.Context(), name, Machine); !errors.As(err, &large) {
		t.Errorf("%v", err)
	}
}

func TestEndless(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	var large *TooLargeError
	if _, err := ReadFile(t.Context(), "/dev/zero", Text); !errors.As(err, &large) {
		t.Errorf("%v", err)
	}
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	var directory *DirectoryError
	if _, err := ReadFile(t.Context(), dir, 0); !errors.As(err, &directory) || directory.Name != dir {
		t.Errorf("a directory: %v", err)
	}
	if _, err := ReadFile(t.Context(), filepath.Join(dir, "none"), 0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := ReadAll(t.Context(), iotest.ErrReader(io.ErrNoProgress), 0); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a reader that fails: %v", err)
	}
}

// TestInterrupt checks that a read that blocks forever ends with the context.
func TestInterrupt(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, err := ReadAll(ctx, r, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := ReadAll(ctx, r, 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	if _, err := ReadFile(ctx, write(t, "a"), 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after the end: %v", err)
	}
}

// TestNilContext checks that a nil context never ends.
func TestNilContext(t *testing.T) {
	var none context.Context
	if got, err := ReadFile(none, write(t, "a"), 0); err != nil || string(got) != "a" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestPieces checks that a text arrives completely or not at all, independent of its pieces.
func TestPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := bytes.Repeat([]byte("0123456789"), rapid.IntRange(0, 3*chunk/10).Draw(t, "tens"))
		limit := rapid.Int64Range(1, 3*chunk).Draw(t, "limit")
		var r io.Reader = bytes.NewReader(text)
		if rapid.Bool().Draw(t, "halves") {
			r = iotest.HalfReader(r)
		}
		if rapid.Bool().Draw(t, "end with data") {
			r = iotest.DataErrReader(r)
		}
		got, err := ReadAll(context.Background(), r, limit)
		if int64(len(text)) > limit {
			var large *TooLargeError
			if !errors.As(err, &large) {
				t.Fatalf("%d of %d: %v", len(text), limit, err)
			}
		} else if err != nil || !bytes.Equal(got, text) {
			t.Fatalf("%d of %d: %d, %v", len(text), limit, len(got), err)
		}
	})
}
