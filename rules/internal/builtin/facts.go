package builtin

import (
	"fmt"
	"slices"
	"strings"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/internal/router"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// changingBuiltins are the functions that change the facts; [factBuiltins] read and store them.
func changingBuiltins() []compile.Builtin {
	return []compile.Builtin{
		{Name: "assert", Takes: "(name value ...) ...", Help: "asserts facts and returns the address of the last, or FALSE if it existed",
			Example: "(assert (point 1 2))", Compile: (*compile.Scope).AssertForm},
		{Name: "retract", Takes: "fact:value ...", Quiet: true, Help: "retracts facts, by address or number; `*` means all", Example: "(assert (a)) (retract 1) (facts)", Do: retractFunction},
		{Name: "modify", Takes: "fact [(slot value ...) ...]", Help: "replaces a fact by one with other values in some slots",
			Example: "(deftemplate p (slot x) (slot y)) (assert (p (x 1))) (modify 1 (y 2)) (ppfact 2)", Compile: (*compile.Scope).ModifyForm},
		{Name: "duplicate", Takes: "fact [(slot value ...) ...]", Help: "asserts a copy of a fact with other values in some slots",
			Example: "(deftemplate p (slot x)) (assert (p (x 1))) (duplicate 1 (x 2))", Compile: (*compile.Scope).ModifyForm},
	}
}

func factBuiltins() []compile.Builtin {
	return []compile.Builtin{
		{Name: "facts", Takes: "[module:value] [from:integer] [to:integer] [most:integer]", Gives: "nothing", Help: "lists facts", Example: "(assert (a)) (facts)", Do: factsCommand},
		{Name: "ppfact", Takes: "fact [router] [sparse]", Gives: "nothing", Help: "prints a fact; sparse omits slots with default values",
			Example: "(assert (a 1)) (ppfact 1)", Do: ppfact},
		{Name: "assert-string", Takes: "string", Help: "asserts the fact in a text", Example: "(assert-string \"(a 1)\")", Do: assertString},
		{Name: "str-assert", Takes: "text", Help: "the name of `assert-string` before 6.0", Example: "(str-assert \"(a 1)\")", Do: assertString},
		{Name: "fact-index", Takes: "address", Gives: "integer", Help: "returns the number of a fact, or -1 if it is retracted", Example: "(fact-index (assert (a)))", Do: factIndex},
		{Name: "fact-existp", Takes: "fact", Gives: "boolean", Help: "reports whether a fact exists", Example: "(fact-existp 1)", Do: factExists},
		{Name: "fact-relation", Takes: "fact", Gives: "symbol", Help: "returns the name of a fact, or FALSE if it does not exist", Example: "(assert (a 1)) (fact-relation 1)", Do: factRelation},
		{Name: "fact-slot-names", Takes: "fact", Help: "returns the names of its slots", Example: "(assert (a 1)) (fact-slot-names 1)", Do: factSlotNames},
		{Name: "fact-slot-value", Takes: "fact slot:symbol", Help: "returns the value of a slot", Example: "(deftemplate p (slot x)) (assert (p (x 7))) (fact-slot-value 1 x)", Do: factSlotValue},
		{Name: "timetag", Takes: "fact:value", Help: "returns the time tag of a fact; newer facts have greater ones", Example: "(timetag (assert (a)))", Do: timetag},
		{Name: "get-fact-list", Takes: "[module:symbol]", Gives: "multifield", Help: "returns the facts visible in a module; `*` means all", Example: "(assert (a)) (get-fact-list)", Do: listOfFacts},
		{Name: "save-facts", Takes: "path:lexeme [symbol ...]", Gives: "boolean", Help: "writes the local or visible facts to a file, of all or some templates",
			Example: "(assert (a 1)) (save-facts \"facts.txt\")", Do: saveFacts},
		{Name: "load-facts", Takes: "path:lexeme", Gives: "boolean", Help: "asserts the facts of a file",
			Example: "(assert (a 1)) (save-facts \"facts.txt\") (reset) (load-facts \"facts.txt\") (facts)", Do: loadFacts},
		{Name: "dependencies", Takes: "fact", Gives: "nothing", Help: "lists the facts on which a fact depends logically",
			Example: "(defrule r (logical (a)) => (assert (b))) (assert (a)) (run) (dependencies 2)", Do: dependencies},
		{Name: "dependents", Takes: "fact", Gives: "nothing", Help: "lists the facts that depend logically on a fact",
			Example: "(defrule r (logical (a)) => (assert (b))) (assert (a)) (run) (dependents 1)", Do: dependents},
	}
}

func factIndex(c *core.Call) (value.Value, error) {
	if c.Args[0].Kind() != value.FactKind {
		return value.Integer(-1), c.RemarkWrong(0, "of type fact-address")
	}
	f := c.Args[0].Ref().(*core.Fact)
	if f.Deleted {
		return value.Integer(-1), nil
	}
	return value.Integer(f.Index), nil
}

func factExists(c *core.Call) (value.Value, error) {
	if k := c.Args[0].Kind(); k != value.FactKind && k != value.IntegerKind {
		return value.False, c.RemarkWrong(0, "of type fact-address or fact-index")
	}
	f := c.Env.FactOf(c.Args[0])
	return value.Bool(f != nil && !f.Deleted), nil
}

func factRelation(c *core.Call) (value.Value, error) {
	if c.Args[0].Kind() == value.IntegerKind && c.Env.FactOf(c.Args[0]) == nil {
		return value.False, nil
	}
	f, err := c.Fact(0)
	if f == nil {
		return value.False, err
	}
	return c.Env.Symbol(f.Relation.Name), nil
}

func factSlotNames(c *core.Call) (value.Value, error) {
	f, err := c.Fact(0)
	if f == nil {
		return value.False, err
	}
	return slotNames(c.Env, f.Relation.Data.(*core.Template)), nil
}

func timetag(c *core.Call) (value.Value, error) {
	f, err := c.Fact(0)
	if f == nil {
		return value.Integer(-1), err
	}
	return value.Integer(int64(f.Time)), nil
}

func listOfFacts(c *core.Call) (value.Value, error) {
	m := c.Env.Current
	if len(c.Args) == 1 && c.Args[0].IsSymbol("*") {
		m = nil
	} else {
		modules, err := modules(c, 0)
		if err != nil {
			return value.Empty, err
		}
		m = modules[0]
	}
	var facts []value.Value
	for f := range c.Env.Facts() {
		if sees(c.Env, m, f) {
			facts = append(facts, c.Env.Address(f))
		}
	}
	return value.List(facts...), nil
}

// slotNames returns the names of a template's slots.
func slotNames(e *core.Environment, t *core.Template) value.Value {
	var names []value.Value
	for _, s := range t.Slots {
		names = append(names, e.Symbol(s.Name))
	}
	return value.List(names...)
}

func factSlotValue(c *core.Call) (value.Value, error) {
	f := c.Env.FactOf(c.Args[0])
	if f == nil {
		_, err := c.Fact(0)
		return value.False, err
	}
	if f.Deleted {
		return value.False, nil
	}
	name, err := c.Lexeme(1)
	if err != nil {
		return value.False, err
	}
	t := f.Relation.Data.(*core.Template)
	i := t.Slot(name)
	if i < 0 && c.Env.Dialect == core.Jess && t.Implied {
		i = 0
	}
	if i < 0 {
		return value.False, fmt.Errorf("[TMPLTDEF1] Invalid slot %s not defined in corresponding deftemplate %s", name, t.Name)
	}
	return f.Slots[i], nil
}

// ppfact implements (ppfact fact [logical-name [ignore-defaults]]).
func ppfact(c *core.Call) (value.Value, error) {
	f, err := c.Fact(0)
	if f == nil {
		return value.Value{}, err
	}
	name, err := logicalName(c, 1, "stdout")
	if err != nil {
		return value.Value{}, err
	}
	if name == "nil" {
		return value.Value{}, nil
	}
	if !c.Env.Has(name) {
		return value.Value{}, &fault.Remark{Err: router.UnknownName(name)}
	}
	c.Env.Print(name, ppText(f, len(c.Args) > 2 && !c.Args[2].IsFalse())+"\n")
	return value.Value{}, nil
}

// ppText returns a fact with one slot a line. With sparse it leaves out slots that have their
// default.
func ppText(f *core.Fact, sparse bool) string {
	t := f.Relation.Data.(*core.Template)
	if t.Implied {
		return core.WriteFact(f, core.Shown)
	}
	var b strings.Builder
	b.WriteString("(" + t.Name)
	for i, v := range f.Slots {
		if sparse && t.Slots[i].Fallback != nil && value.Equal(v, *t.Slots[i].Fallback) {
			continue
		}
		b.WriteString(" \n   (" + t.Slots[i].Name)
		if t.Slots[i].Multi {
			core.WriteFields(&b, v, core.Shown)
		} else {
			b.WriteString(" " + core.Shown(v))
		}
		b.WriteByte(')')
	}
	b.WriteByte(')')
	return b.String()
}

func assertString(c *core.Call) (value.Value, error) {
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
	scope := compile.NewScope(&compile.Compiler{Env: c.Env, Text: text})
	n, err := scope.Assertion(f)
	if err != nil {
		return value.False, &fault.Remark{Err: err}
	}
	return n.Eval(&core.Frame{Env: c.Env, Vars: make([]value.Value, scope.Size)})
}

// anyVariable reports whether f has a variable.
func anyVariable(f *syntax.Form) bool {
	return f.IsVariable() || slices.ContainsFunc(f.Items, anyVariable)
}

// AssertString asserts the fact that a text describes, such as (point 1 2). It returns the address
// of the fact, or FALSE if an equal one exists.
func AssertString(e *core.Environment, text string) (value.Value, error) {
	f, err := syntax.NewReader("assert-string", text).Next()
	if err != nil {
		return value.False, err
	}
	if f == nil {
		return value.False, fmt.Errorf("a fact is expected")
	}
	s := compile.NewScope(&compile.Compiler{Env: e, Text: text})
	n, err := s.Assertion(f)
	if err != nil {
		return value.False, err
	}
	return n.Eval(&core.Frame{Env: e, Vars: make([]value.Value, s.Size)})
}

func retractFunction(c *core.Call) (value.Value, error) {
	for i, v := range c.Args {
		if v.IsSymbol("*") {
			for _, f := range c.Env.FactList.List() {
				if err := c.Env.Retract(f); err != nil {
					return value.Value{}, err
				}
			}
			return value.Value{}, nil
		}
		if v.Kind() != value.FactKind && v.Kind() != value.IntegerKind {
			return value.Value{}, c.Wrong(i, "of type fact-address, fact-index, or the symbol *")
		}
		f, err := c.Fact(i)
		switch {
		case err != nil && v.Int() < 0:
			c.Report(c.Wrong(i, "of type fact-address, fact-index, or the symbol *").Error())
		case err != nil:
			c.Report(err.Error())
		case f != nil:
			if err := c.Env.Retract(f); err != nil {
				return value.Value{}, err
			}
		}
	}
	return value.Value{}, nil
}
