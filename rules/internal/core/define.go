package core

import (
	"errors"
	"fmt"
	"slices"

	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

// Deffacts is a list of facts that reset asserts.
type Deffacts struct {
	Name    string
	Module  *Module
	Source  string
	Asserts []Node
	Size    int
	Hidden  bool
	Uses    Uses
}

func (e *Environment) assertDeffacts() error {
	var faults []error
	for _, m := range e.Modules {
		for _, d := range slices.Clone(m.Deffacts) {
			if d.Hidden {
				f := e.newFact(m.initialTemplate)
				if _, err := e.Assert(f); err != nil {
					return err
				}
				continue
			}
			x := &Frame{Env: e, Vars: make([]value.Value, d.Size)}
			for _, n := range d.Asserts {
				if _, err := n.Eval(x); err != nil {
					faults = append(faults, fmt.Errorf("deffacts %s: %w", d.Name, err))
					if e.Dialect == CLIPS {
						return errors.Join(faults...) // nothing more is asserted
					}
					break
				}
			}
		}
	}
	return errors.Join(faults...)
}

func (e *Environment) newFact(t *Template) *Fact {
	f := &Fact{Relation: t.Relation, Slots: make([]value.Value, len(t.Slots))}
	if t.Implied {
		f.Slots[0] = value.Empty
	}
	return f
}

// Global is a variable of a defglobal.
type Global struct {
	Name    string
	Module  *Module
	Value   value.Value // in environments that are not sealed
	number  int         // of its value in a sealed environment
	Source  string
	Initial Node
	Size    int // the number of its variables
	Watched bool
	Uses    Uses
	Usage
}

// GlobalValue returns the value of a global.
func (e *Environment) GlobalValue(g *Global) value.Value {
	if e.Sealed {
		return e.globals[g.number]
	}
	return g.Value
}

func (e *Environment) setGlobal(g *Global, v value.Value) {
	if e.Sealed {
		e.globals[g.number] = v
	} else {
		g.Value = v
	}
}

// Set sets a global to its initial value.
func (g *Global) Set(e *Environment) error {
	if e.Checking {
		return nil
	}
	v, err := g.Initial.Eval(&Frame{Env: e, Vars: make([]value.Value, g.Size)})
	if err != nil {
		return fmt.Errorf("defglobal %s: %w", g.Name, err)
	}
	e.setGlobal(g, v)
	return nil
}

// Reset sets a global to its initial value and reports the change to watch.
func (g *Global) Reset(e *Environment) error {
	old := e.GlobalValue(g)
	if err := g.Set(e); err != nil {
		return err
	}
	e.watchGlobal(g, old)
	return nil
}

// SetGlobal sets a global.
func (e *Environment) SetGlobal(g *Global, v value.Value) {
	old := e.GlobalValue(g)
	e.setGlobal(g, v)
	e.watchGlobal(g, old)
}

// Deffunction is a function written in the rule language.
type Deffunction struct {
	Name    string
	Module  *Module
	Source  string
	Params  int
	Rest    bool // the last parameter takes all further arguments
	Body    []Node
	Size    int
	Height  int
	Watched bool
	Uses    Uses
	Usage
}

// Count returns an error if the number of arguments does not match the parameters.
func (d *Deffunction) Count(got int) error {
	most := d.Params
	if d.Rest {
		most = -1
	}
	return fault.CountArgs(d.Name, got, d.Params, most)
}

// Call calls a deffunction.
func (e *Environment) Call(d *Deffunction, args []value.Value) (value.Value, error) {
	if err := d.Count(len(args)); err != nil {
		return value.False, err
	}
	if err := e.Deeper("deffunction "+d.Name, d.Height); err != nil {
		return value.False, err
	}
	const often = 256
	if e.work++; e.work%often == 0 {
		if err := e.Interrupted(); err != nil {
			return value.False, err
		}
	}
	e.occupy(&d.Busy, 1)
	defer func() { e.Shallower(d.Height); e.occupy(&d.Busy, -1) }()
	x := &Frame{Env: e, Vars: make([]value.Value, d.Size)}
	copy(x.Vars, args[:d.Params])
	if d.Rest {
		x.Vars[d.Params] = value.List(slices.Clone(args[d.Params:])...)
	}
	e.watchCall(d, args, ">>")
	v, err := RunActions(x, d.Body)
	if x.Control == Returning {
		v = x.Result
	}
	e.watchCall(d, args, "<<")
	return v, err
}

// Callable reports whether there is a function of that name that can be called with values.
func (e *Environment) Callable(name string) bool {
	return e.Function(name) != nil || e.FindFunction(e.Current, name) != nil || e.FindGeneric(e.Current, name) != nil
}

// CallNamed calls a function or a deffunction visible in a module by its name.
func (e *Environment) CallNamed(m *Module, name string, args []value.Value) (value.Value, error) {
	if g := e.FindGeneric(m, name); g != nil {
		return e.CallGeneric(g, args)
	}
	if d := e.FindFunction(m, name); d != nil {
		return e.Call(d, args)
	}
	fn := e.Function(name)
	if fn == nil {
		return value.False, e.MissingFunction(name)
	}
	if err := fault.CountArgs(name, len(args), fn.Min, fn.Max); err != nil {
		return value.False, err
	}
	return fn.Do(&Call{Env: e, Name: name, Args: args})
}
