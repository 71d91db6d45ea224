package rules

import (
	"errors"
	"fmt"

	"farbank/rules/value"
)

// exception is Java's Throwable: what a program throws, or an error that it has caught.
type exception struct {
	class, message string
	cause          value.Value
	err            error // of what the engine or a Go function says
}

// thrown is an error that a program has thrown.
type thrown struct{ object *exception }

// Error writes the exception as Java's toString does.
func (t *thrown) Error() string { return t.object.RuleText() }

// exceptions are the classes of exceptions, with what each is besides.
var exceptions = map[string]string{
	"Throwable": "Object", "Exception": "Throwable", "Error": "Throwable", "RuntimeException": "Exception", "JessException": "Exception",
	"IOException": "Exception", "IllegalArgumentException": "RuntimeException", "IllegalStateException": "RuntimeException",
	"ArithmeticException": "RuntimeException", "ClassCastException": "RuntimeException", "NullPointerException": "RuntimeException",
	"IndexOutOfBoundsException": "RuntimeException", "NumberFormatException": "IllegalArgumentException",
	"UnsupportedOperationException": "RuntimeException",
}

func init() {
	for name, parent := range exceptions {
		superclasses[name] = []string{parent}
		classes[name] = func(args []value.Value) (value.Value, error) {
			x := &exception{class: name, cause: value.Nil}
			if n := len(args); n > 0 {
				if _, ok := args[n-1].Ref().(*exception); ok {
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
			return external(x), nil
		}
	}
}

// exceptionOf is what ?ERROR stands for: a JessException, whose cause is what was thrown.
func exceptionOf(err error) *exception {
	x := &exception{class: "JessException", message: err.Error(), cause: value.Nil, err: err}
	var placed *Error
	if errors.As(err, &placed) {
		x.message = placed.Message
	}
	var t *thrown
	if errors.As(err, &t) {
		if t.object.class == x.class {
			return t.object
		}
		x.message, x.cause = t.object.message, external(t.object)
	}
	return x
}

// throwFunction is (throw exception); a Go error may be thrown as well.
func throwFunction(c *Call) (value.Value, error) {
	switch x := c.Args[0].Ref().(type) {
	case *exception:
		if x.err != nil {
			return value.False, x.err
		}
		return value.False, &thrown{x}
	case error:
		return value.False, x
	}
	return value.False, fmt.Errorf("throw: %s is no exception", c.Args[0])
}

// RuleText writes the exception as Java's toString does.
func (x *exception) RuleText() string {
	if x.message == "" {
		return x.class
	}
	return x.class + ": " + x.message
}

func (x *exception) call(method string, args []value.Value) (value.Value, error) {
	if len(args) > 0 {
		return value.False, noMethod("exception", method, args)
	}
	switch method {
	case "getMessage":
		return value.String(x.message), nil
	case "getCause":
		return x.cause, nil
	case "toString":
		return value.String(x.RuleText()), nil
	case "getLineNumber":
		var placed *Error
		if errors.As(x.err, &placed) {
			return value.Integer(int64(placed.Pos.Line)), nil
		}
		return value.Integer(-1), nil
	}
	return value.False, noMethod("exception", method, args)
}
