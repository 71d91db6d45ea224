package lint

import (
	"slices"
	"strings"

	"farbank/rules/syntax"
)

// An edge leads from a rule to one that its assertion activates.
type edge struct {
	to      int
	by      fact
	carries bool // the asserted fact has a value of the matched one
	grows   bool // and a computed value that differs each time
}

// cycles reports loops over several rules: each asserts what activates the next, and the last what activates the
// first. A loop is reported only if the text shows that nothing ends it. Its rules have a single pattern without
// tests. Either every rule retracts the fact that it matched, so that the next assertion is new, or every
// assertion carries a value on and one computes a new value. No other part of the program may stop it.
func (p *program) cycles() {
	if p.dynamic || p.modular || p.limited || p.retracts {
		return
	}
	edges := make([][]edge, len(p.rules))
	for i, r := range p.rules {
		if loopable(r) {
			edges[i] = p.edges(r)
		}
		for _, a := range r.right {
			if mentions(a, "halt") || mentions(a, "exit") {
				return
			}
		}
	}
	for i := range p.rules {
		for _, consumes := range []bool{true, false} {
			path := p.shortest(edges, i, consumes)
			if len(path) < 2 || p.stopped(edges, i, path) {
				continue
			}
			var names []string
			at := i
			for _, k := range path[:len(path)-1] {
				at = edges[at][k].to
				names = append(names, p.rules[at].name)
			}
			first := edges[i][path[0]]
			p.report(first.by.form, p.rules[i].name, "endless", "activates itself again without an end through %s: it asserts what %s matches",
				strings.Join(names, ", "), p.rules[first.to].patterns[0].form)
			break
		}
	}
}

// loopable reports whether a rule can be part of a loop that is reported.
func loopable(r *rule) bool {
	return len(r.patterns) == 1 && len(r.inside) == 0 && len(r.tests) == 0 && len(r.left) == 1+2*len(r.bound) && len(r.modifies) == 0 &&
		!tested(r.patterns[0]) && !slices.ContainsFunc(r.right, func(f *syntax.Form) bool { return mentions(f, "return") })
}

// consuming reports whether a rule always retracts the fact that it matches.
func (r *rule) consuming() bool {
	return slices.ContainsFunc(r.right, func(f *syntax.Form) bool {
		return f.Head() == "retract" && slices.ContainsFunc(f.Items[1:], func(v *syntax.Form) bool { _, ok := r.bound[v.Text]; return ok })
	})
}

// edges returns the rules that the assertions of a rule certainly activate.
func (p *program) edges(r *rule) []edge {
	var all []edge
	for i, s := range p.rules {
		if !loopable(s) {
			continue
		}
		for _, a := range r.asserts {
			if direct(r.right, a.form) && a.name == s.patterns[0].name && mustMatch(s.patterns[0], a) {
				e := edge{to: i, by: a}
				e.carries, e.grows = carried(r.patterns[0], a)
				all = append(all, e)
			}
		}
	}
	return all
}

// mustMatch reports whether a pattern matches each fact of an assertion.
func mustMatch(c, a fact) bool {
	seen := map[string]bool{}
	if c.slots == nil {
		return certainly(c.ordered, a.ordered, seen)
	}
	for name, want := range c.slots {
		given, ok := a.slots[name]
		if !ok || !certainly(want, given, seen) {
			return false
		}
	}
	return true
}

// certainly reports whether fields match all values. seen has the variables of the pattern so far.
func certainly(pattern, values []*syntax.Form, seen map[string]bool) bool {
	if len(pattern) != len(values) {
		return false
	}
	for i, f := range pattern {
		v := values[i]
		single := v.Kind == syntax.Variable || constant(v) || v.Kind == syntax.List && growing(v)
		switch {
		case f.Kind == syntax.Wildcard && single:
		case f.Kind == syntax.Variable && !seen[f.Text] && single:
			seen[f.Text] = true
		case constant(f) && constant(v) && f.Kind == v.Kind && f.String() == v.String():
		default:
			return false
		}
	}
	return true
}

// carried reports whether an assertion contains a variable of the pattern, and whether it computes a new value of one.
func carried(c, a fact) (carries, grows bool) {
	bound := map[string]bool{}
	for _, f := range c.values() {
		if f.Kind == syntax.Variable {
			bound[f.Text] = true
		}
	}
	for _, f := range a.values() {
		switch {
		case f.Kind == syntax.Variable && bound[f.Text]:
			carries = true
		case f.Kind == syntax.List && growing(f) && slices.ContainsFunc(f.Items[1:], func(x *syntax.Form) bool { return bound[x.Text] }):
			carries, grows = true, true
		}
	}
	return carries, grows
}

func (a fact) values() []*syntax.Form {
	all := slices.Clone(a.ordered)
	for _, s := range a.slots {
		all = append(all, s...)
	}
	return all
}

// growing reports whether a call adds a constant other than 0 to a variable.
func growing(f *syntax.Form) bool {
	if f.Head() != "+" && f.Head() != "-" || len(f.Items) != 3 {
		return false
	}
	x, y := f.Items[1], f.Items[2]
	return x.Kind == syntax.Variable && y.Kind == syntax.Integer && y.Int != 0 ||
		f.Head() == "+" && y.Kind == syntax.Variable && x.Kind == syntax.Integer && x.Int != 0
}

// shortest returns the edges of a shortest cycle from a rule through later ones, or nil. Each is the index among the
// edges of its rule.
func (p *program) shortest(edges [][]edge, from int, consumes bool) []int {
	type visit struct {
		rule  int
		grows bool
		path  []int
	}
	queue, known := []visit{{rule: from}}, map[[2]int]bool{}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		if consumes && !p.rules[v.rule].consuming() {
			continue
		}
		for k, e := range edges[v.rule] {
			if e.to < from || !consumes && !e.carries {
				continue
			}
			next := visit{e.to, v.grows || e.grows, append(slices.Clone(v.path), k)}
			if e.to == from {
				if consumes || next.grows {
					return next.path
				}
				continue
			}
			key := [2]int{e.to, 0}
			if next.grows {
				key[1] = 1
			}
			if !known[key] {
				known[key] = true
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// stopped reports whether another rule may retract or modify a fact of a cycle.
func (p *program) stopped(edges [][]edge, from int, path []int) bool {
	part, names := map[int]bool{}, map[string]bool{}
	at := from
	for _, k := range path {
		part[at], names[p.rules[at].patterns[0].name] = true, true
		at = edges[at][k].to
	}
	for i, r := range p.rules {
		if part[i] {
			continue
		}
		for name, n := range r.bound {
			changes := r.retracts[name] || slices.ContainsFunc(r.modifies, func(f *syntax.Form) bool { return len(f.Items) > 1 && f.Items[1].Text == name })
			if changes && (n >= len(r.patterns) || names[r.patterns[n].name]) {
				return true
			}
		}
		// A retraction of anything else, such as a fact-address in a slot or *.
		for name := range r.retracts {
			if _, ok := r.bound[name]; !ok {
				return true
			}
		}
	}
	return false
}

// mentions reports whether a call stands within a form.
func mentions(f *syntax.Form, name string) bool {
	return f.Head() == name || slices.ContainsFunc(f.Items, func(g *syntax.Form) bool { return mentions(g, name) })
}
