package core

import (
	"fmt"
	"slices"

	"farbank/rules/value"
)

// Class is a class of the object system: one of the system's own, or that of a defclass.
type Class struct {
	Name     string
	Module   *Module
	Source   string
	System   bool // predefined
	Abstract bool // has no direct instances
	Reactive bool // its instances can match patterns of rules

	Parents    []*Class // direct superclasses, in the order of the definition
	Subclasses []*Class // direct subclasses
	Precedence []*Class // the class itself and all its superclasses, the most specific first
	Own        []*ClassSlot
	Slots      []*ClassSlot // of its instances: inherited and own
	Handlers   []*Handler   // in the order of their definition

	WatchInstances, WatchSlots bool
	Uses                       Uses
	Usage
}

// ClassSlot is a slot of a class.
type ClassSlot struct {
	Slot
	Class      *Class   // that defines it
	Sources    []*Class // that contribute facets, the most general first
	Access     SlotAccess
	Shared     bool // storage shared
	NoInherit  bool
	Composite  bool
	Reactive   bool
	Public     bool
	Readable   bool // create-accessor read
	Writable   bool // create-accessor write
	Override   string
	Given      map[string]bool // the facets that the definition contains
	Dropped    bool            // (default ?NONE)
	FieldGiven bool            // defined as a single-slot or a multislot, not as a slot
	Classes    []*Class        // allowed-classes
	Restricted bool            // Classes applies
}

// SlotAccess says when a slot can be set.
type SlotAccess uint8

// The kinds of access.
const (
	ReadWrite SlotAccess = iota
	ReadOnly
	InitializeOnly
)

// Is reports whether c is other or a subclass of it.
func (c *Class) Is(other *Class) bool { return slices.Contains(c.Precedence, other) }

// Slot returns the number of a slot of the instances, or -1.
func (c *Class) Slot(name string) int {
	return slices.IndexFunc(c.Slots, func(s *ClassSlot) bool { return s.Name == name })
}

// OwnSlot returns a slot that the class itself defines, or nil.
func (c *Class) OwnSlot(name string) *ClassSlot {
	for _, s := range c.Own {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// systemClasses are the predefined classes, in the order in which they are listed, each with its direct
// superclasses.
var systemClasses = []struct {
	name    string
	parents []string
}{
	{"FLOAT", []string{"NUMBER"}}, {"INTEGER", []string{"NUMBER"}}, {"SYMBOL", []string{"LEXEME"}}, {"STRING", []string{"LEXEME"}},
	{"MULTIFIELD", []string{"PRIMITIVE"}}, {"EXTERNAL-ADDRESS", []string{"ADDRESS"}}, {"FACT-ADDRESS", []string{"ADDRESS"}},
	{"INSTANCE-ADDRESS", []string{"ADDRESS", "INSTANCE"}}, {"INSTANCE-NAME", []string{"INSTANCE"}}, {"OBJECT", nil},
	{"PRIMITIVE", []string{"OBJECT"}}, {"NUMBER", []string{"PRIMITIVE"}}, {"LEXEME", []string{"PRIMITIVE"}},
	{"ADDRESS", []string{"PRIMITIVE"}}, {"INSTANCE", []string{"PRIMITIVE"}}, {"USER", []string{"OBJECT"}},
	{"INITIAL-OBJECT", []string{"USER"}},
}

// subclassOrder lists the direct subclasses of system classes in the order in which CLIPS shows them.
var subclassOrder = map[string][]string{
	"OBJECT": {"PRIMITIVE", "USER"}, "PRIMITIVE": {"NUMBER", "LEXEME", "MULTIFIELD", "ADDRESS", "INSTANCE"},
	"NUMBER": {"INTEGER", "FLOAT"}, "LEXEME": {"SYMBOL", "STRING"}, "ADDRESS": {"EXTERNAL-ADDRESS", "FACT-ADDRESS", "INSTANCE-ADDRESS"},
	"INSTANCE": {"INSTANCE-ADDRESS", "INSTANCE-NAME"}, "USER": {"INITIAL-OBJECT"},
}

// declareClasses adds the predefined classes and the handlers of USER to the module MAIN.
func (e *Environment) declareClasses() {
	e.Objects = newObjects()
	if e.Dialect == Jess {
		return
	}
	m := e.Current
	named := map[string]*Class{}
	for _, s := range systemClasses {
		c := &Class{Name: s.name, Module: m, System: true, Abstract: s.name != "INITIAL-OBJECT"}
		c.Reactive = !c.Abstract
		named[s.name] = c
		m.Classes = append(m.Classes, c)
		e.Symbol(s.name)
	}
	for _, s := range systemClasses {
		for _, p := range s.parents {
			named[s.name].Parents = append(named[s.name].Parents, named[p])
		}
		for _, sub := range subclassOrder[s.name] {
			named[s.name].Subclasses = append(named[s.name].Subclasses, named[sub])
		}
	}
	for _, c := range named {
		c.Precedence, _ = PrecedenceOf(c)
	}
	e.Objects.user = named["USER"]
	e.Objects.initial = named["INITIAL-OBJECT"]
	for kind := value.SymbolKind; kind <= value.InstanceNameKind; kind++ {
		e.Objects.ofKind[kind] = named[kind.String()]
	}
	e.declareUserHandlers()
	m.Definstances = append(m.Definstances, &Definstances{Name: "initial-object", Module: m, Hidden: true})
	e.Objects.initialize(e)
}

// FindClass returns the class that a module sees by a name, or nil.
func (e *Environment) FindClass(m *Module, name string) *Class {
	c := LookUp(e, m, "defclass", name, func(m *Module) []*Class { return m.Classes }, func(c *Class) string { return c.Name })
	if c == nil && len(e.Modules) > 0 {
		for _, s := range e.Modules[0].Classes {
			if s.System && s.Name == name {
				return s
			}
		}
	}
	return c
}

// ClassOf returns the class of a value: of an instance or its name, the class of the instance. It
// returns nil for the name of no instance.
func (e *Environment) ClassOf(v value.Value) *Class {
	switch v.Kind() {
	case value.InstanceKind, value.InstanceNameKind:
		if i := e.InstanceOf(v); i != nil {
			return i.Class
		}
		return nil
	}
	return e.Objects.ofKind[v.Kind()]
}

// PrecedenceOf returns the class precedence list of a class from those of its superclasses: a class
// comes before its superclasses, and these in the order in which a class lists them. It sorts
// topologically (Knuth 1968, algorithm T). Where there is a choice, it takes the class that follows the last one
// in the order of a depth-first search, which keeps families together.
func PrecedenceOf(c *Class) ([]*Class, error) {
	type vertex struct {
		class   *Class
		before  int
		follows []*vertex
	}
	all := map[*Class]*vertex{}
	var order []*vertex
	var add func(*Class) *vertex
	add = func(c *Class) *vertex {
		v := all[c]
		if v != nil {
			return v
		}
		v = &vertex{class: c}
		all[c] = v
		order = append(order, v)
		for i, p := range c.Parents {
			w := add(p)
			v.follows = append(v.follows, w)
			w.before++
			if i > 0 {
				left := all[c.Parents[i-1]]
				left.follows = append(left.follows, w)
				w.before++
			}
		}
		return v
	}
	add(c)
	var list []*Class
	free := func(v *vertex) bool { return v.before == 0 }
	for at := 0; len(order) > 0; {
		k := slices.IndexFunc(order[at:], free) + at
		if k < at {
			k = slices.IndexFunc(order[:at], free)
		}
		if k < 0 {
			break
		}
		v := order[k]
		list = append(list, v.class)
		for _, w := range v.follows {
			w.before--
		}
		order, at = slices.Delete(order, k, k+1), k
	}
	if len(list) < len(all) {
		return nil, fmt.Errorf("[INHERPSR4] The superclasses of class %s have precedence orders that contradict each other", c.Name)
	}
	return list, nil
}

// InheritSlots computes the slots of the instances of a class: those of its superclasses, then its own.
func (c *Class) InheritSlots() {
	var slots []*ClassSlot
	slots = append(slots, c.Own...)
	for _, p := range c.Precedence[1:] {
		var more []*ClassSlot
		for _, s := range p.Own {
			if s.NoInherit || slices.ContainsFunc(slots, func(t *ClassSlot) bool { return t.Name == s.Name }) {
				continue
			}
			more = append(more, s)
		}
		slots = append(more, slots...)
	}
	c.Slots = slots
}

// AddClass adds a class to its module and links it to its superclasses.
func (e *Environment) AddClass(c *Class) {
	e.Symbol(c.Name)
	c.Module.Classes = append(c.Module.Classes, c)
	for _, p := range c.Parents {
		p.Subclasses = append(p.Subclasses, c)
		p.Busy++
	}
	c.WatchInstances, c.WatchSlots = e.Watched.instances, e.Watched.slots
}

// RemoveClass removes a class and its subclasses.
func (e *Environment) RemoveClass(c *Class) {
	for _, s := range slices.Clone(c.Subclasses) {
		e.RemoveClass(s)
	}
	for _, p := range c.Parents {
		p.Subclasses = RemoveItem(p.Subclasses, c)
		p.Busy--
	}
	for _, h := range c.Handlers {
		h.Uses.Release()
	}
	c.Uses.Release()
	c.Module.Classes = RemoveItem(c.Module.Classes, c)
}

// ClassInUse reports whether a class or a subclass has instances or is referred to, and so cannot be
// removed.
func (e *Environment) ClassInUse(c *Class) bool {
	if len(e.Objects.direct[c]) > 0 || c.Busy > len(c.Subclasses) {
		return true
	}
	for _, h := range c.Handlers {
		if h.Busy > 0 {
			return true
		}
	}
	return slices.ContainsFunc(c.Subclasses, e.ClassInUse)
}
