package rules

import (
	"fmt"
	"slices"
	"strings"

	"farbank/rules/rete"
	"farbank/rules/value"
)

func init() {
	functionTables = append(functionTables, listCommands, constructLists, printCommands, undefCommands)
}

func (e *Environment) display(text string) { e.print("wdisplay", text) }

var listCommands = []Function{
	{"facts", 0, 4, factsCommand},
	{"agenda", 0, 1, agendaCommand},
	{"matches", 1, 2, matchesCommand},
	{"show-breaks", 0, 1, func(c *Call) (value.Value, error) {
		modules, err := c.modules(0)
		for _, m := range modules {
			for _, r := range m.rules {
				if c.Env.options.breakpoints[r] {
					c.Env.display(r.Name + "\n")
				}
			}
		}
		return value.False, err
	}},
	{"show-defglobals", 0, 1, showGlobals},
	{"list-watch-items", 0, -1, listWatchItems},
	{"dependencies", 1, 1, dependencies},
	{"dependents", 1, 1, dependents},
}

// factsCommand is (facts [module] [start [end [most]]]).
func factsCommand(c *Call) (value.Value, error) {
	e := c.Env
	m := e.current
	args := c.Args
	if len(args) > 0 && args[0].Kind() == value.SymbolKind {
		modules, err := c.modules(0)
		if err != nil {
			return value.False, err
		}
		if m = modules[0]; args[0].IsSymbol("*") {
			m = nil
		}
		args = args[1:]
	}
	bounds := [3]int64{0, -1, -1}
	for i, a := range args {
		if a.Kind() != value.IntegerKind {
			return value.False, c.Wrong(len(c.Args)-len(args)+i, "of type integer")
		}
		bounds[i] = a.Int()
	}
	count := 0
	for f := range e.Facts() {
		if f.Index < bounds[0] || bounds[1] >= 0 && f.Index > bounds[1] || bounds[2] >= 0 && int64(count) >= bounds[2] || !e.sees(m, f) {
			continue
		}
		e.display(factLine(f) + "\n")
		count++
	}
	e.tally(count, "fact")
	return value.False, nil
}

// sees reports whether the template of a fact is visible in a module.
func (e *Environment) sees(m *Module, f *Fact) bool {
	t := f.Relation.Data.(*Template)
	return m == nil || t.Module == m || e.findTemplate(m, t.Name) == t
}

func (e *Environment) tally(count int, what string) {
	if count > 0 {
		if count != 1 {
			what += "s"
		}
		e.display(fmt.Sprintf("For a total of %d %s.\n", count, what))
	}
}

func agendaCommand(c *Call) (value.Value, error) {
	modules, err := c.modules(0)
	if err != nil {
		return value.False, err
	}
	count := 0
	for _, m := range modules {
		indent := c.heading(m)
		for _, a := range c.Env.network.Agendas.List(m.number) {
			c.Env.display(indent + c.Env.activationLine(a) + "\n")
			count++
		}
	}
	c.Env.tally(count, "activation")
	return value.False, nil
}

// heading prints the name of a module when all are listed, and gives the
// indentation of what follows.
func (c *Call) heading(m *Module) string {
	if len(c.Args) == 1 && c.Args[0].IsSymbol("*") {
		c.Env.display(m.Name + ":\n")
		return "   "
	}
	return ""
}

func matchesCommand(c *Call) (value.Value, error) {
	r, err := c.rule(0)
	if err != nil {
		return value.False, err
	}
	patterns, partial, activations := 0, 0, 0
	for _, p := range r.parts {
		m := c.Env.network.Matches(p)
		for i, facts := range m.Patterns {
			c.Env.display(fmt.Sprintf("Matches for Pattern %d\n", i+1))
			c.Env.displayMatches(facts)
			patterns += len(facts)
		}
		for i, facts := range m.Partial {
			c.Env.display(fmt.Sprintf("Partial matches for CEs 1 - %d\n", i+2))
			c.Env.displayMatches(facts)
			partial += len(facts)
		}
		c.Env.display("Activations\n")
		c.Env.displayMatches(m.Activations)
		activations += len(m.Activations)
	}
	return value.List(value.Integer(int64(patterns)), value.Integer(int64(partial)), value.Integer(int64(activations))), nil
}

func (e *Environment) displayMatches(matches [][]*Fact) {
	if len(matches) == 0 {
		e.display(" None\n")
	}
	for _, facts := range matches {
		e.display(basis(facts) + "\n")
	}
}

func showGlobals(c *Call) (value.Value, error) {
	modules, err := c.modules(0)
	for _, m := range modules {
		indent := c.heading(m)
		for _, g := range m.globals {
			c.Env.display(fmt.Sprintf("%s?*%s* = %s\n", indent, g.Name, g.Value))
		}
	}
	return value.False, err
}

func listWatchItems(c *Call) (value.Value, error) {
	w := c.Env.watched
	for _, item := range []struct {
		name string
		on   bool
	}{{"facts", w.facts}, {"globals", w.globals}, {"rules", w.rules}, {"activations", w.activations}, {"compilations", w.compilations},
		{"statistics", w.statistics}, {"deffunctions", w.deffunctions}, {"focus", w.focus}} {
		state := "off"
		if item.on {
			state = "on"
		}
		c.Env.display(fmt.Sprintf("%s = %s\n", item.name, state))
	}
	return value.False, nil
}

func dependencies(c *Call) (value.Value, error) {
	f, err := c.fact(0)
	if err != nil || f == nil {
		return value.False, err
	}
	all := c.Env.network.Supports(f)
	if len(all) == 0 {
		c.Env.display("None\n")
	}
	for _, facts := range all {
		c.Env.display(basis(facts) + "\n")
	}
	return value.False, nil
}

func dependents(c *Call) (value.Value, error) {
	f, err := c.fact(0)
	if err != nil || f == nil {
		return value.False, err
	}
	var names []string
	for _, g := range c.Env.network.Dependents(f) {
		names = append(names, fmt.Sprintf("f-%d", g.Index))
	}
	if len(names) == 0 {
		names = []string{"None"}
	}
	c.Env.display(strings.Join(names, ",") + "\n")
	return value.False, nil
}

// kind describes one kind of construct to the commands that all kinds have.
type kind struct {
	word, plural string
	list         func(*Module) []construct
	remove       func(*Environment, *Module, construct) error
}

// construct is what those commands know of a construct.
type construct struct {
	name, source string
	item         any
}

var kinds = []kind{
	{"defrule", "defrules", func(m *Module) []construct {
		return listOf(m.rules, func(r *Rule) construct { return construct{r.Name, r.source, r} })
	}, func(e *Environment, m *Module, c construct) error { e.removeRule(c.item.(*Rule)); return nil }},
	{"deftemplate", "deftemplates", func(m *Module) []construct {
		return listOf(m.templates, func(t *Template) construct { return construct{t.Name, t.text(), t} })
	}, func(e *Environment, m *Module, c construct) error {
		if e.inUse(c.item.(*Template)) {
			return fmt.Errorf("[PRNTUTIL4] Unable to delete deftemplate %s", c.name)
		}
		m.templates = removeItem(m.templates, c.item.(*Template))
		return nil
	}},
	{"deffacts", "deffacts", func(m *Module) []construct {
		return listOf(m.deffacts, func(d *Deffacts) construct { return construct{d.Name, d.text(), d} })
	}, func(e *Environment, m *Module, c construct) error {
		m.deffacts = removeItem(m.deffacts, c.item.(*Deffacts))
		return nil
	}},
	{"deffunction", "deffunctions", func(m *Module) []construct {
		return listOf(m.deffunctions, func(d *Deffunction) construct { return construct{d.Name, d.source, d} })
	}, func(e *Environment, m *Module, c construct) error {
		m.deffunctions = removeItem(m.deffunctions, c.item.(*Deffunction))
		return nil
	}},
	{"defglobal", "defglobals", func(m *Module) []construct {
		return listOf(m.globals, func(g *Global) construct {
			return construct{g.Name, fmt.Sprintf("(defglobal %s %s)", m.Name, g.source), g}
		})
	}, func(e *Environment, m *Module, c construct) error {
		m.globals = removeItem(m.globals, c.item.(*Global))
		return nil
	}},
}

func (t *Template) text() string {
	if t.Implied {
		return ""
	}
	return t.source
}

func (d *Deffacts) text() string {
	if d.hidden {
		return "(deffacts initial-fact\n   (initial-fact))"
	}
	return d.source
}

func listOf[T any](items []T, describe func(T) construct) []construct {
	list := make([]construct, len(items))
	for i, item := range items {
		list[i] = describe(item)
	}
	return list
}

// constructLists, printCommands and undefCommands are made for every kind.
var constructLists, printCommands, undefCommands = constructCommands()

func constructCommands() (lists, prints, undefs []Function) {
	for i := range kinds {
		k := &kinds[i]
		list := func(c *Call) (value.Value, error) { return c.listConstructs(k) }
		lists = append(lists, Function{"list-" + k.plural, 0, 1, list}, Function{"get-" + k.word + "-list", 0, 1, func(c *Call) (value.Value, error) { return c.constructNames(k) }},
			Function{k.word + "-module", 1, 1, func(c *Call) (value.Value, error) {
				m, _, err := c.findConstruct(k)
				if err != nil {
					return value.False, err
				}
				return c.Env.Symbol(m.Name), nil
			}})
		if k.word == "defrule" {
			lists = append(lists, Function{"rules", 0, 1, list})
		}
		prints = append(prints, Function{"pp" + k.word, 1, 1, func(c *Call) (value.Value, error) { return c.printConstruct(k) }})
		undefs = append(undefs, Function{"un" + k.word, 1, 1, func(c *Call) (value.Value, error) { return c.undefine(k) }})
	}
	lists = append(lists, Function{"list-defmodules", 0, 0, listModules}, Function{"get-defmodule-list", 0, 0, moduleNames})
	return lists, prints, undefs
}

func (c *Call) listConstructs(k *kind) (value.Value, error) {
	modules, err := c.modules(0)
	if err != nil {
		return value.False, err
	}
	count := 0
	for _, m := range modules {
		indent := c.heading(m)
		for _, item := range k.list(m) {
			c.Env.display(indent + item.name + "\n")
			count++
		}
	}
	what := k.word
	if count != 1 {
		what = k.plural
	}
	if count > 0 {
		c.Env.display(fmt.Sprintf("For a total of %d %s.\n", count, what))
	}
	return value.False, nil
}

func (c *Call) constructNames(k *kind) (value.Value, error) {
	modules, err := c.modules(0)
	if err != nil {
		return value.False, err
	}
	var names []value.Value
	for _, m := range modules {
		for _, item := range k.list(m) {
			name := item.name
			if len(c.Args) > 0 && c.Args[0].IsSymbol("*") {
				name = m.Name + "::" + name
			}
			names = append(names, c.Env.Symbol(name))
		}
	}
	return value.List(names...), nil
}

func (c *Call) findConstruct(k *kind) (*Module, construct, error) {
	name, err := c.Lexeme(0)
	if err != nil {
		return nil, construct{}, err
	}
	m, base, err := c.Env.split(name)
	if err != nil {
		return nil, construct{}, err
	}
	for _, item := range k.list(m) {
		if item.name == base {
			return m, item, nil
		}
	}
	return nil, construct{}, fmt.Errorf("[PRNTUTIL1] Unable to find %s %s", k.word, name)
}

func (c *Call) undefine(k *kind) (value.Value, error) {
	if c.Args[0].IsSymbol("*") {
		for _, m := range c.Env.modules {
			for _, item := range slices.Clone(k.list(m)) {
				_ = k.remove(c.Env, m, item)
			}
		}
		return value.False, nil
	}
	m, item, err := c.findConstruct(k)
	if err != nil {
		return value.False, err
	}
	return value.False, k.remove(c.Env, m, item)
}

func (c *Call) printConstruct(k *kind) (value.Value, error) {
	m, item, err := c.findConstruct(k)
	if err != nil {
		return value.False, err
	}
	if item.source != "" {
		c.Env.display(prettyPrint(item.source, m.Name, item.name) + "\n")
	}
	return value.False, nil
}

func listModules(c *Call) (value.Value, error) {
	for _, m := range c.Env.modules {
		c.Env.display(m.Name + "\n")
	}
	c.Env.tally(len(c.Env.modules), "defmodule")
	return value.False, nil
}

func moduleNames(c *Call) (value.Value, error) {
	var names []value.Value
	for _, m := range c.Env.modules {
		names = append(names, c.Env.Symbol(m.Name))
	}
	return value.List(names...), nil
}

var _ = rete.Depth
