package rules

import (
	"fmt"
	"slices"
	"strings"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

func factBuiltins() []builtin {
	return []builtin{
		{name: "assert", takes: "(name value ...) ...", help: "asserts facts, and gives the address of the last; FALSE if it was there already",
			example: "(assert (point 1 2))", compile: (*scope).assertForm},
		{name: "retract", takes: "fact:value ...", quiet: true, help: "takes facts out, by address or number; `*` stands for all", example: "(assert (a)) (retract 1) (facts)", do: retractFunction},
		{name: "modify", takes: "fact [(slot value ...) ...]", help: "puts a fact with other values in some slots for a fact",
			example: "(deftemplate p (slot x) (slot y)) (assert (p (x 1))) (modify 1 (y 2)) (ppfact 2)", compile: (*scope).modifyForm},
		{name: "duplicate", takes: "fact [(slot value ...) ...]", help: "asserts such a fact besides the old one",
			example: "(deftemplate p (slot x)) (assert (p (x 1))) (duplicate 1 (x 2))", compile: (*scope).modifyForm},
		{name: "facts", takes: "[module:value] [from:integer] [to:integer] [most:integer]", gives: "nothing", help: "lists facts", example: "(assert (a)) (facts)", do: factsCommand},
		{name: "ppfact", takes: "fact [router] [sparse]", gives: "nothing", help: "prints a fact; sparse leaves defaults out",
			example: "(assert (a 1)) (ppfact 1)", do: ppfact},
		{name: "assert-string", takes: "string", help: "asserts the fact that a text holds", example: "(assert-string \"(a 1)\")", do: assertString},
		{name: "str-assert", takes: "text", help: "`assert-string` as it was before 6.0", example: "(str-assert \"(a 1)\")", do: assertString},
		{name: "fact-index", takes: "address", gives: "integer", help: "the number of a fact; -1 if it is gone", example: "(fact-index (assert (a)))", do: factIndex},
		{name: "fact-existp", takes: "fact", gives: "boolean", help: "whether it is there", example: "(fact-existp 1)", do: factExists},
		{name: "fact-relation", takes: "fact", gives: "symbol", help: "its name; FALSE if it is not there", example: "(assert (a 1)) (fact-relation 1)", do: factRelation},
		{name: "fact-slot-names", takes: "fact", help: "the names of its slots", example: "(assert (a 1)) (fact-slot-names 1)", do: factSlotNames},
		{name: "fact-slot-value", takes: "fact slot:symbol", help: "what a slot holds", example: "(deftemplate p (slot x)) (assert (p (x 7))) (fact-slot-value 1 x)", do: factSlotValue},
		{name: "timetag", takes: "fact:value", help: "how new a fact is", example: "(timetag (assert (a)))", do: timetag},
		{name: "get-fact-list", takes: "[module:symbol]", gives: "multifield", help: "the facts that a module sees; `*` for all", example: "(assert (a)) (get-fact-list)", do: listOfFacts},
		{name: "save-facts", takes: "path:lexeme [symbol ...]", gives: "boolean", help: "writes facts to a file: local ones, or `visible`, perhaps of some templates",
			example: "(assert (a 1)) (save-facts \"facts.txt\")", do: saveFacts},
		{name: "load-facts", takes: "path:lexeme", gives: "boolean", help: "asserts the facts of a file",
			example: "(assert (a 1)) (save-facts \"facts.txt\") (reset) (load-facts \"facts.txt\") (facts)", do: loadFacts},
		{name: "dependencies", takes: "fact", gives: "nothing", help: "lists the facts that it depends on logically",
			example: "(defrule r (logical (a)) => (assert (b))) (assert (a)) (run) (dependencies 2)", do: dependencies},
		{name: "dependents", takes: "fact", gives: "nothing", help: "lists the facts that depend on it logically",
			example: "(defrule r (logical (a)) => (assert (b))) (assert (a)) (run) (dependents 1)", do: dependents},
	}
}

func factIndex(c *Call) (value.Value, error) {
	if c.Args[0].Kind() != value.FactKind {
		return value.Integer(-1), c.remarkWrong(0, "of type fact-address")
	}
	f := c.Args[0].Ref().(*Fact)
	if f.Deleted {
		return value.Integer(-1), nil
	}
	return value.Integer(f.Index), nil
}

func factExists(c *Call) (value.Value, error) {
	if k := c.Args[0].Kind(); k != value.FactKind && k != value.IntegerKind {
		return value.False, c.remarkWrong(0, "of type fact-address or fact-index")
	}
	f := c.Env.factOf(c.Args[0])
	return value.Bool(f != nil && !f.Deleted), nil
}

func factRelation(c *Call) (value.Value, error) {
	if c.Args[0].Kind() == value.IntegerKind && c.Env.factOf(c.Args[0]) == nil {
		return value.False, nil
	}
	f, err := c.fact(0)
	if f == nil {
		return value.False, err
	}
	return c.Env.Symbol(f.Relation.Name), nil
}

func factSlotNames(c *Call) (value.Value, error) {
	f, err := c.fact(0)
	if f == nil {
		return value.False, err
	}
	return c.Env.slotNames(f.Relation.Data.(*Template)), nil
}

func timetag(c *Call) (value.Value, error) {
	f, err := c.fact(0)
	if f == nil {
		return value.Integer(-1), err
	}
	return value.Integer(int64(f.Time)), nil
}

func listOfFacts(c *Call) (value.Value, error) {
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

// templateBuiltins ask about a slot of a template: (name template slot).
func templateBuiltins() []builtin {
	return []builtin{
		{name: "deftemplate-slot-names", takes: "template:fact", help: "the names of its slots", example: "(deftemplate p (slot x) (multislot y)) (deftemplate-slot-names p)",
			do: templateSlotNames},
		{name: "deftemplate-slot-existp", takes: "template:symbol slot:symbol", gives: "boolean", help: "whether it has that slot",
			example: "(deftemplate p (slot x)) (deftemplate-slot-existp p y)", do: templateSlotExists},
		slotFunction("multip", "whether it is a multislot", "(multislot x)", value.False, func(c *Call, s *Slot) value.Value { return value.Bool(s.Multi) }),
		slotFunction("singlep", "whether it is no multislot", "(multislot x)", value.False, func(c *Call, s *Slot) value.Value { return value.Bool(!s.Multi) }),
		slotFunction("defaultp", "static or dynamic; FALSE without a default", "(slot x (default-dynamic (time)))", value.False, slotDefaultKind),
		slotFunction("default-value", "its default", "(slot x (default 3))", value.False, slotDefault),
		slotFunction("allowed-values", "the values it is limited to, or FALSE", "(slot x (allowed-values a b))", value.Empty, slotAllowed),
		slotFunction("cardinality", "how many values there are at least and at most", "(multislot x (cardinality 1 3))", value.Empty, slotCardinality),
		slotFunction("range", "the least and the greatest number", "(slot x (range 1 9))", value.Empty, slotRange),
		slotFunction("types", "the kinds of values that it may have", "(slot x (type NUMBER))", value.Empty, slotTypes),
	}
}

func templateSlotNames(c *Call) (value.Value, error) {
	t := c.Env.findTemplate(c.Env.current, c.Args[0].Text())
	if t == nil {
		return value.False, missing("deftemplate", c.Args[0].Display())
	}
	return c.Env.slotNames(t), nil
}

func templateSlotExists(c *Call) (value.Value, error) {
	t := c.Env.findTemplate(c.Env.current, c.Args[0].Text())
	if t == nil {
		return value.False, missing("deftemplate", c.Args[0].Display())
	}
	return value.Bool(t.slot(c.Args[1].Text()) >= 0), nil
}

func slotDefaultKind(c *Call, s *Slot) value.Value {
	switch {
	case s.noDefault:
		return value.False
	case s.dynamic != nil:
		return c.Env.Symbol("dynamic")
	}
	return c.Env.Symbol("static")
}

func slotDefault(c *Call, s *Slot) value.Value {
	v, err := s.standard(c.Env)
	if err != nil || s.noDefault {
		return c.Env.Symbol("?NONE")
	}
	return v
}

func slotAllowed(c *Call, s *Slot) value.Value {
	if len(s.Constraint.Values) == 0 {
		return value.False
	}
	return value.List(s.Constraint.Values...)
}

func slotCardinality(c *Call, s *Slot) value.Value {
	if !s.Multi {
		return value.Empty
	}
	most := c.Env.Symbol("+oo")
	if s.Constraint.MaxFields >= 0 {
		most = value.Integer(int64(s.Constraint.MaxFields))
	}
	return value.List(value.Integer(int64(s.Constraint.MinFields)), most)
}

func slotRange(c *Call, s *Slot) value.Value {
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
}

func slotTypes(c *Call, s *Slot) value.Value {
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
}

func (k *Constraint) allows(want value.Kind) bool {
	for _, t := range k.Types {
		if t == want {
			return true
		}
	}
	return false
}

// slotFunction makes a function that asks about a slot; absent is what it gives for a
// template that is not there.
func slotFunction(name, help, slot string, absent value.Value, ask func(*Call, *Slot) value.Value) builtin {
	name = "deftemplate-slot-" + name
	do := func(c *Call) (value.Value, error) {
		t := c.Env.findTemplate(c.Env.current, c.Args[0].Text())
		if t == nil {
			return absent, missing("deftemplate", c.Args[0].Display())
		}
		i := t.slot(c.Args[1].Text())
		if i < 0 {
			return value.False, fmt.Errorf("[TMPLTDEF1] Invalid slot %s not defined in corresponding deftemplate %s", c.Args[1].Display(), t.Name)
		}
		return ask(c, &t.Slots[i]), nil
	}
	return builtin{name: name, takes: "template slot", help: help, example: "(deftemplate p " + slot + ") (" + name + " p x)", do: do}
}
