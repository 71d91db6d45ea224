package builtin

import (
	"slices"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

func moduleBuiltins() []compile.Builtin {
	return []compile.Builtin{
		{Name: "focus", Takes: "module:symbol ...", Gives: "boolean", Help: "pushes modules on the focus stack, the first on top", Example: "(defmodule A) (focus A MAIN) (list-focus-stack)", Do: focusCommand},
		{Name: "get-focus", Gives: "symbol", Help: "returns the module in focus, or FALSE", Example: "(get-focus)", Do: func(c *core.Call) (value.Value, error) {
			return nameOf(c, c.Env.Top()), nil
		}},
		{Name: "pop-focus", Gives: "symbol", Help: "pops the focus stack and returns the module that had the focus", Example: "(pop-focus) (get-focus)", Do: func(c *core.Call) (value.Value, error) {
			return nameOf(c, c.Env.PopFocus()), nil
		}},
		{Name: "clear-focus-stack", Gives: "nothing", Help: "empties the focus stack", Example: "(clear-focus-stack) (get-focus-stack)", Do: func(c *core.Call) (value.Value, error) {
			for c.Env.PopFocus() != nil {
			}
			return value.Value{}, nil
		}},
		{Name: "get-focus-stack", Gives: "multifield", Help: "returns the modules on the focus stack", Example: "(get-focus-stack)", Do: func(c *core.Call) (value.Value, error) {
			var names []value.Value
			for _, m := range slices.Backward(c.Env.FocusStack) {
				names = append(names, c.Env.Symbol(m.Name))
			}
			return value.List(names...), nil
		}},
		{Name: "list-focus-stack", Gives: "nothing", Help: "lists the modules on the focus stack", Example: "(list-focus-stack)", Do: func(c *core.Call) (value.Value, error) {
			for _, m := range slices.Backward(c.Env.FocusStack) {
				c.Env.Display(m.Name + "\n")
			}
			return value.Value{}, nil
		}},
		{Name: "set-current-module", Takes: "module:symbol", Gives: "symbol", Help: "sets the current module and returns the old one", Example: "(defmodule A) (set-current-module MAIN)", Do: setModule},
		{Name: "get-current-module", Gives: "symbol", Help: "returns the current module", Example: "(get-current-module)", Do: func(c *core.Call) (value.Value, error) {
			return c.Env.Symbol(c.Env.Current.Name), nil
		}},
		{Name: "list-defmodules", Quiet: true, Help: "lists the modules", Example: "(list-defmodules)", Do: listModules},
		{Name: "get-defmodule-list", Gives: "multifield", Help: "returns the names of the modules", Example: "(get-defmodule-list)", Do: moduleNames},
		{Name: "ppdefmodule", Takes: "module:symbol", Help: "prints a module", Example: "(defmodule A (export ?ALL)) (ppdefmodule A)", Do: printModule},
	}
}

// nameOf returns the name of a module, or FALSE for nil.
func nameOf(c *core.Call, m *core.Module) value.Value {
	if m == nil {
		return value.False
	}
	return c.Env.Symbol(m.Name)
}

func setModule(c *core.Call) (value.Value, error) {
	m := c.Env.Module(c.Args[0].Text())
	if m == nil {
		return c.Env.Symbol(c.Env.Current.Name), fault.Missing("defmodule", c.Args[0].Display())
	}
	old := c.Env.Current
	c.Env.Current = m
	return c.Env.Symbol(old.Name), nil
}

func focusCommand(c *core.Call) (value.Value, error) {
	for _, v := range slices.Backward(c.Args) {
		m := c.Env.Module(v.Text())
		if m == nil {
			return value.False, fault.Missing("defmodule", v.Display())
		}
		c.Env.PushFocus(m)
	}
	return value.True, nil
}
