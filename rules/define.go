package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

// Deffacts is a list of facts that reset asserts.
type Deffacts struct {
	Name    string
	Module  *Module
	source  string
	asserts []node
	size    int
	hidden  bool
	uses    uses
}

func (c *compiler) deffacts(f *syntax.Form) error {
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	m := c.env.current
	if i := slices.IndexFunc(m.deffacts, func(old *Deffacts) bool { return old.Name == name }); i >= 0 {
		m.deffacts[i].uses.release()
		m.deffacts = slices.Delete(m.deffacts, i, i+1)
	}
	s := newScope(c)
	d := &Deffacts{Name: name, Module: c.env.current, source: c.sourceOf(f)}
	for _, item := range rest {
		n, err := s.assertion(item)
		if err != nil {
			return err
		}
		d.asserts = append(d.asserts, n)
	}
	d.size, d.uses = s.size, c.uses
	d.uses.hold()
	m.deffacts = append(m.deffacts, d)
	return nil
}

func (e *Environment) assertDeffacts() error {
	var faults []error
	for _, m := range e.modules {
		for _, d := range slices.Clone(m.deffacts) {
			if d.hidden {
				f := e.newFact(m.initialTemplate)
				if _, err := e.assert(f); err != nil {
					return err
				}
				continue
			}
			x := &frame{env: e, vars: make([]value.Value, d.size)}
			for _, n := range d.asserts {
				if _, err := n.eval(x); err != nil {
					faults = append(faults, fmt.Errorf("deffacts %s: %w", d.Name, err))
					break
				}
			}
		}
	}
	return errors.Join(faults...)
}

func (e *Environment) newFact(t *Template) *Fact {
	f := &Fact{Relation: t.relation, Slots: make([]value.Value, len(t.Slots))}
	if t.Implied {
		f.Slots[0] = value.Empty
	}
	return f
}

// Global is a variable of a defglobal.
type Global struct {
	Name    string
	Module  *Module
	Value   value.Value
	source  string
	initial node
	size    int // of its variables
	watched bool
	uses    uses
	usage
}

// set evaluates what a global is at first.
func (g *Global) set(e *Environment) error {
	if e.checking {
		return nil
	}
	v, err := g.initial.eval(&frame{env: e, vars: make([]value.Value, g.size)})
	if err != nil {
		return fmt.Errorf("defglobal %s: %w", g.Name, err)
	}
	g.Value = v
	return nil
}

func (g *Global) reset(e *Environment) error {
	old := g.Value
	if err := g.set(e); err != nil {
		return err
	}
	e.watchGlobal(g, old)
	return nil
}

func (e *Environment) setGlobal(g *Global, v value.Value) {
	old := g.Value
	g.Value = v
	e.watchGlobal(g, old)
}

func (c *compiler) defglobal(f *syntax.Form) error {
	items := f.Items[1:]
	m := c.env.current
	if len(items) > 0 && items[0].Kind == syntax.Symbol {
		if m = c.env.module(items[0].Text); m == nil {
			return c.at(items[0], "there is no module %s", items[0])
		}
		c.env.current = m
		items = items[1:]
	}
	for len(items) > 0 {
		if len(items) < 3 || items[0].Kind != syntax.Global || !items[1].IsSymbol("=") {
			return c.at(items[0], "?*name* = value is expected")
		}
		c.construct = "defglobal " + items[0].Text
		if err := c.conflict("defglobal", m, items[0]); err != nil {
			return err
		}
		c.uses, c.byName = nil, true
		s := newScope(c)
		n, err := s.compile(items[2])
		if err != nil {
			return err
		}
		c.uses.hold()
		g := &Global{Name: items[0].Text, Module: m, initial: n, size: s.size, watched: c.env.watched.globals,
			source: fmt.Sprintf("?*%s* = %s", items[0].Text, items[2]), uses: c.uses}
		if i := slices.IndexFunc(m.globals, func(old *Global) bool { return old.Name == g.Name }); i >= 0 {
			old := m.globals[i]
			old.uses.release()
			g.Value, g.usage, g.watched = old.Value, old.usage, old.watched
			*old = *g
			g = old
		} else {
			m.globals = append(m.globals, g)
		}
		if err := g.set(c.env); err != nil {
			return c.at(items[2], "%w", err)
		}
		items = items[3:]
	}
	return nil
}

// Deffunction is a function written in the rule language.
type Deffunction struct {
	Name    string
	Module  *Module
	source  string
	params  int
	rest    bool // the last parameter takes all further arguments
	body    []node
	size    int
	height  int
	watched bool
	uses    uses
	usage
}

func (c *compiler) deffunction(f *syntax.Form) error {
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	if constructs[name] != nil || c.env.words()[name] != nil || c.env.functions[name] != nil {
		return c.at(f.Items[1], "%s is a function of the system and cannot be defined anew", name)
	}
	if err := c.conflict("deffunction", c.env.current, f.Items[1]); err != nil {
		return err
	}
	if len(rest) == 0 || rest[0].Kind != syntax.List {
		return c.at(f, "a list of parameters is expected")
	}
	m := c.env.current
	d := &Deffunction{Name: name, Module: m, watched: c.env.watched.deffunctions}
	if old := slices.IndexFunc(m.deffunctions, func(d *Deffunction) bool { return d.Name == name }); old >= 0 {
		d = m.deffunctions[old]
		m.deffunctions = slices.Delete(m.deffunctions, old, old+1)
		d.uses.release()
		d.uses, d.body = nil, nil
	}
	// It is entered before its body is read, so that it may call itself.
	m.deffunctions = append(m.deffunctions, d)
	c.self = &d.usage
	if err := c.functionBody(d, rest); err != nil {
		if d.busy == 0 {
			m.deffunctions = removeItem(m.deffunctions, d)
		}
		return err
	}
	d.source, d.uses = c.sourceOf(f), c.uses
	d.uses.hold()
	return nil
}

func (c *compiler) functionBody(d *Deffunction, rest []*syntax.Form) error {
	s := newScope(c)
	d.params, d.rest = 0, false
	for i, p := range rest[0].Items {
		switch {
		case p.Kind == syntax.Variable && !d.rest:
			d.params++
		case p.Kind == syntax.MultiVariable && i == len(rest[0].Items)-1:
			d.rest = true
		default:
			return c.at(p, "[PRCCODE7] a parameter is ?name, the last may be $?name")
		}
		if _, twice := s.names[p.Text]; twice {
			return c.at(p, "[PRCCODE7] the parameter %s stands twice", p)
		}
		s.declare(p.Text)
	}
	body := rest[1:]
	if len(body) > 1 && body[0].Kind == syntax.String {
		body = body[1:]
	}
	nodes, err := s.sequence(body)
	if err != nil {
		return err
	}
	d.body, d.size, d.height = nodes, s.size, height(body...)
	return nil
}

type userCall struct {
	function *Deffunction
	args     []node
	site     *site
}

func (s *scope) deffunctionCall(f *syntax.Form, d *Deffunction) (node, error) {
	args, err := s.sequence(f.Items[1:])
	if err != nil {
		return nil, err
	}
	s.use(&d.usage)
	n := &userCall{d, args, s.site(f)}
	expands := false
	for _, a := range args {
		if _, ok := a.(expandNode); ok {
			expands = true
		}
	}
	if !expands {
		if err := d.count(len(args)); err != nil {
			return nil, s.at(f, "%w", err)
		}
	}
	return n, nil
}

func (d *Deffunction) count(got int) error {
	most := d.params
	if d.rest {
		most = -1
	}
	return countArgs(d.Name, got, d.params, most)
}

func (n *userCall) eval(x *frame) (value.Value, error) {
	var few [6]value.Value
	args, err := evalArgs(x, n.args, few[:0])
	if err != nil {
		return value.False, err
	}
	v, err := x.env.call(n.function, args)
	if err != nil {
		err = n.site.place(err)
	}
	return v, err
}

// call calls a deffunction.
func (e *Environment) call(d *Deffunction, args []value.Value) (value.Value, error) {
	if err := d.count(len(args)); err != nil {
		return value.False, err
	}
	if err := e.deeper("deffunction "+d.Name, d.height); err != nil {
		return value.False, err
	}
	const often = 256
	if e.work++; e.work%often == 0 {
		if err := e.interrupted(); err != nil {
			return value.False, err
		}
	}
	d.busy++
	defer func() { e.shallower(d.height); d.busy-- }()
	x := &frame{env: e, vars: make([]value.Value, d.size)}
	copy(x.vars, args[:d.params])
	if d.rest {
		x.vars[d.params] = value.List(slices.Clone(args[d.params:])...)
	}
	e.watchCall(d, args, ">>")
	v, err := run(x, d.body)
	if x.control == returning {
		v = x.result
	}
	e.watchCall(d, args, "<<")
	return v, err
}

// callable reports whether a name is that of a function to call with values.
func (e *Environment) callable(name string) bool {
	return e.function(name) != nil || e.findFunction(e.current, name) != nil
}

// callNamed calls a function of any kind by the name a module knows it by.
func (e *Environment) callNamed(m *Module, name string, args []value.Value) (value.Value, error) {
	if d := e.findFunction(m, name); d != nil {
		return e.call(d, args)
	}
	fn := e.function(name)
	if fn == nil {
		return value.False, e.missingFunction(name)
	}
	if err := countArgs(name, len(args), fn.Min, fn.Max); err != nil {
		return value.False, err
	}
	return fn.do(&Call{Env: e, Name: name, Args: args})
}

// relationFor finds the template of facts of a name, or makes an implied one.
func (s *scope) relationFor(f *syntax.Form) (*Template, error) {
	name := f.Text
	if strings.Contains(name, "::") && s.env.dialect != Jess {
		return nil, s.at(f, "[MODULDEF1] Illegal use of the module specifier.")
	}
	t := s.env.findTemplate(s.module, name)
	if t == nil {
		m, base, err := s.env.split(name)
		if err != nil {
			return nil, s.at(f, "%w", err)
		}
		t = s.env.addTemplate(m, base)
	}
	s.use(&t.usage)
	return t, nil
}
