package rules

import (
	"fmt"
	"slices"

	"farbank/rules/rete"
	"farbank/rules/value"
)

func runBuiltins() []builtin {
	return []builtin{
		{name: "reset", gives: "nothing", help: "empties the list of facts and asserts those of the deffacts", example: "(deffacts d (a)) (reset) (facts)", do: func(c *Call) (value.Value, error) {
			return value.Value{}, c.Env.Reset()
		}},
		{name: "run", takes: "[most:integer]", gives: "nothing", help: "fires rules until none is left, or so many; in Jess it gives how many", example: "(defrule r (a ?x) => (println ?x)) (assert (a 1)) (run)", do: runCommand},
		{name: "halt", gives: "nothing", help: "ends the run after this rule", example: "(halt)", do: func(c *Call) (value.Value, error) {
			c.Env.halted = true
			return value.Value{}, nil
		}},
		{name: "clear", gives: "nothing", help: "removes all constructs, facts and activations", example: "(defrule r =>) (clear) (list-defrules)", do: func(c *Call) (value.Value, error) {
			if err := c.Env.Clear(); err != nil {
				return value.Value{}, &remark{err}
			}
			return value.Value{}, nil
		}},
		{name: "exit", takes: "[code:integer]", gives: "nothing", help: "ends the program", example: "(exit)", do: func(c *Call) (value.Value, error) {
			if len(c.Args) == 1 {
				c.Env.ExitCode = int(c.Args[0].Int())
			}
			return value.False, ErrExit
		}},
		{name: "agenda", takes: "[module:symbol]", gives: "nothing", help: "lists the activations", example: "(defrule r (a ?) =>) (assert (a 1)) (agenda)", do: agendaCommand},
		{name: "matches", takes: "rule:symbol [mode:symbol]", quiet: true, help: "lists the facts and groups of facts that a rule's conditions match; the mode is verbose, succinct or terse",
			example: "(defrule r (a ?) (b ?) =>) (assert (a 1)) (matches r succinct)", do: matchesCommand},
		{name: "refresh", takes: "rule:symbol", gives: "nothing", help: "lets a rule fire again for matches it has fired for",
			example: "(defrule r (a) => (println x)) (assert (a)) (run) (refresh r) (run)", do: refreshCommand},
		{name: "refresh-agenda", takes: "[module:symbol]", gives: "nothing", help: "evaluates the saliences anew", example: "(refresh-agenda)", do: func(c *Call) (value.Value, error) {
			modules, err := c.modules(0)
			if err == nil {
				err = c.Env.refreshAgenda(modules)
			}
			return value.Value{}, err
		}},
		{name: "set-break", takes: "rule:symbol", gives: "nothing", help: "ends runs before a rule fires", example: "(defrule r =>) (set-break r) (show-breaks)", do: func(c *Call) (value.Value, error) {
			r, err := c.rule(0)
			if err == nil {
				c.Env.options.breakpoints[r] = true
			}
			return value.Value{}, err
		}},
		{name: "remove-break", takes: "[rule:symbol]", gives: "nothing", help: "ends that, for one rule or all", example: "(remove-break)", do: removeBreak},
		{name: "show-breaks", takes: "[module:symbol]", gives: "nothing", help: "lists the rules before which runs end", example: "(show-breaks)", do: showBreaks},
	}
}

func moduleBuiltins() []builtin {
	return []builtin{
		{name: "focus", takes: "module:symbol ...", gives: "boolean", help: "puts modules on the focus stack, the first on top", example: "(defmodule A) (focus A MAIN) (list-focus-stack)", do: focusCommand},
		{name: "get-focus", gives: "symbol", help: "the module in focus, or FALSE", example: "(get-focus)", do: func(c *Call) (value.Value, error) {
			return c.nameOf(c.Env.top()), nil
		}},
		{name: "pop-focus", gives: "symbol", help: "takes the module in focus off the stack", example: "(pop-focus) (get-focus)", do: func(c *Call) (value.Value, error) {
			return c.nameOf(c.Env.popFocus()), nil
		}},
		{name: "clear-focus-stack", gives: "nothing", help: "empties it", example: "(clear-focus-stack) (get-focus-stack)", do: func(c *Call) (value.Value, error) {
			for c.Env.popFocus() != nil {
			}
			return value.Value{}, nil
		}},
		{name: "get-focus-stack", gives: "multifield", help: "the modules on it", example: "(get-focus-stack)", do: func(c *Call) (value.Value, error) {
			var names []value.Value
			for _, m := range slices.Backward(c.Env.focus) {
				names = append(names, c.Env.Symbol(m.Name))
			}
			return value.List(names...), nil
		}},
		{name: "list-focus-stack", gives: "nothing", help: "lists the modules on it", example: "(list-focus-stack)", do: func(c *Call) (value.Value, error) {
			for _, m := range slices.Backward(c.Env.focus) {
				c.Env.display(m.Name + "\n")
			}
			return value.Value{}, nil
		}},
		{name: "set-current-module", takes: "module:symbol", gives: "symbol", help: "makes a module the current one and gives the one before", example: "(defmodule A) (set-current-module MAIN)", do: setModule},
		{name: "get-current-module", gives: "symbol", help: "the current module", example: "(get-current-module)", do: func(c *Call) (value.Value, error) {
			return c.Env.Symbol(c.Env.current.Name), nil
		}},
		{name: "list-defmodules", quiet: true, help: "lists the modules", example: "(list-defmodules)", do: listModules},
		{name: "get-defmodule-list", gives: "multifield", help: "the names of the modules", example: "(get-defmodule-list)", do: moduleNames},
		{name: "ppdefmodule", takes: "module:symbol", help: "prints a module", example: "(defmodule A (export ?ALL)) (ppdefmodule A)", do: printModule},
	}
}

// nameOf gives the name of a module, FALSE for none.
func (c *Call) nameOf(m *Module) value.Value {
	if m == nil {
		return value.False
	}
	return c.Env.Symbol(m.Name)
}

func setModule(c *Call) (value.Value, error) {
	m := c.Env.module(c.Args[0].Text())
	if m == nil {
		return c.Env.Symbol(c.Env.current.Name), missing("defmodule", c.Args[0].Display())
	}
	old := c.Env.current
	c.Env.current = m
	return c.Env.Symbol(old.Name), nil
}

func settingBuiltins() []builtin {
	list := []builtin{
		{name: "set-strategy", takes: "strategy:symbol", gives: "symbol", help: "the conflict resolution: depth, breadth, lex, mea, complexity, simplicity or random; gives the one before",
			example: "(set-strategy lex) (get-strategy)", do: setStrategy},
		{name: "get-strategy", gives: "symbol", help: "the conflict resolution", example: "(get-strategy)", do: func(c *Call) (value.Value, error) {
			return c.Env.Symbol(c.Env.network.Agendas.Strategy().String()), nil
		}},
		{name: "set-salience-evaluation", takes: "when:symbol", gives: "symbol", help: "when saliences are evaluated: when-defined, when-activated or every-cycle; gives what was so before",
			example: "(set-salience-evaluation every-cycle)", do: setSalience},
		{name: "get-salience-evaluation", gives: "symbol", help: "when saliences are evaluated", example: "(get-salience-evaluation)", do: func(c *Call) (value.Value, error) {
			return c.Env.Symbol(salienceModes[c.Env.options.salience]), nil
		}},
	}
	list = append(list, settingPair("incremental-reset", "whether new rules match the facts there are", func(s *settings) *bool { return &s.incremental })...)
	list[len(list)-2].do = setIncremental
	for _, each := range []struct {
		name, help string
		field      func(*settings) *bool
	}{
		{"sequence-operator-recognition", "whether `$?x` as an argument is spread over several", func(s *settings) *bool { return &s.spread }},
		{"fact-duplication", "whether equal facts may be there twice", func(s *settings) *bool { return &s.duplication }},
		{"reset-globals", "whether `reset` sets defglobals to what they are at first", func(s *settings) *bool { return &s.resetGlobals }},
		{"dynamic-constraint-checking", "whether facts are held to the limits of their slots", func(s *settings) *bool { return &s.dynamicCheck }},
		{"static-constraint-checking", "whether the text of a program is", func(s *settings) *bool { return &s.staticCheck }},
	} {
		list = append(list, settingPair(each.name, each.help, each.field)...)
	}
	return list
}

// settingPair makes the functions that set and get a setting.
func settingPair(name, help string, field func(*settings) *bool) []builtin {
	return []builtin{
		{name: "set-" + name, takes: "boolean:value", help: help + "; gives what was so before", example: "(set-" + name + " TRUE) (get-" + name + ")", do: toggle(field)},
		{name: "get-" + name, help: help, example: "(get-" + name + ")", do: func(c *Call) (value.Value, error) { return value.Bool(*field(&c.Env.options)), nil }},
	}
}

func runCommand(c *Call) (value.Value, error) {
	limit := int64(-1)
	if len(c.Args) == 1 {
		var err error
		if limit, err = c.Int(0); err != nil {
			return value.False, err
		}
	}
	e := c.Env
	if e.Limit > 0 && (limit < 0 || limit > e.Limit-e.total.Fired) {
		limit = e.Limit - e.total.Fired
		fired, err := e.run(limit)
		if err == nil && fired == limit && e.next() != nil {
			err = ErrLimit
		}
		return e.count(fired), err
	}
	fired, err := e.run(limit)
	if err == nil && limit >= 0 && limit-fired == fired {
		// CLIPS 6.3 says so when half of the limit has fired.
		e.print("wdialog", "rule firing limit reached\n")
	}
	return e.count(fired), err
}

// count is what run gives: nothing in CLIPS, in Jess how many rules have fired.
func (e *Environment) count(fired int64) value.Value {
	if e.dialect == Jess {
		return value.Integer(fired)
	}
	return value.Value{}
}

// ErrLimit says that the most rules allowed have fired, and others could.
var ErrLimit = fmt.Errorf("the limit of rules to fire is reached")

func focusCommand(c *Call) (value.Value, error) {
	for _, v := range slices.Backward(c.Args) {
		m := c.Env.module(v.Text())
		if m == nil {
			return value.False, missing("defmodule", v.Display())
		}
		c.Env.pushFocus(m)
	}
	return value.True, nil
}

func setStrategy(c *Call) (value.Value, error) {
	name, err := c.Symbol(0)
	if err != nil {
		return value.False, err
	}
	old := c.Env.network.Agendas.Strategy()
	s, ok := rete.StrategyNamed(name)
	if !ok {
		return c.Env.Symbol(old.String()), c.remarkWrong(0, "of type symbol with value depth, breadth, lex, mea, complexity, simplicity, or random")
	}
	if s != old {
		if err := c.Env.rearrange(s, false, nil); err != nil {
			return value.False, err
		}
	}
	return c.Env.Symbol(old.String()), nil
}

func setSalience(c *Call) (value.Value, error) {
	name, err := c.Symbol(0)
	if err != nil {
		return value.False, err
	}
	old := c.Env.options.salience
	i := slices.Index(salienceModes[:], name)
	if i < 0 {
		return c.Env.Symbol(salienceModes[old]), c.remarkWrong(0, "of type symbol with value when-defined, when-activated, or every-cycle")
	}
	c.Env.options.salience = salienceMode(i)
	return c.Env.Symbol(salienceModes[old]), nil
}

// rearrange orders the agendas anew. The saliences it evaluates must not change them.
func (e *Environment) rearrange(s rete.Strategy, salience bool, modules []int) error {
	if e.matching {
		return errBusy
	}
	err := e.whileMatching(func() { e.network.Agendas.Rearrange(s, salience, modules) })
	if fatal(err) {
		return err
	}
	return nil
}

func (e *Environment) refreshAgenda(modules []*Module) error {
	var numbers []int
	for _, m := range modules {
		numbers = append(numbers, m.number)
	}
	saved := e.options.salience
	if saved == whenDefined {
		e.options.salience = whenActivated
	}
	defer func() { e.options.salience = saved }()
	return e.rearrange(e.network.Agendas.Strategy(), true, numbers)
}

func refreshCommand(c *Call) (value.Value, error) {
	r, err := c.rule(0)
	if err != nil {
		return value.Value{}, err
	}
	if c.Env.matching {
		return value.Value{}, errBusy
	}
	err = c.Env.whileMatching(func() {
		for _, p := range r.parts {
			c.Env.network.Refresh(p)
		}
	})
	return value.Value{}, err
}

func removeBreak(c *Call) (value.Value, error) {
	set := c.Env.options.breakpoints
	if len(c.Args) == 0 {
		clear(set)
		return value.Value{}, nil
	}
	r, err := c.rule(0)
	if err == nil && !set[r] {
		c.Env.print("werror", fmt.Sprintf("Rule %s does not have a breakpoint set.\n", r.Name))
	}
	if err == nil {
		delete(set, r)
	}
	return value.Value{}, err
}

func toggle(field func(*settings) *bool) Func {
	return func(c *Call) (value.Value, error) {
		p := field(&c.Env.options)
		old := *p
		*p = !c.Args[0].IsFalse()
		return value.Bool(old), nil
	}
}

// rule gives argument i, the name of a rule.
func (c *Call) rule(i int) (*Rule, error) {
	name, err := c.Symbol(i)
	if err != nil {
		return nil, c.remarkWrong(i, "of type defrule name")
	}
	if r := c.Env.findRule(name); r != nil {
		return r, nil
	}
	return nil, missing("defrule", name)
}

// modules gives the modules that argument i names: one, or all for * and for no
// argument at all the current one.
func (c *Call) modules(i int) ([]*Module, error) {
	if i >= len(c.Args) {
		return []*Module{c.Env.current}, nil
	}
	if c.Args[i].IsSymbol("*") {
		return c.Env.modules, nil
	}
	if name, err := c.Symbol(i); err == nil {
		if m := c.Env.module(name); m != nil {
			return []*Module{m}, nil
		}
	}
	return nil, c.remarkWrong(i, "of type defmodule name")
}

// setIncremental changes nothing while there are rules.
func setIncremental(c *Call) (value.Value, error) {
	for _, m := range c.Env.modules {
		if len(m.rules) > 0 {
			return value.True, nil
		}
	}
	old := c.Env.options.incremental
	c.Env.options.incremental = !c.Args[0].IsFalse()
	return value.Bool(old), nil
}
