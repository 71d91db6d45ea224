package builtin

import (
	"fmt"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

// runBuiltins start and end runs; [agendaBuiltins] are about the agenda.
func runBuiltins() []compile.Builtin {
	return []compile.Builtin{
		{Name: "reset", Gives: "nothing", Help: "retracts all facts and asserts those of the deffacts", Example: "(deffacts d (a)) (reset) (facts)", Do: func(c *core.Call) (value.Value, error) {
			return value.Value{}, c.Env.Reset()
		}},
		{Name: "run", Takes: "[most:integer]", Gives: "nothing", Help: "fires rules until none is left or the limit is reached; in Jess it returns their number", Example: "(defrule r (a ?x) => (println ?x)) (assert (a 1)) (run)", Do: runCommand},
		{Name: "halt", Gives: "nothing", Help: "ends the run after the current rule", Example: "(halt)", Do: func(c *core.Call) (value.Value, error) {
			c.Env.Halted = true
			return value.Value{}, nil
		}},
		{Name: "clear", Gives: "nothing", Help: "removes all constructs, facts and activations", Example: "(defrule r =>) (clear) (list-defrules)", Do: func(c *core.Call) (value.Value, error) {
			if err := c.Env.Clear(); err != nil {
				return value.Value{}, &fault.Remark{Err: err}
			}
			return value.Value{}, nil
		}},
		{Name: "exit", Takes: "[code:integer]", Gives: "nothing", Help: "ends the program", Example: "(exit)", Do: func(c *core.Call) (value.Value, error) {
			if len(c.Args) == 1 {
				*c.Env.ExitCode = int(c.Args[0].Int())
			}
			return value.False, fault.ErrExit
		}},
	}
}

func agendaBuiltins() []compile.Builtin {
	return []compile.Builtin{
		{Name: "agenda", Takes: "[module:symbol]", Gives: "nothing", Help: "lists the activations", Example: "(defrule r (a ?) =>) (assert (a 1)) (agenda)", Do: agendaCommand},
		{Name: "matches", Takes: "rule:symbol [mode:symbol]", Help: "lists the matches and partial matches of a rule; the mode is verbose, succinct or terse",
			Example: "(defrule r (a ?) (b ?) =>) (assert (a 1)) (matches r succinct)", Do: matchesCommand},
		{Name: "refresh", Takes: "rule:symbol", Gives: "nothing", Help: "lets a rule fire again for matches that have fired",
			Example: "(defrule r (a) => (println x)) (assert (a)) (run) (refresh r) (run)", Do: refreshCommand},
		{Name: "refresh-agenda", Takes: "[module:symbol]", Gives: "nothing", Help: "evaluates the saliences again", Example: "(refresh-agenda)", Do: func(c *core.Call) (value.Value, error) {
			modules, err := modules(c, 0)
			if err == nil {
				err = c.Env.RefreshAgenda(modules)
			}
			return value.Value{}, err
		}},
		{Name: "set-break", Takes: "rule:symbol", Gives: "nothing", Help: "sets a breakpoint: runs end before the rule fires", Example: "(defrule r =>) (set-break r) (show-breaks)", Do: func(c *core.Call) (value.Value, error) {
			r, err := rule(c, 0)
			if err == nil {
				c.Env.Options.Breakpoints[r] = true
			}
			return value.Value{}, err
		}},
		{Name: "remove-break", Takes: "[rule:symbol]", Gives: "nothing", Help: "removes the breakpoint of a rule, or all", Example: "(remove-break)", Do: removeBreak},
		{Name: "show-breaks", Takes: "[module:symbol]", Gives: "nothing", Help: "lists the rules with breakpoints", Example: "(show-breaks)", Do: showBreaks},
	}
}

func runCommand(c *core.Call) (value.Value, error) {
	limit := int64(-1)
	if len(c.Args) == 1 {
		var err error
		if limit, err = c.Int(0); err != nil {
			return value.False, err
		}
	}
	e := c.Env
	if most := *e.Limit; most > 0 && (limit < 0 || limit > most-e.Total.Fired) {
		limit = most - e.Total.Fired
		fired, err := e.RunMore(limit)
		if err == nil && fired == limit && e.Next() != nil {
			err = fault.ErrLimit
		}
		return firings(e, fired), err
	}
	fired, err := e.RunMore(limit)
	if err == nil && limit >= 0 && limit-fired == fired {
		// CLIPS 6.3 prints this when half of the limit has fired.
		e.Print("wdialog", "rule firing limit reached\n")
	}
	return firings(e, fired), err
}

// firings returns the result of run: nothing in CLIPS, the number of rules fired in Jess.
func firings(e *core.Environment, fired int64) value.Value {
	if e.Dialect == core.Jess {
		return value.Integer(fired)
	}
	return value.Value{}
}

func refreshCommand(c *core.Call) (value.Value, error) {
	r, err := rule(c, 0)
	if err != nil {
		return value.Value{}, err
	}
	if c.Env.Matching {
		return value.Value{}, core.ErrBusy
	}
	err = c.Env.WhileMatching(func() {
		for _, p := range r.Parts {
			c.Env.Network.Refresh(p)
		}
	})
	return value.Value{}, err
}

func removeBreak(c *core.Call) (value.Value, error) {
	set := c.Env.Options.Breakpoints
	if len(c.Args) == 0 {
		clear(set)
		return value.Value{}, nil
	}
	r, err := rule(c, 0)
	if err == nil && !set[r] {
		c.Env.Print("werror", fmt.Sprintf("Rule %s does not have a breakpoint set.\n", r.Name))
	}
	if err == nil {
		delete(set, r)
	}
	return value.Value{}, err
}

// rule returns the rule that argument i names.
func rule(c *core.Call, i int) (*core.Rule, error) {
	name, err := c.Symbol(i)
	if err != nil {
		return nil, c.RemarkWrong(i, "of type defrule name")
	}
	if r := c.Env.FindRule(name); r != nil {
		return r, nil
	}
	return nil, fault.Missing("defrule", name)
}

// modules returns the modules that argument i names: one, all for *, or the current one if the
// argument is missing.
func modules(c *core.Call, i int) ([]*core.Module, error) {
	if i >= len(c.Args) {
		return []*core.Module{c.Env.Current}, nil
	}
	if c.Args[i].IsSymbol("*") {
		return c.Env.Modules, nil
	}
	if name, err := c.Symbol(i); err == nil {
		if m := c.Env.Module(name); m != nil {
			return []*core.Module{m}, nil
		}
	}
	return nil, c.RemarkWrong(i, "of type defmodule name")
}
