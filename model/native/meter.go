package native

import (
	"context"
	"errors"
	"fmt"
)

// A meter counts the steps of preparing a problem and aborts when the context is done. Steps
// can be many for a small expression, since its tree may be exponentially larger than its
// shared nodes. A nil meter does nothing.
type meter struct {
	ctx   context.Context
	steps int
}

// An abort is the panic value that ends the preparation; catch recovers it.
type abort struct{ err error }

// tick counts a step and panics with an abort if the context is done.
func (m *meter) tick() {
	if m == nil {
		return
	}
	if m.steps++; m.steps&0x3FF == 0 && m.ctx.Err() != nil {
		panic(abort{context.Cause(m.ctx)})
	}
}

// ErrLarge is an ErrUnfit: the code would be too large or take too long to compile.
var ErrLarge = fmt.Errorf("%w: too large", ErrUnfit)

// catch recovers an abort and joins its error with *err.
func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case abort:
		*err = errors.Join(*err, r.err)
	default:
		panic(r)
	}
}
