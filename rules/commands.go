package rules

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"farbank/rules/rete"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

func init() {
	functionTables = append(functionTables, runCommands, programCommands)
}

var runCommands = []Function{
	{"reset", 0, 0, func(c *Call) (value.Value, error) { return value.False, c.Env.Reset() }},
	{"clear", 0, 0, func(c *Call) (value.Value, error) {
		if c.Env.running != nil {
			return value.False, fmt.Errorf("[CONSTRCT1] Some constructs are still in use. Clear cannot continue.")
		}
		c.Env.Clear()
		return value.False, nil
	}},
	{"run", 0, 1, runCommand},
	{"halt", 0, 0, func(c *Call) (value.Value, error) { c.Env.halted = true; return value.False, nil }},
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
		return value.False, nil
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
		return value.False, nil
	}},
	{"set-current-module", 1, 1, func(c *Call) (value.Value, error) {
		m := c.Env.module(c.Args[0].Text())
		if m == nil {
			return value.False, fmt.Errorf("[PRNTUTIL1] Unable to find defmodule %s", c.Args[0].Display())
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
		if err != nil {
			return value.False, err
		}
		c.Env.refreshAgenda(modules)
		return value.False, nil
	}},
	{"refresh", 1, 1, refreshCommand},
	{"set-break", 1, 1, func(c *Call) (value.Value, error) {
		r, err := c.rule(0)
		if err == nil {
			c.Env.options.breakpoints[r] = true
		}
		return value.False, err
	}},
	{"remove-break", 0, 1, removeBreak},
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
		return value.Integer(fired), err
	}
	fired, err := e.run(limit)
	if err == nil && limit >= 0 && limit-fired == fired {
		// CLIPS 6.3 says so when half of the limit has fired.
		e.print("wdialog", "rule firing limit reached\n")
	}
	return value.Integer(fired), err
}

// ErrLimit says that the most rules allowed have fired, and others could.
var ErrLimit = fmt.Errorf("the limit of rules to fire is reached")

func focusCommand(c *Call) (value.Value, error) {
	for _, v := range slices.Backward(c.Args) {
		m := c.Env.module(v.Text())
		if m == nil {
			return value.False, fmt.Errorf("[PRNTUTIL1] Unable to find defmodule %s", v.Display())
		}
		c.Env.pushFocus(m)
	}
	return value.True, nil
}

func setStrategy(c *Call) (value.Value, error) {
	s, ok := rete.StrategyNamed(c.Args[0].Text())
	if !ok {
		return value.False, c.Wrong(0, "of type symbol with value depth, breadth, lex, mea, complexity, simplicity, or random")
	}
	old := c.Env.network.Agendas.Strategy()
	if s != old {
		c.Env.network.Agendas.Rearrange(s, false, nil)
	}
	return c.Env.Symbol(old.String()), nil
}

func setSalience(c *Call) (value.Value, error) {
	i := slices.Index(salienceModes[:], c.Args[0].Text())
	if i < 0 {
		return value.False, c.Wrong(0, "of type symbol with value when-defined, when-activated, or every-cycle")
	}
	old := c.Env.options.salience
	c.Env.options.salience = salienceMode(i)
	return c.Env.Symbol(salienceModes[old]), nil
}

func (e *Environment) refreshAgenda(modules []*Module) {
	var numbers []int
	for _, m := range modules {
		numbers = append(numbers, m.number)
	}
	saved := e.options.salience
	if saved == whenDefined {
		e.options.salience = whenActivated
	}
	e.network.Agendas.Rearrange(e.network.Agendas.Strategy(), true, numbers)
	e.options.salience = saved
}

func refreshCommand(c *Call) (value.Value, error) {
	r, err := c.rule(0)
	if err != nil {
		return value.False, err
	}
	for _, p := range r.parts {
		c.Env.network.Refresh(p)
	}
	return value.False, nil
}

func removeBreak(c *Call) (value.Value, error) {
	if len(c.Args) == 0 {
		clear(c.Env.options.breakpoints)
		return value.False, nil
	}
	r, err := c.rule(0)
	if err == nil {
		delete(c.Env.options.breakpoints, r)
	}
	return value.False, err
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
	name, err := c.Lexeme(i)
	if err != nil {
		return nil, err
	}
	if r := c.Env.findRule(name); r != nil {
		return r, nil
	}
	return nil, fmt.Errorf("[PRNTUTIL1] Unable to find defrule %s", name)
}

// modules gives the modules that argument i names: one, or all for * and for no
// argument at all the current one.
func (c *Call) modules(i int) ([]*Module, error) {
	if i >= len(c.Args) {
		return []*Module{c.Env.current}, nil
	}
	name, err := c.Symbol(i)
	if err != nil {
		return nil, err
	}
	if name == "*" {
		return c.Env.modules, nil
	}
	if m := c.Env.module(name); m != nil {
		return []*Module{m}, nil
	}
	return nil, fmt.Errorf("[PRNTUTIL1] Unable to find defmodule %s", name)
}

var programCommands = []Function{
	{"eval", 1, 1, func(c *Call) (value.Value, error) {
		text, err := c.Lexeme(0)
		if err != nil {
			return value.False, err
		}
		return c.Env.Eval(text)
	}},
	{"build", 1, 1, buildFunction},
	{"load", 1, 1, loadFunction(false)},
	{"load*", 1, 1, loadFunction(false)},
	{"batch", 1, 1, loadFunction(true)},
	{"batch*", 1, 1, loadFunction(true)},
	{"funcall", 1, -1, func(c *Call) (value.Value, error) {
		name, err := c.Lexeme(0)
		if err != nil {
			return value.False, err
		}
		return c.Env.callNamed(name, c.Args[1:])
	}},
	{"sort", 1, -1, sortFunction},
	{"watch", 1, -1, watchFunction(true)},
	{"unwatch", 1, -1, watchFunction(false)},
}

func buildFunction(c *Call) (value.Value, error) {
	text, err := c.Lexeme(0)
	if err != nil {
		return value.False, err
	}
	f, err := syntax.NewReader("build", text).Next()
	if err != nil || f == nil || !IsConstruct(f) {
		return value.False, err
	}
	return value.True, c.Env.do(f, text, true)
}

func loadFunction(calls bool) Func {
	return func(c *Call) (value.Value, error) {
		path, err := c.Lexeme(0)
		if err != nil {
			return value.False, err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return value.False, fmt.Errorf("%s cannot open file %s: %w", c.Name, path, err)
		}
		if err := c.Env.load(string(text), path, calls); err != nil {
			return value.False, err
		}
		return value.True, nil
	}
}

// sortFunction sorts by a function that tells whether its first argument goes
// after its second: a merge sort, so equal ones keep their order.
func sortFunction(c *Call) (value.Value, error) {
	name, err := c.Lexeme(0)
	if err != nil {
		return value.False, err
	}
	items := slices.Clone(value.List(c.Args[1:]...).Items())
	var failed error
	slices.SortStableFunc(items, func(a, b value.Value) int {
		if failed != nil {
			return 0
		}
		v, err := c.Env.callNamed(name, []value.Value{a, b})
		if err != nil {
			failed = err
		}
		if !v.IsFalse() {
			return 1
		}
		w, err := c.Env.callNamed(name, []value.Value{b, a})
		if err != nil {
			failed = err
		}
		if !w.IsFalse() {
			return -1
		}
		return 0
	})
	if failed != nil {
		return value.False, failed
	}
	return value.List(items...), nil
}

func watchFunction(on bool) Func {
	return func(c *Call) (value.Value, error) {
		item, err := c.Symbol(0)
		if err != nil {
			return value.False, err
		}
		if len(c.Args) == 1 {
			return value.False, c.Env.Watch(item, on)
		}
		for i := range c.Args[1:] {
			if err := c.watchOne(item, i+1, on); err != nil {
				return value.False, err
			}
		}
		return value.False, nil
	}
}

func (c *Call) watchOne(item string, i int, on bool) error {
	name, err := c.Lexeme(i)
	if err != nil {
		return err
	}
	switch item {
	case "facts":
		t := c.Env.findTemplate(c.Env.current, name)
		if t == nil {
			return fmt.Errorf("[PRNTUTIL1] Unable to find deftemplate %s", name)
		}
		t.watched = on
	case "rules", "activations":
		r, err := c.rule(i)
		if err != nil {
			return err
		}
		if item == "rules" {
			r.watchFire = on
		} else {
			r.watchAct = on
		}
	case "globals":
		g := c.Env.findGlobal(c.Env.current, strings.Trim(name, "?*"))
		if g == nil {
			return fmt.Errorf("[PRNTUTIL1] Unable to find defglobal %s", name)
		}
		g.watched = on
	case "deffunctions":
		d := c.Env.findFunction(c.Env.current, name)
		if d == nil {
			return fmt.Errorf("[PRNTUTIL1] Unable to find deffunction %s", name)
		}
		d.watched = on
	default:
		return c.Wrong(0, "an item that is watched one by one")
	}
	return nil
}
