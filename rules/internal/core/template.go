package core

import (
	"fmt"
	"slices"
	"time"

	"farbank/rules/rete"
	"farbank/rules/value"
)

// Template describes the slots of the facts with its name. An implied template, of ordered facts,
// has a single multifield slot.
type Template struct {
	Name    string
	Module  *Module
	Slots   []Slot
	Implied bool
	Object  bool          // of what object patterns see of instances
	Life    time.Duration // after which its facts expire; 0: never
	Parent  *Template     // in Jess: the template that it extends

	Relation *rete.Relation
	Source   string
	Watched  bool
	Uses     Uses
	Usage
}

// Slot is a slot of a template.
type Slot struct {
	Name       string
	Multi      bool
	Constraint Constraint

	Fallback    *value.Value // the static default
	Dynamic     []Node       // default-dynamic
	NoDefault   bool         // (default ?NONE)
	DynamicSize int
}

// AddTemplate adds an implied template.
func (e *Environment) AddTemplate(m *Module, name string) *Template {
	t := &Template{Name: name, Module: m, Implied: true, Slots: []Slot{{Name: "implied", Multi: true}}}
	return e.Enter(t)
}

// Enter adds a template to its module.
func (e *Environment) Enter(t *Template) *Template {
	t.Relation = &rete.Relation{Name: t.Name, Data: t}
	if t.Parent != nil {
		t.Relation.Parent = t.Parent.Relation
	}
	t.Watched = e.Watched.facts
	e.Symbol(t.Name)
	t.Module.Templates = append(t.Module.Templates, t)
	return t
}

// Slot returns a slot's number, or -1.
func (t *Template) Slot(name string) int {
	return slices.IndexFunc(t.Slots, func(s Slot) bool { return s.Name == name })
}

// Extends reports whether t is other or extends it.
func (t *Template) Extends(other *Template) bool {
	for ; t != nil; t = t.Parent {
		if t == other {
			return true
		}
	}
	return false
}

// InUse reports whether a template has facts or is referred to, and so cannot be removed.
func (e *Environment) InUse(t *Template) bool {
	if t.Busy > 0 {
		return true
	}
	for _, f := range e.FactList.List() {
		if f.Relation == t.Relation {
			return true
		}
	}
	return false
}

// Evaluate evaluates a default.
func (s *Slot) Evaluate(e *Environment, n []Node, size int) (value.Value, error) {
	x := &Frame{Env: e, Vars: make([]value.Value, size)}
	var values []value.Value
	for _, item := range n {
		v, err := item.Eval(x)
		if err != nil {
			return v, err
		}
		values = append(values, v)
	}
	if s.Multi {
		return value.List(values...), nil
	}
	if len(values) != 1 || values[0].Kind() == value.MultifieldKind {
		return value.Value{}, fmt.Errorf("a single value is expected as default of slot %s", s.Name)
	}
	return values[0], nil
}

// Derived returns the default of a slot without one: the first value allowed, or the zero value of
// its type.
func (s *Slot) Derived(d Dialect) value.Value {
	if s.Multi {
		var items []value.Value
		for range s.Constraint.MinFields {
			items = append(items, s.Constraint.plainest())
		}
		return value.List(items...)
	}
	return s.Constraint.plainest()
}

// Standard returns the value of a slot that an assert leaves out.
func (s *Slot) Standard(e *Environment) (value.Value, error) {
	if s.Dynamic != nil {
		return s.Evaluate(e, s.Dynamic, s.DynamicSize)
	}
	if s.Fallback == nil {
		return value.Nil, nil
	}
	return *s.Fallback, nil
}
