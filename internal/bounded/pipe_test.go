//go:build unix

package bounded

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

func pipe(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	return name
}

func TestSilentPipe(t *testing.T) {
	defer func(d time.Duration) { patience = d }(patience)
	patience = 10 * time.Millisecond
	name := pipe(t)
	var silent *SilentError
	if _, err := ReadFile(t.Context(), name, 0); !errors.As(err, &silent) || silent.Name != name {
		t.Errorf("%v", err)
	}
}

func TestPipeInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := ReadFile(ctx, pipe(t), 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func TestPipe(t *testing.T) {
	name := pipe(t)
	go func() { _ = os.WriteFile(name, []byte("through a pipe"), 0) }()
	if got, err := ReadFile(t.Context(), name, 0); err != nil || string(got) != "through a pipe" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestPipeHeldOpen checks a pipe that a process holds open without writing.
func TestPipeHeldOpen(t *testing.T) {
	name := pipe(t)
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := ReadFile(ctx, name, 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}
