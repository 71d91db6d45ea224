package compile

import (
	"slices"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/syntax"
)

// defmodule compiles a module or, for MAIN, its exports.
func (c *Compiler) defmodule(f *syntax.Form) error {
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	if strings.Contains(name, "::") {
		return c.At(f.Items[1], "a module's name has no module")
	}
	m := c.Env.Module(name)
	if m != nil && (name != "MAIN" || len(m.Exports) > 0 || len(m.Imports) > 0) {
		return c.At(f, "module %s is defined already", name)
	}
	var exports, imports []core.Port
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
		m = c.Env.AddModule(name)
	}
	m.Exports, m.Imports, m.Source = exports, imports, c.sourceOf(f)
	c.Env.Current = m
	return nil
}

// ports parses an import or export.
func (c *Compiler) ports(f *syntax.Form) ([]core.Port, error) {
	head := f.Head()
	if head != "import" && head != "export" {
		if f.Kind == syntax.List && head == "declare" {
			return nil, nil
		}
		return nil, c.At(f, "a module has (import ...) and (export ...) items only")
	}
	items := f.Items[1:]
	var p core.Port
	if head == "import" {
		if len(items) == 0 || items[0].Kind != syntax.Symbol {
			return nil, c.At(f, "import names a module first")
		}
		if c.Env.Module(items[0].Text) == nil {
			return nil, c.At(items[0], "there is no module %s", items[0].Text)
		}
		p.Module, items = items[0].Text, items[1:]
		if len(c.Env.Module(p.Module).Exports) == 0 && c.Env.Dialect != core.Jess {
			return nil, c.At(f, "[MODULPSR1] Module %s does not export any constructs", p.Module)
		}
	}
	return c.portItems(f, p, items)
}

// portItems parses the items of an import or export.
func (c *Compiler) portItems(f *syntax.Form, p core.Port, items []*syntax.Form) ([]core.Port, error) {
	if len(items) == 0 {
		return nil, c.At(f, "this says nothing to %s", f.Head())
	}
	switch items[0].String() {
	case "?ALL":
		return []core.Port{p}, nil
	case "?NONE":
		return nil, nil
	}
	kinds := []string{"deftemplate", "defglobal", "deffunction", "defgeneric", "defclass"}
	if !slices.Contains(kinds, items[0].Text) {
		return nil, c.At(items[0], "%s is no kind of construct that modules share", items[0])
	}
	p.Kind = items[0].Text
	if p.Module != "" && !slices.ContainsFunc(c.Env.Module(p.Module).Exports, func(e core.Port) bool { return e.Kind == "" || e.Kind == p.Kind }) {
		return nil, c.At(items[0], "[MODULPSR1] Module %s does not export any %s constructs", p.Module, p.Kind)
	}
	var ports []core.Port
	for _, item := range items[1:] {
		switch item.String() {
		case "?ALL":
			return []core.Port{p}, nil
		case "?NONE":
			return nil, nil
		}
		q := p
		q.Name = item.Text
		if p.Module != "" && c.lacks(p.Module, p.Kind, q.Name) {
			return nil, c.At(item, "[MODULPSR1] Module %s does not export the %s %s", p.Module, p.Kind, q.Name)
		}
		ports = append(ports, q)
	}
	return ports, nil
}

// lacks reports whether a module does not export a construct or does not have it.
func (c *Compiler) lacks(module, kind, name string) bool {
	m := c.Env.Module(module)
	if !m.Exported(kind, name) {
		return true
	}
	found := false
	c.Env.Visible(m, kind, name, func(seen *core.Module) bool { found = found || seen.Defines(kind, name); return !found })
	return !found
}

// conflict refuses a name that would denote two constructs of a kind in some module: the new one of
// module m and an imported one.
func (c *Compiler) conflict(kind string, m *core.Module, at *syntax.Form) error {
	name := at.Text
	if i := strings.Index(name, "::"); i > 0 {
		name = name[i+2:]
	}
	if c.Env.Dialect == core.Jess {
		return nil
	}
	for _, n := range c.Env.Modules {
		mine, other := n == m, false
		c.Env.Visible(n, kind, name, func(seen *core.Module) bool {
			mine = mine || seen == m
			other = other || seen != m && seen.Defines(kind, name)
			return true
		})
		if mine && other {
			return c.At(at, "[CSTRCPSR3] Cannot define %s %s because of an import/export conflict", kind, name)
		}
	}
	return nil
}
