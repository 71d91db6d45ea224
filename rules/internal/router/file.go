package router

import (
	"context"
	"fmt"
	"io"
	"os"
)

// openFile opens a file for a program. For pipes and devices, which may block, it stops waiting when
// ctx is done.
func openFile(ctx context.Context, path string, flags int) (*os.File, error) {
	if info, err := os.Stat(path); err != nil || info.Mode().IsRegular() {
		return os.OpenFile(path, flags, 0o666)
	}
	type opened struct {
		f   *os.File
		err error
	}
	done, gone := make(chan opened), make(chan struct{})
	defer close(gone)
	go func() {
		f, err := os.OpenFile(path, flags, 0o666)
		select {
		case done <- opened{f, err}:
		case <-gone:
			if err == nil {
				f.Close()
			}
		}
	}()
	select {
	case got := <-done:
		return got.f, got.err
	case <-ctx.Done():
		return nil, fmt.Errorf("%s: %w", path, context.Cause(ctx))
	}
}

// patientFile returns a reader of a file that stops waiting when the context is done.
func patientFile(ctx func() context.Context, f *os.File) io.Reader {
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		return f
	}
	return Patient(ctx, f)
}
