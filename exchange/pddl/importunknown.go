package pddl

import (
	"fmt"
	"slices"
	"strings"
)

// Unknown facts become unknowns of the file: one with a value for each fact of a oneof, and one of truth values for every other
// fact. State that may depend on them is hidden, and what an action observes is the value of a variable that is seen.

// beginUnknowns names the unknowns: starts has, by unknown fact, the condition that it holds at first.
func (w *importer) beginUnknowns() {
	w.starts = map[string]string{}
	w.hidden = map[string]bool{}
	if !w.d.uncertain() {
		return
	}
	groups, rest := w.d.choices()
	for k, group := range groups {
		if len(group) == 1 {
			w.starts[w.factText(group[0])] = "true"
			continue
		}
		name := w.name("unknown", fmt.Sprintf("at first %d", k+1))
		for _, f := range group {
			w.starts[w.factText(f)] = fmt.Sprintf("%s == %s", name, w.name("unknown fact", w.factText(f)))
		}
	}
	for _, f := range rest {
		w.starts[w.factText(f)] = w.name("unknown fact", w.factText(f))
	}
	w.hide()
}

func (w *importer) factText(f fact) string {
	words := []string{w.d.predicates[f.pred].name}
	for _, o := range f.args {
		words = append(words, w.d.objects[o].name)
	}
	return strings.Join(words, " ")
}

// hide finds the state that may depend on the unknowns.
func (w *importer) hide() {
	for _, f := range w.d.doubtful {
		w.hidden[w.variableOf(f.pred)] = true
	}
	for again := true; again; {
		again = false
		mark := func(name string, depends bool) {
			if depends && !w.hidden[name] {
				w.hidden[name], again = true, true
			}
		}
		for _, a := range w.d.actions {
			for i := range a.effects {
				e := &a.effects[i]
				mark(w.variableOf(e.pred), w.hides(e.when))
			}
			for i := range a.numbers {
				e := &a.numbers[i]
				depends := w.hides(e.when)
				w.readsNumber(e.value, func(v string) { depends = depends || w.hidden[v] })
				if e.fn.kept() {
					mark(w.name("function", e.fn.name), depends)
				}
			}
		}
	}
}

// hides reports whether a condition reads hidden state.
func (w *importer) hides(f *formula) bool {
	found := false
	w.reads(f, func(v string) { found = found || w.hidden[v] })
	return found
}

// stateWord returns how a state variable is declared.
func (w *importer) stateWord(name string) string {
	if w.hidden[name] {
		return "hidden state"
	}
	return "state"
}

// unknowns writes the unknowns, and what is known of them.
func (w *importer) unknowns() {
	if !w.d.uncertain() {
		return
	}
	groups, rest := w.d.choices()
	for k, group := range groups {
		if len(group) == 1 {
			continue
		}
		var members []string
		for _, f := range group {
			members = append(members, w.name("unknown fact", w.factText(f)))
		}
		of := w.name("unknown type", fmt.Sprintf("First %d", k+1))
		w.line("enum %s { %s }", of, wrapped(members))
		w.line("unknown %s: %s", w.name("unknown", fmt.Sprintf("at first %d", k+1)), of)
	}
	for _, f := range rest {
		w.line("unknown %s: bool", w.name("unknown fact", w.factText(f)))
	}
	for _, c := range w.d.doubts {
		w.doubt(c, groups)
	}
	if w.observes() {
		w.line("enum %s { %s, %s, %s }", w.name("seen", "Observed"), w.name("seen", seenWords[0]), w.name("seen", seenWords[1]), w.name("seen", seenWords[2]))
		w.line("state %s: %s = %s", w.name("seen", "observed"), w.name("seen", "Observed"), w.name("seen", seenWords[0]))
	}
}

// doubt writes a constraint on the initial state, unless an unknown has its parts as values.
func (w *importer) doubt(c doubt, groups [][]fact) {
	if c.exactly && slices.ContainsFunc(groups, func(g []fact) bool {
		return len(g) == len(c.parts) && c.parts[0].op == isAtom && g[0].pred == c.parts[0].pred && slices.Equal(g[0].args, c.parts[0].terms)
	}) {
		return
	}
	var parts []string
	for _, f := range c.parts {
		parts = append(parts, w.atFirst(f, levelAnd))
	}
	switch {
	case len(parts) == 1:
		w.line("require %s", parts[0])
	case !c.exactly:
		w.line("require %s", strings.Join(parts, " or "))
	default:
		for i := range parts {
			parts[i] = fmt.Sprintf("(if %s then 1 else 0)", parts[i])
		}
		w.line("require %s == 1", strings.Join(parts, " + "))
	}
}

// atFirst writes a condition on the initial state over the unknowns.
func (w *importer) atFirst(f *formula, level int) string {
	switch f.op {
	case isTrue, isFalse:
		return fmt.Sprint(f.op == isTrue)
	case isAtom:
		return w.startOf(fact{f.pred, f.terms})
	case isNot:
		return "not (" + w.atFirst(f.args[0], levelTop) + ")"
	}
	word, own := " or ", levelOr
	if f.op == isAnd {
		word, own = " and ", levelAnd
	}
	var list []string
	for _, a := range f.args {
		list = append(list, w.atFirst(a, own+1))
	}
	if len(list) == 0 {
		return fmt.Sprint(f.op == isAnd)
	}
	return around(strings.Join(list, word), own, level)
}

// startOf writes whether a fact holds at first.
func (w *importer) startOf(f fact) string {
	if text := w.starts[w.factText(f)]; text != "" {
		return text
	}
	return fmt.Sprint(w.begins(f.pred, f.args))
}

// doubtfulOf returns the unknown facts of a predicate.
func (w *importer) doubtfulOf(pred int) (list []fact) {
	for _, f := range w.d.doubtful {
		if f.pred == pred {
			list = append(list, f)
		}
	}
	return list
}

// firstSet adds to the text of a set what may belong to it at first.
func (w *importer) firstSet(pred int, text string) string {
	for _, f := range w.doubtfulOf(pred) {
		text += fmt.Sprintf(" union\n    (if %s then {%s} else {})", w.startOf(f), tuple(w.objects(f.args)))
	}
	return text
}

// firstValue adds to the text of the value of an array what may be there at first.
func (w *importer) firstValue(v *stateVar, at []int32, value string) string {
	for _, p := range v.parts {
		for _, f := range w.doubtfulOf(p.pred) {
			if place, this := w.placeOf(v, f); slices.Equal(place, at) {
				value = fmt.Sprintf("if %s then %s else %s", w.startOf(f), this, value)
			}
		}
	}
	return value
}

// placeOf returns the index and the value of a fact in an array.
func (w *importer) placeOf(v *stateVar, f fact) (at []int32, value string) {
	p := v.part(f.pred)
	at = make([]int32, len(p.order))
	for i, a := range p.order {
		at[i] = f.args[a]
	}
	if p.counted < 0 {
		return at, v.markers[f.pred]
	}
	return at, w.object(f.args[p.counted])
}

// observes reports whether an action shows something.
func (w *importer) observes() bool {
	return slices.ContainsFunc(w.d.actions, func(a *schema) bool { return a.observe != nil })
}

// sees writes what is seen after an action.
func (m *moveWriter) sees() []string {
	if !m.observes() {
		return nil
	}
	seen := m.name("seen", "observed")
	if m.a.observe == nil {
		return []string{seen + " = " + m.name("seen", seenWords[0])}
	}
	return []string{fmt.Sprintf("%s = if %s then %s else %s", seen, m.formula(m.a.observe, levelTop), m.name("seen", seenWords[2]), m.name("seen", seenWords[1]))}
}
