package core

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"farbank/rules/internal/fault"
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

// A Language is what a dialect has to offer.
type Language struct {
	Functions map[string]*Function     // those that can be called with values
	Words     any                      // the table of builtins, as package compile has it
	Hint      func(name string) string // where a function is that is missing
}

// Function finds a function that can be called with values, or nil.
func (e *Environment) Function(name string) *Function {
	if f := e.Functions[name]; f != nil {
		return f
	}
	return e.Language.Functions[name]
}

// FunctionNames lists these functions.
func (e *Environment) FunctionNames() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(e.Language.Functions)), maps.Keys(e.Functions))
	slices.Sort(names)
	return slices.Compact(names)
}

// MissingFunction says that there is no function of a name.
func (e *Environment) MissingFunction(name string) error {
	return fmt.Errorf("[EXPRNPSR3] Missing function declaration for %s%s", name, e.Language.Hint(name))
}

// Call is one call of a function. It and its Args are the function's until it
// returns; what it keeps of them it must copy.
type Call struct {
	Env  *Environment
	Name string
	Args []value.Value

	Site     *fault.Site // where the call stands
	remarked error       // of the last report
}

// Wrong makes the error for argument i, counted from 0.
func (c *Call) Wrong(i int, want string) error {
	return &fault.ArgumentError{Function: c.Name, Argument: i + 1, Want: want}
}

// Number gives argument i, an integer or float.
func (c *Call) Number(i int) (value.Value, error) {
	if v := c.Args[i]; v.IsNumber() {
		return v, nil
	}
	return value.Value{}, c.Wrong(i, "of type integer or float")
}

// Float gives argument i as a float.
func (c *Call) Float(i int) (float64, error) {
	if v := c.Args[i]; v.IsNumber() {
		return v.Number(), nil
	}
	return 0, c.Wrong(i, "of type float")
}

// Int gives argument i, an integer; a float is cut to one.
func (c *Call) Int(i int) (int64, error) {
	switch v := c.Args[i]; v.Kind() {
	case value.IntegerKind:
		return v.Int(), nil
	case value.FloatKind:
		return Truncate(v.Number()), nil
	}
	return 0, c.Wrong(i, "of type integer")
}

// Truncate cuts a float to an integer; what does not fit is the least integer.
func Truncate(f float64) int64 {
	if f >= -1<<63 && f < 1<<63 {
		return int64(f)
	}
	return math.MinInt64
}

// Lexeme gives the text of argument i, a symbol or string.
func (c *Call) Lexeme(i int) (string, error) {
	if v := c.Args[i]; v.IsLexeme() {
		return v.Text(), nil
	}
	return "", c.Wrong(i, "of type symbol or string")
}

// StringText gives the text of argument i, a string.
func (c *Call) StringText(i int) (string, error) {
	if v := c.Args[i]; v.Kind() == value.StringKind {
		return v.Text(), nil
	}
	return "", c.Wrong(i, "of type string")
}

// Symbol gives the text of argument i, a symbol.
func (c *Call) Symbol(i int) (string, error) {
	if v := c.Args[i]; v.Kind() == value.SymbolKind {
		return v.Text(), nil
	}
	return "", c.Wrong(i, "of type symbol")
}

// List gives the values of argument i, a multifield.
func (c *Call) List(i int) ([]value.Value, error) {
	if v := c.Args[i]; v.Kind() == value.MultifieldKind {
		return v.Items(), nil
	}
	return nil, c.Wrong(i, "of type multifield")
}

// Fact gives argument i, a fact by its address or index; nil if that fact is
// gone.
func (c *Call) Fact(i int) (*Fact, error) {
	v := c.Args[i]
	if v.Kind() != value.FactKind && (v.Kind() != value.IntegerKind || v.Int() < 0) {
		return nil, c.RemarkWrong(i, "of type fact-address or fact-index")
	}
	f := c.Env.FactOf(v)
	if f == nil && v.Kind() == value.IntegerKind {
		return nil, fault.Missing("fact", fmt.Sprintf("f-%d", v.Int()))
	}
	if f != nil && f.Deleted {
		return nil, nil
	}
	return f, nil
}
