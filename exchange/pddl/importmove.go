package pddl

import (
	"fmt"
	"slices"
	"strings"
)

// The effects of an action read the state before it, but statements see the effects of earlier
// ones. So delete effects come first and add effects later. Expressions that read changed
// variables are stored in lets before them.

// A moveWriter writes the body of a move.
type moveWriter struct {
	*writingScope
	a       *schema
	changed map[string]bool // state variables that changed so far
	before  []string        // lets
	leave   []string
	come    []string
}

func (w *importer) actions() {
	for _, a := range w.d.actions {
		if a.ends {
			continue // written with its beginning
		}
		slots := a.slots
		if a.lasts != nil {
			slots = max(slots, a.lasts.end.slots)
		}
		s := w.scope(slots)
		var params []string
		some := true
		for i, v := range a.params {
			n := s.fresh(v.name)
			s.terms[i] = binding{n, w.g.of(v.of)}
			t := w.typeOf(v.of)
			some = some && t != ""
			params = append(params, n+": "+t)
		}
		if !some {
			continue // no object is of a required type
		}
		m := &moveWriter{writingScope: s, a: a, changed: map[string]bool{}}
		m.agree()
		list := ""
		if len(params) > 0 {
			list = "(" + strings.Join(params, ", ") + ")"
		}
		head := w.action(a, a.name) + list
		needs := w.idle()
		parts := []*formula{a.pre}
		if a.pre.op == isAnd {
			parts = a.pre.args
		}
		for _, f := range parts {
			if t := s.formula(f, levelTop); t != "true" {
				needs = append(needs, "require "+t)
			}
		}
		if a.lasts != nil {
			w.durativeMove(a, m, head, needs)
			continue
		}
		if a.of != nil {
			w.outcome(a, m, list, needs)
			continue
		}
		m.effects()
		w.line("move %s%s {", head, m.cost())
		for _, t := range slices.Concat(needs, m.before, m.leave, m.come, m.sees()) {
			w.line("%s", t)
		}
		w.line("}\n")
	}
}

// agree refuses effects that may assign different values to one variable, since the file could
// not express that they exclude each other.
func (m *moveWriter) agree() {
	fail := func(what string) {
		panic(refused{m.a.pos, "", "the action " + m.a.name + " may give " + what + " two values at once; that cannot be written as a file"})
	}
	seen := map[int]bool{}
	for _, e := range m.a.effects {
		p := &m.d.predicates[e.pred]
		if e.not || !p.object {
			continue
		}
		last := len(e.terms) - 1
		if seen[e.pred] || m.depends(e.all, e.terms[:last], e.terms[last:]) {
			fail(p.name)
		}
		seen[e.pred] = true
	}
	numbers := map[*function]change{}
	for _, e := range m.a.numbers {
		how, twice := numbers[e.fn]
		if e.fn.kept() && (twice && (e.how != increase && e.how != decrease || how != increase) || e.how != increase && e.how != decrease && len(e.all) > 0) {
			fail(e.fn.name)
		}
		if numbers[e.fn] = e.how; e.how == decrease {
			numbers[e.fn] = increase
		}
	}
}

// depends reports whether the values may differ for the same places.
func (m *moveWriter) depends(all []slot, places, values []int32) bool {
	return slices.ContainsFunc(all, func(v slot) bool {
		t := -v.index - 1
		return slices.Contains(values, t) && !slices.Contains(places, t)
	})
}

// variableOf returns the name of the state variable of a predicate.
func (w *importer) variableOf(pred int) string {
	if v := w.vars[pred]; v != nil {
		return v.name
	}
	return w.name("predicate", w.d.predicates[pred].name)
}

// reads visits the state variables that a condition reads.
func (w *importer) reads(f *formula, visit func(string)) {
	seen := map[int]bool{}
	var atoms func(f *formula)
	atoms = func(f *formula) {
		f.atoms(true, func(pred int, _ bool) {
			switch p := &w.d.predicates[pred]; {
			case p.changes:
				visit(w.variableOf(pred))
			case p.derived && !seen[pred]:
				seen[pred] = true
				for _, r := range w.g.rules[pred] {
					atoms(r.body)
				}
			}
		})
		f.numbers(func(n *number) { w.readsNumber(n, visit) })
	}
	atoms(f)
}

func (w *importer) readsNumber(n *number, visit func(string)) {
	if n.op == fluent && n.fn.changes {
		visit(w.name("function", n.fn.name))
	}
	for _, a := range n.args {
		w.readsNumber(a, visit)
	}
}

// numbers visits the numbers of a formula.
func (f *formula) numbers(visit func(*number)) {
	if f.op == isCompare {
		visit(f.sides[0])
		visit(f.sides[1])
	}
	for _, a := range f.args {
		a.numbers(visit)
	}
}

// effects writes the effects of an action.
func (m *moveWriter) effects() {
	for i := range m.a.effects {
		if e := &m.a.effects[i]; e.not && !m.replaced(e) {
			m.leaves(e)
		}
	}
	for i := range m.a.effects {
		if e := &m.a.effects[i]; !e.not {
			m.guarded(e.all, e.when, m.variableOf(e.pred), &m.come, func() string { return m.comes(e) })
		}
	}
	for i := range m.a.numbers {
		if e := &m.a.numbers[i]; e.fn.kept() {
			m.guarded(e.all, e.when, m.name("function", e.fn.name), &m.come, func() string { return m.counts(e) })
		}
	}
}

// guarded adds a statement for all values of some variables under a condition. If the condition
// reads a changed variable it is stored in a let.
func (m *moveWriter) guarded(all []slot, when *formula, changes string, to *[]string, write func() string) {
	binders, some, release := m.bind(all)
	defer release()
	if !some {
		return
	}
	cond := m.formula(when, levelTop)
	if cond == "false" {
		return
	}
	if len(all) > 0 {
		m.changed[changes] = true // by an earlier iteration
	}
	touched := false
	m.reads(when, func(v string) { touched = touched || m.changed[v] })
	if touched && cond != "true" {
		cond = m.let("before", all, binders, cond)
	}
	text := write()
	switch {
	case text == "":
		return
	case len(all) == 0 && cond != "true":
		text = fmt.Sprintf("if %s {\n%s\n}", cond, text)
	case len(all) > 0 && cond == "true":
		text = fmt.Sprintf("for %s {\n%s\n}", binders, text)
	case len(all) > 0:
		text = fmt.Sprintf("for %s where %s {\n%s\n}", binders, cond, text)
	}
	*to = append(*to, text)
	m.changed[changes] = true
}

// let stores a value before the move in a let, for all values of some variables.
func (m *moveWriter) let(word string, all []slot, binders, value string) string {
	if len(all) > 0 {
		value = fmt.Sprintf("[%s -> %s]", binders, value)
	}
	n := ""
	for name, v := range m.lets {
		if v == value {
			n = name
		}
	}
	if n == "" {
		n = m.fresh(word)
		m.lets[n] = value
		m.before = append(m.before, fmt.Sprintf("let %s = %s", n, value))
	}
	if len(all) == 0 {
		return n
	}
	var names []string
	for _, v := range all {
		names = append(names, m.terms[v.index].text)
	}
	return n + "[" + strings.Join(names, ", ") + "]"
}

// replaced reports whether a deleted fact is always replaced by another: the array gets a new
// value at the same index.
func (m *moveWriter) replaced(e *effect) bool {
	v := m.vars[e.pred]
	if v == nil {
		return false
	}
	place := func(e *effect) []int32 {
		var list []int32
		for _, a := range v.part(e.pred).order {
			list = append(list, e.terms[a])
		}
		return list
	}
	return slices.ContainsFunc(m.a.effects, func(o effect) bool {
		if o.not || m.vars[o.pred] != v || !slices.Equal(place(e), place(&o)) {
			return false
		}
		return o.when == yesFormula && len(o.all) == 0 || o.when == e.when && len(o.all) <= len(e.all) && slices.EqualFunc(o.all, e.all[:len(o.all)], sameSlot)
	})
}

func sameSlot(a, b slot) bool { return a.index == b.index && slices.Equal(a.of, b.of) }

// leaves writes a delete effect.
func (m *moveWriter) leaves(e *effect) {
	p := &m.d.predicates[e.pred]
	for i, t := range e.terms {
		if t >= 0 && !slices.Contains(m.g.of(p.params[i].of), t) {
			return // the fact never holds
		}
	}
	v := m.vars[e.pred]
	if v == nil {
		m.guarded(e.all, e.when, m.variableOf(e.pred), &m.leave, func() string { return m.member(e, "-=", "false") })
		return
	}
	v.empties = true
	if k := len(e.all) - 1; p.object && k >= 0 && e.all[k].name == "" && e.terms[len(e.terms)-1] == -e.all[k].index-1 { // whatever the value was
		m.guarded(e.all[:k], e.when, m.variableOf(e.pred), &m.leave, func() string {
			place, _ := v.split(m.writingScope, e.pred, append(m.texts(e.terms[:len(e.terms)-1]), "none"))
			return place + " = none"
		})
		return
	}
	needed := slices.ContainsFunc(append([]*formula{m.a.pre}, m.a.pre.args...), func(f *formula) bool {
		return f.op == isAtom && f.pred == e.pred && slices.Equal(f.terms, e.terms) && (f == m.a.pre || m.a.pre.op == isAnd)
	})
	m.guarded(e.all, e.when, m.variableOf(e.pred), &m.leave, func() string {
		place, value := v.split(m.writingScope, e.pred, m.texts(e.terms))
		if needed {
			return place + " = none"
		}
		return fmt.Sprintf("if %s == %s {\n%s = none\n}", place, value, place)
	})
}

func (m *moveWriter) texts(terms []int32) []string {
	var list []string
	for _, t := range terms {
		list = append(list, m.term(t).text)
	}
	return list
}

func (m *moveWriter) member(e *effect, sign, truth string) string {
	n := m.variableOf(e.pred)
	if len(e.terms) == 0 {
		return n + " = " + truth
	}
	return fmt.Sprintf("%s %s %s", n, sign, tuple(m.texts(e.terms)))
}

// comes writes an add effect.
func (m *moveWriter) comes(e *effect) string {
	v := m.vars[e.pred]
	if v == nil {
		return m.member(e, "+=", "true")
	}
	place, value := v.split(m.writingScope, e.pred, m.texts(e.terms))
	return place + " = " + value
}

// counts writes a change of a number.
func (m *moveWriter) counts(e *numberEffect) string {
	place := m.fluentText(e.fn, m.texts(e.terms))
	value := m.number(e.value, 0)
	touched := false
	m.readsNumber(e.value, func(v string) { touched = touched || m.changed[v] })
	if touched {
		var binders []string
		for _, v := range e.all {
			binders = append(binders, m.terms[v.index].text+": "+m.typeOf(v.of))
		}
		value = m.let("amount", e.all, strings.Join(binders, ", "), value)
	}
	switch e.how {
	case increase:
		return place + " += " + value
	case decrease:
		if len(e.value.args) > 0 && !touched {
			value = "(" + value + ")"
		}
		return place + " -= " + value
	case scaleUp:
		return fmt.Sprintf("%s = %s * (%s)", place, place, value)
	}
	return place + " = " + value
}

// cost writes the cost of a move, or "" if it is 1.
func (m *moveWriter) cost() string {
	switch {
	case m.a.free:
		return " cost 0"
	case m.d.metric == nil:
		return ""
	}
	var terms []string
	for _, w := range m.d.metric {
		if w.fn == nil {
			terms = append(terms, m.d.text(w.times))
		}
		for i := range m.a.numbers {
			if e := &m.a.numbers[i]; w.fn != nil && e.fn == w.fn {
				terms = append(terms, m.charge(e, w)...)
			}
		}
		if m.a.lasts == nil {
			continue
		}
		for i := range m.a.lasts.end.numbers {
			if e := &m.a.lasts.end.numbers[i]; w.fn != nil && e.fn == w.fn {
				if e.when.op != isTrue && e.when != yesFormula || e.value.changing() {
					panic(refused{e.pos, "", "a cost at the end of an action that depends on the state is not understood"})
				}
				terms = append(terms, m.charge(e, w)...)
			}
		}
	}
	if len(terms) == 0 {
		terms = []string{"0"}
	}
	return " cost " + strings.Join(terms, " + ")
}

// charge returns the summands that an effect adds to the metric.
func (m *moveWriter) charge(e *numberEffect, w weight) []string {
	binders, some, release := m.bind(e.all)
	defer release()
	cond := m.formula(e.when, levelAnd)
	var same []string
	for i, t := range e.terms {
		if x := m.term(t); t != w.terms[i] && !slices.Contains(x.of, w.terms[i]) {
			return nil
		} else if t != w.terms[i] {
			same = append(same, x.text+" == "+m.object(w.terms[i]))
		}
	}
	cond = m.all(append(same, cond))
	if !some || cond == "false" {
		return nil
	}
	by := w.times
	if e.how == decrease {
		by = -by
	}
	value := m.number(e.value, 1)
	if by != m.d.one() {
		value = fmt.Sprintf("%s * %s", m.d.text(by), m.number(e.value, 2))
	}
	switch {
	case len(e.all) > 0 && cond == "true":
		value = fmt.Sprintf("sum(%s -> %s)", binders, value)
	case len(e.all) > 0:
		value = fmt.Sprintf("sum(%s where %s -> %s)", binders, cond, value)
	case cond != "true":
		value = fmt.Sprintf("(if %s then %s else 0)", cond, value)
	}
	return []string{value}
}
