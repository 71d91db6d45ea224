package farbank_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"farbank"
	"farbank/exchange"
	pddlfiles "farbank/exchange/pddl"
)

// TestTimedExport writes problems in which moves take time as durative actions, reads these back,
// and compares the makespan with the enumerated one.
func TestTimedExport(t *testing.T) {
	written, reached := 0, 0
	for seed := range uint64(300) {
		c := drawTimed(seed)
		if !c.safe(c.begin()) || !slices.ContainsFunc(c.moves, func(m timedMove) bool { return m.takes >= 0 }) {
			continue
		}
		time, _, ok := c.best()
		src := c.source()
		p, err := farbank.Parse("timed.far", src)
		if err != nil {
			t.Fatal(seed, err, src)
		}
		var text strings.Builder
		var refused *exchange.Refusal
		if err := farbank.Export(t.Context(), p, "pddl", farbank.ExportOptions{}, &text); errors.As(err, &refused) && refused.Pos.Line > 0 {
			continue
		} else if err != nil {
			t.Fatal(seed, err, src)
		}
		written++
		domain, problem := pddlfiles.Split([]byte(text.String()))
		q, err := farbank.ParsePDDL("d.pddl", string(domain), "p.pddl", string(problem))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, src, text.String())
		}
		a, err := farbank.Solve(t.Context(), q, farbank.Question{})
		switch {
		case err != nil:
			t.Fatal(seed, err)
		case !ok && a.Best == nil && a.Status == farbank.None:
		case !ok || a.Best == nil:
			t.Errorf("seed %d: %v, want a plan: %v\n%s\n%s", seed, a.Status, ok, src, text.String())
		default:
			reached++
			if q.Unit > 0 && a.Best.Cost != int64(time) {
				t.Errorf("seed %d: time %d, want %d\n%s\n%s", seed, a.Best.Cost, time, src, text.String())
			}
		}
	}
	if written < 120 || reached < 15 {
		t.Errorf("%d written, %d with a plan", written, reached)
	}
}

// TestStateDependentEffects finds plans in which an action changes by how much another one changes a number, and total-cost
// has no value at first.
func TestStateDependentEffects(t *testing.T) {
	const domain = `(define (domain rates) (:requirements :numeric-fluents) (:functions (x) (y) (rate) (total-cost))
 (:action up :parameters () :precondition (and) :effect (and (increase (x) (* 3 (rate))) (increase (total-cost) 1)))
 (:action down :parameters () :precondition (>= (y) (rate)) :effect (and (decrease (y) (rate)) (increase (total-cost) 1)))
 (:action faster :parameters () :precondition (<= (rate) 4) :effect (and (increase (rate) 1) (increase (total-cost) 1)))
 (:action slower :parameters () :precondition (>= (rate) 1) :effect (and (decrease (rate) 1) (increase (total-cost) 1))))`
	const problem = `(define (problem p) (:domain rates) (:init (= (x) -3000) (= (y) 700) (= (rate) 0))
 (:goal (and (>= (x) 2000) (<= (y) 3) (= (rate) 0))))`
	plan, err := farbank.PlanPDDL(t.Context(), "d.pddl", domain, "p.pddl", problem, 0)
	if err != nil || !plan.Found {
		t.Fatalf("%v, found: %t", err, plan.Found)
	}
	if _, err := farbank.VerifyPDDL(t.Context(), "d.pddl", domain, "p.pddl", problem, "plan", plan.Text, 0); err != nil {
		t.Error(err)
	}
}

// TestCounters finds a plan in which many numbers that compete for their order change in long runs.
func TestCounters(t *testing.T) {
	const domain = `(define (domain counters) (:requirements :numeric-fluents :typing) (:types counter) (:functions (value ?c - counter))
 (:action increment :parameters (?c - counter) :precondition (<= (value ?c) 59) :effect (increase (value ?c) 1))
 (:action decrement :parameters (?c - counter) :precondition (>= (value ?c) 1) :effect (decrease (value ?c) 1)))`
	const problem = `(define (problem p) (:domain counters) (:objects a b c d e f - counter)
 (:init (= (value a) 55) (= (value b) 30) (= (value c) 44) (= (value d) 10) (= (value e) 3) (= (value f) 20))
 (:goal (and (< (value a) (value b)) (< (value b) (value c)) (< (value c) (value d)) (< (value d) (value e)) (< (value e) (value f)))))`
	plan, err := farbank.PlanPDDL(t.Context(), "d.pddl", domain, "p.pddl", problem, 0)
	if err != nil || !plan.Found {
		t.Errorf("%v, found: %t", err, plan.Found)
	}
}
