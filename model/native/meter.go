package native

import (
	"context"
	"errors"
	"fmt"
)

// A meter counts the work of preparing a problem, and ends it with the context or when
// it comes to too much: an expression that shares its operands may be small, and what is
// made of it very large. A nil meter counts nothing.
type meter struct {
	ctx   context.Context
	steps int
}

// An abort is thrown by a meter and caught by catch.
type abort struct{ err error }

// tick counts a step.
func (m *meter) tick() {
	if m == nil {
		return
	}
	if m.steps++; m.steps&0x3FF == 0 && m.ctx.Err() != nil {
		panic(abort{context.Cause(m.ctx)})
	}
}

// ErrLarge is the ErrUnfit of what would be too large or take too long.
var ErrLarge = fmt.Errorf("%w: too large", ErrUnfit)

// catch makes an abort an error.
func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case abort:
		*err = errors.Join(*err, r.err)
	default:
		panic(r)
	}
}
