package pddl

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"

	"farbank/model"
)

const cellarDomain = `(define (domain cellar)
 (:requirements :typing :durative-actions :numeric-fluents)
 (:types fuse)
 (:predicates (lit) (free) (used) (mended ?f - fuse))
 (:functions (light) (gas))
 (:durative-action strike :parameters () :duration (= ?duration (light))
  :condition (and (at start (not (used))))
  :effect (and (at start (used)) (at start (lit)) (at end (not (lit)))))
 (:durative-action mend :parameters (?f - fuse) :duration (= ?duration 2)
  :condition (and (at start (free)) (over all (lit)) (at start (>= (gas) 1)))
  :effect (and (at start (not (free))) (at end (free)) (at end (mended ?f)) (at end (decrease (gas) 1)))))`

const cellarProblem = `(define (problem two) (:domain cellar) (:objects f1 f2 - fuse)
 (:init (free) (= (light) 4.5) (= (gas) 2.5)) (:goal (and (mended f1) (mended f2))) (:metric minimize (total-time)))`

// TestValidate judges plans of a match and two fuses.
func TestValidate(t *testing.T) {
	for _, c := range []struct{ plan, want string }{
		{"0: (strike) [4.5]\n0.001: (mend f1) [2]\n2.002: (mend f2) [2]", ""},
		{"0: (STRIKE) [4.5] ; a match\n\n2.4995: (mend f2) [2]\n0.001: (mend f1) [2]", ""},
		{"0: (strike) [4.5]\n0.001: (mend f1) [2]\n2.501: (mend f2) [2]", "time 4.5, (mend f2): is under way and needs (lit), which no longer holds"},
		{"0: (strike) [4.5]\n0.001: (mend f1) [2]\n2.5: (mend f2) [2]", ""}, // both end at 4.5
		{"0: (strike) [4.5]\n0.001: (mend f1) [2]\n2.001: (mend f2) [2]", "time 2.001, (mend f2): 0 after end of (mend f1), and both concern (free): 0.001 apart are needed"},
		{"0: (strike) [4.5]\n0.001: (mend f1) [2]\n2.0015: (mend f2) [2]", "time 2.0015, (mend f2): 0.0005 after end of (mend f1), and both concern (free): 0.001 apart are needed"},
		{"0: (strike) [4.5]\n0.001: (mend f1) [2]\n1: (mend f2) [2]", "time 1, (mend f2): does not apply: it needs (free)"},
		{"0: (strike) [5]\n0.001: (mend f1) [2]", "time 0, (strike): takes 4.5, not 5"},
		{"0: (strike) [4.5]\n0.001: (mend f1) [2]", "at the end: the goal is not met: it needs (mended f2)"},
		{"0: (strike) [4.5]\n0: (strike) [4.5]", "time 0, (strike): "},
		{"0: (mend f1) [2]", "time 0, (mend f1): is under way and needs (lit), which no longer holds"},
		{"0: (strike) [4.5]\n5: (strike) [4.5]", "time 5, (strike): does not apply: it needs (not (used))"},
		{"0: (strike) [4.5]\n1: (mend f3) [2]", `there is no object "f3"`},
		{"0: (light) [4.5]", `there is no action "light"`},
		{"0: (mend) [2]", "mend takes 1 object, not 0"},
		{"0: (strike)", "strike takes time: its duration is missing"},
		{"(strike) [4.5]", "a time is missing"},
		{"0: strike [4.5]", "a line of a plan is TIME: (action objects) [DURATION]"},
		{"0 (strike) [4.5]", "a line of a plan is"},
		{"0: (strike) [4,5]", "a line of a plan is"},
		{"-1: (strike) [4.5]", "a line of a plan is"},
		{"0: () [4.5]", "an action is missing"},
	} {
		v, err := Validate(t.Context(), File{"domain", cellarDomain}, File{"problem", cellarProblem}, File{"plan", c.plan}, 0)
		switch {
		case c.want == "" && (err != nil || v.Steps != 3 || v.Makespan != 4.5 || !v.Timed || v.Measured):
			t.Errorf("%s\n%+v, %v", c.plan, v, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s\n%v, want %s", c.plan, err, c.want)
		}
		var bad *model.PlanError
		if strings.HasPrefix(c.want, "time ") && !errors.As(err, &bad) {
			t.Errorf("%s\n%T", c.plan, err)
		}
	}
}

// TestValidateOnce judges actions that would overlap with themselves.
func TestValidateOnce(t *testing.T) {
	domain := `(define (domain d) (:requirements :durative-actions :numeric-fluents) (:predicates (a) (b)) (:functions (x) (y))
 (:durative-action go :parameters () :duration (= ?duration (x)) :effect (and (at start (a)) (at end (increase (y) (* 2 ?duration)))))
 (:durative-action set :parameters () :duration (= ?duration 1) :effect (and (at end (assign (x) 7)) (at end (b)))))`
	problem := `(define (problem p) (:domain d) (:init (= (x) 2) (= (y) 0)) (:goal (and (a) (= (y) 4))))`
	for plan, want := range map[string]string{
		"0: (go) [2]\n0: (go) [2]":  "time 0, (go): is still under way",
		"1: (go) [2]\n2: (set) [1]": "", // the duration was read at the start
	} {
		if _, err := Validate(t.Context(), File{"domain", domain}, File{"problem", problem}, File{"plan", plan}, 0); fmt.Sprint(err) != cmp.Or(want, "<nil>") {
			t.Errorf("%s\n%v, want %s", plan, err, want)
		}
	}
}

// TestValidateNumbers judges plans without times over numbers that grow.
func TestValidateNumbers(t *testing.T) {
	domain := `(define (domain d) (:requirements :numeric-fluents) (:predicates (done)) (:functions (x) (cost))
 (:action more :parameters () :precondition () :effect (and (increase (x) (/ (x) 4)) (increase (cost) 1.5)))
 (:action stop :parameters () :precondition (= (x) 1.5625) :effect (done)))`
	problem := `(define (problem p) (:domain d) (:init (= (x) 1) (= (cost) 0)) (:goal (done)) (:metric minimize (cost)))`
	v, err := Validate(t.Context(), File{"domain", domain}, File{"problem", problem}, File{"plan", "(more)\n(more)\n(stop)"}, 0)
	if err != nil || v.Metric != 3 || !v.Measured || v.Timed {
		t.Errorf("%+v, %v", v, err)
	}
	_, err = Validate(t.Context(), File{"domain", domain}, File{"problem", problem}, File{"plan", "(more)\n(stop)"}, 0)
	if err == nil || err.Error() != "step 2, (stop): does not apply: it needs (= (x) 1.5625)" {
		t.Error(err)
	}
}

// TestContradictingEvents refuses timed initial literals that contradict each other, with a place.
func TestContradictingEvents(t *testing.T) {
	domain := `(define (domain d) (:requirements :durative-actions :timed-initial-literals) (:predicates (p ?x) (g)) (:constants a b)
 (:durative-action go :parameters () :duration (= ?duration 2) :condition (at start (p a)) :effect (at end (g))))`
	for events, want := range map[string]string{
		"(at 5 (p a))\n(at 5 (not (p a)))":      "problem:2:1: (p a) cannot become true and false at the same time",
		"(at 5 (not (p a)))\n(at 5.0 (p a))":    "problem:2:1: (p a) cannot become true and false at the same time",
		"(at 5.0005 (not (p a)))\n(at 5 (p a))": "problem:1:56: (p a) changes twice within epsilon, 0.001",
		"(at 5 (p a)) (at 5 (p a))":             "",
		"(at 5 (p a)) (at 5 (not (p b)))":       "",
		"(at 5 (p a)) (at 5.001 (not (p a)))":   "",
		"(p a) (at 0 (not (p a))) (at 1 (p a))": "",
	} {
		problem := File{"problem", "(define (problem q) (:domain d) (:goal (g)) (:init (g) " + events + "))"}
		_, err := Validate(t.Context(), File{"domain", domain}, problem, File{"plan", ""}, 0)
		_, same := ReadDirect(t.Context(), File{"domain", domain}, problem, 0, 0)
		if fmt.Sprint(err) != fmt.Sprint(same) || want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s\n%v, %v, want %s", events, err, same, want)
		}
	}
}
