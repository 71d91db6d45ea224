package rules

import (
	"fmt"
	"slices"
	"strings"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

func init() { functionTables = append(functionTables, factFunctions, templateFunctions) }

var factFunctions = []Function{
	{"fact-index", 1, 1, func(c *Call) (value.Value, error) {
		if c.Args[0].Kind() != value.FactKind {
			return value.Integer(-1), c.remarkWrong(0, "of type fact-address")
		}
		f := c.Args[0].Ref().(*Fact)
		if f.Deleted {
			return value.Integer(-1), nil
		}
		return value.Integer(f.Index), nil
	}},
	{"fact-existp", 1, 1, func(c *Call) (value.Value, error) {
		if k := c.Args[0].Kind(); k != value.FactKind && k != value.IntegerKind {
			return value.False, c.remarkWrong(0, "of type fact-address or fact-index")
		}
		f := c.Env.factOf(c.Args[0])
		return value.Bool(f != nil && !f.Deleted), nil
	}},
	{"fact-relation", 1, 1, func(c *Call) (value.Value, error) {
		if c.Args[0].Kind() == value.IntegerKind && c.Env.factOf(c.Args[0]) == nil {
			return value.False, nil
		}
		f, err := c.fact(0)
		if f == nil {
			return value.False, err
		}
		return c.Env.Symbol(f.Relation.Name), nil
	}},
	{"fact-slot-names", 1, 1, func(c *Call) (value.Value, error) {
		f, err := c.fact(0)
		if f == nil {
			return value.False, err
		}
		return c.Env.slotNames(f.Relation.Data.(*Template)), nil
	}},
	{"fact-slot-value", 2, 2, factSlotValue},
	{"get-fact-list", 0, 1, func(c *Call) (value.Value, error) {
		m := c.Env.current
		if len(c.Args) == 1 && c.Args[0].IsSymbol("*") {
			m = nil
		} else {
			modules, err := c.modules(0)
			if err != nil {
				return value.Empty, err
			}
			m = modules[0]
		}
		var facts []value.Value
		for f := range c.Env.Facts() {
			if c.Env.sees(m, f) {
				facts = append(facts, c.Env.address(f))
			}
		}
		return value.List(facts...), nil
	}},
	{"ppfact", 1, 3, ppfact},
	{"assert-string", 1, 1, assertString},
	{"str-assert", 1, 1, assertString},
	{"save-facts", 1, -1, saveFacts},
	{"load-facts", 1, 1, loadFacts},
}

func (e *Environment) slotNames(t *Template) value.Value {
	var names []value.Value
	for _, s := range t.Slots {
		names = append(names, e.Symbol(s.Name))
	}
	return value.List(names...)
}

func factSlotValue(c *Call) (value.Value, error) {
	f := c.Env.factOf(c.Args[0])
	if f == nil {
		_, err := c.fact(0)
		return value.False, err
	}
	if f.Deleted {
		return value.False, nil
	}
	name, err := c.Lexeme(1)
	if err != nil {
		return value.False, err
	}
	t := f.Relation.Data.(*Template)
	i := t.slot(name)
	if i < 0 && c.Env.dialect == Jess && t.Implied {
		i = 0
	}
	if i < 0 {
		return value.False, fmt.Errorf("[TMPLTDEF1] Invalid slot %s not defined in corresponding deftemplate %s", name, t.Name)
	}
	return f.Slots[i], nil
}

// ppfact is (ppfact fact [logical-name [ignore-defaults]]).
func ppfact(c *Call) (value.Value, error) {
	f, err := c.fact(0)
	if f == nil {
		return value.Value{}, err
	}
	name, err := c.logicalName(1, "stdout")
	if err != nil {
		return value.Value{}, err
	}
	if name == "nil" {
		return value.Value{}, nil
	}
	if !c.Env.has(name) {
		return value.Value{}, &remark{unknownName(name)}
	}
	c.Env.print(name, ppText(f, len(c.Args) > 2 && !c.Args[2].IsFalse())+"\n")
	return value.Value{}, nil
}

// ppText writes a fact with each slot on a line; sparse leaves out those that
// have their default.
func ppText(f *Fact, sparse bool) string {
	t := f.Relation.Data.(*Template)
	if t.Implied {
		return factText(f, shown)
	}
	var b strings.Builder
	b.WriteString("(" + t.Name)
	for i, v := range f.Slots {
		if sparse && t.Slots[i].fallback != nil && value.Equal(v, *t.Slots[i].fallback) {
			continue
		}
		b.WriteString(" \n   (" + t.Slots[i].Name)
		if t.Slots[i].Multi {
			writeFields(&b, v, shown)
		} else {
			b.WriteString(" " + shown(v))
		}
		b.WriteByte(')')
	}
	b.WriteByte(')')
	return b.String()
}

func assertString(c *Call) (value.Value, error) {
	text, err := c.StringText(0)
	if err != nil {
		return value.False, err
	}
	f, err := syntax.NewReader("assert-string", text).Next()
	if err != nil || f == nil || f.Kind != syntax.List {
		return value.False, fmt.Errorf("[PRNTUTIL2] assert-string expects a fact, (name ...): %s", text)
	}
	if anyVariable(f) {
		return value.False, fmt.Errorf("[PRNTUTIL6] Local variables can not be accessed by the assert-string function")
	}
	scope := newScope(&compiler{env: c.Env, text: text})
	n, err := scope.assertion(f)
	if err != nil {
		return value.False, &remark{err}
	}
	return n.eval(&frame{env: c.Env, vars: make([]value.Value, scope.size)})
}

func anyVariable(f *syntax.Form) bool {
	return f.IsVariable() || slices.ContainsFunc(f.Items, anyVariable)
}

// AssertString asserts the fact that a text describes, as (point 1 2), and
// gives its address, or FALSE if there is an equal one.
func (e *Environment) AssertString(text string) (value.Value, error) {
	f, err := syntax.NewReader("assert-string", text).Next()
	if err != nil {
		return value.False, err
	}
	if f == nil {
		return value.False, fmt.Errorf("a fact is expected")
	}
	s := newScope(&compiler{env: e, text: text})
	n, err := s.assertion(f)
	if err != nil {
		return value.False, err
	}
	return n.eval(&frame{env: e, vars: make([]value.Value, s.size)})
}

// templateFunctions ask about a slot of a template: (name template slot).
var templateFunctions = []Function{
	{"deftemplate-slot-names", 1, 1, func(c *Call) (value.Value, error) {
		t := c.Env.findTemplate(c.Env.current, c.Args[0].Text())
		if t == nil {
			return value.False, missing("deftemplate", c.Args[0].Display())
		}
		return c.Env.slotNames(t), nil
	}},
	{"deftemplate-slot-existp", 2, 2, func(c *Call) (value.Value, error) {
		t := c.Env.findTemplate(c.Env.current, c.Args[0].Text())
		if t == nil {
			return value.False, missing("deftemplate", c.Args[0].Display())
		}
		return value.Bool(t.slot(c.Args[1].Text()) >= 0), nil
	}},
	slotFunction("multip", func(c *Call, s *Slot) value.Value { return value.Bool(s.Multi) }),
	slotFunction("singlep", func(c *Call, s *Slot) value.Value { return value.Bool(!s.Multi) }),
	slotFunction("defaultp", func(c *Call, s *Slot) value.Value {
		switch {
		case s.noDefault:
			return value.False
		case s.dynamic != nil:
			return c.Env.Symbol("dynamic")
		}
		return c.Env.Symbol("static")
	}),
	slotFunction("default-value", func(c *Call, s *Slot) value.Value {
		v, err := s.standard(c.Env)
		if err != nil || s.noDefault {
			return c.Env.Symbol("?NONE")
		}
		return v
	}),
	slotFunction("allowed-values", func(c *Call, s *Slot) value.Value {
		if len(s.Constraint.Values) == 0 {
			return value.False
		}
		return value.List(s.Constraint.Values...)
	}),
	slotFunction("cardinality", func(c *Call, s *Slot) value.Value {
		if !s.Multi {
			return value.Empty
		}
		most := c.Env.Symbol("+oo")
		if s.Constraint.MaxFields >= 0 {
			most = value.Integer(int64(s.Constraint.MaxFields))
		}
		return value.List(value.Integer(int64(s.Constraint.MinFields)), most)
	}),
	slotFunction("range", func(c *Call, s *Slot) value.Value {
		low, high := c.Env.Symbol("-oo"), c.Env.Symbol("+oo")
		if s.Constraint.Minimum != nil {
			low = s.Constraint.minValue
		}
		if s.Constraint.Maximum != nil {
			high = s.Constraint.maxValue
		}
		if len(s.Constraint.Types) > 0 && !s.Constraint.allows(value.IntegerKind) && !s.Constraint.allows(value.FloatKind) {
			return value.False
		}
		return value.List(low, high)
	}),
	slotFunction("types", func(c *Call, s *Slot) value.Value {
		var types []value.Value
		for _, k := range []value.Kind{value.FloatKind, value.IntegerKind, value.SymbolKind, value.StringKind, value.ExternalKind, value.FactKind} {
			if len(s.Constraint.Types) == 0 || s.Constraint.allows(k) {
				types = append(types, c.Env.Symbol(k.String()))
			}
		}
		if len(s.Constraint.Types) == 0 {
			types = append(types, c.Env.Symbol("INSTANCE-ADDRESS"), c.Env.Symbol("INSTANCE-NAME"))
		}
		return value.List(types...)
	}),
}

func (k *Constraint) allows(want value.Kind) bool {
	for _, t := range k.Types {
		if t == want {
			return true
		}
	}
	return false
}

func slotFunction(name string, ask func(*Call, *Slot) value.Value) Function {
	absent := value.False // of a template that is not there
	switch name {
	case "types", "cardinality", "range", "allowed-values":
		absent = value.Empty
	}
	return Function{"deftemplate-slot-" + name, 2, 2, func(c *Call) (value.Value, error) {
		t := c.Env.findTemplate(c.Env.current, c.Args[0].Text())
		if t == nil {
			return absent, missing("deftemplate", c.Args[0].Display())
		}
		i := t.slot(c.Args[1].Text())
		if i < 0 {
			return value.False, fmt.Errorf("[TMPLTDEF1] Invalid slot %s not defined in corresponding deftemplate %s", c.Args[1].Display(), t.Name)
		}
		return ask(c, &t.Slots[i]), nil
	}}
}
