package core

import (
	"fmt"
	"slices"
	"strings"

	"farbank/rules/rete"
	"farbank/rules/value"
)

// A Reason says why a fact exists: the firings that have asserted it, each with the facts of its conditions. A
// fact without firings was asserted by a deffacts, a call or a Go program.
type Reason struct {
	Fact    *Fact
	Text    string // the fact with its number, as f-3 (a b)
	Gone    bool   // the fact has been retracted since
	Firings []FiringReason
	Above   bool // the reasons stand elsewhere in the tree: they are not repeated
}

// FiringReason is a firing of a rule and the reasons of the facts of its conditions.
type FiringReason struct {
	Rule       string
	Number     int64     // of the firing, from 1
	Conditions []*Reason // one for each condition; nil for one that holds without a fact
	Texts      []string  // of the conditions, as in the program
}

// Why returns the reason of a fact.
func (e *Environment) Why(f *Fact) *Reason { return e.why(f, map[*Fact]bool{}) }

func (e *Environment) why(f *Fact, seen map[*Fact]bool) *Reason {
	r := &Reason{Fact: f, Text: reasonText(f), Gone: f.Deleted}
	causes := e.CausesOf(f)
	if len(causes) == 0 {
		return r
	}
	if seen[f] {
		r.Above = true
		return r
	}
	seen[f] = true
	for _, c := range causes {
		x := FiringReason{Rule: c.Rule.Name, Number: c.Number, Texts: c.texts()}
		for _, g := range c.Facts {
			if g == nil {
				x.Conditions = append(x.Conditions, nil)
				continue
			}
			x.Conditions = append(x.Conditions, e.why(g, seen))
		}
		r.Firings = append(r.Firings, x)
	}
	return r
}

// texts returns the texts of the conditions of the part of the rule that has fired.
func (c *Firing) texts() []string {
	for i, p := range c.Rule.Parts {
		if p == c.part {
			return c.Rule.Ways[i].Texts
		}
	}
	return nil
}

func reasonText(f *Fact) string {
	if f.Relation.Data.(*Template).Object {
		return FactText(f)
	}
	if f.Relation == ResultRelation {
		return f.Slots[0].String()
	}
	return FactName(f) + " " + WriteFact(f, Shown)
}

// String returns the tree as lines; each level is indented by two blanks.
func (r *Reason) String() string {
	var b strings.Builder
	r.write(&b, 0, "")
	return b.String()
}

func (r *Reason) write(b *strings.Builder, depth int, label string) {
	indent := strings.Repeat("  ", depth)
	fmt.Fprintf(b, "%s%s%s", indent, label, r.Text)
	if r.Gone {
		b.WriteString(", retracted since")
	}
	if r.Above {
		b.WriteString(", see above")
	}
	b.WriteByte('\n')
	for _, f := range r.Firings {
		fmt.Fprintf(b, "%s  by %s, firing %d\n", indent, f.Rule, f.Number)
		for i, c := range f.Conditions {
			if c != nil {
				c.write(b, depth+2, "")
			} else if i < len(f.Texts) {
				fmt.Fprintf(b, "%s    %s\n", indent, f.Texts[i])
			}
		}
	}
}

// A Miss is a condition that keeps a rule from firing.
type Miss struct {
	Condition int      // its number, from 1
	Text      string   // as in the program
	Matched   []*Fact  // the facts of the conditions before it; nil for one that holds without a fact
	Reasons   []string // why it fails, the nearest facts first
}

// Misses say why a rule is not on the agenda.
type Misses struct {
	Rule   string
	Active [][]*Fact // matches on the agenda: they fire unless something changes
	Fired  [][]*Fact // matches that have fired already
	List   []Miss    // otherwise the conditions that fail, the nearest miss first
}

// WhyNot returns why a rule does not fire with the given facts, or at all.
func (e *Environment) WhyNot(r *Rule, must []*Fact) *Misses {
	m := &Misses{Rule: r.Name}
	pending := map[string]bool{}
	for _, a := range e.Network.Agendas.List(r.Module.Number) {
		if a.Rule.Data.(*Rule) == r {
			pending[Basis(e.Network.Facts(a))] = true
		}
	}
	facts := e.Matchable()
	type found struct {
		miss rete.Miss
		way  *Way
	}
	var all []found
	for i := range r.Ways {
		w := &r.Ways[i]
		misses, complete := e.Network.Misses(w.Conditions, facts, must)
		for _, c := range complete {
			if pending[Basis(c.Facts)] {
				m.Active = append(m.Active, c.Facts)
			} else {
				m.Fired = append(m.Fired, c.Facts)
			}
		}
		for _, x := range misses {
			all = append(all, found{x, w})
		}
	}
	if len(m.Active)+len(m.Fired) > 0 {
		return m
	}
	slices.SortStableFunc(all, func(a, b found) int {
		if a.miss.Used != b.miss.Used {
			return b.miss.Used - a.miss.Used
		}
		return b.miss.Condition - a.miss.Condition
	})
	for _, f := range all {
		m.List = append(m.List, e.missOf(&f.miss, f.way))
	}
	return m
}

// Matchable returns the facts that patterns can match, those of instances included, the oldest first.
func (e *Environment) Matchable() []*Fact {
	facts := e.FactList.List()
	for _, i := range e.Objects.all {
		if i == nil || i.Deleted {
			continue
		}
		for _, v := range i.shown {
			facts = append(facts, i.views[v])
		}
	}
	return facts
}

func (e *Environment) missOf(x *rete.Miss, w *Way) Miss {
	c := &w.Conditions[x.Condition]
	m := Miss{Condition: x.Condition + 1, Text: w.Texts[x.Condition], Matched: x.Matched}
	say := func(format string, args ...any) { m.Reasons = append(m.Reasons, fmt.Sprintf(format, args...)) }
	switch {
	case len(x.Blocking) > 0:
		for _, f := range x.Blocking {
			say("%s is there", reasonText(f))
		}
	case c.Pattern == nil && c.Group == nil:
		say("the test fails%s", e.bindings(w, x))
	case c.Negated || c.Group != nil && !c.Exists:
		say("facts match what must not be there")
	case c.Exists:
		say("no fact matches")
	case len(x.Near) == 0:
		say("there is no fact %s", c.Pattern.Relation.Name)
	}
	for _, n := range x.Near {
		t := n.Fact.Relation.Data.(*Template)
		var parts []string
		for _, s := range n.Slots {
			if t.Implied {
				parts = append(parts, "its fields do not fit")
			} else {
				parts = append(parts, fmt.Sprintf("%s is %s", t.Slots[s].Name, n.Fact.Slots[s]))
			}
		}
		for _, j := range n.Joins {
			parts = append(parts, e.joinMiss(w, x, n.Fact, &j))
		}
		if len(parts) == 0 {
			parts = []string{"its fields do not fit"}
		}
		say("%s: %s", reasonText(n.Fact), strings.Join(parts, ", "))
	}
	return m
}

// joinMiss says which values a failing test compares.
func (e *Environment) joinMiss(w *Way, x *rete.Miss, f *Fact, t *rete.Test) string {
	if t.Kind == rete.Call {
		return "a test fails" + e.bindings(w, x)
	}
	left := t.Left
	if left.Level > len(x.Matched) || x.Matched[left.Level-1] == nil {
		return "a test fails"
	}
	return fmt.Sprintf("%s is %s", nameOf(w, left), x.Prefix.Value(&left))
}

// nameOf returns the name of the variable at a place.
func nameOf(w *Way, r rete.Ref) string {
	var names []string
	for name, place := range w.Places {
		if *place == r {
			names = append(names, "?"+name)
		}
	}
	if len(names) == 0 {
		return "a value before"
	}
	return slices.Min(names)
}

// bindings returns the values of the variables that the conditions before a miss bind.
func (e *Environment) bindings(w *Way, x *rete.Miss) string {
	var parts []string
	for name, place := range w.Places {
		if place.Level <= len(x.Matched) && x.Matched[place.Level-1] != nil {
			v := x.Prefix.Value(place)
			if v.Kind() != value.FactKind {
				parts = append(parts, "?"+name+" "+v.String())
			}
		}
	}
	if len(parts) == 0 {
		return ""
	}
	slices.Sort(parts)
	return " with " + strings.Join(parts, ", ")
}

// String returns the misses as lines.
func (m *Misses) String() string {
	var b strings.Builder
	for _, facts := range m.Active {
		fmt.Fprintf(&b, "%s is on the agenda with %s\n", m.Rule, Basis(facts))
	}
	for _, facts := range m.Fired {
		fmt.Fprintf(&b, "%s has fired with %s\n", m.Rule, Basis(facts))
	}
	for _, x := range m.List {
		fmt.Fprintf(&b, "condition %d, %s", x.Condition, x.Text)
		if len(x.Matched) > 0 {
			fmt.Fprintf(&b, ", after %s", Basis(x.Matched))
		}
		b.WriteByte('\n')
		for _, r := range x.Reasons {
			fmt.Fprintf(&b, "  %s\n", r)
		}
	}
	return b.String()
}

// ResultRelation is that of the facts that hold the results of accumulate conditions.
var ResultRelation = &rete.Relation{Name: "accumulate", Data: &Template{Name: "accumulate", Implied: true, Slots: []Slot{{Name: "implied"}}}}
