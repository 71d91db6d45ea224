package builtin

import (
	"fmt"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

// templateBuiltins return properties of a slot of a template: (name template slot).
func templateBuiltins() []compile.Builtin {
	return []compile.Builtin{
		{Name: "deftemplate-slot-names", Takes: "template:fact", Help: "returns the names of its slots", Example: "(deftemplate p (slot x) (multislot y)) (deftemplate-slot-names p)",
			Do: templateSlotNames},
		{Name: "deftemplate-slot-existp", Takes: "template:symbol slot:symbol", Gives: "boolean", Help: "reports whether it has the slot",
			Example: "(deftemplate p (slot x)) (deftemplate-slot-existp p y)", Do: templateSlotExists},
		slotFunction("multip", "reports whether it is a multislot", "(multislot x)", value.False, func(c *core.Call, s *core.Slot) value.Value { return value.Bool(s.Multi) }),
		slotFunction("singlep", "reports whether it is a single-field slot", "(multislot x)", value.False, func(c *core.Call, s *core.Slot) value.Value { return value.Bool(!s.Multi) }),
		slotFunction("defaultp", "returns static or dynamic, or FALSE without a default", "(slot x (default-dynamic (time)))", value.False, slotDefaultKind),
		slotFunction("default-value", "returns its default", "(slot x (default 3))", value.False, slotDefault),
		slotFunction("allowed-values", "returns the allowed values, or FALSE if there is no restriction", "(slot x (allowed-values a b))", value.Empty, slotAllowed),
		slotFunction("cardinality", "returns the least and greatest number of values", "(multislot x (cardinality 1 3))", value.Empty, slotCardinality),
		slotFunction("range", "returns the least and the greatest number allowed", "(slot x (range 1 9))", value.Empty, slotRange),
		slotFunction("types", "returns the allowed kinds of values", "(slot x (type NUMBER))", value.Empty, slotTypes),
	}
}

func templateSlotNames(c *core.Call) (value.Value, error) {
	t := c.Env.FindTemplate(c.Env.Current, c.Args[0].Text())
	if t == nil {
		return value.False, fault.Missing("deftemplate", c.Args[0].Display())
	}
	return slotNames(c.Env, t), nil
}

func templateSlotExists(c *core.Call) (value.Value, error) {
	t := c.Env.FindTemplate(c.Env.Current, c.Args[0].Text())
	if t == nil {
		return value.False, fault.Missing("deftemplate", c.Args[0].Display())
	}
	return value.Bool(t.Slot(c.Args[1].Text()) >= 0), nil
}

func slotDefaultKind(c *core.Call, s *core.Slot) value.Value {
	switch {
	case s.NoDefault:
		return value.False
	case s.Dynamic != nil:
		return c.Env.Symbol("dynamic")
	}
	return c.Env.Symbol("static")
}

func slotDefault(c *core.Call, s *core.Slot) value.Value {
	v, err := s.Standard(c.Env)
	if err != nil || s.NoDefault {
		return c.Env.Symbol("?NONE")
	}
	return v
}

func slotAllowed(c *core.Call, s *core.Slot) value.Value {
	if len(s.Constraint.Values) == 0 {
		return value.False
	}
	return value.List(s.Constraint.Values...)
}

func slotCardinality(c *core.Call, s *core.Slot) value.Value {
	if !s.Multi {
		return value.Empty
	}
	most := c.Env.Symbol("+oo")
	if s.Constraint.MaxFields >= 0 {
		most = value.Integer(int64(s.Constraint.MaxFields))
	}
	return value.List(value.Integer(int64(s.Constraint.MinFields)), most)
}

func slotRange(c *core.Call, s *core.Slot) value.Value {
	low, high := c.Env.Symbol("-oo"), c.Env.Symbol("+oo")
	if s.Constraint.Minimum != nil {
		low = s.Constraint.MinValue
	}
	if s.Constraint.Maximum != nil {
		high = s.Constraint.MaxValue
	}
	if len(s.Constraint.Types) > 0 && !s.Constraint.Allows(value.IntegerKind) && !s.Constraint.Allows(value.FloatKind) {
		return value.False
	}
	return value.List(low, high)
}

func slotTypes(c *core.Call, s *core.Slot) value.Value {
	var types []value.Value
	for _, k := range []value.Kind{value.FloatKind, value.IntegerKind, value.SymbolKind, value.StringKind, value.ExternalKind, value.FactKind} {
		if len(s.Constraint.Types) == 0 || s.Constraint.Allows(k) {
			types = append(types, c.Env.Symbol(k.String()))
		}
	}
	if len(s.Constraint.Types) == 0 {
		types = append(types, c.Env.Symbol("INSTANCE-ADDRESS"), c.Env.Symbol("INSTANCE-NAME"))
	}
	return value.List(types...)
}

// slotFunction returns a function of a slot; absent is its result for an unknown template.
func slotFunction(name, help, slot string, absent value.Value, ask func(*core.Call, *core.Slot) value.Value) compile.Builtin {
	name = "deftemplate-slot-" + name
	do := func(c *core.Call) (value.Value, error) {
		t := c.Env.FindTemplate(c.Env.Current, c.Args[0].Text())
		if t == nil {
			return absent, fault.Missing("deftemplate", c.Args[0].Display())
		}
		i := t.Slot(c.Args[1].Text())
		if i < 0 {
			return value.False, fmt.Errorf("[TMPLTDEF1] Invalid slot %s not defined in corresponding deftemplate %s", c.Args[1].Display(), t.Name)
		}
		return ask(c, &t.Slots[i]), nil
	}
	return compile.Builtin{Name: name, Takes: "template slot", Help: help, Example: "(deftemplate p " + slot + ") (" + name + " p x)", Do: do}
}
