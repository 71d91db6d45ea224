package rules

import (
	"fmt"
	"slices"

	"farbank/rules/rete"
	"farbank/rules/value"
)

func init() { functionTables = append(functionTables, runCommands) }

var runCommands = []Function{
	{"reset", 0, 0, func(c *Call) (value.Value, error) { return value.Value{}, c.Env.Reset() }},
	{"clear", 0, 0, func(c *Call) (value.Value, error) {
		if err := c.Env.Clear(); err != nil {
			return value.Value{}, &remark{err}
		}
		return value.Value{}, nil
	}},
	{"run", 0, 1, runCommand},
	{"halt", 0, 0, func(c *Call) (value.Value, error) { c.Env.halted = true; return value.Value{}, nil }},
	{"exit", 0, 1, func(c *Call) (value.Value, error) {
		if len(c.Args) == 1 {
			c.Env.ExitCode = int(c.Args[0].Int())
		}
		return value.False, ErrExit
	}},
	{"focus", 1, -1, focusCommand},
	{"get-focus", 0, 0, func(c *Call) (value.Value, error) {
		if m := c.Env.top(); m != nil {
			return c.Env.Symbol(m.Name), nil
		}
		return value.False, nil
	}},
	{"pop-focus", 0, 0, func(c *Call) (value.Value, error) {
		if m := c.Env.popFocus(); m != nil {
			return c.Env.Symbol(m.Name), nil
		}
		return value.False, nil
	}},
	{"clear-focus-stack", 0, 0, func(c *Call) (value.Value, error) {
		for c.Env.popFocus() != nil {
		}
		return value.Value{}, nil
	}},
	{"get-focus-stack", 0, 0, func(c *Call) (value.Value, error) {
		var names []value.Value
		for _, m := range slices.Backward(c.Env.focus) {
			names = append(names, c.Env.Symbol(m.Name))
		}
		return value.List(names...), nil
	}},
	{"list-focus-stack", 0, 0, func(c *Call) (value.Value, error) {
		for _, m := range slices.Backward(c.Env.focus) {
			c.Env.display(m.Name + "\n")
		}
		return value.Value{}, nil
	}},
	{"set-current-module", 1, 1, func(c *Call) (value.Value, error) {
		m := c.Env.module(c.Args[0].Text())
		if m == nil {
			return c.Env.Symbol(c.Env.current.Name), missing("defmodule", c.Args[0].Display())
		}
		old := c.Env.current
		c.Env.current = m
		return c.Env.Symbol(old.Name), nil
	}},
	{"get-current-module", 0, 0, func(c *Call) (value.Value, error) { return c.Env.Symbol(c.Env.current.Name), nil }},
	{"set-strategy", 1, 1, setStrategy},
	{"get-strategy", 0, 0, func(c *Call) (value.Value, error) {
		return c.Env.Symbol(c.Env.network.Agendas.Strategy().String()), nil
	}},
	{"set-salience-evaluation", 1, 1, setSalience},
	{"get-salience-evaluation", 0, 0, func(c *Call) (value.Value, error) {
		return c.Env.Symbol(salienceModes[c.Env.options.salience]), nil
	}},
	{"refresh-agenda", 0, 1, func(c *Call) (value.Value, error) {
		modules, err := c.modules(0)
		if err == nil {
			err = c.Env.refreshAgenda(modules)
		}
		return value.Value{}, err
	}},
	{"refresh", 1, 1, refreshCommand},
	{"set-break", 1, 1, func(c *Call) (value.Value, error) {
		r, err := c.rule(0)
		if err == nil {
			c.Env.options.breakpoints[r] = true
		}
		return value.Value{}, err
	}},
	{"remove-break", 0, 1, removeBreak},
	{"set-incremental-reset", 1, 1, setIncremental},
	{"get-incremental-reset", 0, 0, getToggle(func(s *settings) *bool { return &s.incremental })},
	{"set-sequence-operator-recognition", 1, 1, toggle(func(s *settings) *bool { return &s.spread })},
	{"get-sequence-operator-recognition", 0, 0, getToggle(func(s *settings) *bool { return &s.spread })},
	{"set-fact-duplication", 1, 1, toggle(func(s *settings) *bool { return &s.duplication })},
	{"get-fact-duplication", 0, 0, getToggle(func(s *settings) *bool { return &s.duplication })},
	{"set-reset-globals", 1, 1, toggle(func(s *settings) *bool { return &s.resetGlobals })},
	{"get-reset-globals", 0, 0, getToggle(func(s *settings) *bool { return &s.resetGlobals })},
	{"set-dynamic-constraint-checking", 1, 1, toggle(func(s *settings) *bool { return &s.dynamicCheck })},
	{"get-dynamic-constraint-checking", 0, 0, getToggle(func(s *settings) *bool { return &s.dynamicCheck })},
	{"set-static-constraint-checking", 1, 1, toggle(func(s *settings) *bool { return &s.staticCheck })},
	{"get-static-constraint-checking", 0, 0, getToggle(func(s *settings) *bool { return &s.staticCheck })},
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

func getToggle(field func(*settings) *bool) Func {
	return func(c *Call) (value.Value, error) { return value.Bool(*field(&c.Env.options)), nil }
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
