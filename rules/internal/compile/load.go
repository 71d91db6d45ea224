package compile

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"farbank/internal/bounded"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// Compiler compiles the forms of a text into constructs of an environment.
type Compiler struct {
	Env       *core.Environment
	Text      string
	construct string // the current one, for messages
	uses      core.Uses
	self      *core.Usage // of the function being compiled, which may call itself
	elements  int         // the number of conditions parsed
	byName    bool        // globals may be removed while in use, as those used by other globals
}

// At returns an error at the position of a form.
func (c *Compiler) At(f *syntax.Form, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	return &fault.Error{Pos: f.Pos, Construct: c.construct, Message: err.Error(), Err: err}
}

// sourceOf returns the text of a form.
func (c *Compiler) sourceOf(f *syntax.Form) string { return c.Text[f.Start:f.End] }

// constructs maps keywords to functions that compile a construct.
var constructs = map[string]func(*Compiler, *syntax.Form) error{}

func init() {
	constructs["defmodule"] = (*Compiler).defmodule
	constructs["deftemplate"] = (*Compiler).deftemplate
	constructs["deffacts"] = (*Compiler).deffacts
	constructs["defglobal"] = (*Compiler).defglobal
	constructs["deffunction"] = (*Compiler).deffunction
	constructs["defrule"] = (*Compiler).defrule
	constructs["defquery"] = (*Compiler).defquery
	for name, define := range map[string]func(*Compiler, *syntax.Form) error{"defgeneric": (*Compiler).defgeneric, "defmethod": (*Compiler).defmethod,
		"defclass": (*Compiler).defclass, "defmessage-handler": (*Compiler).defmessageHandler, "definstances": (*Compiler).definstances} {
		constructs[name] = onlyCLIPS(define)
		clipsConstructs[name] = true
	}
}

// clipsConstructs are those of the object system and of generic functions, which Jess lacks.
var clipsConstructs = map[string]bool{}

// onlyCLIPS refuses a construct that Jess lacks.
func onlyCLIPS(define func(*Compiler, *syntax.Form) error) func(*Compiler, *syntax.Form) error {
	return func(c *Compiler, f *syntax.Form) error {
		if c.Env.Dialect == core.Jess {
			return c.At(f, "%s: Jess has no object system and no generic functions", f.Head())
		}
		return define(c, f)
	}
}

// IsConstruct reports whether a form is a construct rather than a call.
func IsConstruct(f *syntax.Form) bool { return constructs[f.Head()] != nil }

// Load reads a program: it defines its constructs and evaluates its calls, in the order of the text.
// Messages use name for the text. The error joins all errors of the text; constructs without errors
// are defined. Load refuses a text longer than Options.Read.
func Load(e *core.Environment, r io.Reader, name string) error {
	text, err := io.ReadAll(bounded.NewReader(e.Ctx, r, name, e.ReadLimit))
	if err != nil {
		return err
	}
	return LoadText(e, string(text), name, true)
}

// LoadFile is like Load for a file of the operating system.
func LoadFile(e *core.Environment, path string) error {
	text, err := e.ReadFile(path)
	if err != nil {
		return err
	}
	return LoadText(e, text, path, true)
}

// LoadText evaluates the forms of a text. If calls is false, it accepts only constructs.
func LoadText(e *core.Environment, text, name string, calls bool) error {
	if slices.Contains(e.Loading, name) {
		return fmt.Errorf("%s is being loaded already", name)
	}
	e.Loading = append(e.Loading, name)
	defer func() { e.Loading = e.Loading[:len(e.Loading)-1] }()
	var faults []error
	for f, err := range syntax.NewReader(name, text).All() {
		if err != nil {
			faults = append(faults, err)
			continue
		}
		if err := Do(e, f, text, calls); err != nil {
			if errors.Is(err, fault.ErrExit) || e.Interrupted() != nil {
				return errors.Join(append(faults, err)...)
			}
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// Do defines a construct or evaluates a call.
func Do(e *core.Environment, f *syntax.Form, text string, calls bool) error {
	c := &Compiler{Env: e, Text: text}
	levels := height(f)
	if err := e.Deeper("a form", levels); err != nil {
		return c.At(f, "%w", err)
	}
	e.Evals++
	defer func() { e.Shallower(levels); e.Evals-- }()
	if define := constructs[f.Head()]; define != nil {
		c.construct = f.Head()
		if e.Sealed {
			return c.At(f, "%w", core.ErrSealed)
		}
		saved := e.Current
		err := define(c, f)
		if e.Dialect == core.Jess && f.Head() != "defmodule" {
			e.Current = saved
		}
		return err
	}
	if !calls {
		return c.At(f, "a construct is expected here")
	}
	_, err := c.Evaluate(f)
	return err
}

// Evaluate evaluates a form outside constructs.
func (c *Compiler) Evaluate(f *syntax.Form) (value.Value, error) {
	s := NewScope(c)
	s.Top = true
	n, err := s.Compile(f)
	if err != nil {
		return value.Value{}, err
	}
	defer c.inUse()()
	x := &core.Frame{Env: c.Env, Vars: make([]value.Value, s.Size)}
	v, err := n.Eval(x)
	if err != nil {
		var placed *fault.Error
		if !errors.As(err, &placed) && !errors.Is(err, fault.ErrExit) && !errors.Is(err, fault.ErrReported) {
			err = c.At(f, "%w", err)
		}
	}
	return v, err
}

// inUse protects the constructs that a call refers to until release is called.
func (c *Compiler) inUse() (release func()) {
	if len(c.uses) == 0 || c.Env.Sealed {
		return func() {}
	}
	c.uses.Hold()
	c.Env.Using++
	return func() {
		c.uses.Release()
		c.Env.Using--
	}
}

// Eval evaluates one form of the language: a construct or a call.
func Eval(e *core.Environment, text string) (value.Value, error) {
	f, err := syntax.NewReader("eval", text).Next()
	if err != nil || f == nil {
		return value.Value{}, err
	}
	levels := height(f)
	if err := e.Deeper("eval", levels); err != nil {
		return value.Value{}, err
	}
	e.Evals++
	defer func() { e.Shallower(levels); e.Evals-- }()
	if constructs[f.Head()] != nil {
		return value.True, Do(e, f, text, true)
	}
	return (&Compiler{Env: e, Text: text}).Evaluate(f)
}

// constructName sets the current module to that of a construct. It returns the construct's name and
// the items after name and comment.
func (c *Compiler) constructName(f *syntax.Form) (string, []*syntax.Form, error) {
	if len(f.Items) < 2 || f.Items[1].Kind != syntax.Symbol {
		return "", nil, c.At(f, "a name is expected after %s", f.Head())
	}
	name := f.Items[1].Text
	i := strings.Index(name, "::")
	if i > 0 {
		m := c.Env.Module(name[:i])
		if m == nil {
			if c.Env.Dialect != core.Jess {
				return "", nil, c.At(f.Items[1], "there is no module %s", name[:i])
			}
			m = c.Env.AddModule(name[:i])
		}
		c.Env.Current, name = m, name[i+2:]
	}
	c.construct = f.Head() + " " + name
	c.Env.Symbol(name) // so that gensym* does not return it
	rest := f.Items[2:]
	if len(rest) > 0 && rest[0].Kind == syntax.String {
		rest = rest[1:]
	}
	return name, rest, nil
}

// height returns the depth of nested lists of forms.
func height(forms ...*syntax.Form) int {
	most := 0
	for _, f := range forms {
		most = max(most, height(f.Items...))
	}
	return most + 1
}

// site returns the position of a form.
func (c *Compiler) site(f *syntax.Form) *fault.Site {
	return &fault.Site{Pos: f.Pos, Construct: c.construct}
}

// Use records that the current construct refers to another.
func (c *Compiler) Use(u *core.Usage) {
	if u != c.self {
		c.uses = append(c.uses, u)
	}
}
