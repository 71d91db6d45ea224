package rules

import (
	"fmt"
	"runtime/debug"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

// maxLevels bounds how many expressions may lie within each other while calls are made: a
// level takes up to a kilobyte of the stack, which ends at a gigabyte.
const maxLevels = 500_000

// deeper enters a call of something whose expressions are so many levels high; the caller
// leaves it by shallower.
func (e *Environment) deeper(what string, levels int) error {
	if e.depth >= e.maxDepth || e.levels+levels > maxLevels {
		return fmt.Errorf("%s: calls are nested more than %d deep", what, e.depth)
	}
	e.depth++
	e.levels += levels
	return nil
}

func (e *Environment) shallower(levels int) {
	e.depth--
	e.levels -= levels
}

// height tells how many levels of lists a form has.
func height(forms ...*syntax.Form) int {
	most := 0
	for _, f := range forms {
		most = max(most, height(f.Items...))
	}
	return most + 1
}

// progress is how far the calls of an environment have got. What does not come back from a
// call, because a Go function panics or ends its goroutine, leaves it to be restored.
type progress struct {
	depth, evals, levels, stack, calls, using, trying int
	matching, resetting                               bool
	running                                           *Rule
	current                                           *Module
}

func (e *Environment) progress() progress {
	return progress{e.depth, e.evals, e.levels, len(e.stack), e.calls, e.using, e.trying, e.matching, e.resetting, e.running, e.current}
}

func (e *Environment) restore(p progress) {
	e.depth, e.evals, e.levels, e.calls, e.using, e.trying = p.depth, p.evals, p.levels, p.calls, p.using, p.trying
	e.matching, e.resetting, e.running, e.current = p.matching, p.resetting, p.running, p.current
	e.stack = e.stack[:p.stack]
}

// PanicError is the panic of a Go function that a program has called.
type PanicError struct {
	Function string
	Value    any    // what was given to panic
	Stack    []byte // where
}

// Error names the function.
func (e *PanicError) Error() string {
	return fmt.Sprintf("the function %s has panicked: %v", e.Function, e.Value)
}

// Unwrap gives what was given to panic, if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// guarded makes an error of the panic of a function.
func guarded(f Func) Func {
	return func(c *Call) (value.Value, error) {
		return c.Env.guard(c.Name, func() (value.Value, error) { return f(c) })
	}
}

// guard calls what is written in Go, and makes an error of its panic.
func (e *Environment) guard(name string, f func() (value.Value, error)) (v value.Value, err error) {
	before := e.progress()
	defer func() {
		if r := recover(); r != nil {
			e.restore(before)
			v, err = value.False, &PanicError{name, r, debug.Stack()}
		}
	}()
	return f()
}
