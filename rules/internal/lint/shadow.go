package lint

import (
	"fmt"
	"slices"
	"strings"

	"farbank/rules/syntax"
)

// canonical returns conditions as texts with variables renamed by their first occurrence.
func canonical(forms []*syntax.Form, names map[string]string) []string {
	var write func(*syntax.Form) string
	write = func(f *syntax.Form) string {
		switch {
		case f.IsVariable():
			if names[f.Text] == "" {
				names[f.Text] = fmt.Sprint("v", len(names))
			}
			return f.String()[:strings.IndexByte(f.String(), '?')+1] + names[f.Text]
		case f.Kind == syntax.List:
			parts := make([]string, len(f.Items))
			for i, item := range f.Items {
				parts[i] = write(item)
			}
			return "(" + strings.Join(parts, " ") + ")"
		}
		return f.String()
	}
	var texts []string
	bindings := map[string]string{}
	for i, f := range forms {
		switch {
		case i+1 < len(forms) && forms[i+1].IsSymbol("<-"):
			bindings[f.Text] = fmt.Sprint("fact", len(texts)) // that the fact is bound makes no difference
		case !f.IsSymbol("<-"):
			texts = append(texts, write(f))
		}
	}
	for name, place := range bindings {
		if names[name] == "" {
			names[name] = place
		}
	}
	return texts
}

// shadowed reports rules that another one with the same or fewer conditions prevents: it fires before and retracts a
// fact of theirs. It also reports rules with equal conditions and actions.
func (p *program) shadowed() {
	for _, r := range p.rules {
		names := map[string]string{}
		left := canonical(r.left, names)
		right := canonical(r.right, names)
		for _, q := range p.rules {
			if q == r {
				break
			}
			p.compare(q, r, left, right)
		}
	}
	for i, r := range p.rules {
		for _, q := range p.rules[i+1:] {
			names := map[string]string{}
			p.compare(q, r, canonical(r.left, names), nil)
		}
	}
}

// compare reports r if q shadows it.
func (p *program) compare(q, r *rule, left, right []string) {
	names := map[string]string{}
	other := canonical(q.left, names)
	if len(other) == 0 || len(other) > len(left) || !slices.Equal(other, left[:len(other)]) {
		return
	}
	if right != nil && len(other) == len(left) && slices.Equal(canonical(q.right, names), right) {
		p.report(r.form, r.name, "duplicate", "does the same as %s", q.name)
		return
	}
	if q.salience <= r.salience {
		return
	}
	for name := range q.retracts {
		if _, bound := q.bound[name]; bound && unconditional(q.right, name) {
			p.report(r.form, r.name, "shadowed", "never fires: %s has a greater salience, matches whenever it does, and retracts ?%s", q.name, name)
			return
		}
	}
}

// unconditional reports whether one of the actions themselves retracts a variable.
func unconditional(actions []*syntax.Form, name string) bool {
	return slices.ContainsFunc(actions, func(f *syntax.Form) bool {
		return f.Head() == "retract" && slices.ContainsFunc(f.Items[1:], func(v *syntax.Form) bool { return v.IsVariable() && v.Text == name })
	})
}
