package pddl_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/exchange/pddl"
	"farbank/game"
	"farbank/internal/testing/long"
	"farbank/model"
)

// TestGeneratedChance compares answers to generated domains with oneof and probabilistic effects with those of the game on sets of facts.
func TestGeneratedChance(t *testing.T) {
	n := uint64(300)
	if long.Enabled() {
		n = 6000
	}
	values := map[string]int{}
	for seed := range n {
		domain, problem := chancy(rand.New(rand.NewPCG(seed, 2)))
		p, err := pddl.Read(t.Context(), pddl.File{Name: "domain.pddl", Text: domain}, pddl.File{Name: "problem.pddl", Text: problem}, 500_000)
		if err != nil {
			t.Fatalf("%d: %v\n%s%s", seed, err, domain, problem)
		}
		if !p.Others() { // the actions with outcomes never apply, or change nothing
			continue
		}
		a := pddl.PlainArena(p, 300)
		if a == nil {
			continue
		}
		text, err := pddl.Import(t.Context(), pddl.File{Name: "domain.pddl", Text: domain}, pddl.File{Name: "problem.pddl", Text: problem}, 500_000)
		if err != nil {
			t.Fatalf("%d: %v\n%s%s%s", seed, err, domain, problem, text)
		}
		written, err := farbank.Parse("imported.far", text)
		if err != nil {
			t.Fatalf("%d: %v\n%s%s%s", seed, err, domain, problem, text)
		}
		for _, q := range []farbank.Question{{}, {Plans: engine.Sure}, {Worst: true}} {
			got, err := farbank.Solve(t.Context(), p, q)
			if err != nil {
				t.Fatalf("%d: %v\n%s%s", seed, err, domain, problem)
			}
			want := plainValue(t, a, q)
			if value(got, q) != want {
				t.Fatalf("%d: %s, not %s\n%s%s", seed, value(got, q), want, domain, problem)
			}
			values[want]++
			if got, err = farbank.Solve(t.Context(), written, q); err != nil || value(got, q) != want {
				t.Fatalf("%d: written out: %v %v, not %s\n%s%s%s", seed, got, err, want, domain, problem, text)
			}
		}
	}
	if len(values) < 10 {
		t.Errorf("only %d different values: %v", len(values), values)
	}
}

// chancy returns a random domain with choices, and a problem.
func chancy(r *rand.Rand) (domain, problem string) {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	term := func() string { return pick("a", "b", "?x", "?x", "?x") }
	atom := func() string {
		return pick("(lit)", "(on "+term()+")", "(on "+term()+")", "(at "+term()+")", "(at "+term()+")")
	}
	literal := func() string { return pick(atom(), "(not "+atom()+")") }
	condition := func() string {
		return pick(literal(), "(and "+literal()+" "+literal()+")", "(or "+literal()+" "+literal()+")", "(exists (?y) (and (on ?y) (at ?y)))")
	}
	var effect func(depth int) string
	effect = func(depth int) string {
		if depth == 0 {
			return pick(literal(), literal(), "(and (not (at ?x)) (at b))", "(forall (?z) (not (on ?z)))", "(and)")
		}
		x, y := effect(depth-1), effect(depth-1)
		switch r.IntN(7) {
		case 0:
			return "(and " + x + " " + y + ")"
		case 1:
			return "(when " + condition() + " " + x + ")"
		case 2:
			return "(oneof " + x + " " + y + " " + effect(0) + ")"
		case 3:
			return "(probabilistic " + pick("0.25", "1/3", "1", ".5") + " " + x + ")"
		case 4:
			return "(probabilistic 1/5 " + x + " 0.8 " + y + ")"
		case 5:
			return "(increase (total-cost) 1)"
		}
		return x
	}
	domain = "(define (domain d) (:requirements :adl :non-deterministic :probabilistic-effects :action-costs) (:constants a b c)\n" +
		"(:predicates (lit) (on ?x) (at ?x)) (:functions (total-cost))\n"
	for i := range 2 + r.IntN(3) {
		domain += fmt.Sprintf("(:action do%d :parameters (?x) :precondition %s\n  :effect (and %s %s (increase (total-cost) %d)))\n", i, condition(), effect(r.IntN(4)), effect(r.IntN(2)), r.IntN(3))
	}
	problem = strings.ReplaceAll(fmt.Sprintf("(define (problem p) (:domain d) (:init (at a) %s)\n(:goal (and %s %s))%s)", pick("", "(lit)", "(on b)"), literal(), literal(),
		pick("", "(:metric minimize (total-cost))")), "?x", "c")
	return domain + ")\n", problem
}

// value returns the value of an answer.
func value(a *engine.Answer, q engine.Question) string {
	switch o := a.Others; {
	case a.Status != engine.Solved:
		return a.Status.String()
	case q.Plans == engine.Sure:
		return "sure"
	case q.Worst:
		return fmt.Sprint(*o.Cost)
	case o.Expected != nil:
		return "sure, " + o.Expected.String()
	default:
		return o.Probability.String()
	}
}

// plainValue returns the value of an arena.
func plainValue(t *testing.T, a *game.Arena, q engine.Question) string {
	t.Helper()
	ctx := context.Background()
	if q.Worst {
		f, err := game.Force(ctx, a, game.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f.Cost[0] == game.Never {
			return "none"
		}
		return fmt.Sprint(f.Cost[0])
	}
	s, err := game.Sure(ctx, a, game.Options{})
	if err != nil {
		t.Fatal(err)
	}
	solve := game.Reach
	switch {
	case q.Plans == engine.Sure && s.In[0]:
		return "sure"
	case q.Plans == engine.Sure:
		return "none"
	case s.In[0]:
		solve = game.Expected
	}
	v, err := solve(ctx, a, game.Options{})
	switch {
	case err != nil || v.Exact == nil:
		t.Fatal(err)
	case s.In[0]:
		return "sure, " + v.Exact[0].RatString()
	case v.Exact[0].Sign() == 0:
		return "none"
	}
	return v.Exact[0].RatString()
}

const coinsDomain = `(define (domain coins)
  (:requirements :typing :probabilistic-effects :rewards)
  (:types coin)
  (:predicates (heads ?c - coin))
  (:action throw :parameters (?c - coin) :precondition (not (heads ?c))
    :effect (and (probabilistic 1/3 (heads ?c)) (decrease (reward) 2))))`

const coinsProblem = `(define (problem p) (:domain coins) (:objects a b - coin) (:init) (:goal (and (heads a) (heads b)))
  (:goal-reward 100) (:metric maximize (reward)))`

// TestChance checks the value of a task with rewards, its moves, and that the judge refuses a strategy for another task.
func TestChance(t *testing.T) {
	read := func(domain, problem string) (*model.Problem, error) {
		return pddl.Read(t.Context(), pddl.File{Name: "domain.pddl", Text: domain}, pddl.File{Name: "problem.pddl", Text: problem}, 0)
	}
	p, err := read(coinsDomain, coinsProblem)
	if err != nil {
		t.Fatal(err)
	}
	a, err := farbank.Solve(t.Context(), p, farbank.Question{})
	if err != nil || value(a, farbank.Question{}) != "sure, 12" {
		t.Fatalf("%v %v, not 12", a, err)
	}
	var names []string
	for _, m := range p.Moves {
		names = append(names, m.String())
	}
	if got := strings.Join(names, " "); got != "throw(a) throw:1(a) throw:2(a) throw(b) throw:1(b) throw:2(b)" {
		t.Error(got)
	}
	if _, err := read(strings.Replace(coinsDomain, "(not (heads ?c))", "(hot ?c)", 1), coinsProblem); err == nil {
		t.Error("there is no predicate hot")
	}
	other, err := read(strings.Replace(coinsDomain, "1/3 (heads ?c)", "1/3 (forall (?x - coin) (heads ?x))", 1), coinsProblem)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.ValueOf(t.Context(), other, farbank.Question{}, a.Others.Strategy); err == nil {
		t.Error("a strategy for another task was not refused")
	}
}

// TestChanceErrors checks the messages about choices.
func TestChanceErrors(t *testing.T) {
	many := strings.Repeat("(oneof (heads ?c) (not (heads ?c)))", 13)
	for want, effect := range map[string]string{
		"domain.pddl:6:33: a probability is needed":                           "(probabilistic x (heads ?c))",
		"domain.pddl:6:43: the probabilities sum to more than 1":              "(probabilistic 0.6 (and) 0.5 (heads ?c))",
		"domain.pddl:6:18: probabilistic takes pairs":                         "(probabilistic 0.6)",
		"domain.pddl:6:18: oneof takes one effect or more":                    "(oneof)",
		"domain.pddl:6:38: oneof is not understood within forall":             "(forall (?x - coin) (oneof (heads ?x)))",
		"domain.pddl:6:443: the action throw has more than 4096 outcomes":     "(and " + many + ")",
		"domain.pddl:6:18: the probabilities of throw need too large numbers": "(probabilistic 0.123456789012 (heads ?c))",
	} {
		text := strings.Replace(coinsDomain, "(probabilistic 1/3 (heads ?c))", effect, 1)
		_, err := pddl.Read(t.Context(), pddl.File{Name: "domain.pddl", Text: text}, pddl.File{Name: "problem.pddl", Text: coinsProblem}, 0)
		said(t, err, want)
	}
}
