package bridge

import (
	"context"
	"fmt"
	"reflect"

	"farbank/rules/internal/core"
	"farbank/rules/internal/objects"
	"farbank/rules/value"
)

// DefineFunc adds a Go function to the language. Its parameters may be booleans, numbers,
// strings, slices of these, value.Value, or the type of an external object; the last may be
// variadic. It returns nothing, a value, an error, or a value and an error. A call with another
// number or other types of arguments is an error of the program. A first parameter of type context.Context
// is no argument: it is the context of the run.
func DefineFunc(e *core.Environment, name string, function any) error {
	if e.Sealed {
		return core.ErrSealed
	}
	f := reflect.ValueOf(function)
	if f.Kind() != reflect.Func || f.IsNil() {
		return fmt.Errorf("rules: %s is no function", name)
	}
	t := f.Type()
	if t.NumOut() > 2 || t.NumOut() == 2 && t.Out(1) != reflect.TypeFor[error]() {
		return fmt.Errorf("rules: %s gives more than a value and an error", name)
	}
	e.WithMethods()
	first := 0
	if t.NumIn() > 0 && t.In(0) == reflect.TypeFor[context.Context]() {
		first = 1
	}
	d := core.Function{Name: name, Min: t.NumIn() - first, Max: t.NumIn() - first}
	if t.IsVariadic() {
		d.Min, d.Max = t.NumIn()-1-first, -1
	}
	d.Func = func(c *core.Call) (value.Value, error) {
		args, wrong := objects.GoArguments(t, first, c.Args)
		if wrong >= 0 {
			return value.False, c.Wrong(wrong, "of type "+objects.Parameter(t, wrong+first).String())
		}
		if first == 1 {
			args = append([]reflect.Value{reflect.ValueOf(c.Env.Ctx)}, args...)
		}
		return c.Env.Results(f.Call(args))
	}
	e.Define(d)
	return nil
}
