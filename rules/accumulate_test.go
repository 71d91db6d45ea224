package rules_test

import (
	"context"
	"strings"
	"testing"

	"farbank/rules"
)

// TestAccumulate checks the functions of accumulate and that logical support ends with a result.
func TestAccumulate(t *testing.T) {
	s, facts := run(t, `(deftemplate order (slot who) (slot amount))
(defrule total (customer ?c) ?t <- (accumulate (sum ?a) (order (who ?c) (amount ?a))) ?n <- (accumulate (count) (order (who ?c))) =>
   (assert (total ?c ?t ?n)))
(defrule all ?m <- (accumulate (max ?a) (order (amount ?a))) ?l <- (accumulate (min ?a) (order (amount ?a)))
   $?c <- (accumulate (collect ?a) (order (amount ?a))) ?v <- (accumulate (average ?a) (order (amount ?a))) => (assert (all ?m ?l ?v $?c)))
(defrule big (logical ?t <- (accumulate (sum ?a) (order (amount ?a))) (test (> ?t 0.65))) => (assert (big ?t)))
(defrule product ?p <- (accumulate (init ?s 1) (action (* ?s ?a)) (reverse (/ ?s ?a)) (result (round (* 1000 ?s)))
   (order (amount ?a) (who ?w)) (customer ?w)) => (assert (product ?p)))
(deffacts f (customer ann) (customer bob) (order (who ann) (amount 0.1)) (order (who ann) (amount 0.2)) (order (who bob) (amount 0.4)))`)
	want := func(texts ...string) {
		t.Helper()
		for _, text := range texts {
			if facts[text] == nil {
				t.Errorf("%s is missing of %v", text, facts)
			}
		}
	}
	want("(total ann 0.3 2)", "(total bob 0.4 1)", "(all 0.4 0.1 0.233333333333333 0.1 0.2 0.4)", "(big 0.7)", "(product 8)")
	if err := s.Retract(s.HandleOf(facts[`(order (who ann) (amount 0.2))`])); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(context.Background(), -1); err != nil {
		t.Fatal(err)
	}
	clear(facts)
	for f := range s.Facts() {
		facts[rules.FactText(f)] = f
	}
	want("(total ann 0.1 1)", "(all 0.4 0.1 0.25 0.1 0.4)", "(product 40)")
	if facts["(big 0.7)"] != nil {
		t.Error("the support of (big 0.7) has ended")
	}
	for text, want := range map[string]string{
		"(defrule r ?x <- (accumulate (sum) (a)) =>)":                        "takes 1 argument",
		"(defrule r ?x <- (accumulate (median ?y) (a ?y)) =>)":               "accumulate takes",
		"(defrule r ?x <- (accumulate (sum ?y)) =>)":                         "needs a condition",
		"(defrule r ?x <- (accumulate (sum ?y) (or (a ?y) (b ?y))) =>)":      "or has no place",
		"(defrule r (accumulate (count) (logical (a))) =>)":                  "logical CE cannot",
		"(defrule r (accumulate (count) (a ?y)) (b ?y) (test (> ?y ?z)) =>)": "?z",
	} {
		_, err := rules.Compile(rules.Text("t", text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestAccumulateRange sums integers beyond 64 bits: sum wraps around as + does, average does not.
func TestAccumulateRange(t *testing.T) {
	_, facts := run(t, `(defrule r ?s <- (accumulate (sum ?x) (n ?i ?x)) ?a <- (accumulate (average ?x) (n ?i ?x)) => (assert (is ?s ?a)))
(deffacts f (n 1 9000000000000000000) (n 2 9000000000000000000))`)
	if facts["(is -446744073709551616 9e+18)"] == nil && facts["(is -446744073709551616 9000000000000000000.0)"] == nil {
		t.Errorf("%v", facts)
	}
}
