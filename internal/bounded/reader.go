package bounded

import (
	"context"
	"fmt"
	"io"
)

// chunk is the number of bytes of a read.
const chunk = 64 << 10

// A reader reads from another, up to a limit and until a context ends.
type reader struct {
	ctx   context.Context
	from  io.Reader
	name  string
	limit int64
	left  int64  // bytes until the limit
	buf   []byte // from reads into it, never into the caller's buffer: a read may outlive its call
	rest  []byte // the part of buf that was not returned yet
	err   error  // the error after rest
}

// NewReader returns a reader of r. It fails with a [*TooLargeError] after limit bytes (0 or less
// means [Text]), and with an error that wraps ctx.Err() when ctx is done, even while r blocks. The
// name is for messages. The reader reads ahead.
func NewReader(ctx context.Context, r io.Reader, name string, limit int64) io.Reader {
	limit = orText(limit)
	if ctx == nil {
		ctx = context.Background()
	}
	return &reader{ctx: ctx, from: r, name: name, limit: limit, left: limit, buf: make([]byte, chunk)}
}

// Read reads into p.
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

// wait reads one piece, or returns when the context ends.
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
