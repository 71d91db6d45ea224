package bounded

import (
	"context"
	"fmt"
	"os"
	"time"
)

// A DirectoryError reports that a name is that of a directory and not of a file.
type DirectoryError struct{ Name string }

// Error returns the message.
func (e *DirectoryError) Error() string { return e.Name + " is a directory; a file is needed" }

// A SilentError reports that no process opened a pipe for writing.
type SilentError struct{ Name string }

// Error returns the message.
func (e *SilentError) Error() string {
	return fmt.Sprintf("%s is a pipe, and no process writes to it", e.Name)
}

// patience is the time limit for a pipe without a writer. A shell starts both sides at once, so
// this is for slow machines.
var patience = 10 * time.Second

// Open opens a file for reading. It waits for the other side of a pipe, for at most patience and
// until ctx is done. Errors are those of [ReadFile].
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

// openSlowly opens a file in a goroutine, as the system may block.
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
