package bounded

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
)

// Default limits, in bytes.
const (
	Text    int64 = 16 << 20  // texts written by people: models, data, plans, rules
	Machine int64 = 256 << 20 // files written by programs: LP, MPS, certificates
)

// Flag is the command line flag that raises the limit.
const Flag = "--read-limit"

// A TooLargeError reports that an input is larger than the limit.
type TooLargeError struct {
	Name  string // of the file, or a description of the input
	Limit int64  // in bytes
}

// Error returns the message.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%s is larger than %s, the limit for reading; %s raises it, as in %s %s", e.Name, size(e.Limit), Flag, Flag, size(4*e.Limit))
}

// size formats a number of bytes as a value of the flag.
func size(n int64) string {
	switch {
	case n >= 1<<30 && n%(1<<30) == 0:
		return fmt.Sprintf("%dGiB", n>>30)
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%dMiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%dKiB", n>>10)
	}
	return fmt.Sprintf("%dB", n)
}

// ReadFile returns the content of a file of at most limit bytes; a limit of 0 or less means [Text].
// The error is a [*TooLargeError], a [*DirectoryError], a [*SilentError], one of package os
// (errors.Is(err, fs.ErrNotExist) if the file does not exist), or wraps ctx.Err().
func ReadFile(ctx context.Context, name string, limit int64) ([]byte, error) {
	f, err := Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(ctx, f, name, limit)
}

// ReadAll returns the content of r, at most limit bytes; a limit of 0 or less means [Text]. The
// error is a [*TooLargeError], one of r, or wraps ctx.Err(). In the last case a read may still be
// in progress in r, which must not be used any more.
func ReadAll(ctx context.Context, r io.Reader, limit int64) ([]byte, error) {
	return readAll(ctx, r, nameOf(r), limit)
}

func readAll(ctx context.Context, r io.Reader, name string, limit int64) ([]byte, error) {
	limit = orText(limit)
	var text bytes.Buffer
	if n, known := sizeOf(r); known {
		if n > limit {
			return nil, &TooLargeError{name, limit}
		}
		text.Grow(int(n) + bytes.MinRead)
	}
	if _, err := text.ReadFrom(NewReader(ctx, r, name, limit)); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}

func orText(limit int64) int64 {
	if limit <= 0 {
		return Text
	}
	return limit
}

// sizeOf returns the remaining size of a regular file.
func sizeOf(r io.Reader) (int64, bool) {
	f, ok := r.(*os.File)
	if !ok {
		return 0, false
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0, false
	}
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, false
	}
	return max(info.Size()-at, 0), true
}

// nameOf returns the name of a reader for messages.
func nameOf(r io.Reader) string {
	if f, ok := r.(*os.File); ok && f != os.Stdin {
		return f.Name()
	}
	if r == io.Reader(os.Stdin) {
		return "standard input"
	}
	return "the input"
}
