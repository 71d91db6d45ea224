package pddl_test

import (
	"context"
	"strings"
	"testing"

	"farbank"
	"farbank/exchange/pddl"
)

const tankDomain = `(define (domain tank)
 (:requirements :typing :fluents :durative-actions)
 (:types truck place)
 (:predicates (at ?t - truck ?p - place))
 (:functions (fuel ?t - truck) (far ?p ?q - place) (speed ?t - truck) (total-cost))
 (:durative-action drive
  :parameters (?t - truck ?p ?q - place)
  :duration (= ?duration (/ (far ?p ?q) (speed ?t)))
  :condition (and (at start (at ?t ?p)) (at start (>= (fuel ?t) (* 0.5 (far ?p ?q)))))
  :effect (and (at start (not (at ?t ?p))) (at start (decrease (fuel ?t) (* 0.5 (far ?p ?q))))
   (at end (at ?t ?q)) (at end (increase (total-cost) (* 0.25 ?duration)))))
 (:durative-action fill
  :parameters (?t - truck)
  :duration (= ?duration 1.5)
  :condition (at start (<= (fuel ?t) 2.5))
  :effect (at start (increase (fuel ?t) 2.25))))`

const tankProblem = `(define (problem way) (:domain tank)
 (:objects t - truck a b c - place)
 (:init (at t a) (= (fuel t) 2.5) (= (far a b) 5) (= (far b c) 3.5) (= (speed t) 2) (= (total-cost) 0)
  (= (far b a) 5) (= (far c b) 3.5) (= (far a c) 99) (= (far c a) 99) (= (far a a) 9) (= (far b b) 9) (= (far c c) 9))
 (:goal (at t c))
 (:metric minimize (+ (* 0.5 (total-time)) (total-cost))))`

// TestDecimals solves a problem with decimals, quotients and ?duration in an effect: driving takes 2.5
// and 1.75, and filling goes on at the same time. The cost is a quarter of the time on the road.
func TestDecimals(t *testing.T) {
	p, err := farbank.ParsePDDL("d.pddl", tankDomain, "p.pddl", tankProblem)
	if err != nil {
		text, _ := pddl.Import(context.Background(), pddl.File{Name: "d.pddl", Text: tankDomain}, pddl.File{Name: "p.pddl", Text: tankProblem}, 0)
		t.Fatal(err, text)
	}
	a, err := farbank.Solve(context.Background(), p, farbank.Question{})
	if err != nil || a.Best == nil {
		t.Fatal(a, err)
	}
	if got := p.ValueText(a.Best.Cost); got != "3.1875" {
		t.Errorf("value %s, want 0.5 · 4.25 + 0.25 · 4.25", got)
	}
}

// TestDecimalNumbers solves a problem without durations.
func TestDecimalNumbers(t *testing.T) {
	const domain = `(define (domain jug) (:requirements :fluents) (:predicates (p)) (:functions (x) (total-cost))
 (:action half :parameters () :precondition (< (x) 2.25) :effect (and (increase (x) 0.75) (increase (total-cost) 1.5)))
 (:action one :parameters () :precondition (< (x) 2) :effect (and (increase (x) 1) (increase (total-cost) 0.1))))`
	const problem = `(define (problem j) (:domain jug) (:init (= (x) 0.25) (= (total-cost) 0)) (:goal (= (x) 2.0)) (:metric minimize (total-cost)))`
	p, err := farbank.ParsePDDL("d.pddl", domain, "p.pddl", problem)
	if err != nil {
		t.Fatal(err)
	}
	a, err := farbank.Solve(context.Background(), p, farbank.Question{})
	if err != nil || a.Best == nil || p.ValueText(a.Best.Cost) != "1.6" {
		t.Error(a, err)
	}
	for want, problem := range map[string]string{
		"timed initial literals cannot be translated":            strings.Replace(problem, "(= (x) 0.25)", "(= (x) 0.25) (at 3.5 (p))", 1),
		"0.0123456789 is no decimal of at most 9 digits":         strings.Replace(problem, "0.25", "0.0123456789", 1),
		"a factor of the metric has more than 4 digits":          strings.Replace(problem, "(total-cost)))", "(* 0.01 (* 0.01 (* 0.01 (total-cost))))))", 1),
		"1000000001.5 is too large: numbers from -1000000000 to": strings.Replace(problem, "0.25", "1000000001.5", 1),
	} {
		_, err := farbank.ParsePDDL("d.pddl", domain, "p.pddl", problem)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "p.pddl:1:") {
			t.Errorf("%v, want %q with a place", err, want)
		}
	}
	growing := strings.Replace(domain, "(increase (x) 1)", "(scale-up (x) 1.5)", 1)
	if _, err := farbank.ParsePDDL("d.pddl", growing, "p.pddl", problem); err == nil || !strings.Contains(err.Error(), "more and more digits") {
		t.Error(err)
	}
}
