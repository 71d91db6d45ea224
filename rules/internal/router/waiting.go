package router

import (
	"context"
	"io"
)

// waiting is an input that stops waiting when the environment's context is done, though a read of the
// underlying reader, such as a terminal, may not return. Bytes that arrive later are kept for the
// next Read.
type waiting struct {
	under io.Reader
	ctx   func() context.Context
	read  chan arrival // of the current read, or nil
	rest  arrival      // bytes that have arrived and are not read yet
}

type arrival struct {
	bytes []byte
	err   error
}

// Patient returns an input that stops waiting when the context is done.
func Patient(ctx func() context.Context, in io.Reader) io.Reader {
	return &waiting{under: in, ctx: ctx}
}

// Read reads until bytes arrive or the context is done.
func (w *waiting) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	ctx := w.ctx()
	if ctx.Done() == nil && w.read == nil && len(w.rest.bytes) == 0 && w.rest.err == nil {
		return w.under.Read(p) // the context cannot end it
	}
	for len(w.rest.bytes) == 0 && w.rest.err == nil {
		if w.read == nil {
			w.read = make(chan arrival, 1)
			go readOnce(w.under, len(p), w.read)
		}
		select {
		case w.rest = <-w.read:
			w.read = nil
		case <-ctx.Done():
			return 0, context.Cause(ctx)
		}
	}
	n := copy(p, w.rest.bytes)
	w.rest.bytes = w.rest.bytes[n:]
	if len(w.rest.bytes) > 0 {
		return n, nil
	}
	err := w.rest.err
	w.rest.err = nil
	return n, err
}

func readOnce(r io.Reader, size int, to chan<- arrival) {
	p := make([]byte, size)
	n, err := r.Read(p)
	to <- arrival{p[:n], err}
}
