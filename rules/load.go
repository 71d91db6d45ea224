package rules

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"farbank/internal/bounded"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// Error is a fault of a program, with its place and the construct it is in.
type Error struct {
	Pos       syntax.Pos
	Construct string // as "defrule cross", or ""
	Message   string
	Err       error // what Message says
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Error gives place, construct and message.
func (e *Error) Error() string {
	if e.Construct != "" {
		return fmt.Sprintf("%s: %s: %s", e.Pos, e.Construct, e.Message)
	}
	return fmt.Sprintf("%s: %s", e.Pos, e.Message)
}

// compiler turns the forms of a text into constructs of an environment.
type compiler struct {
	env       *Environment
	text      string
	construct string // the one being compiled, for messages
	uses      uses
	self      *usage // of the function being compiled, which may call itself
	elements  int    // conditions read
	byName    bool   // globals referred to may be removed, as those of other globals
}

func (c *compiler) at(f *syntax.Form, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	return &Error{Pos: f.Pos, Construct: c.construct, Message: err.Error(), Err: err}
}

func (c *compiler) sourceOf(f *syntax.Form) string { return c.text[f.Start:f.End] }

// constructs by the word they begin with. Those of the object system and the
// generic functions are known, to be refused by name.
var constructs = map[string]func(*compiler, *syntax.Form) error{}

func init() {
	constructs["defmodule"] = (*compiler).defmodule
	constructs["deftemplate"] = (*compiler).deftemplate
	constructs["deffacts"] = (*compiler).deffacts
	constructs["defglobal"] = (*compiler).defglobal
	constructs["deffunction"] = (*compiler).deffunction
	constructs["defrule"] = (*compiler).defrule
	constructs["defquery"] = (*compiler).defquery
	for _, name := range []string{"defclass", "definstances", "defmessage-handler", "defgeneric", "defmethod"} {
		constructs[name] = func(c *compiler, f *syntax.Form) error {
			return c.at(f, "%s: the object system and generic functions are not part of this engine", name)
		}
	}
}

// IsConstruct reports whether a form defines something, rather than calls.
func IsConstruct(f *syntax.Form) bool { return constructs[f.Head()] != nil }

// Load reads a program: it defines its constructs and does its calls, in the
// order of the text. name is what messages call it. The error joins all faults
// of the text; the constructs without faults are defined. A text longer than
// Options.Read is refused.
func (e *Environment) Load(r io.Reader, name string) error {
	text, err := io.ReadAll(bounded.NewReader(e.ctx, r, name, e.readLimit))
	if err != nil {
		return err
	}
	return e.load(string(text), name, true)
}

// LoadFile is Load for a file of the operating system.
func (e *Environment) LoadFile(path string) error {
	text, err := e.readFile(path)
	if err != nil {
		return err
	}
	return e.load(text, path, true)
}

// load does the forms of a text; without calls it takes constructs only.
func (e *Environment) load(text, name string, calls bool) error {
	if slices.Contains(e.loading, name) {
		return fmt.Errorf("%s is being loaded already", name)
	}
	e.loading = append(e.loading, name)
	defer func() { e.loading = e.loading[:len(e.loading)-1] }()
	var faults []error
	r := syntax.NewReader(name, text)
	for {
		f, err := r.Next()
		if err != nil {
			faults = append(faults, err)
			if !r.Recover() {
				break
			}
			continue
		}
		if f == nil {
			break
		}
		if err := e.do(f, text, calls); err != nil {
			if errors.Is(err, ErrExit) || e.interrupted() != nil {
				return errors.Join(append(faults, err)...)
			}
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// Faults gives what is wrong with a program that Load has ended with ErrExit, or
// nil.
func Faults(err error) error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	var faults []error
	for _, each := range joined.Unwrap() {
		if errors.Is(each, ErrExit) {
			each = Faults(each)
		}
		faults = append(faults, each)
	}
	return errors.Join(faults...)
}

// do defines the construct of a form, or makes its call.
func (e *Environment) do(f *syntax.Form, text string, calls bool) error {
	c := &compiler{env: e, text: text}
	levels := height(f)
	if err := e.deeper("a form", levels); err != nil {
		return c.at(f, "%w", err)
	}
	e.evals++
	defer func() { e.shallower(levels); e.evals-- }()
	if define := constructs[f.Head()]; define != nil {
		c.construct = f.Head()
		saved := e.current
		err := define(c, f)
		if e.dialect == Jess && f.Head() != "defmodule" {
			e.current = saved
		}
		return err
	}
	if !calls {
		return c.at(f, "a construct is expected here")
	}
	_, err := c.evaluate(f)
	return err
}

// evaluate evaluates a form outside of any construct.
func (c *compiler) evaluate(f *syntax.Form) (value.Value, error) {
	s := newScope(c)
	s.top = true
	n, err := s.compile(f)
	if err != nil {
		return value.Value{}, err
	}
	defer c.inUse()()
	x := &frame{env: c.env, vars: make([]value.Value, s.size)}
	v, err := n.eval(x)
	if err != nil {
		var placed *Error
		if !errors.As(err, &placed) && !errors.Is(err, ErrExit) && !errors.Is(err, errReported) {
			err = c.at(f, "%w", err)
		}
	}
	return v, err
}

// inUse holds what a call refers to, until what it gives is called.
func (c *compiler) inUse() (release func()) {
	if len(c.uses) == 0 {
		return func() {}
	}
	c.uses.hold()
	c.env.using++
	return func() {
		c.uses.release()
		c.env.using--
	}
}

// Eval evaluates a piece of program text: one form, construct or call.
func (e *Environment) Eval(text string) (value.Value, error) {
	f, err := syntax.NewReader("eval", text).Next()
	if err != nil || f == nil {
		return value.Value{}, err
	}
	levels := height(f)
	if err := e.deeper("eval", levels); err != nil {
		return value.Value{}, err
	}
	e.evals++
	defer func() { e.shallower(levels); e.evals-- }()
	if constructs[f.Head()] != nil {
		return value.True, e.do(f, text, true)
	}
	return (&compiler{env: e, text: text}).evaluate(f)
}

// constructName takes the name and the comment off a construct, makes its
// module the current one, and gives the name and what is left.
func (c *compiler) constructName(f *syntax.Form) (string, []*syntax.Form, error) {
	if len(f.Items) < 2 || f.Items[1].Kind != syntax.Symbol {
		return "", nil, c.at(f, "a name is expected after %s", f.Head())
	}
	name := f.Items[1].Text
	i := strings.Index(name, "::")
	if i > 0 {
		m := c.env.module(name[:i])
		if m == nil {
			if c.env.dialect != Jess {
				return "", nil, c.at(f.Items[1], "there is no module %s", name[:i])
			}
			m = c.env.addModule(name[:i])
		}
		c.env.current, name = m, name[i+2:]
	}
	c.construct = f.Head() + " " + name
	c.env.Symbol(name) // gensym* is not to give it
	rest := f.Items[2:]
	if len(rest) > 0 && rest[0].Kind == syntax.String {
		rest = rest[1:]
	}
	return name, rest, nil
}
