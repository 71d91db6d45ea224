package rules

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

func init() { functionTables = append(functionTables, factFunctions, templateFunctions) }

var factFunctions = []Function{
	{"fact-index", 1, 1, func(c *Call) (value.Value, error) {
		if c.Args[0].Kind() != value.FactKind {
			return value.False, c.Wrong(0, "of type fact-address")
		}
		f := c.Args[0].Ref().(*Fact)
		if f.Deleted {
			return value.Integer(-1), nil
		}
		return value.Integer(f.Index), nil
	}},
	{"fact-existp", 1, 1, func(c *Call) (value.Value, error) {
		f := c.Env.factOf(c.Args[0])
		return value.Bool(f != nil && !f.Deleted), nil
	}},
	{"fact-relation", 1, 1, func(c *Call) (value.Value, error) {
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
		var m *Module
		if len(c.Args) == 1 && !c.Args[0].IsSymbol("*") {
			modules, err := c.modules(0)
			if err != nil {
				return value.False, err
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
	{"assert-string", 1, 1, func(c *Call) (value.Value, error) {
		text, err := c.Lexeme(0)
		if err != nil {
			return value.False, err
		}
		return c.Env.AssertString(text)
	}},
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

func ppfact(c *Call) (value.Value, error) {
	f, err := c.fact(0)
	if f == nil {
		return value.False, err
	}
	name := "stdout"
	if len(c.Args) > 1 {
		name = c.Args[1].Text()
	}
	text := factText(f, shown)
	t := f.Relation.Data.(*Template)
	if !t.Implied {
		var b strings.Builder
		b.WriteString("(" + t.Name)
		for i, v := range f.Slots {
			if len(c.Args) > 2 && !c.Args[2].IsFalse() && t.Slots[i].fallback != nil && value.Equal(v, *t.Slots[i].fallback) {
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
		text = b.String()
	}
	c.Env.print(name, text+"\n")
	return value.False, nil
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

// saveFacts is (save-facts file [visible|local template...]).
func saveFacts(c *Call) (value.Value, error) {
	path, err := c.Lexeme(0)
	if err != nil {
		return value.False, err
	}
	local := true
	var only []*Template
	for i, a := range c.Args[1:] {
		switch {
		case i == 0 && a.IsSymbol("visible"):
			local = false
		case i == 0 && a.IsSymbol("local"):
		default:
			t := c.Env.findTemplate(c.Env.current, a.Text())
			if t == nil {
				return value.False, missing("deftemplate", a.Display())
			}
			only = append(only, t)
		}
	}
	var b strings.Builder
	for f := range c.Env.Facts() {
		t := f.Relation.Data.(*Template)
		if local && t.Module != c.Env.current || !local && !c.Env.sees(c.Env.current, f) || len(only) > 0 && !slices.Contains(only, t) {
			continue
		}
		b.WriteString(FactText(f) + "\n")
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		return value.False, fmt.Errorf("save-facts cannot write file %s: %w", path, err)
	}
	return value.True, nil
}

func loadFacts(c *Call) (value.Value, error) {
	path, err := c.Lexeme(0)
	if err != nil {
		return value.False, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return value.False, fmt.Errorf("load-facts cannot open file %s: %w", path, err)
	}
	forms, err := syntax.Parse(path, string(text))
	if err != nil {
		return value.False, err
	}
	for _, f := range forms {
		s := newScope(&compiler{env: c.Env, text: string(text)})
		n, err := s.assertion(f)
		if err != nil {
			return value.False, err
		}
		if _, err := n.eval(&frame{env: c.Env, vars: make([]value.Value, s.size)}); err != nil {
			return value.False, err
		}
	}
	return value.True, nil
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
	return Function{"deftemplate-slot-" + name, 2, 2, func(c *Call) (value.Value, error) {
		t := c.Env.findTemplate(c.Env.current, c.Args[0].Text())
		if t == nil {
			return value.False, missing("deftemplate", c.Args[0].Display())
		}
		i := t.slot(c.Args[1].Text())
		if i < 0 {
			return value.False, fmt.Errorf("[TMPLTDEF1] Invalid slot %s not defined in corresponding deftemplate %s", c.Args[1].Display(), t.Name)
		}
		return ask(c, &t.Slots[i]), nil
	}}
}
