package compile_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
)

// maker generates programs with facts, objects, generic functions and accumulations.
type maker struct {
	*rand.Rand
	bound []string // the variables that conditions have bound, all numbers
	next  int
	group bool // within a negation or an accumulation
}

func (m *maker) value() string { return fmt.Sprint(m.IntN(3)) }

// term returns the constraint of a field.
func (m *maker) term() string {
	switch m.IntN(6) {
	case 0:
		return m.value()
	case 1:
		return "?"
	case 2:
		if len(m.bound) > 0 {
			return "?" + m.bound[m.IntN(len(m.bound))]
		}
	case 3:
		if len(m.bound) > 0 {
			return "~?" + m.bound[m.IntN(len(m.bound))]
		}
	}
	name := m.fresh()
	return "?" + name
}

func (m *maker) fresh() string {
	m.next++
	name := fmt.Sprint("v", m.next)
	m.bound = append(m.bound, name)
	return name
}

func (m *maker) pattern() string {
	switch m.IntN(4) {
	case 0:
		return fmt.Sprintf("(a %s %s)", m.term(), m.term())
	case 1:
		return fmt.Sprintf("(t (x %s) (y %s))", m.term(), m.term())
	case 2:
		return fmt.Sprintf("(object (is-a K) (x %s) (y %s))", m.term(), m.term())
	}
	return fmt.Sprintf("(b %s)", m.term())
}

func (m *maker) test() string {
	v := m.value()
	if len(m.bound) > 0 {
		v = "?" + m.bound[m.IntN(len(m.bound))]
	}
	return fmt.Sprintf("(test (%s (size %s) %s))", []string{"<", ">", "=", "<>"}[m.IntN(4)], v, m.value())
}

// local makes conditions whose variables are unknown outside.
func (m *maker) local(make func() string) string {
	saved, outer := slices.Clone(m.bound), m.group
	m.group = true
	text := make()
	m.bound, m.group = saved, outer
	return text
}

func (m *maker) several() string {
	text := m.pattern()
	if m.IntN(3) == 0 {
		text += " " + m.pattern()
	}
	if m.IntN(3) == 0 {
		text += " " + m.test()
	}
	return text
}

func (m *maker) condition() string {
	switch m.IntN(8) {
	case 0:
		return m.local(func() string { return "(not " + m.pattern() + ")" })
	case 1:
		return m.local(func() string { return "(exists " + m.pattern() + ")" })
	case 2:
		return m.local(func() string { return "(not (and " + m.pattern() + " " + m.pattern() + "))" })
	case 3, 4:
		text := m.local(m.accumulation)
		return "?" + m.fresh() + " <- " + text
	}
	return m.pattern()
}

func (m *maker) accumulation() string {
	inner := m.several()
	of := m.value()
	if len(m.bound) > 0 {
		of = "?" + m.bound[m.IntN(len(m.bound))]
	}
	f := fmt.Sprintf([]string{"(sum %s)", "(min %s)", "(max %s)", "(average %s)", "(sum (* 0.1 %s))", "(sum (size %s))",
		"(init ?s 0) (action (+ ?s %s)) (result ?s)", "(init ?s 0) (action (+ ?s (integer %[1]s) 1)) (reverse (- ?s (integer %[1]s) 1)) (result (* ?s 2))"}[m.IntN(8)], of)
	if m.IntN(6) == 0 {
		f = "(count)"
	}
	return "(accumulate " + f + " " + inner + ")"
}

func (m *maker) rule(i int) string {
	m.bound = nil
	var parts []string
	for range 1 + m.IntN(3) {
		parts = append(parts, m.condition())
		if m.IntN(4) == 0 {
			parts = append(parts, m.test())
		}
	}
	return fmt.Sprintf("(defrule r%d %s => )", i, strings.Join(parts, " "))
}

const declarations = `(defrule first (a) (b) => )
(deftemplate t (slot x) (slot y))
(defclass K (is-a USER) (role concrete) (pattern-match reactive) (slot x (create-accessor read-write)) (slot y (create-accessor read-write)))
(defgeneric size) (defmethod size ((?x INTEGER)) (+ ?x 1)) (defmethod size ((?x FLOAT)) (- ?x 1)) (defmethod size ((?x INTEGER (> ?x 1))) 0)`

func (m *maker) change() string {
	switch m.IntN(9) {
	case 0, 1:
		return fmt.Sprintf("(assert (a %s %s))", m.value(), m.value())
	case 2:
		return fmt.Sprintf("(assert (b %s))", m.value())
	case 3:
		return fmt.Sprintf("(assert (t (x %s) (y %s)))", m.value(), m.value())
	case 4:
		return fmt.Sprintf("(make-instance k%s of K (x %s) (y %s))", m.value(), m.value(), m.value())
	case 5:
		return fmt.Sprintf("(do-for-instance ((?i K)) TRUE (send ?i put-x %s))", m.value())
	case 6:
		return "(do-for-instance ((?i K)) TRUE (send ?i delete))"
	}
	return fmt.Sprintf("(do-for-fact ((?f a b t)) (= (mod (fact-index ?f) 3) %s) (retract ?f))", m.value())
}

// TestReference compares the activations of generated programs after each change with all matches, which a plain
// search computes anew.
func TestReference(t *testing.T) {
	for seed := range eachSeed(600, 100_000) {
		m := &maker{Rand: rand.New(rand.NewPCG(seed, 38))}
		if !compareReference(t, m, seed) {
			return
		}
	}
}

func compareReference(t *testing.T, m *maker, seed uint64) bool {
	var messages strings.Builder
	e := newEnvironment(core.Options{Out: &messages})
	if err := compile.LoadText(e, declarations, "declarations", true); err != nil {
		t.Fatal(err)
	}
	program := ""
	define := func(i int) {
		text := m.rule(i)
		program += text + "\n"
		_ = compile.LoadText(e, text, "rule", true) // some are refused, as constraints that conflict
	}
	for i := range 2 {
		define(i)
	}
	for step := range 14 {
		if step == 7 {
			define(2)
		}
		c := m.change()
		program += c + "\n"
		if err := compile.LoadText(e, c, "change", true); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, program)
		}
		if got, want := agendaOf(e), matchesOf(e); got != want {
			t.Errorf("seed %d: after\n%s\nthe agenda is\n%s\nnot\n%s\n%s", seed, program, got, want, messages.String())
			return false
		}
	}
	return true
}

// agendaOf returns the activations as sorted lines.
func agendaOf(e *core.Environment) string {
	var lines []string
	for _, a := range e.Network.Agendas.List(0) {
		lines = append(lines, matchLine(a.Rule.Name, e.Network.Facts(a)))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// matchesOf returns all matches of the rules, found by trying all facts, as sorted lines.
func matchesOf(e *core.Environment) string {
	var lines []string
	for _, r := range e.Modules[0].Rules {
		for _, w := range r.Ways {
			for _, m := range e.Network.MatchPlainly(w.Conditions, e.Matchable()) {
				lines = append(lines, matchLine(r.Name, m.Facts))
			}
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func matchLine(rule string, facts []*core.Fact) string {
	line := rule
	for _, f := range facts {
		switch {
		case f == nil:
			line += " *"
		case f.Relation == core.ResultRelation:
			line += " " + f.Slots[0].String()
		default:
			line += fmt.Sprintf(" %s@%d", core.FactText(f), f.Time)
		}
	}
	return line
}
