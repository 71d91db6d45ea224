package core

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"farbank/rules/internal/fault"
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

// A Language is the set of functions of a dialect.
type Language struct {
	Functions map[string]*Function     // those that can be called with values
	Words     any                      // the table of builtins, of a type of package compile
	Hint      func(name string) string // returns a hint about a missing function
}

// Function returns a function that can be called with values, or nil.
func (e *Environment) Function(name string) *Function {
	if f := e.Functions[name]; f != nil {
		return f
	}
	return e.Language.Functions[name]
}

// FunctionNames returns the sorted names of these functions.
func (e *Environment) FunctionNames() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(e.Language.Functions)), maps.Keys(e.Functions))
	slices.Sort(names)
	return slices.Compact(names)
}

// MissingFunction returns the error for a call of a function that does not exist.
func (e *Environment) MissingFunction(name string) error {
	return fmt.Errorf("[EXPRNPSR3] Missing function declaration for %s%s", name, e.Language.Hint(name))
}

// Call is one call of a function. The function must not keep the Call or its Args after it returns.
type Call struct {
	Env  *Environment
	Name string
	Args []value.Value

	Site     *fault.Site // the position of the call
	remarked error       // the error of the last Report
}

// Wrong returns the error for argument i, counted from 0.
func (c *Call) Wrong(i int, want string) error {
	return &fault.ArgumentError{Function: c.Name, Argument: i + 1, Want: want}
}

// Number returns argument i, an integer or a float.
func (c *Call) Number(i int) (value.Value, error) {
	if v := c.Args[i]; v.IsNumber() {
		return v, nil
	}
	return value.Value{}, c.Wrong(i, "of type integer or float")
}

// Float returns argument i as a float.
func (c *Call) Float(i int) (float64, error) {
	if v := c.Args[i]; v.IsNumber() {
		return v.Number(), nil
	}
	return 0, c.Wrong(i, "of type float")
}

// Int returns argument i, an integer; a float is truncated.
func (c *Call) Int(i int) (int64, error) {
	switch v := c.Args[i]; v.Kind() {
	case value.IntegerKind:
		return v.Int(), nil
	case value.FloatKind:
		return Truncate(v.Number()), nil
	}
	return 0, c.Wrong(i, "of type integer")
}

// Truncate truncates a float to an integer. It returns the least integer if f is out of range.
func Truncate(f float64) int64 {
	if f >= -1<<63 && f < 1<<63 {
		return int64(f)
	}
	return math.MinInt64
}

// Lexeme returns the text of argument i, a symbol or a string.
func (c *Call) Lexeme(i int) (string, error) {
	if v := c.Args[i]; v.IsLexeme() {
		return v.Text(), nil
	}
	return "", c.Wrong(i, "of type symbol or string")
}

// Chars returns the text of argument i, a symbol, a string or an instance name. As in CLIPS, the error names the
// first two only.
func (c *Call) Chars(i int) (string, error) {
	if v := c.Args[i]; v.IsLexeme() || v.Kind() == value.InstanceNameKind {
		return v.Text(), nil
	}
	return "", c.Wrong(i, "of type symbol or string")
}

// StringText returns the text of argument i, a string.
func (c *Call) StringText(i int) (string, error) {
	if v := c.Args[i]; v.Kind() == value.StringKind {
		return v.Text(), nil
	}
	return "", c.Wrong(i, "of type string")
}

// Symbol returns the text of argument i, a symbol.
func (c *Call) Symbol(i int) (string, error) {
	if v := c.Args[i]; v.Kind() == value.SymbolKind {
		return v.Text(), nil
	}
	return "", c.Wrong(i, "of type symbol")
}

// List returns the values of argument i, a multifield.
func (c *Call) List(i int) ([]value.Value, error) {
	if v := c.Args[i]; v.Kind() == value.MultifieldKind {
		return v.Items(), nil
	}
	return nil, c.Wrong(i, "of type multifield")
}

// Fact returns argument i, a fact given by its address or index, or nil if the fact of an address
// is retracted.
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
