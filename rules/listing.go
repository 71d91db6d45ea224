package rules

import (
	"fmt"
	"slices"

	"farbank/rules/value"
)

func (e *Environment) display(text string) { e.print("wdisplay", text) }

func showBreaks(c *Call) (value.Value, error) {
	modules, err := c.modules(0)
	for _, m := range modules {
		indent := c.heading(m)
		for _, r := range m.rules {
			if c.Env.options.breakpoints[r] {
				c.Env.display(indent + r.Name + "\n")
			}
		}
	}
	return value.Value{}, err
}

// factsCommand is (facts [module] [start [end [most]]]).
func factsCommand(c *Call) (value.Value, error) {
	e := c.Env
	m := e.current
	args := c.Args
	if len(args) > 0 && args[0].Kind() == value.SymbolKind {
		if name := args[0].Text(); name == "*" {
			m = nil
		} else if m = e.module(name); m == nil {
			return value.Value{}, fmt.Errorf("[PRNTUTIL1] Unable to find defmodule %s.", name)
		}
		args = args[1:]
	}
	bounds := [3]int64{0, -1, -1}
	if len(args) > len(bounds) {
		return value.Value{}, countArgs(c.Name, len(args), 0, len(bounds))
	}
	for i, a := range args {
		if a.Kind() != value.IntegerKind || a.Int() < 0 {
			want := "of type positive number"
			if i == 0 && len(args) == len(c.Args) {
				want = "of type symbol or positive number"
			}
			return value.Value{}, c.Wrong(len(c.Args)-len(args)+i, want)
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
	return value.Value{}, nil
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
	count := 0
	for _, m := range modules {
		indent := c.heading(m)
		for _, a := range c.Env.network.Agendas.List(m.number) {
			c.Env.display(indent + c.Env.activationLine(a) + "\n")
			count++
		}
	}
	c.Env.tally(count, "activation")
	return value.Value{}, err
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

func showGlobals(c *Call) (value.Value, error) {
	modules, err := c.modules(0)
	for _, m := range modules {
		indent := c.heading(m)
		for _, g := range m.globals {
			c.Env.display(fmt.Sprintf("%s?*%s* = %s\n", indent, g.Name, g.Value))
		}
	}
	return value.Value{}, err
}

// kind describes one kind of construct to the commands that all kinds have.
type kind struct {
	word, plural string
	sample       string // one that is called g, for examples
	list         func(*Module) []construct
	remove       func(*Environment, *Module, construct) error
}

// construct is what those commands know of a construct.
type construct struct {
	name, source string
	item         any
}

var kinds = []kind{
	{"defrule", "defrules", "(defrule g =>)", func(m *Module) []construct {
		return listOf(m.rules, func(r *Rule) construct { return construct{r.Name, r.source, r} })
	}, func(e *Environment, m *Module, c construct) error {
		if e.running == c.item.(*Rule) || e.matching {
			return undeletable(c, "defrule")
		}
		e.removeRule(c.item.(*Rule))
		return nil
	}},
	{"deftemplate", "deftemplates", "(deftemplate g (slot x))", func(m *Module) []construct {
		return listOf(m.templates, func(t *Template) construct { return construct{t.Name, t.text(), t} })
	}, func(e *Environment, m *Module, c construct) error {
		if e.inUse(c.item.(*Template)) {
			return undeletable(c, "deftemplate")
		}
		c.item.(*Template).uses.release()
		m.templates = removeItem(m.templates, c.item.(*Template))
		return nil
	}},
	{"deffacts", "deffacts", "(deffacts g (a))", func(m *Module) []construct {
		return listOf(m.deffacts, func(d *Deffacts) construct { return construct{d.Name, d.text(), d} })
	}, func(e *Environment, m *Module, c construct) error {
		c.item.(*Deffacts).uses.release()
		m.deffacts = removeItem(m.deffacts, c.item.(*Deffacts))
		return nil
	}},
	{"deffunction", "deffunctions", "(deffunction g (?x) (+ ?x 1))", func(m *Module) []construct {
		return listOf(m.deffunctions, func(d *Deffunction) construct { return construct{d.Name, d.source, d} })
	}, func(e *Environment, m *Module, c construct) error {
		if c.item.(*Deffunction).busy > 0 {
			return undeletable(c, "deffunction")
		}
		c.item.(*Deffunction).uses.release()
		m.deffunctions = removeItem(m.deffunctions, c.item.(*Deffunction))
		return nil
	}},
	{"defglobal", "defglobals", "(defglobal ?*g* = 7)", func(m *Module) []construct {
		return listOf(m.globals, func(g *Global) construct {
			return construct{g.Name, fmt.Sprintf("(defglobal %s %s)", m.Name, g.source), g}
		})
	}, func(e *Environment, m *Module, c construct) error {
		if c.item.(*Global).busy > 0 {
			return undeletable(c, "defglobal")
		}
		c.item.(*Global).uses.release()
		m.globals = removeItem(m.globals, c.item.(*Global))
		return nil
	}},
}

func undeletable(c construct, kind string) error {
	return remarkf("[PRNTUTIL4] Unable to delete %s %s.", kind, c.name)
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

// constructBuiltins are made for every kind.
func constructBuiltins() []builtin {
	var list []builtin
	for i := range kinds {
		list = append(list, kinds[i].builtins()...)
	}
	return append(list,
		builtin{name: "rules", takes: "[module:symbol]", quiet: true, help: "`list-defrules`", example: "(defrule r =>) (rules)", do: func(c *Call) (value.Value, error) { return c.listConstructs(&kinds[0]) }},
		builtin{name: "show-defglobals", takes: "[module:symbol]", gives: "nothing", help: "lists the defglobals with their values", example: "(defglobal ?*g* = 7) (show-defglobals)", do: showGlobals})
}

func (k *kind) builtins() []builtin {
	module := "[module:symbol]"
	if k.word == "deffunction" {
		module = "[module:value]" // as in CLIPS, of these anything is taken
	}
	sample := k.sample + " "
	return []builtin{
		{name: "list-" + k.plural, takes: module, gives: "nothing", help: "lists the " + k.plural + " of a module; `*` for all", example: sample + "(list-" + k.plural + ")",
			do: func(c *Call) (value.Value, error) { return c.listConstructs(k) }},
		{name: "get-" + k.word + "-list", takes: module, gives: "multifield", help: "their names", example: sample + "(get-" + k.word + "-list)",
			do: func(c *Call) (value.Value, error) { return c.constructNames(k) }},
		{name: k.word + "-module", takes: "name:symbol", gives: "symbol", help: "the module of one", example: sample + "(" + k.word + "-module g)",
			do: func(c *Call) (value.Value, error) {
				m, _, err := c.findConstruct(k)
				if err != nil {
					return value.False, err
				}
				return c.Env.Symbol(m.Name), nil
			}},
		{name: "pp" + k.word, takes: "name:symbol", gives: "nothing", help: "prints one", example: sample + "(pp" + k.word + " g)",
			do: func(c *Call) (value.Value, error) { return c.printConstruct(k) }},
		{name: "un" + k.word, takes: "name:symbol", gives: "nothing", help: "removes one; `*` all", example: sample + "(un" + k.word + " g) (get-" + k.word + "-list)",
			do: func(c *Call) (value.Value, error) { return c.undefine(k) }},
	}
}

func (c *Call) listConstructs(k *kind) (value.Value, error) {
	modules, err := c.modules(0)
	if err != nil {
		return value.Value{}, err
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
	return value.Value{}, nil
}

func (c *Call) constructNames(k *kind) (value.Value, error) {
	modules, err := c.modules(0)
	if err != nil {
		return value.Empty, err
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
	name, err := c.Symbol(0)
	if err != nil {
		return nil, construct{}, c.remarkWrong(0, "of type "+k.word+" name")
	}
	var in *Module
	var found construct
	if m, base, err := c.Env.split(name); err == nil {
		c.Env.visible(m, k.word, base, func(m *Module) bool {
			for _, item := range k.list(m) {
				if item.name == base {
					in, found = m, item
				}
			}
			return in == nil
		})
	}
	if in == nil {
		return nil, construct{}, missing(k.word, name)
	}
	return in, found, nil
}

func (c *Call) undefine(k *kind) (value.Value, error) {
	e := c.Env
	if !c.Args[0].IsSymbol("*") {
		m, item, err := c.findConstruct(k)
		if err == nil {
			err = k.remove(e, m, item)
		}
		return value.Value{}, err
	}
	if k.word == "deffunction" {
		defer e.releaseFunctions()()
	}
	for _, m := range e.modules {
		for _, item := range slices.Clone(k.list(m)) {
			if err := k.remove(e, m, item); err != nil {
				e.report(c.site, err)
			}
		}
	}
	return value.Value{}, nil
}

// releaseFunctions lets functions that call each other be removed together. What it gives
// puts right what the functions that stay refer to.
func (e *Environment) releaseFunctions() (restore func()) {
	held := map[*Deffunction]uses{}
	for _, m := range e.modules {
		for _, d := range m.deffunctions {
			d.uses.release()
			held[d], d.uses = d.uses, nil
		}
	}
	return func() {
		for _, m := range e.modules {
			for _, d := range m.deffunctions {
				d.uses = held[d]
				d.uses.hold()
			}
		}
	}
}

func (c *Call) printConstruct(k *kind) (value.Value, error) {
	m, item, err := c.findConstruct(k)
	if err == nil && item.source != "" {
		c.Env.display(prettyPrint(item.source, m.Name, item.name) + "\n")
	}
	return value.Value{}, err
}

func listModules(c *Call) (value.Value, error) {
	for _, m := range c.Env.modules {
		c.Env.display(m.Name + "\n")
	}
	c.Env.tally(len(c.Env.modules), "defmodule")
	return value.Value{}, nil
}

func printModule(c *Call) (value.Value, error) {
	name, err := c.Lexeme(0)
	if err != nil {
		return value.False, err
	}
	m := c.Env.module(name)
	if m == nil {
		return value.Value{}, missing("defmodule", name)
	}
	if m.source != "" {
		c.Env.display(prettyPrint(m.source, m.Name, m.Name) + "\n")
	}
	return value.Value{}, nil
}

func moduleNames(c *Call) (value.Value, error) {
	var names []value.Value
	for _, m := range c.Env.modules {
		names = append(names, c.Env.Symbol(m.Name))
	}
	return value.List(names...), nil
}
