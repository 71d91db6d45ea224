package builtin

import (
	"fmt"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

// reasonBuiltins are the functions that explain facts and rules. CLIPS lacks them, so programs may define
// functions of their own with these names.
func reasonBuiltins() []compile.Builtin {
	const sample = "(defrule r (a ?x) => (assert (b ?x))) (assert (a 1)) "
	return []compile.Builtin{
		{Name: "why", Takes: "fact", Gives: "nothing", Yields: true, Help: "prints why a fact exists: the firings that have asserted it, with the facts of their conditions",
			Example: sample + "(run) (why 2)", Do: whyCommand},
		{Name: "why-not", Takes: "rule:symbol [fact ...]", Gives: "nothing", Yields: true, Help: "prints why a rule does not fire, or not with the given facts: the conditions that fail, the nearest miss first",
			Example: "(defrule r (a ?x) (b ?x) => (printout t ok)) (assert (a 1)) (assert (b 2)) (why-not r)", Do: whyNotCommand},
	}
}

func whyCommand(c *core.Call) (value.Value, error) {
	f, err := c.Fact(0)
	if err == nil && f == nil {
		f = c.Env.FactOf(c.Args[0])
	}
	if err != nil {
		return value.Value{}, err
	}
	c.Env.Display(c.Env.Why(f).String())
	return value.Value{}, nil
}

func whyNotCommand(c *core.Call) (value.Value, error) {
	name, err := c.Symbol(0)
	if err != nil {
		return value.Value{}, err
	}
	r := c.Env.FindRule(name)
	if r == nil {
		return value.Value{}, fault.Missing("defrule", name)
	}
	var facts []*core.Fact
	for i := range c.Args[1:] {
		f, err := c.Fact(i + 1)
		if err != nil {
			return value.Value{}, err
		}
		if f == nil {
			return value.Value{}, fmt.Errorf("the fact of argument #%d is retracted", i+2)
		}
		facts = append(facts, f)
	}
	c.Env.Display(c.Env.WhyNot(r, facts).String())
	return value.Value{}, nil
}
