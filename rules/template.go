package rules

import (
	"fmt"
	"slices"

	"farbank/rules/rete"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// Template is what a deftemplate describes: the slots of the facts of a name. An
// implied one, of ordered facts, has a single multifield slot.
type Template struct {
	Name    string
	Module  *Module
	Slots   []Slot
	Implied bool
	Parent  *Template // in Jess: what it extends

	relation *rete.Relation
	source   string
	watched  bool
	uses     uses
	usage
}

// Slot describes one slot of a template.
type Slot struct {
	Name       string
	Multi      bool
	Constraint Constraint

	fallback    *value.Value // the static default
	dynamic     []node       // default-dynamic
	noDefault   bool         // (default ?NONE)
	dynamicSize int
}

// addTemplate makes an implied template.
func (e *Environment) addTemplate(m *Module, name string) *Template {
	t := &Template{Name: name, Module: m, Implied: true, Slots: []Slot{{Name: "implied", Multi: true}}}
	return e.enter(t)
}

func (e *Environment) enter(t *Template) *Template {
	t.relation = &rete.Relation{Name: t.Name, Data: t}
	if t.Parent != nil {
		t.relation.Parent = t.Parent.relation
	}
	t.watched = e.watched.facts
	e.Symbol(t.Name)
	t.Module.templates = append(t.Module.templates, t)
	return t
}

// slot finds a slot's number, or -1.
func (t *Template) slot(name string) int {
	return slices.IndexFunc(t.Slots, func(s Slot) bool { return s.Name == name })
}

func (t *Template) extends(other *Template) bool {
	for ; t != nil; t = t.Parent {
		if t == other {
			return true
		}
	}
	return false
}

func (c *compiler) deftemplate(f *syntax.Form) error {
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	t := &Template{Name: name, Module: c.env.current, source: c.sourceOf(f)}
	if err := c.conflict("deftemplate", t.Module, f.Items[1]); err != nil {
		return err
	}
	if err := c.makeRoom(f, t); err != nil {
		return err
	}
	if len(rest) >= 2 && rest[0].IsSymbol("extends") {
		if t.Parent = c.env.findTemplate(c.env.current, rest[1].Text); t.Parent == nil {
			return c.at(rest[1], "there is no template %s to extend", rest[1])
		}
		t.Slots = slices.Clone(t.Parent.Slots)
		rest = rest[2:]
		if len(rest) > 0 && rest[0].Kind == syntax.String {
			rest = rest[1:]
		}
	}
	for _, item := range rest {
		if item.Head() == "declare" {
			continue
		}
		if err := c.slotOf(t, item); err != nil {
			return err
		}
	}
	c.env.enter(t)
	t.uses = c.uses
	t.uses.hold()
	return nil
}

// makeRoom makes room for a template of that name, unless it is in use.
func (c *compiler) makeRoom(f *syntax.Form, t *Template) error {
	for _, old := range t.Module.templates {
		if old.Name != t.Name {
			continue
		}
		if c.env.inUse(old) {
			return c.at(f, "[CSTRCPSR4] Cannot redefine deftemplate %s while it is in use", t.Name)
		}
		old.uses.release()
		t.Module.templates = removeItem(t.Module.templates, old)
		return nil
	}
	return nil
}

func (e *Environment) inUse(t *Template) bool {
	if t.busy > 0 {
		return true
	}
	for _, f := range e.facts.list() {
		if f.Relation == t.relation {
			return true
		}
	}
	return false
}

func (c *compiler) slotOf(t *Template, f *syntax.Form) error {
	head := f.Head()
	if head != "slot" && head != "field" && head != "multislot" && head != "multifield" {
		return c.at(f, "a slot or multislot is expected here")
	}
	if len(f.Items) < 2 || f.Items[1].Kind != syntax.Symbol {
		return c.at(f, "the slot needs a name")
	}
	s := Slot{Name: f.Items[1].Text, Multi: head == "multislot" || head == "multifield"}
	s.Constraint.MaxFields = -1
	old := t.slot(s.Name)
	if old >= 0 && (t.Parent == nil || old >= len(t.Parent.Slots)) {
		return c.at(f.Items[1], "the slot %s is defined twice", s.Name)
	}
	var fallback *syntax.Form
	seen := map[string]bool{}
	for _, facet := range f.Items[2:] {
		if facet.Kind == syntax.String || facet.Kind == syntax.Symbol && c.env.dialect == Jess {
			continue
		}
		if seen[facet.Head()] {
			return c.at(facet, "%s is given twice", facet.Head())
		}
		if other := conflicting(seen, facet.Head()); other != "" && c.env.dialect != Jess {
			return c.at(facet, "[CSTRNPSR3] The %s attribute cannot be used in conjunction with the %s attribute.", facet.Head(), other)
		}
		seen[facet.Head()] = true
		if facet.Head() == "default" || facet.Head() == "default-dynamic" {
			fallback = facet
		} else if err := c.facet(&s, facet); err != nil {
			return err
		}
	}
	if err := c.agree(&s, f); err != nil {
		return err
	}
	if err := c.fallback(&s, fallback); err != nil {
		return err
	}
	if old >= 0 {
		t.Slots[old] = s
	} else {
		t.Slots = append(t.Slots, s)
	}
	return nil
}

// fallback works out a slot's default.
func (c *compiler) fallback(s *Slot, f *syntax.Form) error {
	switch {
	case f == nil || len(f.Items) == 2 && f.Items[1].String() == "?DERIVE":
		v := s.derived(c.env.dialect)
		s.fallback = &v
		return nil
	case len(f.Items) == 2 && f.Items[1].String() == "?NONE":
		s.noDefault = true
		return nil
	}
	scope := newScope(c)
	n, err := scope.sequence(f.Items[1:])
	if err != nil {
		return err
	}
	if f.Head() == "default-dynamic" {
		s.dynamic, s.dynamicSize = n, scope.size
		return nil
	}
	if c.env.checking && !constant(n...) {
		return nil
	}
	v, err := s.evaluate(c.env, n, scope.size)
	if err != nil {
		return c.at(f, "%w", err)
	}
	if problem := s.Constraint.check(v, s.Multi); problem != "" && c.checks() {
		return c.at(f, "the default of slot %s %s", s.Name, problem)
	}
	s.fallback = &v
	return nil
}

// constant says that nothing is called by expressions.
func constant(nodes ...node) bool {
	return !slices.ContainsFunc(nodes, func(n node) bool { _, ok := n.(constantNode); return !ok })
}

func (s *Slot) evaluate(e *Environment, n []node, size int) (value.Value, error) {
	x := &frame{env: e, vars: make([]value.Value, size)}
	var values []value.Value
	for _, item := range n {
		v, err := item.eval(x)
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

// derived is the default of a slot that gives none: the first value allowed,
// or the plainest of its type.
func (s *Slot) derived(d Dialect) value.Value {
	if s.Multi {
		var items []value.Value
		for range s.Constraint.MinFields {
			items = append(items, s.Constraint.plainest())
		}
		return value.List(items...)
	}
	return s.Constraint.plainest()
}

// default gives the value of a slot that an assert leaves out.
func (s *Slot) standard(e *Environment) (value.Value, error) {
	if s.dynamic != nil {
		return s.evaluate(e, s.dynamic, s.dynamicSize)
	}
	if s.fallback == nil {
		return value.Nil, nil
	}
	return *s.fallback, nil
}

// constant gives the value of an atom that is one.
func (c *compiler) constant(f *syntax.Form) (value.Value, bool) {
	switch f.Kind {
	case syntax.Symbol:
		return c.env.Symbol(f.Text), true
	case syntax.String:
		return value.String(f.Text), true
	case syntax.Integer:
		return value.Integer(f.Int), true
	case syntax.FloatNumber:
		return value.Float(f.Float()), true
	}
	return value.Value{}, false
}
