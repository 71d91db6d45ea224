package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"farbank/internal/bounded"
	"farbank/internal/command"

	"github.com/spf13/cobra"
)

// A readLimit is the maximum size of a file in bytes; 0: the default for its kind.
type readLimit int64

func (l *readLimit) String() string {
	if *l == 0 {
		return ""
	}
	return fmt.Sprint(int64(*l))
}

func (l *readLimit) Type() string { return "size" }

func (l *readLimit) Set(text string) error {
	n, err := command.ParseBytes(text)
	if err != nil {
		return errors.New("a size is needed, as in 64MiB or 2GiB")
	}
	*l = readLimit(n)
	return nil
}

// register adds the flag to a command that reads files.
func (l *readLimit) register(cmd *cobra.Command) {
	cmd.Flags().Var(l, strings.TrimPrefix(bounded.Flag, "--"), "the largest `size` of a file to read, for example 64MiB (default: 16MiB for texts, 256MiB for LP, MPS and certificates)")
}

// or returns the limit if it is set, otherwise usual.
func (l readLimit) or(usual int64) int64 {
	if l > 0 {
		return int64(l)
	}
	return usual
}

// read reads all of a text; - means standard input.
func (a *app) read(ctx context.Context, name string) ([]byte, error) {
	text, found, replay := a.inputs.recorded("read " + name)
	switch {
	case found:
		return text, nil
	case replay:
		return nil, &missingError{name}
	}
	text, err := a.readNow(ctx, name)
	if err == nil {
		a.inputs.keep("read "+name, text)
	}
	return text, err
}

// readNow is like read, but does not use recorded texts.
func (a *app) readNow(ctx context.Context, name string) ([]byte, error) {
	limit := readLimit(a.limits.Read).or(bounded.Text)
	if name != "-" {
		b, err := bounded.ReadFile(ctx, name, limit)
		return b, noFile(name, err)
	}
	in, err := a.takeInput()
	if err != nil {
		return nil, err
	}
	return bounded.ReadAll(ctx, in, limit)
}

// A missingError reports that a file does not exist.
type missingError struct{ name string }

func (e *missingError) Error() string {
	if e.name == "" {
		return "the name of a file is empty"
	}
	return "there is no file " + e.name
}

func (e *missingError) Is(target error) bool { return target == fs.ErrNotExist }

func noFile(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &missingError{name}
	}
	return err
}

// open opens a file written by a program, for streaming; - means standard input.
func (a *app) open(ctx context.Context, name string) (io.ReadCloser, error) {
	limit := readLimit(a.limits.Read).or(bounded.Machine)
	if name == "-" {
		in, err := a.takeInput()
		return io.NopCloser(bounded.NewReader(ctx, in, "standard input", limit)), err
	}
	f, err := bounded.Open(ctx, name)
	if err != nil {
		return nil, noFile(name, err)
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() > limit {
		f.Close()
		return nil, &bounded.TooLargeError{Name: name, Limit: limit}
	}
	return struct {
		io.Reader
		io.Closer
	}{bounded.NewReader(ctx, f, name, limit), f}, nil
}

// takeInput returns standard input, once.
func (a *app) takeInput() (io.Reader, error) {
	if a.inTaken {
		return nil, errors.New("standard input (-) is asked for twice; it can be read once")
	}
	a.inTaken = true
	return a.in, nil
}

// unpacked returns the content of r, decompressed if it is in gzip format. The limit also holds for
// the decompressed content.
func (a *app) unpacked(ctx context.Context, r io.Reader, name string) (io.Reader, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if head, _ := in.Peek(2); len(head) < 2 || head[0] != 0x1f || head[1] != 0x8b {
		return in, nil
	}
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return bounded.NewReader(ctx, z, name, readLimit(a.limits.Read).or(bounded.Machine)), nil
}
