package rules

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"farbank/rules/rete"
	"farbank/rules/syntax"

	"pgregory.net/rapid"
)

var long = flag.Bool("long", false, "run the long tests")

// TestNetworkAgainstPlainMatcher makes rules at random, asserts and retracts
// facts at random, and compares the agenda with what a matcher without a
// network finds, after each step.
func TestNetworkAgainstPlainMatcher(t *testing.T) { checkMany(t, 100, 3000, runProgram) }

// checkMany checks a property of so many programs, made from one seed unless the flags
// of rapid say otherwise. Of a program that fails, a smaller one is printed that fails too.
func checkMany(t *testing.T, usual, many int, property func(*rapid.T)) {
	if *long {
		usual = many
	}
	for name, value := range map[string]string{"rapid.checks": strconv.Itoa(usual), "rapid.seed": "5", "rapid.nofailfile": "true"} {
		if f := flag.Lookup(name); f.Value.String() == f.DefValue {
			flag.Set(name, value)
			defer flag.Set(name, f.DefValue)
		}
	}
	rapid.Check(t, property)
}

func runProgram(t *rapid.T) {
	g := maker{t}
	e := New(Options{})
	var texts []string
	if err := e.load("(deftemplate pin (slot a) (slot b) (multislot m))", "templates", true); err != nil {
		t.Fatal(err)
	}
	var rules []string
	for i := range 1 + g.number(4) {
		rules = append(rules, fmt.Sprintf("(defrule r%d %s => )", i, g.conditions()))
	}
	late := g.number(len(rules) + 1) // these are defined when there are facts
	define := func(text string) {
		texts = append(texts, text)
		if err := e.load(text, "rule", true); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	for _, r := range rules[:late] {
		define(r)
	}
	for step := range 25 {
		if step == 8 {
			for _, r := range rules[late:] {
				define(r)
			}
		}
		texts = append(texts, g.change(e))
		compareAgendas(t, e, texts)
	}
	if g.number(3) == 0 && len(e.modules[0].rules) > 0 {
		e.removeRule(e.modules[0].rules[0])
		texts = append(texts, "undefrule", g.change(e))
		compareAgendas(t, e, texts)
	}
}

func compareAgendas(t *rapid.T, e *Environment, texts []string) {
	for _, r := range e.modules[0].rules {
		compareAgenda(t, e, r, texts)
	}
}

func compareAgenda(t *rapid.T, e *Environment, r *Rule, texts []string) {
	var want, got []string
	f, _ := syntax.NewReader("", r.source).Next()
	c := &compiler{env: e, text: r.source}
	arrow := slices.IndexFunc(f.Items, func(f *syntax.Form) bool { return f.IsSymbol("=>") })
	top, err := c.conditions(f.Items[2:arrow])
	if err != nil {
		t.Fatal(err)
	}
	for _, parts := range top.alternatives() {
		_, list, err := c.analyse(parts)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range rete.MatchPlainly(list, e.facts.list()) {
			want = append(want, basis(m.Facts))
		}
	}
	for _, a := range e.network.Agendas.List(0) {
		if a.Rule.Data.(*Rule) == r {
			got = append(got, basis(e.network.Facts(a)))
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Fatalf("%s\n%s\nagenda: %v\nplain:  %v", r.source, strings.Join(texts, "\n"), got, want)
	}
}

// maker makes conditions and facts at random.
type maker struct{ *rapid.T }

func (g maker) number(n int) int { return rapid.IntRange(0, n-1).Draw(g.T, "number") }

func (g maker) pick(words ...string) string { return words[g.number(len(words))] }

func (g maker) value() string { return g.pick("1", "2", "3", "red", "blue") }

func (g maker) change(e *Environment) string {
	if facts := e.facts.list(); len(facts) > 0 && g.number(3) == 0 {
		f := facts[g.number(len(facts))]
		text := "retract " + FactText(f)
		if err := e.retract(f); err != nil {
			g.Fatal(err)
		}
		return text
	}
	text := g.pick("(p "+g.value()+")", "(q "+g.value()+" "+g.value()+")", "(q "+g.value()+" "+g.value()+" "+g.value()+")",
		"(pin (a "+g.value()+") (b "+g.value()+") (m "+g.value()+" "+g.value()+"))", "(pin (a "+g.value()+"))", "(q)")
	if _, err := e.AssertString(text); err != nil {
		g.Fatal(err)
	}
	return text
}

// conditions makes a left side; the first condition binds ?x.
func (g maker) conditions() string {
	parts := []string{g.pick("(p ?x)", "(q ?x ?y)", "(pin (a ?x))", "(q $? ?x $?)", "(p ?x&~3)")}
	for range g.number(4) {
		parts = append(parts, g.condition(2))
	}
	return strings.Join(parts, " ")
}

func (g maker) condition(depth int) string {
	if depth == 0 || g.number(3) == 0 {
		return g.pattern()
	}
	inner := func() string { return g.condition(depth - 1) }
	switch g.number(7) {
	case 0:
		return "(not " + inner() + ")"
	case 1:
		return "(not (and " + inner() + " " + inner() + "))"
	case 2:
		return "(exists " + inner() + ")"
	case 3:
		return "(exists " + inner() + " " + inner() + ")"
	case 4:
		return "(forall " + g.pattern() + " " + inner() + ")"
	case 5:
		return "(or " + inner() + " " + inner() + ")"
	}
	return "(test (neq ?x " + g.value() + "))"
}

func (g maker) pattern() string {
	field := func() string {
		return g.pick("?x", "~?x", "?", g.value(), g.value()+"|"+g.value(), "?z&~"+g.value(), "?w&:(neq ?w ?x)", "=(if (eq ?x 1) then 2 else red)", "?v&?x|3")
	}
	return g.pick("(p "+field()+")", "(q "+field()+" "+field()+")", "(q $? "+field()+" $?)", "(q "+field()+" $?r)", "(q $?r "+field()+")", "(q $?)",
		"(pin (a "+field()+"))", "(pin (a "+field()+") (b "+field()+"))", "(pin (m $? "+field()+" $?) (b "+field()+"))", "(q $?s ?x $?)")
}

// TestNestedNegations does the same with small rules of deeply nested negations
// over few facts.
func TestNestedNegations(t *testing.T) {
	checkMany(t, 1500, 100000, func(t *rapid.T) {
		g := maker{t}
		rule := "(defrule r (s ?x) " + g.nested(2) + g.pick("", " "+g.nested(2)) + " => )"
		e := New(Options{})
		if err := e.load(rule, "rule", true); err != nil {
			t.Fatal(err)
		}
		texts := []string{rule}
		for range 10 {
			texts = append(texts, g.proposition(e))
			compareAgendas(t, e, texts)
		}
	})
}

func (g maker) proposition(e *Environment) string {
	if facts := e.facts.list(); len(facts) > 0 && g.number(3) == 0 {
		f := facts[g.number(len(facts))]
		if err := e.retract(f); err != nil {
			g.Fatal(err)
		}
		return "retract " + FactText(f)
	}
	text := g.pick("(a)", "(b)", "(c)", "(s 1)", "(s 2)")
	if _, err := e.AssertString(text); err != nil {
		g.Fatal(err)
	}
	return text
}

func (g maker) nested(depth int) string {
	if depth == 0 || g.number(3) == 0 {
		return g.pick("(a)", "(b)", "(c)", "(s ?x)")
	}
	inner := func() string { return g.nested(depth - 1) }
	switch g.number(4) {
	case 0:
		return "(not " + inner() + ")"
	case 1:
		return "(not (and " + inner() + " " + inner() + "))"
	case 2:
		return "(exists " + inner() + " " + inner() + ")"
	}
	return "(forall " + g.pick("(a)", "(b)", "(c)", "(s ~?x)") + " " + inner() + ")"
}
