package bounded

import (
	"context"
	"fmt"
	"os"
	"time"
)

// A DirectoryError says that a name stands for a directory where a file is needed.
type DirectoryError struct{ Name string }

func (e *DirectoryError) Error() string { return e.Name + " is a directory; a file is needed" }

// A SilentError says that nobody opened a pipe to write to it.
type SilentError struct{ Name string }

func (e *SilentError) Error() string {
	return fmt.Sprintf("%s is a pipe, and nobody writes to it", e.Name)
}

// patience is how long a pipe may be without anybody who writes to it. A shell starts
// both sides at once, so that this is for slow machines.
var patience = 10 * time.Second

// Open opens a file to be read. It waits for the other side of a pipe, but not for ever,
// and not once ctx is done. Errors are those of [ReadFile].
func Open(ctx context.Context, name string) (*os.File, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	if ctx.Err() != nil {
		return nil, interrupted(ctx, name)
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &DirectoryError{name}
	case info.Mode().IsRegular():
		return os.Open(name)
	}
	return openSlowly(ctx, name)
}

// openSlowly opens what the system may wait for.
func openSlowly(ctx context.Context, name string) (*os.File, error) {
	type opened struct {
		f   *os.File
		err error
	}
	done, gone := make(chan opened), make(chan struct{})
	defer close(gone)
	go func() {
		f, err := os.Open(name)
		select {
		case done <- opened{f, err}:
		case <-gone:
			if err == nil {
				f.Close()
			}
		}
	}()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case got := <-done:
		return got.f, got.err
	case <-late.C:
		return nil, &SilentError{name}
	case <-ctx.Done():
		return nil, interrupted(ctx, name)
	}
}
