package native

import (
	"context"
	"errors"
	"fmt"

	"farbank/model"
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

// errLarge is the ErrUnfit of what would be too large or take too long.
var errLarge = fmt.Errorf("%w: too large", ErrUnfit)

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

// conditions are conditions that must all hold, each once, split at their ands.
type conditions struct {
	list []*model.Expr
	has  map[*model.Expr]bool
}

// add adds conditions that are not there yet. One that never holds stays as it is.
func (c *conditions) add(conds ...*model.Expr) {
	for _, e := range conds {
		switch {
		case e.Op == model.And:
			c.add(e.Args...)
		case !e.IsTrue() && !c.has[e]:
			if c.has == nil {
				c.has = map[*model.Expr]bool{}
			}
			c.has[e] = true
			c.list = append(c.list, e)
		}
	}
}

// conditionsOf starts from a list in which each is there once.
func conditionsOf(list []*model.Expr) *conditions {
	c := &conditions{list: list[:len(list):len(list)], has: make(map[*model.Expr]bool, len(list))}
	for _, e := range list {
		c.has[e] = true
	}
	return c
}
