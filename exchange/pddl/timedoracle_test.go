package pddl_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/internal/testing/long"
)

// drawShort returns a domain and a problem with three durative actions of whole durations over four facts, and events.
func drawShort(seed uint64) (domain, problem string) {
	r := rand.New(rand.NewPCG(seed, 2))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	fact := func() string { return pick("(a)", "(b)", "(c)", "(d)") }
	literal := func() string {
		if r.IntN(4) == 0 {
			return "(not " + fact() + ")"
		}
		return fact()
	}
	var b strings.Builder
	b.WriteString("(define (domain d) (:requirements :durative-actions :disjunctive-preconditions :negative-preconditions :timed-initial-literals)\n (:predicates (a) (b) (c) (d))\n")
	for i := range 3 {
		var needs, effects []string
		for range r.IntN(3) {
			c := literal()
			if r.IntN(8) == 0 {
				c = "(or " + c + " " + literal() + ")"
			}
			needs = append(needs, fmt.Sprintf("(%s %s)", pick("at start", "over all", "over all", "at end"), c))
		}
		for range 1 + r.IntN(3) {
			effects = append(effects, fmt.Sprintf("(%s %s)", pick("at start", "at end"), literal()))
		}
		fmt.Fprintf(&b, " (:durative-action t%d :parameters () :duration (= ?duration %d)\n  :condition (and %s)\n  :effect (and %s))\n", i, 1+r.IntN(3), strings.Join(needs, " "), strings.Join(effects, " "))
	}
	b.WriteString(")")
	var init, goal []string
	for _, f := range []string{"(a)", "(b)", "(c)", "(d)"} {
		if r.IntN(4) == 0 {
			init = append(init, f)
		} else if r.IntN(2) == 0 {
			goal = append(goal, f)
		}
	}
	if r.IntN(4) == 0 {
		init = append(init, fmt.Sprintf("(at %d %s)", 1+r.IntN(3), literal()))
	}
	problem = fmt.Sprintf("(define (problem p) (:domain d) (:init %s) (:goal (and %s)))", strings.Join(init, " "), strings.Join(goal, " "))
	return b.String(), problem
}

// TestEnumeratedDurative compares answers with all plans in which each action occurs at most once, at whole times, judged by the
// rules of PDDL. There may be better plans, but none of these may be better than a bound, or exist where no plan is said to.
func TestEnumeratedDurative(t *testing.T) {
	found, missed, proven, together, refused := 0, 0, 0, 0, 0
	for seed := range long.Of[uint64](150, 2000) {
		domain, problem := drawShort(seed)
		best, plan := -1.0, ""
		var lengths [3]int
		for i, part := range strings.Split(domain, "?duration ")[1:] {
			fmt.Sscan(part[:1], &lengths[i])
		}
		var starts [3]int // -1: the action is not in the plan
		for n := range 7 * 7 * 7 {
			text := ""
			for i := range starts {
				if starts[i] = n%7 - 1; starts[i] >= 0 {
					text += fmt.Sprintf("%d: (t%d) [%d]\n", starts[i], i, lengths[i])
				}
				n /= 7
			}
			if v, err := farbank.VerifyPDDL(t.Context(), "d", domain, "p", problem, "plan", text, 1); err == nil && (best < 0 || v.Makespan < best) {
				best, plan = v.Makespan, text
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		p, err := farbank.ImprovePDDL(ctx, "d", domain, "p", problem, 1, nil)
		cancel()
		if err != nil {
			t.Errorf("%d: %v\n%s\n%s", seed, err, domain, problem)
			continue
		}
		if best >= 0 && (p.None || p.Bound > best || p.Proven && p.Makespan > best) {
			t.Errorf("%d: none %t, makespan %g, bound %g, proven %t, but there is\n%s\n%s\n%s", seed, p.None, p.Makespan, p.Bound, p.Proven, plan, domain, problem)
		}
		switch {
		case best >= 0 && p.Found:
			found++
		case best >= 0:
			missed++
		}
		if p.Proven {
			proven++
		}
		q, err := farbank.ParsePDDL("d", domain, "p", problem)
		if err != nil {
			if strings.Contains(err.Error(), "at the same instant") {
				together++
			}
			refused++
			continue
		}
		ctx, cancel = context.WithTimeout(t.Context(), time.Second)
		a, err := farbank.Solve(ctx, q, farbank.Question{})
		cancel()
		if err != nil || best >= 0 && (a.Status == farbank.None || a.Best != nil && float64(a.Best.Cost) > best) {
			t.Errorf("%d: as a .far file %v, %v, but there is\n%s\n%s\n%s", seed, a.Status, err, plan, domain, problem)
		}
	}
	t.Logf("%d found, %d missed, %d proven, %d refused, %d of these since actions may have to share an instant", found, missed, proven, refused, together)
	if found < 50 || missed > found/10 || proven < 20 {
		t.Errorf("%d found, %d missed, %d proven, %d refused", found, missed, proven, refused)
	}
}
