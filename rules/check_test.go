package rules_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"farbank/rules"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"(defrule r (a ?x) => (printout t ?x))", "never-fires nothing asserts (a ...)"},
		{"(deffacts f (a 1)) (defrule r (a 2) => (printout t x))", "never-fires no fact that the program asserts matches (a 2)"},
		{"(deftemplate p (slot x) (slot y)) (deffacts f (p (x 1) (y 2))) (defrule r (p (x 1) (y 3)) => (printout t x))", "never-fires no fact"},
		{"(deftemplate p (slot x) (slot y)) (deffacts f (p (x 1))) (defrule s ?f <- (p (x 1) (y nil)) => (modify ?f (y 3))) (defrule r (p (x 1) (y 3)) => (halt))", ""},
		{"(deffacts f (a 1) (b 1)) (defrule r (a ?) => (printout t x))", "unmatched the facts (b ...)"},
		{"(deffacts f (b 1)) (defrule r => (do-for-all-facts ((?f b)) TRUE (printout t ?f)))", ""},
		{"(deffacts f (a 1)) (defrule r (declare (salience 1)) ?f <- (a ?x) => (retract ?f)) (defrule s (a ?y) (a ?z) => (halt))", "shadowed never fires: r"},
		{"(deffacts f (a 1)) (defrule s (a ?y) (a ?z) => (halt)) (defrule r (declare (salience 1)) ?f <- (a ?x) => (retract ?f))", "shadowed never fires: r"},
		{"(deffacts f (a 1)) (defrule r (a ?x) => (printout t ?x)) (defrule s (a ?y) => (printout t ?y))", "duplicate does the same as r"},
		{"(deffacts f (n 1)) (defrule r (n ?x) => (assert (n (+ ?x 1))))", "endless activates itself"},
		{"(deffacts f (n 1)) (defrule r (n ?x&:(< ?x 9)) => (assert (n (+ ?x 1))))", ""},
		{"(deffacts f (n 1)) (defrule r ?f <- (n ?x) (test (< ?x 9)) => (retract ?f) (assert (n (+ ?x 1))))", ""},
		{"(deffacts f (n 1)) (defrule r ?f <- (n ?x) => (retract ?f) (if (< ?x 9) then (assert (n (+ ?x 1)))))", ""},
		{"(deftemplate p (slot x) (slot done)) (deffacts f (p (x 1))) (defrule r ?f <- (p (x ?x)) => (modify ?f (done yes)))", "endless activates itself"},
		{"(deftemplate p (slot x) (slot done)) (deffacts f (p (x 1))) (defrule r ?f <- (p (x ?x) (done no)) => (modify ?f (done yes)))", ""},
		{"(deffacts f (n 1)) (defrule r (n ?x) => (assert (m (+ ?x 1)))) (defrule s (m ?y) => (assert (n ?y)))", "endless activates itself again without an end through s"},
		{"(deffacts f (n 1)) (defrule r (n ?x) => (assert (m (+ ?x 1)))) (defrule s (m ?y) => (assert (k ?y))) (defrule t (k ?y) => (assert (n ?y)))", "endless activates itself again without an end through s, t"},
		{"(deffacts f (ping)) (defrule r ?f <- (ping) => (retract ?f) (assert (pong))) (defrule s ?f <- (pong) => (retract ?f) (assert (ping)))", "endless activates itself again without an end through s"},
		{"(deftemplate p (slot x) (slot k)) (deffacts f (p (x 1) (k a))) (defrule r ?f <- (p (k a) (x ?x)) => (retract ?f) (assert (p (k b) (x ?x)))) (defrule s ?f <- (p (k b)) => (retract ?f) (assert (p (k a) (x 2))))", "endless"},
		{"(deffacts f (ping)) (defrule r (ping) => (assert (pong))) (defrule s (pong) => (assert (ping)))", ""},
		{"(deffacts f (n 1)) (defrule r (n ?x) => (assert (m (+ ?x 1)))) (defrule s (m ?) => (assert (n 1)))", ""},
		{"(deffacts f (n 1)) (defrule r (n ?x) => (assert (m (mod (+ ?x 1) 3)))) (defrule s (m ?y) => (assert (n ?y)))", ""},
		{"(deffacts f (n 1)) (defrule r (n ?x) => (assert (m (+ ?x 1)))) (defrule s (m ?y&:(< ?y 9)) => (assert (n ?y)))", ""},
		{"(deffacts f (n 1)) (defrule r (n ?x) => (assert (m (+ ?x 1)))) (defrule s (m ?y) => (assert (n ?y))) (defrule e (n 9) => (halt))", ""},
		{"(deffacts f (n 1)) (defrule r (n ?x) => (assert (m (+ ?x 1)))) (defrule s (m ?y) => (assert (n ?y))) (defrule e ?f <- (n 9) => (retract ?f))", ""},
		{"(deffacts f (n 1)) (defrule r (n ?x) => (assert (m (+ ?x 1)))) (defrule s (m ?y) => (if (< ?y 9) then (assert (n ?y))))", ""},
		{"(deffacts f (n 1)) (defrule r (n ?x) => (assert (m (+ ?x 1)))) (defrule s (m ?y) => (assert (n ?y))) (reset) (run 10)", ""},
		{"(deffacts f (ping) (stop)) (defrule r ?f <- (ping) (not (stop)) => (retract ?f) (assert (pong))) (defrule s ?f <- (pong) => (retract ?f) (assert (ping)))", ""},
		{"(deffacts f (a)) (defrule r (initial-fact) (a) => (halt))", "initial-fact the pattern (initial-fact)"},
		{"(deffacts f (a)) (defrule r (a) => (halt)) (run)", "no-reset"},
		{`(defrule r (a ?x) => (assert-string "(a 1)"))`, ""},
	} {
		found, err := rules.Check(rules.Program{Name: "p", Text: c.text})
		var all []string
		for _, f := range found {
			all = append(all, f.Kind+" "+f.Message)
		}
		got := strings.Join(all, "; ")
		kind, words, _ := strings.Cut(c.want, " ")
		if err != nil || (c.want == "") != (got == "") || !strings.HasPrefix(got, kind) || !strings.Contains(got, words) {
			t.Errorf("%s:\n%s, %v\nnot %s", c.text, got, err, c.want)
		}
	}
	if _, err := rules.Check(rules.Program{Name: "p", Text: "(defrule"}); err == nil {
		t.Error("a syntax error is accepted")
	}
}

// TestCheckExamples checks that the examples, which all end, have no rule that is reported as endless or shadowed.
func TestCheckExamples(t *testing.T) {
	files, err := filepath.Glob("testdata/clips/*.clp")
	more, _ := filepath.Glob("../examples/rules/*.clp")
	if err != nil || len(more) == 0 {
		t.Fatal(err, len(more))
	}
	for _, name := range slices.Concat(files, more) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found, err := rules.Check(rules.Program{Name: name, Text: string(text)})
		if err != nil {
			continue
		}
		for _, f := range found {
			if f.Kind == "endless" && !strings.Contains(name, "testdata") || f.Kind == "shadowed" {
				t.Error(f)
			}
		}
	}
}
