package core

import (
	"fmt"
	"slices"
	"strings"
)

// Module is a name space for constructs, with an agenda of its own.
type Module struct {
	Name    string
	Number  int
	Source  string
	Exports []Port
	Imports []Port

	Templates       []*Template
	Rules           []*Rule
	Deffacts        []*Deffacts
	Deffunctions    []*Deffunction
	Globals         []*Global
	Queries         []*Defquery
	Generics        []*Generic
	Classes         []*Class
	Definstances    []*Definstances
	initialTemplate *Template
	indexes         map[string]*nameIndex // by kind
}

// Port is one item of an import or export: the module it comes from (of an import), the kind of
// construct, and the name; "" means all.
type Port struct{ Module, Kind, Name string }

// AddModule adds a module.
func (e *Environment) AddModule(name string) *Module {
	m := &Module{Name: name, Number: len(e.Modules)}
	e.Modules = append(e.Modules, m)
	return m
}

// Module returns the module with the given name, or nil.
func (e *Environment) Module(name string) *Module {
	for _, m := range e.Modules {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// Split splits M::x into its module and the rest. A name without a module belongs to the current one.
func (e *Environment) Split(name string) (*Module, string, error) {
	i := strings.Index(name, "::")
	if i <= 0 {
		return e.Current, name, nil
	}
	if m := e.Module(name[:i]); m != nil {
		return m, name[i+2:], nil
	}
	return nil, "", fmt.Errorf("there is no module %s", name[:i])
}

// Exported reports whether a module exports a construct.
func (m *Module) Exported(kind, name string) bool {
	return slices.ContainsFunc(m.Exports, func(p Port) bool {
		return (p.Kind == "" || p.Kind == kind) && (p.Name == "" || p.Name == name)
	})
}

// Visible calls yield for the modules whose constructs of a kind and name m sees: itself, then those
// it imports from, until yield returns false. In Jess every module sees all others.
func (e *Environment) Visible(m *Module, kind, name string, yield func(*Module) bool) {
	if len(m.Imports) == 0 && e.Dialect != Jess {
		yield(m)
		return
	}
	seen := map[*Module]bool{}
	var visit func(*Module) bool
	visit = func(m *Module) bool {
		if seen[m] {
			return true
		}
		seen[m] = true
		if !yield(m) {
			return false
		}
		for _, p := range m.Imports {
			from := e.Module(p.Module)
			if from == nil || p.Kind != "" && p.Kind != kind || p.Name != "" && p.Name != name || !from.Exported(kind, name) {
				continue
			}
			if !visit(from) {
				return false
			}
		}
		return true
	}
	if visit(m) && e.Dialect == Jess {
		for _, other := range e.Modules {
			if !visit(other) {
				return
			}
		}
	}
}

// LookUp returns the construct with a name: M::x in that module, x in m and its imports. It returns
// the zero T for an unknown name.
func LookUp[T comparable](e *Environment, m *Module, kind, name string, list func(*Module) []T, nameOf func(T) string) T {
	var found T
	if i := strings.Index(name, "::"); i > 0 {
		if m = e.Module(name[:i]); m == nil {
			return found
		}
		name = name[i+2:]
	}
	e.Visible(m, kind, name, func(m *Module) bool {
		items := list(m)
		if i := indexOf(e, m, kind, items, nameOf, name); i >= 0 {
			found = items[i]
			return false
		}
		return true
	})
	return found
}

// nameIndex maps the names of the first size constructs of a kind to their positions. Constructs are only appended
// and removed, so that the index is valid as long as the last of them is at its place.
type nameIndex struct {
	places map[string]int
	size   int
	last   any // the construct at position size-1
}

// validIndex reports whether an index is valid for a list of constructs.
func validIndex[T comparable](x *nameIndex, items []T) bool {
	return x != nil && x.size <= len(items) && x.last == any(items[x.size-1])
}

// indexOf returns the position of the first construct with a name, or -1. It uses an index if there are
// many. Environments that share the module do not change its indexes.
func indexOf[T comparable](e *Environment, m *Module, kind string, items []T, nameOf func(T) string, name string) int {
	const many = 16
	x := m.indexes[kind]
	valid := validIndex(x, items)
	if len(items) < many || e.Sealed && !(valid && x.size == len(items)) {
		return slices.IndexFunc(items, func(item T) bool { return nameOf(item) == name })
	}
	if !valid {
		x = &nameIndex{places: map[string]int{}}
		if m.indexes == nil {
			m.indexes = map[string]*nameIndex{}
		}
		m.indexes[kind] = x
	}
	if x.size < len(items) {
		for ; x.size < len(items); x.size++ {
			n := nameOf(items[x.size])
			if _, known := x.places[n]; !known {
				x.places[n] = x.size
			}
		}
		x.last = items[x.size-1]
	}
	if i, ok := x.places[name]; ok {
		return i
	}
	return -1
}

// ruleOf returns the rule of a module with a name, or nil.
func (e *Environment) ruleOf(m *Module, name string) *Rule {
	if i := indexOf(e, m, "defrule", m.Rules, func(r *Rule) string { return r.Name }, name); i >= 0 {
		return m.Rules[i]
	}
	return nil
}

// PlaceOfGlobal returns the position among the globals of a module of the one with a name, or -1.
func (e *Environment) PlaceOfGlobal(m *Module, name string) int {
	return indexOf(e, m, "defglobal", m.Globals, func(g *Global) string { return g.Name }, name)
}

// PlaceOfFunction is like PlaceOfGlobal for deffunctions.
func (e *Environment) PlaceOfFunction(m *Module, name string) int {
	return indexOf(e, m, "deffunction", m.Deffunctions, func(d *Deffunction) string { return d.Name }, name)
}

// TemplateOf returns the template of a module itself with a name, or nil.
func (e *Environment) TemplateOf(m *Module, name string) *Template {
	if i := indexOf(e, m, "deftemplate", m.Templates, func(t *Template) string { return t.Name }, name); i >= 0 {
		return m.Templates[i]
	}
	return nil
}

// FindTemplate returns the template that a module sees by a name, or nil.
func (e *Environment) FindTemplate(m *Module, name string) *Template {
	return LookUp(e, m, "deftemplate", name, func(m *Module) []*Template { return m.Templates }, func(t *Template) string { return t.Name })
}

// FindGlobal returns the global that a module sees by a name, or nil.
func (e *Environment) FindGlobal(m *Module, name string) *Global {
	return LookUp(e, m, "defglobal", name, func(m *Module) []*Global { return m.Globals }, func(g *Global) string { return g.Name })
}

// FindFunction returns the deffunction that a module sees by a name, or nil.
func (e *Environment) FindFunction(m *Module, name string) *Deffunction {
	return LookUp(e, m, "deffunction", name, func(m *Module) []*Deffunction { return m.Deffunctions }, func(d *Deffunction) string { return d.Name })
}

// FindRule returns the rule that the current module sees by a name, or nil.
func (e *Environment) FindRule(name string) *Rule {
	return LookUp(e, e.Current, "defrule", name, func(m *Module) []*Rule { return m.Rules }, func(r *Rule) string { return r.Name })
}

// Focus pushes a module on the focus stack.
func (e *Environment) Focus(name string) error {
	m := e.Module(name)
	if m == nil {
		return fmt.Errorf("there is no module %s", name)
	}
	e.PushFocus(m)
	return nil
}

// PushFocus pushes a module on the focus stack, unless it is the top.
func (e *Environment) PushFocus(m *Module) {
	if top := e.Top(); top == m {
		return
	}
	e.watchFocus("==> Focus ", m, e.Top(), " from ")
	e.FocusStack = append(e.FocusStack, m)
	e.Current = m
}

// PopFocus pops the focus stack and returns the module that had the focus, or nil.
func (e *Environment) PopFocus() *Module {
	top := e.Top()
	if top == nil {
		return nil
	}
	e.FocusStack = e.FocusStack[:len(e.FocusStack)-1]
	e.watchFocus("<== Focus ", top, e.Top(), " to ")
	if next := e.Top(); next != nil {
		e.Current = next
	}
	return top
}

// Top returns the module in focus, or nil.
func (e *Environment) Top() *Module {
	if len(e.FocusStack) == 0 {
		return nil
	}
	return e.FocusStack[len(e.FocusStack)-1]
}

// Defines reports whether a module itself has a construct.
func (m *Module) Defines(kind, name string) bool {
	switch kind {
	case "deftemplate":
		return slices.ContainsFunc(m.Templates, func(t *Template) bool { return t.Name == name })
	case "defglobal":
		return slices.ContainsFunc(m.Globals, func(g *Global) bool { return g.Name == name })
	case "defgeneric":
		return slices.ContainsFunc(m.Generics, func(g *Generic) bool { return g.Name == name })
	case "defclass":
		return slices.ContainsFunc(m.Classes, func(c *Class) bool { return c.Name == name })
	}
	return slices.ContainsFunc(m.Deffunctions, func(d *Deffunction) bool { return d.Name == name })
}
