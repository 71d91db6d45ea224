package core

import (
	"fmt"
	"runtime/debug"

	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

// maxLevels limits the nesting of expressions over all calls. A level takes up to a kilobyte of the
// stack, and the Go limit is a gigabyte.
const maxLevels = 500_000

// Deeper enters a call of a body whose expressions have the given height. The caller leaves it with
// Shallower.
func (e *Environment) Deeper(what string, levels int) error {
	if e.depth >= e.maxDepth || e.levels+levels > maxLevels {
		return fmt.Errorf("%s: calls are nested more than %d deep", what, e.depth)
	}
	e.depth++
	e.levels += levels
	return nil
}

// Shallower undoes Deeper.
func (e *Environment) Shallower(levels int) {
	e.depth--
	e.levels -= levels
}

// progress is the state of the calls of an environment, to be restored if a Go function panics or
// ends its goroutine.
type progress struct {
	depth, evals, levels, stack, calls, using, trying, borrowed int
	matching, resetting                                         bool
	running                                                     *Rule
	current                                                     *Module
}

func (e *Environment) progress() progress {
	return progress{e.depth, e.Evals, e.levels, len(e.Stack), e.Calls, e.Using, e.Trying, e.borrowed, e.Matching, e.resetting, e.Running, e.Current}
}

func (e *Environment) restore(p progress) {
	e.depth, e.Evals, e.levels, e.Calls, e.Using, e.Trying = p.depth, p.evals, p.levels, p.calls, p.using, p.trying
	for e.borrowed > p.borrowed {
		e.GiveBack(e.frames[e.borrowed-1])
	}
	e.Matching, e.resetting, e.Running, e.Current = p.matching, p.resetting, p.running, p.current
	e.Stack = e.Stack[:p.stack]
}

// guarded returns f with panics turned into errors.
func guarded(f Func) Func {
	return func(c *Call) (value.Value, error) {
		return c.Env.Guard(c.Name, func() (value.Value, error) { return f(c) })
	}
}

// Guard calls f, which is written in Go, and returns a panic as an error.
func (e *Environment) Guard(name string, f func() (value.Value, error)) (v value.Value, err error) {
	before := e.progress()
	defer func() {
		if r := recover(); r != nil {
			e.restore(before)
			v, err = value.False, &fault.PanicError{Function: name, Value: r, Stack: debug.Stack()}
		}
	}()
	return f()
}
