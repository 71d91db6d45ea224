package compile

import (
	"fmt"
	"slices"

	"farbank/rules/internal/core"
	"farbank/rules/rete"
	"farbank/rules/syntax"
)

// objectTemplate returns the template of what an object pattern sees, and the pattern with the
// conditions on slots alone. Those on classes choose the classes, among those defined so far.
func (a *analysis) objectTemplate(f *syntax.Form) (*core.Template, []*core.Class, *syntax.Form, error) {
	classes := reactiveClasses(a.Env, a.Env.Current)
	seen := map[string]bool{}
	var names []string
	items := []*syntax.Form{f.Items[0]}
	for _, item := range f.Items[1:] {
		name := item.Head()
		if item.Kind != syntax.List || name == "" {
			return nil, nil, nil, a.At(item, "[OBJRTBLD2] (slot constraint) is expected in an object pattern")
		}
		if seen[name] {
			return nil, nil, nil, a.At(item, "[PRNTUTIL5] The %s attribute has already been parsed", name)
		}
		seen[name] = true
		switch name {
		case "is-a":
			rest, err := a.chooseClasses(item, &classes)
			if err != nil {
				return nil, nil, nil, err
			}
			if len(rest) > 0 {
				kept := *item
				kept.Items = append([]*syntax.Form{item.Items[0]}, rest...)
				items = append(items, &kept)
			}
		case "name":
			items = append(items, item)
		default:
			names = append(names, name)
			items = append(items, item)
		}
	}
	classes = slices.DeleteFunc(classes, func(c *core.Class) bool {
		return slices.ContainsFunc(names, func(name string) bool {
			n := c.Slot(name)
			return n < 0 || !c.Slots[n].Reactive
		})
	})
	if len(classes) == 0 {
		for _, name := range names {
			if !slices.ContainsFunc(reactiveClasses(a.Env, a.Env.Current), func(c *core.Class) bool { return c.Slot(name) >= 0 }) {
				return nil, nil, nil, a.At(f, "[OBJRTBLD3] No objects of existing classes can satisfy %s restriction in object pattern.", name)
			}
		}
		return nil, nil, nil, a.At(f, "[OBJRTBLD1] No objects of existing classes can satisfy pattern.")
	}
	return a.layout(classes, names), classes, &syntax.Form{Kind: syntax.List, Items: items, Pos: f.Pos, Start: f.Start, End: f.End}, nil
}

// layout returns the template of the instances of classes with the given slots.
func (a *analysis) layout(classes []*core.Class, names []string) *core.Template {
	for _, c := range classes {
		a.Use(&c.Usage)
	}
	var slots []core.Slot
	for _, name := range names {
		s := core.Slot{Name: name}
		s.Constraint.MaxFields = -1
		for _, c := range classes {
			own := c.Slots[c.Slot(name)]
			s.Multi = s.Multi || own.Multi
			if len(classes) == 1 {
				s.Constraint = own.Constraint
			}
		}
		slots = append(slots, s)
	}
	return core.ObjectTemplate(slots)
}

// view returns the relation of an object pattern.
func (b *patternBuilder) view(classes []*core.Class) *rete.Relation {
	var tested []core.SlotTest
	for _, f := range b.fields {
		if f.Slot < 0 {
			continue
		}
		t := core.SlotTest{Slot: b.template.Slots[f.Slot].Name, Text: fmt.Sprint(f.Position, f.Multi, f.Length, f.Text)}
		if f.Constant != nil && f.Whole {
			t.Text, t.Constant = "constant", f.Constant
		}
		if last := len(tested) - 1; last >= 0 && tested[last].Slot == t.Slot {
			tested[last].Text += t.Text
		} else {
			tested = append(tested, t)
		}
	}
	if len(tested) == 0 {
		tested = []core.SlotTest{{Slot: "is-a"}} // as CLIPS has a node for these
	}
	return b.Env.ViewOf(classes, b.template, tested).Template.Relation
}

// reactiveClasses returns the classes visible in a module whose instances can match patterns.
func reactiveClasses(e *core.Environment, m *core.Module) []*core.Class {
	var list []*core.Class
	for _, other := range e.Modules {
		for _, c := range other.Classes {
			if c.Reactive && !c.Abstract && (c.System || other == m || e.FindClass(m, c.Name) == c) {
				list = append(list, c)
			}
		}
	}
	return list
}

// chooseClasses reduces classes to those that the constants of (is-a ...) allow. It returns the
// remaining constraint: variables and calls.
func (a *analysis) chooseClasses(f *syntax.Form, classes *[]*core.Class) ([]*syntax.Form, error) {
	forms := f.Items[1:]
	allowed := map[*core.Class]bool{}  // by an earlier alternative
	possible := map[*core.Class]bool{} // by the current one
	begin := func() {
		for _, c := range *classes {
			possible[c] = true
		}
	}
	begin()
	var rest []*syntax.Form
	variable := false
	for i := 0; i < len(forms); i++ {
		negated := false
		if forms[i].Kind == syntax.Not && i+1 < len(forms) {
			negated = true
			i++
		}
		switch t := forms[i]; {
		case t.Kind == syntax.And:
		case t.Kind == syntax.Or:
			for c := range possible {
				allowed[c] = true
			}
			begin()
		case t.IsSymbol(":") || t.IsSymbol("="):
			if i+1 < len(forms) {
				rest = appendTerm(rest, negated, t, forms[i+1])
				variable = true
				i++
			}
		case t.Kind == syntax.Symbol:
			class := a.Env.FindClass(a.Env.Current, t.Text)
			if class == nil {
				return nil, a.At(t, "[OBJRTBLD5] Undefined class in object pattern: %s", t.Text)
			}
			for _, c := range *classes {
				if c.Is(class) == negated {
					delete(possible, c)
				}
			}
		case t.IsVariable():
			rest = appendTerm(rest, negated, t)
			variable = true
		case t.Kind == syntax.Wildcard || t.Kind == syntax.MultiWildcard:
		default:
			return nil, a.At(t, "%s has no place in the constraint of a class", t)
		}
	}
	for c := range possible {
		allowed[c] = true
	}
	*classes = slices.DeleteFunc(*classes, func(c *core.Class) bool { return !allowed[c] })
	if !variable {
		return nil, nil
	}
	return rest, nil
}

// appendTerm adds a term to a constraint, after & if it is not the first.
func appendTerm(list []*syntax.Form, negated bool, term ...*syntax.Form) []*syntax.Form {
	if len(list) > 0 {
		list = append(list, &syntax.Form{Kind: syntax.And, Text: "&", Pos: term[0].Pos})
	}
	if negated {
		list = append(list, &syntax.Form{Kind: syntax.Not, Text: "~", Pos: term[0].Pos})
	}
	return append(list, term...)
}
