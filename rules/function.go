package rules

import (
	"farbank/rules/internal/core"
	"farbank/rules/value"
)

// Func is the body of a function that takes its arguments evaluated.
type Func func(*Call) (value.Value, error)

// Function is a function of the rule language.
type Function struct {
	Name     string
	Min, Max int // how many arguments; Max -1: any number
	Func     Func
}

// Define adds a function written in Go, or replaces one. Its arguments come
// evaluated and in the number it asks for. If it panics, the call ends with a
// PanicError.
func (e *Environment) Define(f Function) {
	e.core.Define(core.Function{Name: f.Name, Min: f.Min, Max: f.Max, Func: func(c *core.Call) (value.Value, error) {
		return f.Func(&Call{Env: e, Name: c.Name, Args: c.Args})
	}})
}

// Call is one call of a function. It and its Args are the function's until it
// returns; what it keeps of them it must copy.
type Call struct {
	Env  *Environment
	Name string
	Args []value.Value
}

func (c *Call) core() *core.Call { return &core.Call{Name: c.Name, Args: c.Args} }

// Wrong makes the error for argument i, counted from 0.
func (c *Call) Wrong(i int, want string) error { return c.core().Wrong(i, want) }

// Number gives argument i, an integer or float.
func (c *Call) Number(i int) (value.Value, error) { return c.core().Number(i) }

// Float gives argument i as a float.
func (c *Call) Float(i int) (float64, error) { return c.core().Float(i) }

// Int gives argument i, an integer; a float is cut to one.
func (c *Call) Int(i int) (int64, error) { return c.core().Int(i) }

// Lexeme gives the text of argument i, a symbol or string.
func (c *Call) Lexeme(i int) (string, error) { return c.core().Lexeme(i) }

// StringText gives the text of argument i, a string.
func (c *Call) StringText(i int) (string, error) { return c.core().StringText(i) }

// Symbol gives the text of argument i, a symbol.
func (c *Call) Symbol(i int) (string, error) { return c.core().Symbol(i) }

// List gives the values of argument i, a multifield.
func (c *Call) List(i int) ([]value.Value, error) { return c.core().List(i) }
