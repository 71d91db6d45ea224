package pddl_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/internal/testing/long"
)

// drawDurative returns a domain and a problem with durative actions over four facts and two numbers.
func drawDurative(seed uint64) (domain, problem string, epsilon float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	fact := func() string { return pick("(a)", "(b)", "(c)", "(d)") }
	number := func(lasts bool) string {
		list := []string{"1", "0.5", "2", "(x)", "(y)", "(+ (x) 1)", "(/ (y) 3)"}
		if lasts {
			list = append(list, "?duration", "?duration", "(* 3 ?duration)")
		}
		return pick(list...)
	}
	var cond func(lasts bool, deep int) string
	cond = func(lasts bool, deep int) string {
		switch k := r.IntN(8); {
		case k < 4:
			return fact()
		case k == 4:
			return "(not " + fact() + ")"
		case k == 5 && deep > 0:
			return "(or " + cond(lasts, 0) + " " + cond(lasts, 0) + ")"
		}
		return fmt.Sprintf("(%s %s %s)", pick(">=", "<=", "<", ">"), pick("(x)", "(y)"), number(lasts))
	}
	effect := func(lasts bool) string {
		var e string
		switch k := r.IntN(8); {
		case k < 4:
			e = fact()
		case k < 6:
			e = "(not " + fact() + ")"
		default:
			e = fmt.Sprintf("(%s %s %s)", pick("increase", "decrease", "assign"), pick("(x)", "(y)"), number(lasts))
		}
		if r.IntN(5) == 0 {
			e = "(when " + cond(lasts, 0) + " " + e + ")"
		}
		return e
	}
	var b strings.Builder
	b.WriteString("(define (domain d) (:requirements :durative-actions :numeric-fluents :conditional-effects :disjunctive-preconditions :negative-preconditions :timed-initial-literals)\n (:predicates (a) (b) (c) (d)) (:functions (x) (y))\n")
	for i := range 2 + r.IntN(4) {
		if r.IntN(5) == 0 {
			fmt.Fprintf(&b, " (:action i%d :parameters () :precondition %s :effect (and %s %s))\n", i, cond(false, 1), effect(false), effect(false))
			continue
		}
		var needs, effects []string
		for range r.IntN(3) {
			needs = append(needs, fmt.Sprintf("(%s %s)", pick("at start", "over all", "at end"), cond(true, 1)))
		}
		for range 1 + r.IntN(3) {
			effects = append(effects, fmt.Sprintf("(%s %s)", pick("at start", "at end"), effect(true)))
		}
		fmt.Fprintf(&b, " (:durative-action t%d :parameters () :duration (= ?duration %s)\n  :condition (and %s)\n  :effect (and %s))\n", i, number(false), strings.Join(needs, " "), strings.Join(effects, " "))
	}
	b.WriteString(")")
	var init, goal []string
	for _, f := range []string{"(a)", "(b)", "(c)", "(d)"} {
		if r.IntN(3) == 0 {
			init = append(init, f)
		} else if r.IntN(2) == 0 {
			goal = append(goal, f)
		}
	}
	for range max(0, r.IntN(4)-2) {
		init = append(init, fmt.Sprintf("(at %d %s)", 1+r.IntN(3), pick(fact(), "(not "+fact()+")")))
	}
	if r.IntN(3) == 0 {
		goal = append(goal, cond(false, 1))
	}
	problem = fmt.Sprintf("(define (problem p) (:domain d) (:init %s (= (x) %s) (= (y) %s)) (:goal (and %s)))", strings.Join(init, " "), pick("0", "1", "2.5"), pick("1", "0.7"), strings.Join(goal, " "))
	return b.String(), problem, []float64{0.001, 0.001, 0.000001, 0.1, 1, 3}[r.IntN(6)]
}

// TestRandomDurative searches generated tasks for plans, which are judged by the rules of PDDL, and
// compares makespans with the lower bound.
func TestRandomDurative(t *testing.T) {
	found, proven := 0, 0
	for seed := range long.Of[uint64](200, 500) {
		domain, problem, epsilon := drawDurative(seed)
		plan := func(improve bool) farbank.PDDLPlan {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			p, err := farbank.PlanPDDL(ctx, "d", domain, "p", problem, epsilon)
			if improve {
				p, err = farbank.ImprovePDDL(ctx, "d", domain, "p", problem, epsilon, nil)
			}
			var bug *farbank.BugError
			if errors.As(err, &bug) || err != nil && ctx.Err() == nil && !strings.Contains(err.Error(), "nothing takes time") {
				t.Errorf("%d (epsilon %g): %v\n%s\n%s", seed, epsilon, err, domain, problem)
			}
			return p
		}
		p, q := plan(false), plan(true)
		if q.Found && q.Makespan < q.Bound || p.Found && (p.Makespan < q.Bound || q.None) {
			t.Errorf("%d (epsilon %g): makespan %g, %g, bound %g, none %t\n%s\n%s\n%s", seed, epsilon, p.Makespan, q.Makespan, q.Bound, q.None, p.Text, domain, problem)
		}
		if p.Found {
			found++
		}
		if q.Proven {
			proven++
		}
	}
	if found < 20 || proven < 8 {
		t.Errorf("%d plans, %d proven best", found, proven)
	}
}

// TestDirect searches small tasks whose plans were not valid, or were not found.
func TestDirect(t *testing.T) {
	const domain = `(define (domain d) (:requirements :durative-actions :numeric-fluents :timed-initial-literals)
 (:predicates (done) (sign) (more) (left)) (:functions (x) (y) (z))
 (:durative-action work :parameters () :duration (= ?duration (x)) :condition (%s) :effect (and (at start (increase (x) 3)) (at end (assign (y) (+ ?duration 0))) (at end (done))))
 (:durative-action rest :parameters () :duration (= ?duration 0.5) :effect (and (at start (increase (z) 1)) (at end (more))))
 (:durative-action stop :parameters () :duration (= ?duration 1) :condition (at end (left)) :effect (and (at start (left)) (at end (decrease (y) (z))) (at end (more)))))`
	for _, c := range []struct {
		name, needs, init, goal string
		epsilon                 float64
		want                    float64 // the makespan, -1 for none
	}{
		{"the duration is that of the start", "and", "(= (x) 2) (= (y) 0) (= (z) 0)", "(and (done) (= (y) 2))", 0, 2},
		{"not that of the end", "and", "(= (x) 2) (= (y) 0) (= (z) 0)", "(and (done) (= (y) 5))", 0, 5.001 + 2},
		{"also meanwhile", "over all (>= (x) (+ ?duration 3))", "(= (x) 2) (= (y) 0) (= (z) 0)", "(done)", 0, 2},
		{"an event after the last action counts", "and", "(= (x) 2) (= (y) 0) (= (z) 0) (at 4 (sign))", "(and (sign) (done))", 0, 2},
		{"and needs none", "and", "(= (x) 2) (= (y) 0) (= (z) 0) (at 4 (sign))", "(sign)", 0, 0},
		{"it ends what was reached", "and", "(= (x) 2) (= (y) 0) (= (z) 0) (at 4 (not (left)))", "(left)", 0, 5.001},
		{"no action overlaps with itself", "and", "(= (x) 2) (= (y) 0) (= (z) 0)", "(>= (z) 2)", 0, 1},
		{"an action that is shorter than epsilon", "and", "(= (x) 2) (= (y) 0) (= (z) 0)", "(left)", 2, -1},
		{"nothing to do", "and", "(= (x) 2) (= (y) 0) (= (z) 0)", "(= (x) 2)", 0, 0},
	} {
		problem := "(define (problem p) (:domain d) (:init " + c.init + ") (:goal " + c.goal + "))"
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		text := fmt.Sprintf(domain, c.needs)
		p, err := farbank.ImprovePDDL(ctx, "d", text, "p", problem, c.epsilon, nil)
		cancel()
		if !p.Found {
			p.Makespan = -1
		}
		if err != nil || math.Abs(p.Makespan-c.want) > 0.1 {
			t.Errorf("%s: %v, makespan %g, want %g\n%s", c.name, err, p.Makespan, c.want, p.Text)
		}
	}
	_, err := farbank.ImportPDDL("d", fmt.Sprintf(domain, "over all (>= (x) ?duration)"), "p", "(define (problem p) (:domain d) (:init (= (x) 2) (= (y) 0) (= (z) 0)) (:goal (done)))")
	if err == nil || !strings.HasPrefix(err.Error(), "d:3:") || !strings.Contains(err.Error(), "?duration is understood after the start") {
		t.Error(err)
	}
}

// TestNearEvents ends an action less than epsilon before an event, which keeps apart what interferes.
func TestNearEvents(t *testing.T) {
	const domain = `(define (domain d) (:requirements :durative-actions :timed-initial-literals) (:predicates (p) (q) (z))
 (:durative-action act :parameters () :duration (= ?duration 4.9995) :condition (and (at start (z))) :effect (and (at end (p)) (at end (q)))))`
	for _, goal := range []string{"(q)", "(and (q) (p))"} {
		problem := "(define (problem p) (:domain d) (:init (z) (at 5 (not (p)))) (:goal " + goal + "))"
		p, err := farbank.PlanPDDL(t.Context(), "d", domain, "p", problem, 0.001)
		better, also := farbank.ImprovePDDL(t.Context(), "d", domain, "p", problem, 0.001, nil)
		if err != nil || also != nil || p.Makespan != 5.001 || better.Makespan != 5.001 {
			t.Errorf("%s: %v, %g; %v, %g", goal, err, p.Makespan, also, better.Makespan)
		}
	}
}

// TestNegativeDuration checks that an action that can never begin does not mislead the search.
func TestNegativeDuration(t *testing.T) {
	const domain = `(define (domain d) (:requirements :durative-actions :fluents) (:predicates (a) (b) (z)) (:functions (x))
 (:durative-action never :parameters () :duration (= ?duration (- 5)) :condition (and (at start (z))) :effect (and (at end (a))))
 (:durative-action first :parameters () :duration (= ?duration 3) :condition (and (at start (z))) :effect (and (at end (a))))
 (:durative-action then :parameters () :duration (= ?duration 3) :condition (and (at start (a))) :effect (and (at end (b)))))`
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond) // the bound counts the first action, so nothing is proven
	defer cancel()
	p, err := farbank.ImprovePDDL(ctx, "d", domain, "p", "(define (problem p) (:domain d) (:init (z) (= (x) 0)) (:goal (and (a) (b))))", 0.001, nil)
	if err != nil || p.Makespan != 6.001 {
		t.Errorf("%v, %+v", err, p)
	}
}
