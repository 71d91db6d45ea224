package rules_test

import (
	"context"
	"strings"
	"testing"

	"farbank/rules"
)

const family = `(deftemplate person (slot name) (slot age))
(defrule adult (person (name ?n) (age ?a&:(>= ?a 18))) => (assert (adult ?n)))
(defrule pair (logical (adult ?x) (adult ?y&~?x)) (not (enemy ?x ?y)) (test (neq ?x zoe)) => (assert (pair ?x ?y)))
(defrule again (pair ?x ?y) => (assert (adult ?x)))
(deffacts f (person (name ann) (age 20)) (person (name bob) (age 17)) (person (name cy) (age 30)) (enemy ann cy))`

// run returns a session after a run, and its facts by text.
func run(t *testing.T, text string) (*rules.Session, map[string]*rules.Fact) {
	base, err := rules.Compile(rules.Text("test", text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := base.NewSession(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(context.Background(), -1); err != nil {
		t.Fatal(err)
	}
	facts := map[string]*rules.Fact{}
	for f := range s.Facts() {
		facts[rules.FactText(f)] = f
	}
	return s, facts
}

func TestWhy(t *testing.T) {
	s, facts := run(t, family)
	const want = `f-7 (pair cy ann)
  by pair, firing 3
    f-5 (adult cy)
      by adult, firing 1
        f-3 (person (name cy) (age 30))
      by again, firing 4
        f-7 (pair cy ann), see above
    f-6 (adult ann)
      by adult, firing 2
        f-1 (person (name ann) (age 20))
    (not (enemy ?x ?y)) (test (neq ?x zoe))
`
	if got := s.Why(facts["(pair cy ann)"]).String(); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	if r := s.Why(facts["(enemy ann cy)"]); len(r.Firings) != 0 {
		t.Error(r)
	}
	// A logical support that ends is no reason any more; one that holds still is.
	s, facts = run(t, `(deffacts f (a) (b)) (defrule a (logical (a)) => (assert (c))) (defrule b (logical (b)) => (assert (c)))`)
	if err := s.Retract(s.HandleOf(facts["(a)"])); err != nil {
		t.Fatal(err)
	}
	if got := s.Why(facts["(c)"]).String(); !strings.Contains(got, "by b") || strings.Contains(got, "by a") {
		t.Error(got)
	}
}

func TestWhyNot(t *testing.T) {
	s, facts := run(t, family)
	check := func(rule, want string, must ...string) {
		t.Helper()
		var list []*rules.Fact
		for _, text := range must {
			list = append(list, facts[text])
		}
		m, err := s.WhyNot(rule, list...)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.String(); got != want {
			t.Errorf("%s %v:\n%s\nnot\n%s", rule, must, got, want)
		}
	}
	check("adult", "condition 1, (person (name ?n) (age ?a&:(>= ?a 18)))\n  f-2 (person (name bob) (age 17)): age is 17\n", "(person (name bob) (age 17))")
	check("adult", "adult has fired with f-1\n", "(person (name ann) (age 20))")
	check("pair", "condition 3, (not (enemy ?x ?y)) (test (neq ?x zoe)), after f-6,f-5\n  f-4 (enemy ann cy) is there\n", "(adult ann)", "(enemy ann cy)")
	if _, err := s.WhyNot("none"); err == nil {
		t.Error("an unknown rule is no error")
	}
	s, facts = run(t, `(defrule r (a ?x) (b ?x ?y) (test (> ?y 3)) (exists (c ?y)) => ) (deffacts f (a 1) (b 2 4) (b 1 2))`)
	check("r", "condition 2, (b ?x ?y) (test (> ?y 3)), after f-1\n  f-2 (b 2 4): ?x is 1\n  f-3 (b 1 2): a test fails with ?x 1\n")
}

func TestNetwork(t *testing.T) {
	s, _ := run(t, family)
	kinds := map[string]int{}
	for i, n := range s.Network() {
		kinds[n.Kind]++
		for _, p := range n.Parents {
			if p >= i {
				t.Error("a parent after its child")
			}
		}
	}
	if kinds["rule"] != 3 || kinds["not"] != 1 || kinds["relation"] != 4 {
		t.Error(kinds)
	}
}
