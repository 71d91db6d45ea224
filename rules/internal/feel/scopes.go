package feel

import (
	"errors"
	"slices"
	"sync/atomic"
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
	var active atomic.Int32 // the number of calls that have not ended, of all goroutines
	return func(s Scope) (any, error) {
		return &Function{params, func(args []any) (any, error) {
			defer active.Add(-1)
			if active.Add(1) > maxCalls {
				return nil, errors.New("calls are nested too deeply")
			}
			in := s
			for i, name := range params {
				in = With(in, name, args[i])
			}
			return body(in)
		}}, nil
	}
}

// maxCalls limits the nested calls of the functions of one place.
const maxCalls = 2000

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
