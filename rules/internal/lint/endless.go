package lint

import (
	"slices"

	"farbank/rules/syntax"
)

// endless reports rules whose actions make a fact that activates them again, without a condition that can end that.
// A rule with several patterns may end for reasons that the text does not show, and is not reported.
func (p *program) endless() {
	for _, r := range p.rules {
		if len(r.tests) > 0 || len(r.patterns) != 1 || p.guarded(r) {
			continue
		}
		p.modifiesAgain(r)
		c := r.patterns[0]
		for _, a := range r.asserts {
			if a.name == c.name && p.mayMatch(c, a) && changes(a) && !tested(c) && direct(r.right, a.form) {
				p.report(a.form, r.name, "endless", "activates itself again without an end: it asserts what %s matches", c.form)
			}
		}
	}
}

// guarded reports whether a negation, a group, a halt or the retraction of its fact may end the loop of a rule.
func (p *program) guarded(r *rule) bool {
	if len(r.inside) > 0 {
		return true
	}
	for _, a := range r.right {
		if a.Head() == "halt" || a.Head() == "exit" {
			return true
		}
	}
	// Retracting the fact of the pattern ends the loop, unless the rule asserts such a fact again.
	for name, i := range r.bound {
		if r.retracts[name] && !slices.ContainsFunc(r.asserts, func(a fact) bool { return a.name == r.patterns[i].name }) {
			return true
		}
	}
	return false
}

// changes reports whether a fact has a computed value, so that it differs from those before.
func changes(a fact) bool {
	computed := func(forms []*syntax.Form) bool {
		return slices.ContainsFunc(forms, func(f *syntax.Form) bool { return f.Kind == syntax.List })
	}
	for _, s := range a.slots {
		if computed(s) {
			return true
		}
	}
	return computed(a.ordered)
}

// tested reports whether a pattern restricts a field by more than a constant or a variable.
func tested(c fact) bool {
	special := func(f *syntax.Form) bool {
		return f.Kind == syntax.And || f.Kind == syntax.Or || f.Kind == syntax.Not || f.IsSymbol(":") || f.IsSymbol("=")
	}
	for _, s := range c.slots {
		if slices.ContainsFunc(s, special) {
			return true
		}
	}
	return slices.ContainsFunc(c.ordered, special)
}

// direct reports whether an assertion stands among the actions themselves, not within an if or a loop.
func direct(actions []*syntax.Form, form *syntax.Form) bool {
	return slices.ContainsFunc(actions, func(f *syntax.Form) bool {
		return f.Head() == "assert" && slices.Contains(f.Items, form) || f.Head() == "bind" && len(f.Items) > 2 && direct(f.Items[2:], form)
	})
}

// modifiesAgain reports a modify of a fact after which the only pattern of the rule matches again.
func (p *program) modifiesAgain(r *rule) {
	for _, m := range r.modifies {
		if len(m.Items) < 2 || !slices.Contains(r.right, m) {
			continue
		}
		i, ok := r.bound[m.Items[1].Text]
		if !ok {
			continue
		}
		c, stops := r.patterns[i], tested(r.patterns[i])
		given := fact{name: c.name, slots: map[string][]*syntax.Form{}}
		for _, s := range m.Items[2:] {
			given.slots[s.Head()] = s.Items[1:]
		}
		for name, want := range c.slots {
			if values, set := given.slots[name]; set && !fieldsMatch(want, values) {
				stops = true
			}
		}
		if !stops {
			p.report(m, r.name, "endless", "activates itself again without an end: %s still matches the fact that it modifies", c.form)
		}
	}
}

// habits reports patterns for (initial-fact), and deffacts that no reset asserts.
func (p *program) habits() {
	for _, r := range p.rules {
		for _, c := range r.patterns {
			if c.name == "initial-fact" {
				p.report(c.form, r.name, "initial-fact", "the pattern (initial-fact) is not needed, and CLIPS 6.4 asserts no such fact")
			}
		}
	}
	if p.runs && !p.resets && p.deffacts != nil && !p.dynamic {
		p.report(p.deffacts, "", "no-reset", "the program calls (run) without (reset), so that nothing asserts the facts of its deffacts")
	}
}
