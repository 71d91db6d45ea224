package builtin

import (
	"fmt"
	"slices"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/internal/pretty"
	"farbank/rules/value"
)

func showBreaks(c *core.Call) (value.Value, error) {
	modules, err := modules(c, 0)
	for _, m := range modules {
		indent := heading(c, m)
		for _, r := range m.Rules {
			if c.Env.Options.Breakpoints[r] {
				c.Env.Display(indent + r.Name + "\n")
			}
		}
	}
	return value.Value{}, err
}

// factsCommand implements (facts [module] [start [end [most]]]).
func factsCommand(c *core.Call) (value.Value, error) {
	e := c.Env
	m := e.Current
	args := c.Args
	if len(args) > 0 && args[0].Kind() == value.SymbolKind {
		if name := args[0].Text(); name == "*" {
			m = nil
		} else if m = e.Module(name); m == nil {
			return value.Value{}, fmt.Errorf("[PRNTUTIL1] Unable to find defmodule %s.", name)
		}
		args = args[1:]
	}
	bounds := [3]int64{0, -1, -1}
	if len(args) > len(bounds) {
		return value.Value{}, fault.CountArgs(c.Name, len(args), 0, len(bounds))
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
		if f.Index < bounds[0] || bounds[1] >= 0 && f.Index > bounds[1] || bounds[2] >= 0 && int64(count) >= bounds[2] || !sees(e, m, f) {
			continue
		}
		e.Display(core.FactLine(f) + "\n")
		count++
	}
	tally(e, count, "fact")
	return value.Value{}, nil
}

// sees reports whether the template of a fact is visible in a module.
func sees(e *core.Environment, m *core.Module, f *core.Fact) bool {
	t := f.Relation.Data.(*core.Template)
	return m == nil || t.Module == m || e.FindTemplate(m, t.Name) == t
}

// tally prints the number of items listed, unless it is 0.
func tally(e *core.Environment, count int, what string) {
	if count > 0 {
		if count != 1 {
			what += "s"
		}
		e.Display(fmt.Sprintf("For a total of %d %s.\n", count, what))
	}
}

func agendaCommand(c *core.Call) (value.Value, error) {
	modules, err := modules(c, 0)
	count := 0
	for _, m := range modules {
		indent := heading(c, m)
		for _, a := range c.Env.Network.Agendas.List(m.Number) {
			c.Env.Display(indent + c.Env.ActivationLine(a) + "\n")
			count++
		}
	}
	tally(c.Env, count, "activation")
	return value.Value{}, err
}

// heading prints the name of a module if all are listed. It returns the indentation of the lines
// that follow.
func heading(c *core.Call, m *core.Module) string {
	if len(c.Args) == 1 && c.Args[0].IsSymbol("*") {
		c.Env.Display(m.Name + ":\n")
		return "   "
	}
	return ""
}

func showGlobals(c *core.Call) (value.Value, error) {
	modules, err := modules(c, 0)
	for _, m := range modules {
		indent := heading(c, m)
		for _, g := range m.Globals {
			c.Env.Display(fmt.Sprintf("%s?*%s* = %s\n", indent, g.Name, c.Env.GlobalValue(g).Unescaped()))
		}
	}
	return value.Value{}, err
}

// kind describes one kind of construct for the commands that every kind has.
type kind struct {
	word, plural string
	sample       string // a construct named g, for examples
	list         func(*core.Module) []construct
	remove       func(*core.Environment, *core.Module, construct) error
}

// construct is one construct of a kind.
type construct struct {
	name, source string
	item         any
}

var kinds = []kind{
	{"defrule", "defrules", "(defrule g =>)", func(m *core.Module) []construct {
		return listOf(m.Rules, func(r *core.Rule) construct { return construct{r.Name, r.Source, r} })
	}, func(e *core.Environment, m *core.Module, c construct) error {
		if e.Running == c.item.(*core.Rule) || e.Matching {
			return undeletable(c, "defrule")
		}
		e.RemoveRule(c.item.(*core.Rule))
		return nil
	}},
	{"deftemplate", "deftemplates", "(deftemplate g (slot x))", func(m *core.Module) []construct {
		return listOf(m.Templates, func(t *core.Template) construct { return construct{t.Name, templateText(t), t} })
	}, func(e *core.Environment, m *core.Module, c construct) error {
		if e.InUse(c.item.(*core.Template)) {
			return undeletable(c, "deftemplate")
		}
		c.item.(*core.Template).Uses.Release()
		m.Templates = core.RemoveItem(m.Templates, c.item.(*core.Template))
		return nil
	}},
	{"deffacts", "deffacts", "(deffacts g (a))", func(m *core.Module) []construct {
		return listOf(m.Deffacts, func(d *core.Deffacts) construct { return construct{d.Name, deffactsText(d), d} })
	}, func(e *core.Environment, m *core.Module, c construct) error {
		c.item.(*core.Deffacts).Uses.Release()
		m.Deffacts = core.RemoveItem(m.Deffacts, c.item.(*core.Deffacts))
		return nil
	}},
	{"deffunction", "deffunctions", "(deffunction g (?x) (+ ?x 1))", func(m *core.Module) []construct {
		return listOf(m.Deffunctions, func(d *core.Deffunction) construct { return construct{d.Name, d.Source, d} })
	}, func(e *core.Environment, m *core.Module, c construct) error {
		if c.item.(*core.Deffunction).Busy > 0 {
			return undeletable(c, "deffunction")
		}
		c.item.(*core.Deffunction).Uses.Release()
		m.Deffunctions = core.RemoveItem(m.Deffunctions, c.item.(*core.Deffunction))
		return nil
	}},
	{"defgeneric", "defgenerics", "(defgeneric g)", func(m *core.Module) []construct {
		return listOf(m.Generics, func(g *core.Generic) construct { return construct{g.Name, g.Source, g} })
	}, func(e *core.Environment, m *core.Module, c construct) error {
		g := c.item.(*core.Generic)
		if g.Busy > 0 || g.Executing() {
			return undeletable(c, "defgeneric")
		}
		e.RemoveGeneric(g)
		return nil
	}},
	{"defclass", "defclasses", "(defclass g (is-a USER))", func(m *core.Module) []construct {
		return listOf(m.Classes, func(k *core.Class) construct { return construct{k.Name, k.Source, k} })
	}, func(e *core.Environment, m *core.Module, c construct) error {
		k := c.item.(*core.Class)
		if k.System || e.ClassInUse(k) || e.Matching {
			return undeletable(c, "defclass")
		}
		e.RemoveClass(k)
		return nil
	}},
	{"definstances", "definstances", "(defclass k (is-a USER)) (definstances g (i of k))", func(m *core.Module) []construct {
		return listOf(m.Definstances, func(d *core.Definstances) construct { return construct{d.Name, d.Source, d} })
	}, func(e *core.Environment, m *core.Module, c construct) error {
		c.item.(*core.Definstances).Uses.Release()
		m.Definstances = core.RemoveItem(m.Definstances, c.item.(*core.Definstances))
		return nil
	}},
	{"defglobal", "defglobals", "(defglobal ?*g* = 7)", func(m *core.Module) []construct {
		return listOf(m.Globals, func(g *core.Global) construct {
			return construct{g.Name, fmt.Sprintf("(defglobal %s %s)", m.Name, g.Source), g}
		})
	}, func(e *core.Environment, m *core.Module, c construct) error {
		if c.item.(*core.Global).Busy > 0 {
			return undeletable(c, "defglobal")
		}
		c.item.(*core.Global).Uses.Release()
		m.Globals = core.RemoveItem(m.Globals, c.item.(*core.Global))
		return nil
	}},
}

func undeletable(c construct, kind string) error {
	return fault.Remarkf("[PRNTUTIL4] Unable to delete %s %s.", kind, c.name)
}

func templateText(t *core.Template) string {
	if t.Implied {
		return ""
	}
	return t.Source
}

func deffactsText(d *core.Deffacts) string {
	if d.Hidden {
		return "(deffacts initial-fact\n   (initial-fact))"
	}
	return d.Source
}

func listOf[T any](items []T, describe func(T) construct) []construct {
	list := make([]construct, len(items))
	for i, item := range items {
		list[i] = describe(item)
	}
	return list
}

// constructBuiltins returns the commands of all kinds.
func constructBuiltins() []compile.Builtin {
	var list []compile.Builtin
	for i := range kinds {
		more := kinds[i].builtins()
		if kinds[i].word == "defgeneric" || kinds[i].word == "defclass" || kinds[i].word == "definstances" {
			more = onlyCLIPS(more)
		}
		list = append(list, more...)
	}
	return append(list,
		compile.Builtin{Name: "rules", Takes: "[module:symbol]", Quiet: true, Help: "like `list-defrules`", Example: "(defrule r =>) (rules)", Do: func(c *core.Call) (value.Value, error) { return listConstructs(c, &kinds[0]) }},
		compile.Builtin{Name: "show-defglobals", Takes: "[module:symbol]", Gives: "nothing", Help: "lists the defglobals with their values", Example: "(defglobal ?*g* = 7) (show-defglobals)", Do: showGlobals})
}

func (k *kind) builtins() []compile.Builtin {
	module := "[module:symbol]"
	if k.word == "deffunction" {
		module = "[module:value]" // CLIPS accepts any value for these
	}
	sample := k.sample + " "
	return []compile.Builtin{
		{Name: "list-" + k.plural, Takes: module, Gives: "nothing", Help: "lists the " + k.plural + " of a module; `*` for all", Example: sample + "(list-" + k.plural + ")",
			Do: func(c *core.Call) (value.Value, error) { return listConstructs(c, k) }},
		{Name: "get-" + k.word + "-list", Takes: module, Gives: "multifield", Help: "returns the names of the " + k.plural + " of a module", Example: sample + "(get-" + k.word + "-list)",
			Do: func(c *core.Call) (value.Value, error) { return constructNames(c, k) }},
		{Name: k.word + "-module", Takes: "name:symbol", Gives: "symbol", Help: "returns the module of a " + k.word, Example: sample + "(" + k.word + "-module g)",
			Do: func(c *core.Call) (value.Value, error) {
				m, _, err := findConstruct(c, k)
				if err != nil {
					return value.False, err
				}
				return c.Env.Symbol(m.Name), nil
			}},
		{Name: "pp" + k.word, Takes: "name:symbol", Gives: "nothing", Help: "prints a " + k.word, Example: sample + "(pp" + k.word + " g)",
			Do: func(c *core.Call) (value.Value, error) { return printConstruct(c, k) }},
		{Name: "un" + k.word, Takes: "name:symbol", Gives: "nothing", Help: "removes a " + k.word + "; `*` removes all", Example: sample + "(un" + k.word + " g) (get-" + k.word + "-list)",
			Do: func(c *core.Call) (value.Value, error) { return undefine(c, k) }},
	}
}

func listConstructs(c *core.Call, k *kind) (value.Value, error) {
	modules, err := modules(c, 0)
	if err != nil {
		return value.Value{}, err
	}
	count := 0
	for _, m := range modules {
		indent := heading(c, m)
		for _, item := range k.list(m) {
			c.Env.Display(indent + item.name + "\n")
			count++
		}
	}
	what := k.word
	if count != 1 {
		what = k.plural
	}
	if count > 0 {
		c.Env.Display(fmt.Sprintf("For a total of %d %s.\n", count, what))
	}
	return value.Value{}, nil
}

func constructNames(c *core.Call, k *kind) (value.Value, error) {
	modules, err := modules(c, 0)
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

// findConstruct returns the construct that argument 0 names, and its module.
func findConstruct(c *core.Call, k *kind) (*core.Module, construct, error) {
	name, err := c.Symbol(0)
	if err != nil {
		return nil, construct{}, c.RemarkWrong(0, "of type "+k.word+" name")
	}
	var in *core.Module
	var found construct
	if m, base, err := c.Env.Split(name); err == nil {
		c.Env.Visible(m, k.word, base, func(m *core.Module) bool {
			for _, item := range k.list(m) {
				if item.name == base {
					in, found = m, item
				}
			}
			return in == nil
		})
	}
	if in == nil {
		return nil, construct{}, fault.Missing(k.word, name)
	}
	return in, found, nil
}

func undefine(c *core.Call, k *kind) (value.Value, error) {
	e := c.Env
	if e.Sealed {
		return value.Value{}, core.ErrSealed
	}
	if !c.Args[0].IsSymbol("*") {
		m, item, err := findConstruct(c, k)
		if err == nil {
			err = k.remove(e, m, item)
		}
		return value.Value{}, err
	}
	if k.word == "deffunction" {
		defer releaseFunctions(e)()
	}
	for _, m := range e.Modules {
		for _, item := range slices.Clone(k.list(m)) {
			if class, ok := item.item.(*core.Class); ok && (class.System || !slices.Contains(m.Classes, class)) {
				continue
			}
			if err := k.remove(e, m, item); err != nil {
				e.Report(c.Site, err)
			}
		}
	}
	return value.Value{}, nil
}

// releaseFunctions removes the references between deffunctions, so that functions that call each
// other can be removed together. restore adds those of the remaining functions again.
func releaseFunctions(e *core.Environment) (restore func()) {
	held := map[*core.Deffunction]core.Uses{}
	for _, m := range e.Modules {
		for _, d := range m.Deffunctions {
			d.Uses.Release()
			held[d], d.Uses = d.Uses, nil
		}
	}
	return func() {
		for _, m := range e.Modules {
			for _, d := range m.Deffunctions {
				d.Uses = held[d]
				d.Uses.Hold()
			}
		}
	}
}

func printConstruct(c *core.Call, k *kind) (value.Value, error) {
	m, item, err := findConstruct(c, k)
	if err == nil && item.source != "" {
		c.Env.Display(pretty.Print(item.source, m.Name, item.name) + "\n")
	}
	return value.Value{}, err
}

func listModules(c *core.Call) (value.Value, error) {
	for _, m := range c.Env.Modules {
		c.Env.Display(m.Name + "\n")
	}
	tally(c.Env, len(c.Env.Modules), "defmodule")
	return value.Value{}, nil
}

func printModule(c *core.Call) (value.Value, error) {
	name, err := c.Lexeme(0)
	if err != nil {
		return value.False, err
	}
	m := c.Env.Module(name)
	if m == nil {
		return value.Value{}, fault.Missing("defmodule", name)
	}
	if m.Source != "" {
		c.Env.Display(pretty.Print(m.Source, m.Name, m.Name) + "\n")
	}
	return value.Value{}, nil
}

func moduleNames(c *core.Call) (value.Value, error) {
	var names []value.Value
	for _, m := range c.Env.Modules {
		names = append(names, c.Env.Symbol(m.Name))
	}
	return value.List(names...), nil
}
