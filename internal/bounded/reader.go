package bounded

import (
	"context"
	"fmt"
	"io"
)

// chunk is how many bytes are asked for at a time.
const chunk = 64 << 10

// A reader hands on what another gives, up to a limit and while a context lasts.
type reader struct {
	ctx   context.Context
	from  io.Reader
	name  string
	limit int64
	left  int64  // that may still come
	buf   []byte // read into by from, never by the caller: a read may outlive its call
	rest  []byte // of buf, not yet handed on
	err   error  // what comes after rest
}

// NewReader returns a reader of what r gives that ends with a [*TooLargeError] past limit
// bytes (0 or less stands for [Text]), and with an error that wraps ctx.Err() when ctx is
// done, even while r waits. The name is for messages. It reads ahead.
func NewReader(ctx context.Context, r io.Reader, name string, limit int64) io.Reader {
	limit = orText(limit)
	if ctx == nil {
		ctx = context.Background()
	}
	return &reader{ctx: ctx, from: r, name: name, limit: limit, left: limit, buf: make([]byte, chunk)}
}

func (r *reader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 && r.err == nil && len(p) > 0 {
		r.fill()
	}
	if len(r.rest) == 0 && len(p) > 0 {
		return 0, r.err
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// fill reads one piece.
func (r *reader) fill() {
	n, err := r.wait()
	if int64(n) > r.left {
		n, err = int(r.left), &TooLargeError{r.name, r.limit}
	}
	r.left -= int64(n)
	r.rest, r.err = r.buf[:n], err
}

// wait reads one piece, or ends with the context.
func (r *reader) wait() (int, error) {
	if r.ctx.Err() != nil {
		return 0, interrupted(r.ctx, r.name)
	}
	if r.ctx.Done() == nil {
		return r.from.Read(r.buf)
	}
	type read struct {
		n   int
		err error
	}
	done := make(chan read, 1)
	from, buf := r.from, r.buf
	go func() {
		n, err := from.Read(buf)
		done <- read{n, err}
	}()
	select {
	case got := <-done:
		return got.n, got.err
	case <-r.ctx.Done():
		return 0, interrupted(r.ctx, r.name)
	}
}

func interrupted(ctx context.Context, name string) error {
	return fmt.Errorf("reading %s: %w", name, ctx.Err())
}
