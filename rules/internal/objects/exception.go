package objects

import (
	"errors"
	"fmt"

	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

// Exception is Java's Throwable: an exception that a program throws, or an error that it catches.
type Exception struct {
	class, message string
	cause          value.Value
	Err            error // of the engine or a Go function
}

// Thrown is the error of an exception that a program has thrown.
type Thrown struct{ Object *Exception }

// Error returns the exception as Java's toString does.
func (t *Thrown) Error() string { return t.Object.RuleText() }

// exceptions maps the classes of exceptions to their superclasses.
var exceptions = map[string]string{
	"Throwable": "Object", "Exception": "Throwable", "Error": "Throwable", "RuntimeException": "Exception", "JessException": "Exception",
	"IOException": "Exception", "IllegalArgumentException": "RuntimeException", "IllegalStateException": "RuntimeException",
	"ArithmeticException": "RuntimeException", "ClassCastException": "RuntimeException", "NullPointerException": "RuntimeException",
	"IndexOutOfBoundsException": "RuntimeException", "NumberFormatException": "IllegalArgumentException",
	"UnsupportedOperationException": "RuntimeException",
}

func init() {
	for name, parent := range exceptions {
		Superclasses[name] = []string{parent}
		Classes[name] = func(args []value.Value) (value.Value, error) {
			x := &Exception{class: name, cause: value.Nil}
			if n := len(args); n > 0 {
				if _, ok := args[n-1].Ref().(*Exception); ok {
					x.cause = args[n-1]
					args = args[:n-1]
				}
			}
			switch {
			case len(args) == 1:
				x.message = args[0].Display()
			case name == "JessException" && len(args) == 3: // routine, message, detail
				x.message = args[1].Display() + " " + args[2].Display()
			case len(args) > 1:
				return value.False, fmt.Errorf("%s takes a message and a cause", name)
			}
			return External(x), nil
		}
	}
}

// ExceptionOf returns the value of ?ERROR: a JessException with the thrown exception as its cause.
func ExceptionOf(err error) *Exception {
	x := &Exception{class: "JessException", message: err.Error(), cause: value.Nil, Err: err}
	var placed *fault.Error
	if errors.As(err, &placed) {
		x.message = placed.Message
	}
	var t *Thrown
	if errors.As(err, &t) {
		if t.Object.class == x.class {
			return t.Object
		}
		x.message, x.cause = t.Object.message, External(t.Object)
	}
	return x
}

// RuleText returns the exception as Java's toString does.
func (x *Exception) RuleText() string {
	if x.message == "" {
		return x.class
	}
	return x.class + ": " + x.message
}

// Call calls a method.
func (x *Exception) Call(method string, args []value.Value) (value.Value, error) {
	if len(args) > 0 {
		return value.False, NoMethod("exception", method, args)
	}
	switch method {
	case "getMessage":
		return value.String(x.message), nil
	case "getCause":
		return x.cause, nil
	case "toString":
		return value.String(x.RuleText()), nil
	case "getLineNumber":
		var placed *fault.Error
		if errors.As(x.Err, &placed) {
			return value.Integer(int64(placed.Pos.Line)), nil
		}
		return value.Integer(-1), nil
	}
	return value.False, NoMethod("exception", method, args)
}
