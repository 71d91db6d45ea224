package rules

import (
	"fmt"
	"slices"
	"strings"

	"farbank/rules/syntax"
)

// Module is a name space for constructs, with an agenda of its own.
type Module struct {
	Name    string
	number  int
	source  string
	exports []port
	imports []port

	templates       []*Template
	rules           []*Rule
	deffacts        []*Deffacts
	deffunctions    []*Deffunction
	globals         []*Global
	queries         []*Defquery
	initialTemplate *Template
}

// port is one item of an import or export: which module it comes from (of an
// import), which kind of construct, which names; "" stands for all.
type port struct{ module, kind, name string }

func (e *Environment) addModule(name string) *Module {
	m := &Module{Name: name, number: len(e.modules)}
	e.modules = append(e.modules, m)
	return m
}

func (e *Environment) module(name string) *Module {
	for _, m := range e.modules {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// split parts M::x in its module and the rest; without a module the current
// one stands.
func (e *Environment) split(name string) (*Module, string, error) {
	i := strings.Index(name, "::")
	if i <= 0 {
		return e.current, name, nil
	}
	if m := e.module(name[:i]); m != nil {
		return m, name[i+2:], nil
	}
	return nil, "", fmt.Errorf("there is no module %s", name[:i])
}

// exported reports whether a module lets others see a construct.
func (m *Module) exported(kind, name string) bool {
	return slices.ContainsFunc(m.exports, func(p port) bool {
		return (p.kind == "" || p.kind == kind) && (p.name == "" || p.name == name)
	})
}

// visible goes through the modules whose constructs of a kind and name m sees:
// itself first, then those it imports from. In Jess all see MAIN.
func (e *Environment) visible(m *Module, kind, name string, yield func(*Module) bool) {
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
		for _, p := range m.imports {
			from := e.module(p.module)
			if from == nil || p.kind != "" && p.kind != kind || p.name != "" && p.name != name || !from.exported(kind, name) {
				continue
			}
			if !visit(from) {
				return false
			}
		}
		return true
	}
	if visit(m) && e.dialect == Jess {
		for _, other := range e.modules {
			if !visit(other) {
				return
			}
		}
	}
}

// lookUp looks a construct up by name: M::x in that module, x in m and what it
// imports.
func lookUp[T comparable](e *Environment, m *Module, kind, name string, list func(*Module) []T, nameOf func(T) string) T {
	var found T
	if i := strings.Index(name, "::"); i > 0 {
		if m = e.module(name[:i]); m == nil {
			return found
		}
		name = name[i+2:]
	}
	e.visible(m, kind, name, func(m *Module) bool {
		for _, item := range list(m) {
			if nameOf(item) == name {
				found = item
				return false
			}
		}
		return true
	})
	return found
}

func (e *Environment) findTemplate(m *Module, name string) *Template {
	return lookUp(e, m, "deftemplate", name, func(m *Module) []*Template { return m.templates }, func(t *Template) string { return t.Name })
}

func (e *Environment) findGlobal(m *Module, name string) *Global {
	return lookUp(e, m, "defglobal", name, func(m *Module) []*Global { return m.globals }, func(g *Global) string { return g.Name })
}

func (e *Environment) findFunction(m *Module, name string) *Deffunction {
	return lookUp(e, m, "deffunction", name, func(m *Module) []*Deffunction { return m.deffunctions }, func(d *Deffunction) string { return d.Name })
}

func (e *Environment) findRule(name string) *Rule {
	return lookUp(e, e.current, "defrule", name, func(m *Module) []*Rule { return m.rules }, func(r *Rule) string { return r.Name })
}

// Focus puts a module on top of the focus stack.
func (e *Environment) Focus(name string) error {
	m := e.module(name)
	if m == nil {
		return fmt.Errorf("there is no module %s", name)
	}
	e.pushFocus(m)
	return nil
}

func (e *Environment) pushFocus(m *Module) {
	if top := e.top(); top == m {
		return
	}
	e.watchFocus("==> Focus ", m, e.top(), " from ")
	e.focus = append(e.focus, m)
	e.current = m
}

func (e *Environment) popFocus() *Module {
	top := e.top()
	if top == nil {
		return nil
	}
	e.focus = e.focus[:len(e.focus)-1]
	e.watchFocus("<== Focus ", top, e.top(), " to ")
	if next := e.top(); next != nil {
		e.current = next
	}
	return top
}

func (e *Environment) top() *Module {
	if len(e.focus) == 0 {
		return nil
	}
	return e.focus[len(e.focus)-1]
}

// defmodule defines a module, or, for MAIN, its exports.
func (c *compiler) defmodule(f *syntax.Form) error {
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	if strings.Contains(name, "::") {
		return c.at(f.Items[1], "a module's name has no module")
	}
	m := c.env.module(name)
	if m != nil && (name != "MAIN" || len(m.exports) > 0 || len(m.imports) > 0) {
		return c.at(f, "module %s is defined already", name)
	}
	var exports, imports []port
	for _, item := range rest {
		ports, err := c.ports(item)
		if err != nil {
			return err
		}
		if item.Head() == "export" {
			exports = append(exports, ports...)
		} else {
			imports = append(imports, ports...)
		}
	}
	if m == nil {
		m = c.env.addModule(name)
	}
	m.exports, m.imports, m.source = exports, imports, c.sourceOf(f)
	c.env.current = m
	return nil
}

func (c *compiler) ports(f *syntax.Form) ([]port, error) {
	head := f.Head()
	if head != "import" && head != "export" {
		if f.Kind == syntax.List && head == "declare" {
			return nil, nil
		}
		return nil, c.at(f, "a module has (import ...) and (export ...) items only")
	}
	items := f.Items[1:]
	var p port
	if head == "import" {
		if len(items) == 0 || items[0].Kind != syntax.Symbol {
			return nil, c.at(f, "import names a module first")
		}
		if c.env.module(items[0].Text) == nil {
			return nil, c.at(items[0], "there is no module %s", items[0].Text)
		}
		p.module, items = items[0].Text, items[1:]
		if len(c.env.module(p.module).exports) == 0 && c.env.dialect != Jess {
			return nil, c.at(f, "[MODULPSR1] Module %s does not export any constructs", p.module)
		}
	}
	return c.portItems(f, p, items)
}

func (c *compiler) portItems(f *syntax.Form, p port, items []*syntax.Form) ([]port, error) {
	if len(items) == 0 {
		return nil, c.at(f, "this says nothing to %s", f.Head())
	}
	switch items[0].String() {
	case "?ALL":
		return []port{p}, nil
	case "?NONE":
		return nil, nil
	}
	kinds := []string{"deftemplate", "defglobal", "deffunction", "defgeneric", "defclass"}
	if !slices.Contains(kinds, items[0].Text) {
		return nil, c.at(items[0], "%s is no kind of construct that modules share", items[0])
	}
	p.kind = items[0].Text
	if p.module != "" && !slices.ContainsFunc(c.env.module(p.module).exports, func(e port) bool { return e.kind == "" || e.kind == p.kind }) {
		return nil, c.at(items[0], "[MODULPSR1] Module %s does not export any %s constructs", p.module, p.kind)
	}
	var ports []port
	for _, item := range items[1:] {
		switch item.String() {
		case "?ALL":
			return []port{p}, nil
		case "?NONE":
			return nil, nil
		}
		q := p
		q.name = item.Text
		if p.module != "" && c.lacks(p.module, p.kind, q.name) {
			return nil, c.at(item, "[MODULPSR1] Module %s does not export the %s %s", p.module, p.kind, q.name)
		}
		ports = append(ports, q)
	}
	return ports, nil
}

// lacks reports whether a module does not export a construct, or has none.
func (c *compiler) lacks(module, kind, name string) bool {
	m := c.env.module(module)
	if !m.exported(kind, name) {
		return true
	}
	found := false
	c.env.visible(m, kind, name, func(seen *Module) bool { found = found || seen.defines(kind, name); return !found })
	return !found
}

// conflict refuses a name that would stand for two constructs of a kind in some
// module: the new one of module m, and one that is imported or would import it.
func (c *compiler) conflict(kind string, m *Module, at *syntax.Form) error {
	name := at.Text
	if i := strings.Index(name, "::"); i > 0 {
		name = name[i+2:]
	}
	if c.env.dialect == Jess {
		return nil
	}
	for _, n := range c.env.modules {
		mine, other := n == m, false
		c.env.visible(n, kind, name, func(seen *Module) bool {
			mine = mine || seen == m
			other = other || seen != m && seen.defines(kind, name)
			return true
		})
		if mine && other {
			return c.at(at, "[CSTRCPSR3] Cannot define %s %s because of an import/export conflict", kind, name)
		}
	}
	return nil
}

// defines reports whether a module has a construct of its own.
func (m *Module) defines(kind, name string) bool {
	switch kind {
	case "deftemplate":
		return slices.ContainsFunc(m.templates, func(t *Template) bool { return t.Name == name })
	case "defglobal":
		return slices.ContainsFunc(m.globals, func(g *Global) bool { return g.Name == name })
	}
	return slices.ContainsFunc(m.deffunctions, func(d *Deffunction) bool { return d.Name == name })
}
