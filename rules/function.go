package rules

import (
	"farbank/rules/internal/core"
	"farbank/rules/value"
)

// Func is the body of a function; its arguments are already evaluated.
type Func func(*Call) (value.Value, error)

// Function is a function of the rule language.
type Function struct {
	Name     string
	Min, Max int // the number of arguments; Max -1: no limit
	Func     Func
}

// Define adds a function written in Go, or replaces one. The function receives evaluated
// arguments, between Min and Max of them. If it panics, the call fails with a PanicError.
func (e *Environment) Define(f Function) {
	if e.core.Sealed {
		panic(ErrSealed)
	}
	e.core.Define(core.Function{Name: f.Name, Min: f.Min, Max: f.Max, Func: func(c *core.Call) (value.Value, error) {
		return f.Func(&Call{Env: c.Env.Outer.(*Environment), Name: c.Name, Args: c.Args})
	}})
}

// Call is one call of a function. The function must not keep the Call or its Args after it
// returns.
type Call struct {
	Env  *Environment
	Name string
	Args []value.Value
}

// core returns the call in the form of package core.
func (c *Call) core() *core.Call { return &core.Call{Name: c.Name, Args: c.Args} }

// Wrong returns the error for argument i, counted from 0.
func (c *Call) Wrong(i int, want string) error { return c.core().Wrong(i, want) }

// Number returns argument i, an integer or a float.
func (c *Call) Number(i int) (value.Value, error) { return c.core().Number(i) }

// Float returns argument i as a float.
func (c *Call) Float(i int) (float64, error) { return c.core().Float(i) }

// Int returns argument i, an integer; a float is truncated.
func (c *Call) Int(i int) (int64, error) { return c.core().Int(i) }

// Lexeme returns the text of argument i, a symbol or a string.
func (c *Call) Lexeme(i int) (string, error) { return c.core().Lexeme(i) }

// StringText returns the text of argument i, a string.
func (c *Call) StringText(i int) (string, error) { return c.core().StringText(i) }

// Symbol returns the text of argument i, a symbol.
func (c *Call) Symbol(i int) (string, error) { return c.core().Symbol(i) }

// List returns the values of argument i, a multifield.
func (c *Call) List(i int) ([]value.Value, error) { return c.core().List(i) }
