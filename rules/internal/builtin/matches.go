package builtin

import (
	"fmt"
	"slices"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

// matchesCommand implements (matches rule [verbose|succinct|terse]). It returns the numbers of
// pattern matches, partial matches and activations.
func matchesCommand(c *core.Call) (value.Value, error) {
	name, err := c.Symbol(0)
	if err != nil {
		return value.False, err
	}
	r := c.Env.FindRule(name)
	if r == nil {
		return value.False, fault.Missing("defrule", name)
	}
	l := &matchListing{env: c.Env, mode: "verbose"}
	if len(c.Args) > 1 {
		if l.mode, err = c.Symbol(1); err != nil {
			return value.False, err
		}
	}
	if !slices.Contains([]string{"verbose", "succinct", "terse"}, l.mode) {
		return value.False, c.Wrong(1, "of type symbol with value verbose, succinct, or terse")
	}
	patterns, partial := 0, 0
	for _, p := range r.Parts {
		m := c.Env.Network.Matches(p)
		for i, facts := range m.Patterns {
			patterns += l.show("Matches for ", fmt.Sprintf("Pattern %d", i+1), facts)
		}
		for _, each := range m.Partial {
			partial += l.show("Partial matches for ", "CEs "+each.Conditions, each.Matches)
		}
	}
	var waiting [][]*core.Fact
	for _, a := range c.Env.Network.Agendas.List(c.Env.Current.Number) {
		if a.Rule.Data.(*core.Rule) == r {
			waiting = append(waiting, c.Env.Network.Facts(a))
		}
	}
	activations := l.show("", "Activations", waiting)
	return value.List(value.Integer(int64(patterns)), value.Integer(int64(partial)), value.Integer(int64(activations))), nil
}

type matchListing struct {
	env  *core.Environment
	mode string
}

func (l *matchListing) show(intro, what string, matches [][]*core.Fact) int {
	switch l.mode {
	case "succinct":
		l.env.Display(fmt.Sprintf("%s: %d\n", what, len(matches)))
	case "verbose":
		l.env.Display(intro + what + "\n")
		if len(matches) == 0 {
			l.env.Display(" None\n")
		}
		for _, facts := range matches {
			l.env.Display(core.Basis(facts) + "\n")
		}
	}
	return len(matches)
}

// dependencies prints the facts on which a fact depends logically.
func dependencies(c *core.Call) (value.Value, error) {
	f, err := c.Fact(0)
	if err != nil || f == nil {
		return value.Value{}, err
	}
	all := c.Env.Network.Supports(f)
	if len(all) == 0 {
		c.Env.Display("None\n")
	}
	for _, facts := range all {
		c.Env.Display(core.Basis(facts) + "\n")
	}
	return value.Value{}, nil
}

// dependents prints the facts that depend on a fact.
func dependents(c *core.Call) (value.Value, error) {
	f, err := c.Fact(0)
	if err != nil || f == nil {
		return value.Value{}, err
	}
	var names []string
	for _, g := range c.Env.Network.Dependents(f) {
		names = append(names, fmt.Sprintf("f-%d", g.Index))
	}
	if len(names) == 0 {
		names = []string{"None"}
	}
	c.Env.Display(strings.Join(names, ",") + "\n")
	return value.Value{}, nil
}
