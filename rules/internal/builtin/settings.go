package builtin

import (
	"slices"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/rete"
	"farbank/rules/value"
)

func settingBuiltins() []compile.Builtin {
	list := []compile.Builtin{
		{Name: "set-strategy", Takes: "strategy:symbol", Gives: "symbol", Help: "sets the strategy: depth, breadth, lex, mea, complexity, simplicity or random; returns the old one",
			Example: "(set-strategy lex) (get-strategy)", Do: setStrategy},
		{Name: "get-strategy", Gives: "symbol", Help: "returns the conflict resolution strategy", Example: "(get-strategy)", Do: func(c *core.Call) (value.Value, error) {
			return c.Env.Symbol(c.Env.Network.Agendas.Strategy().String()), nil
		}},
		{Name: "set-salience-evaluation", Takes: "when:symbol", Gives: "symbol", Help: "sets when saliences are evaluated: when-defined, when-activated or every-cycle; returns the old setting",
			Example: "(set-salience-evaluation every-cycle)", Do: setSalience},
		{Name: "get-salience-evaluation", Gives: "symbol", Help: "returns when saliences are evaluated", Example: "(get-salience-evaluation)", Do: func(c *core.Call) (value.Value, error) {
			return c.Env.Symbol(core.SalienceModes[c.Env.Options.Salience]), nil
		}},
	}
	list = append(list, settingPair("incremental-reset", "whether new rules match existing facts", func(s *core.Settings) *bool { return &s.Incremental })...)
	list[len(list)-2].Do = setIncremental
	for _, each := range []struct {
		name, help string
		field      func(*core.Settings) *bool
	}{
		{"sequence-operator-recognition", "whether `$?x` as an argument is expanded to several", func(s *core.Settings) *bool { return &s.Spread }},
		{"fact-duplication", "whether equal facts may exist", func(s *core.Settings) *bool { return &s.Duplication }},
		{"reset-globals", "whether `reset` sets defglobals to their initial values", func(s *core.Settings) *bool { return &s.ResetGlobals }},
		{"dynamic-constraint-checking", "whether new facts are checked against the constraints of their slots", func(s *core.Settings) *bool { return &s.DynamicCheck }},
		{"static-constraint-checking", "whether the text of a program is checked against the constraints of slots", func(s *core.Settings) *bool { return &s.StaticCheck }},
	} {
		list = append(list, settingPair(each.name, each.help, each.field)...)
	}
	return list
}

// settingPair returns the functions that set and get a setting.
func settingPair(name, help string, field func(*core.Settings) *bool) []compile.Builtin {
	return []compile.Builtin{
		{Name: "set-" + name, Takes: "boolean:value", Help: "sets " + help + "; returns the old setting", Example: "(set-" + name + " TRUE) (get-" + name + ")", Do: toggle(field)},
		{Name: "get-" + name, Help: "returns " + help, Example: "(get-" + name + ")", Do: func(c *core.Call) (value.Value, error) { return value.Bool(*field(&c.Env.Options)), nil }},
	}
}

func setStrategy(c *core.Call) (value.Value, error) {
	name, err := c.Symbol(0)
	if err != nil {
		return value.False, err
	}
	old := c.Env.Network.Agendas.Strategy()
	s, ok := rete.StrategyNamed(name)
	if !ok {
		return c.Env.Symbol(old.String()), c.RemarkWrong(0, "of type symbol with value depth, breadth, lex, mea, complexity, simplicity, or random")
	}
	if s != old {
		if err := c.Env.Rearrange(s, false, nil); err != nil {
			return value.False, err
		}
	}
	return c.Env.Symbol(old.String()), nil
}

func setSalience(c *core.Call) (value.Value, error) {
	name, err := c.Symbol(0)
	if err != nil {
		return value.False, err
	}
	old := c.Env.Options.Salience
	i := slices.Index(core.SalienceModes[:], name)
	if i < 0 {
		return c.Env.Symbol(core.SalienceModes[old]), c.RemarkWrong(0, "of type symbol with value when-defined, when-activated, or every-cycle")
	}
	c.Env.Options.Salience = core.SalienceMode(i)
	return c.Env.Symbol(core.SalienceModes[old]), nil
}

// toggle returns the function that sets a setting.
func toggle(field func(*core.Settings) *bool) core.Func {
	return func(c *core.Call) (value.Value, error) {
		p := field(&c.Env.Options)
		old := *p
		*p = !c.Args[0].IsFalse()
		return value.Bool(old), nil
	}
}

// setIncremental has no effect while there are rules.
func setIncremental(c *core.Call) (value.Value, error) {
	for _, m := range c.Env.Modules {
		if len(m.Rules) > 0 {
			return value.True, nil
		}
	}
	old := c.Env.Options.Incremental
	c.Env.Options.Incremental = !c.Args[0].IsFalse()
	return value.Bool(old), nil
}
