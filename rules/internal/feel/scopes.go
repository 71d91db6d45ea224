package feel

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// With returns a scope that adds a name to s.
func With(s Scope, name string, v any) Scope { return local{s, name, v} }

// local is a scope with one more name.
type local struct {
	Scope
	name string
	v    any
}

func (s local) Variable(name string) (any, bool, error) {
	if name == s.name {
		return s.v, true, nil
	}
	return s.Scope.Variable(name)
}

// itemScope is the scope of a filter: the components of the item, and the item itself.
type itemScope struct {
	Scope
	v any
}

func (s itemScope) Variable(name string) (any, bool, error) {
	c, isContext := s.v.(Context)
	if isContext {
		if v, ok := c.Values[name]; ok {
			return v, true, nil
		}
	}
	if name == "item" {
		return s.v, true, nil
	}
	v, ok, err := s.Scope.Variable(name)
	return v, ok || isContext && err == nil, err // a missing component is null
}

// A Function is a function that a model or an expression defines.
type Function struct {
	Params []string
	Do     func(args []any) (any, error)
}

// Call calls a function with arguments by position, or by name if there are names. It returns nil for arguments
// that do not fit, as FEEL has it.
func (f *Function) Call(args []any, names []string) (any, error) {
	if len(names) > 0 {
		ordered := make([]any, len(f.Params))
		for i, name := range names {
			k := slices.Index(f.Params, name)
			if k < 0 {
				return nil, nil
			}
			ordered[k] = args[i]
		}
		args = ordered
	}
	if len(args) != len(f.Params) {
		return nil, nil
	}
	return f.Do(args)
}

// Definition makes the functions of one place of a text: their body sees the arguments, and the scope of the place.
func Definition(params []string, body Expression) Expression {
	return func(s Scope) (any, error) {
		return &Function{params, func(args []any) (any, error) {
			defer s.Step(-1)
			if err := s.Step(1); err != nil {
				return nil, err
			}
			in := s
			for i, name := range params {
				in = With(in, name, args[i])
			}
			return body(in)
		}}, nil
	}
}

// Limits of an evaluation.
const (
	maxCalls = 2000    // nested calls
	maxItems = 1 << 20 // of a list that an iteration returns
)

// ErrNoConstant is the error of a Step in a scope for constants.
var ErrNoConstant = errors.New("the test is no constant")

// A Meter limits one evaluation. It implements Step of a [Scope].
type Meter struct {
	ctx   context.Context
	calls int // that have not ended
	steps int
}

// NewMeter returns a Meter for an evaluation that ends with ctx.
func NewMeter(ctx context.Context) *Meter { return &Meter{ctx: ctx} }

// Step counts the calls of functions, and looks at the context from time to time.
func (m *Meter) Step(calls int) error {
	if m.calls += calls; m.calls > maxCalls {
		return errors.New("calls are nested too deeply")
	}
	if m.steps++; m.steps&255 == 0 && m.ctx.Err() != nil {
		return context.Cause(m.ctx)
	}
	return nil
}

// Round evaluates the body of an iteration and appends its value to the results.
func Round(results []any, body Expression, s Scope) ([]any, error) {
	if len(results) == maxItems {
		return results, fmt.Errorf("an iteration has more than %d items", maxItems)
	}
	if err := s.Step(0); err != nil {
		return results, err
	}
	v, err := body(s)
	return append(results, v), err
}

// asList returns the items of a list, or a list of another value; none of null.
func asList(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}

// Filter returns the items of a list for which a condition is true or, if that is a number, the item with that
// position.
func Filter(v any, condition Expression, s Scope) (any, error) {
	list := asList(v)
	kept := []any{}
	if len(list) == 0 {
		if at, err := condition(itemScope{s, Context{}}); err == nil {
			if _, ok := wholeNumber(at); ok {
				return nil, nil
			}
		}
		return kept, nil
	}
	for _, item := range list {
		if err := s.Step(0); err != nil {
			return nil, err
		}
		r, err := condition(itemScope{s, item})
		if err != nil {
			return nil, err
		}
		if at, ok := wholeNumber(r); ok {
			return itemAt(list, at), nil
		}
		if r == true {
			kept = append(kept, item)
		}
	}
	return kept, nil
}

// itemAt returns the item with a position, from 1 or, if negative, from the end.
func itemAt(list []any, at int) any {
	if at < 0 {
		at += len(list) + 1
	}
	if at < 1 || at > len(list) {
		return nil
	}
	return list[at-1]
}

// Each calls do for all items of a list, or all whole numbers of an interval. It returns false for a value that
// cannot be iterated over.
func Each(v any, do func(item any) error) (bool, error) {
	if r, ok := v.(Range); ok {
		low, okLow := wholeNumber(r.Low)
		high, okHigh := wholeNumber(r.High)
		if !okLow || !okHigh {
			return false, nil
		}
		step := 1
		if low > high {
			step = -1
		}
		if r.OpenLow {
			low += step
		}
		if r.OpenHigh {
			high -= step
		}
		for i := low; (high-i)*step >= 0; i += step {
			if err := do(whole(i)); err != nil {
				return true, err
			}
		}
		return true, nil
	}
	for _, item := range asList(v) {
		if err := do(item); err != nil {
			return true, err
		}
	}
	return v != nil, nil
}

// Quantified reports whether a condition holds for some (decides is true) or for every item. In doubt it returns
// nil.
func Quantified(values []any, decides bool) any {
	result := any(!decides)
	for _, v := range values {
		if v == decides {
			return decides
		}
		if v != !decides {
			result = nil
		}
	}
	return result
}

// Listed returns the list of the values of expressions.
func Listed(list []Expression) Expression {
	return func(s Scope) (any, error) { return all(list, s) }
}

// If returns the value of a or, unless the condition is true, of b.
func If(condition, a, b Expression) Expression {
	return func(s Scope) (any, error) {
		v, err := condition(s)
		if err != nil {
			return nil, err
		}
		if v == true {
			return a(s)
		}
		return b(s)
	}
}
