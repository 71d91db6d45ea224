package compile

import (
	"fmt"
	"slices"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// deffacts compiles a deffacts.
func (c *Compiler) deffacts(f *syntax.Form) error {
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	m := c.Env.Current
	if i := slices.IndexFunc(m.Deffacts, func(old *core.Deffacts) bool { return old.Name == name }); i >= 0 {
		m.Deffacts[i].Uses.Release()
		m.Deffacts = slices.Delete(m.Deffacts, i, i+1)
	}
	s := NewScope(c)
	d := &core.Deffacts{Name: name, Module: c.Env.Current, Source: c.sourceOf(f)}
	for _, item := range rest {
		n, err := s.Assertion(item)
		if err != nil {
			return err
		}
		d.Asserts = append(d.Asserts, n)
	}
	d.Size, d.Uses = s.Size, c.uses
	d.Uses.Hold()
	m.Deffacts = append(m.Deffacts, d)
	return nil
}

// defglobal compiles the variables of a defglobal.
func (c *Compiler) defglobal(f *syntax.Form) error {
	items := f.Items[1:]
	m := c.Env.Current
	if len(items) > 0 && items[0].Kind == syntax.Symbol {
		if m = c.Env.Module(items[0].Text); m == nil {
			return c.At(items[0], "there is no module %s", items[0])
		}
		c.Env.Current = m
		items = items[1:]
	}
	for len(items) > 0 {
		if len(items) < 3 || items[0].Kind != syntax.Global || !items[1].IsSymbol("=") {
			return c.At(items[0], "?*name* = value is expected")
		}
		c.construct = "defglobal " + items[0].Text
		if err := c.conflict("defglobal", m, items[0]); err != nil {
			return err
		}
		c.uses, c.byName = nil, true
		s := NewScope(c)
		n, err := s.Compile(items[2])
		if err != nil {
			return err
		}
		c.uses.Hold()
		g := &core.Global{Name: items[0].Text, Module: m, Initial: n, Size: s.Size, Watched: c.Env.Watched.Globals,
			Source: fmt.Sprintf("?*%s* = %s", items[0].Text, items[2]), Uses: c.uses}
		if i := c.Env.PlaceOfGlobal(m, g.Name); i >= 0 {
			old := m.Globals[i]
			old.Uses.Release()
			g.Value, g.Usage, g.Watched = old.Value, old.Usage, old.Watched
			*old = *g
			g = old
		} else {
			m.Globals = append(m.Globals, g)
		}
		if err := g.Set(c.Env); err != nil {
			return c.At(items[2], "%w", err)
		}
		items = items[3:]
	}
	return nil
}

// deffunction compiles a deffunction.
func (c *Compiler) deffunction(f *syntax.Form) error {
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	if constructs[name] != nil || taken(c.Env, name) || c.Env.Functions[name] != nil {
		return c.At(f.Items[1], "%s is a function of the system and cannot be defined anew", name)
	}
	if g := c.Env.FindGeneric(c.Env.Current, name); g != nil && g.Module == c.Env.Current {
		return c.At(f.Items[1], "[DFFNXPSR2] Deffunctions are not allowed to replace generic functions.")
	}
	if err := c.conflict("deffunction", c.Env.Current, f.Items[1]); err != nil {
		return err
	}
	if len(rest) == 0 || rest[0].Kind != syntax.List {
		return c.At(f, "a list of parameters is expected")
	}
	m := c.Env.Current
	d := &core.Deffunction{Name: name, Module: m, Watched: c.Env.Watched.Deffunctions}
	if old := c.Env.PlaceOfFunction(m, name); old >= 0 {
		d = m.Deffunctions[old]
		m.Deffunctions = slices.Delete(m.Deffunctions, old, old+1)
		d.Uses.Release()
		d.Uses, d.Body = nil, nil
	}
	// The function is defined before its body is compiled, so that it may call itself.
	m.Deffunctions = append(m.Deffunctions, d)
	c.self = &d.Usage
	if err := c.functionBody(d, rest); err != nil {
		if d.Busy == 0 {
			m.Deffunctions = core.RemoveItem(m.Deffunctions, d)
		}
		return err
	}
	d.Source, d.Uses = c.sourceOf(f), c.uses
	d.Uses.Hold()
	return nil
}

// functionBody compiles parameters and body of a deffunction.
func (c *Compiler) functionBody(d *core.Deffunction, rest []*syntax.Form) error {
	s := NewScope(c)
	d.Params, d.Rest = 0, false
	for i, p := range rest[0].Items {
		switch {
		case p.Kind == syntax.Variable && !d.Rest:
			d.Params++
		case p.Kind == syntax.MultiVariable && i == len(rest[0].Items)-1:
			d.Rest = true
		default:
			return c.At(p, "[PRCCODE7] a parameter is ?name, the last may be $?name")
		}
		if _, twice := s.names[p.Text]; twice {
			return c.At(p, "[PRCCODE7] the parameter %s stands twice", p)
		}
		s.Declare(p.Text)
	}
	body := rest[1:]
	if len(body) > 1 && body[0].Kind == syntax.String {
		body = body[1:]
	}
	nodes, err := s.Sequence(body)
	if err != nil {
		return err
	}
	d.Body, d.Size, d.Height = nodes, s.Size, height(body...)
	return nil
}

// userCall is a call of a deffunction.
type userCall struct {
	function *core.Deffunction
	args     []core.Node
	site     *fault.Site
}

func (s *Scope) deffunctionCall(f *syntax.Form, d *core.Deffunction) (core.Node, error) {
	args, err := s.Sequence(f.Items[1:])
	if err != nil {
		return nil, err
	}
	s.Use(&d.Usage)
	n := &userCall{d, args, s.site(f)}
	expands := false
	for _, a := range args {
		if _, ok := a.(ExpandNode); ok {
			expands = true
		}
	}
	if !expands {
		if err := d.Count(len(args)); err != nil {
			return nil, s.At(f, "%w", err)
		}
	}
	return n, nil
}

func (n *userCall) Eval(x *core.Frame) (value.Value, error) {
	var few [6]value.Value
	args, err := evalArgs(x, n.args, few[:0])
	if err != nil {
		return value.False, err
	}
	v, err := x.Env.Call(n.function, args)
	if err != nil {
		err = n.site.Place(err)
	}
	return v, err
}

// relationFor returns the template with the given name. If it is unknown, relationFor adds an implied one.
func (s *Scope) relationFor(f *syntax.Form) (*core.Template, error) {
	name := f.Text
	if strings.Contains(name, "::") && s.Env.Dialect != core.Jess {
		return nil, s.At(f, "[MODULDEF1] Illegal use of the module specifier.")
	}
	t := s.Env.FindTemplate(s.Module, name)
	if t == nil {
		m, base, err := s.Env.Split(name)
		if err != nil {
			return nil, s.At(f, "%w", err)
		}
		if s.Env.Sealed {
			return nil, s.At(f, "there is no template %s, and %w", base, core.ErrSealed)
		}
		t = s.Env.AddTemplate(m, base)
	}
	s.Use(&t.Usage)
	return t, nil
}
