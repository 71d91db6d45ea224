package compile_test

import (
	"strings"
	"testing"
)

// TestConditions runs small programs whose output follows from the meaning of conditions.
func TestConditions(t *testing.T) {
	for _, c := range []struct{ name, program, want string }{
		{"test after a negated group", `
			(defrule r (a ?x) (not (and (b) (not (c)))) (test (neq ?x 1)) => (printout t ?x " "))
			(deffacts d (a 1) (a 2) (b) (c))`, "2 "},
		{"numbers compared after a negated group", `
			(defrule r (a ?x ?y) (not (and (b) (c))) (test (< ?x ?y)) => (printout t ?x " "))
			(deffacts d (a 1 1) (a 2 3))`, "2 "},
		{"test after exists in a negated group", `
			(defrule r (s ?x) (not (and (exists (a)) (test (eq ?x 2)))) => (printout t ?x " "))
			(deffacts d (s 1) (s 2) (a))`, "1 "},
		{"test within exists", `
			(defrule r (s ?x) (exists (not (a)) (test (eq ?x 2))) => (printout t ?x " "))
			(deffacts d (s 1) (s 2))`, "2 "},
		{"no parts of a list are the whole", `
			(deftemplate u (multislot w) (multislot v))
			(defrule r (u (w $?o) (v $?o ?z)) => (printout t ?z))
			(deffacts d (u (v a)) (u (w b) (v c d)) (u (w b c) (v b c e)))`, "ea"},
		{"forall that begins with a test", `
			(defrule r (forall (test (eq 1 1)) (n)) => (printout t "r"))
			(defrule s (forall (test (eq 1 2)) (n)) => (printout t "s"))
			(reset) (run)`, "s"},
		{"a rule that comes late", `
			(defrule first (p) =>)
			(deffacts d (p))
			(reset)
			(defrule r (not (and (p) (test (eq 1 2)))) => (printout t "r"))
			(defrule s (exists (p) (test (eq 1 2))) => (printout t "s"))
			(run)`, "r"},
		{"a late rule whose group is known", `
			(defrule first (q) (q) (a ?) =>)
			(assert (a 2)) (assert (q))
			(defrule r (q) (exists (q) (a ?z)) => (printout t "r"))
			(run)`, "r"},
		{"forall of exists, late", `
			(defrule r (forall (exists (or (s) (c))) (w)) (or (n) (test (eq 1 1))) => (printout t "r"))
			(run)`, "r"},
		{"names within a negation are its own", `
			(defrule r (not (s ?y&=(sym-cat ?y))) (b ?y&:(> ?y 1)) => (printout t ?y))
			(deffacts d (b 2))`, "2"},
		{"groups one after another", "(defrule r " + strings.Repeat("(not (and (a ?x) (b ?x)))", 60) + " => (printout t r))", "r"},
	} {
		t.Run(c.name, func(t *testing.T) {
			program := c.program
			if !strings.Contains(program, "(run)") {
				program += "(reset) (run)"
			}
			if out, errs := printsHere(program); out != c.want || errs != "" {
				t.Errorf("prints %q, not %q; %s", out, c.want, errs)
			}
		})
	}
}
