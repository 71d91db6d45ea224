package rules

import (
	"fmt"
	"slices"
	"strings"

	"farbank/rules/value"
)

// matchesCommand is (matches rule [verbose|succinct|terse]). It gives how many
// matches there are of patterns, of conditions together, and on the agenda.
func matchesCommand(c *Call) (value.Value, error) {
	name, err := c.Symbol(0)
	if err != nil {
		return value.False, err
	}
	r := c.Env.findRule(name)
	if r == nil {
		return value.False, missing("defrule", name)
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
	for _, p := range r.parts {
		m := c.Env.network.Matches(p)
		for i, facts := range m.Patterns {
			patterns += l.show("Matches for ", fmt.Sprintf("Pattern %d", i+1), facts)
		}
		for _, each := range m.Partial {
			partial += l.show("Partial matches for ", "CEs "+each.Conditions, each.Matches)
		}
	}
	var waiting [][]*Fact
	for _, a := range c.Env.network.Agendas.List(c.Env.current.number) {
		if a.Rule.Data.(*Rule) == r {
			waiting = append(waiting, c.Env.network.Facts(a))
		}
	}
	activations := l.show("", "Activations", waiting)
	return value.List(value.Integer(int64(patterns)), value.Integer(int64(partial)), value.Integer(int64(activations))), nil
}

type matchListing struct {
	env  *Environment
	mode string
}

func (l *matchListing) show(intro, what string, matches [][]*Fact) int {
	switch l.mode {
	case "succinct":
		l.env.display(fmt.Sprintf("%s: %d\n", what, len(matches)))
	case "verbose":
		l.env.display(intro + what + "\n")
		if len(matches) == 0 {
			l.env.display(" None\n")
		}
		for _, facts := range matches {
			l.env.display(basis(facts) + "\n")
		}
	}
	return len(matches)
}

// dependencies prints what a fact depends on logically.
func dependencies(c *Call) (value.Value, error) {
	f, err := c.fact(0)
	if err != nil || f == nil {
		return value.Value{}, err
	}
	all := c.Env.network.Supports(f)
	if len(all) == 0 {
		c.Env.display("None\n")
	}
	for _, facts := range all {
		c.Env.display(basis(facts) + "\n")
	}
	return value.Value{}, nil
}

// dependents prints the facts that depend on a fact.
func dependents(c *Call) (value.Value, error) {
	f, err := c.fact(0)
	if err != nil || f == nil {
		return value.Value{}, err
	}
	var names []string
	for _, g := range c.Env.network.Dependents(f) {
		names = append(names, fmt.Sprintf("f-%d", g.Index))
	}
	if len(names) == 0 {
		names = []string{"None"}
	}
	c.Env.display(strings.Join(names, ",") + "\n")
	return value.Value{}, nil
}
