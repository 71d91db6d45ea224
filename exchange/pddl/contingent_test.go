package pddl_test

import (
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

// TestGeneratedUnknown compares answers to generated tasks with unknown facts and observations with those of the game on sets of states.
func TestGeneratedUnknown(t *testing.T) {
	n := uint64(250)
	if long.Enabled() {
		n = 6000
	}
	values := map[string]int{}
	for seed := range n {
		domain, problem := doubtful(rand.New(rand.NewPCG(seed, 3)))
		files := []pddl.File{{Name: "domain.pddl", Text: domain}, {Name: "problem.pddl", Text: problem}}
		p, err := pddl.Read(t.Context(), files[0], files[1], 500_000)
		if err != nil {
			t.Fatalf("%d: %v\n%s%s", seed, err, domain, problem)
		}
		if !p.Unseen() {
			continue
		}
		a, err := pddl.PlainBeliefs(p, 400)
		if err != nil {
			t.Fatal(err)
		}
		if a == nil {
			continue
		}
		f, err := game.Force(t.Context(), a, game.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := "none"
		if f.Cost[0] != game.Never {
			want = fmt.Sprint(f.Cost[0])
		}
		values[want]++
		text, err := pddl.Import(t.Context(), files[0], files[1], 500_000)
		if err != nil {
			t.Fatalf("%d: %v\n%s%s%s", seed, err, domain, problem, text)
		}
		written, err := farbank.Parse("imported.far", text)
		if err != nil {
			t.Fatalf("%d: %v\n%s%s%s", seed, err, domain, problem, text)
		}
		if got, err := farbank.Solve(t.Context(), written, farbank.Question{}); err != nil || worst(got) != want {
			t.Fatalf("%d: written out: %v, not %s\n%s%s%s", seed, worst(got), want, domain, problem, text)
		}
		got, err := farbank.Solve(t.Context(), p, farbank.Question{})
		if err != nil {
			t.Fatalf("%d: %v\n%s%s", seed, err, domain, problem)
		}
		if worst(got) != want {
			t.Fatalf("%d: %s, not %s\n%s%s", seed, worst(got), want, domain, problem)
		}
		got, err = farbank.Solve(t.Context(), p, farbank.Question{Plans: engine.Any})
		if err != nil || (worst(got) == "none") != (want == "none") {
			t.Fatalf("%d: any: %v %v, not %s\n%s%s", seed, got, err, want, domain, problem)
		}
	}
	if len(values) < 6 {
		t.Errorf("only %d different values: %v", len(values), values)
	}
}

func worst(a *engine.Answer) string {
	if a.Status != engine.Solved {
		return a.Status.String()
	}
	return fmt.Sprint(*a.Others.Cost)
}

// doubtful returns a random domain with observations, and a problem with unknown facts.
func doubtful(r *rand.Rand) (domain, problem string) {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	term := func() string { return pick("a", "b", "?x", "?x", "?x") }
	atom := func() string {
		return pick("(lit)", "(on "+term()+")", "(on "+term()+")", "(at "+term()+")", "(at "+term()+")")
	}
	literal := func() string { return pick(atom(), "(not "+atom()+")") }
	condition := func() string {
		return pick("(and)", literal(), "(and "+literal()+" "+literal()+")", "(or "+literal()+" "+literal()+")", "(exists (?y) (and (on ?y) (at ?y)))")
	}
	effect := func() string {
		return pick(literal(), literal(), "(and (not (at ?x)) (at b))", "(when "+condition()+" "+literal()+")", "(forall (?z) (when (at ?z) (and (not (at ?z)) (on ?z))))",
			"(and (when (at a) (and (not (at a)) (at b))) (when (at b) (and (not (at b)) (at c))))", "(increase (total-cost) 1)")
	}
	domain = "(define (domain d) (:requirements :adl :contingent :action-costs) (:constants a b c)\n" +
		"(:predicates (lit) (on ?x) (at ?x) (dim ?x)) (:functions (total-cost))\n"
	for i := range 2 + r.IntN(3) {
		domain += fmt.Sprintf("(:action do%d :parameters (?x) :precondition %s\n  :effect (and %s %s (increase (total-cost) %d)))\n", i, condition(), effect(), effect(), r.IntN(3))
	}
	for i := range r.IntN(3) {
		domain += fmt.Sprintf("(:action look%d :parameters (?x) :precondition %s :observe %s)\n", i, condition(), pick(atom(), "(dim ?x)", condition()))
	}
	if r.IntN(3) == 0 {
		domain += fmt.Sprintf("(:sensor feel :parameters (?x) :condition %s :sense %s)\n", condition(), literal())
	}
	init := ""
	for range 1 + r.IntN(3) {
		init += pick("(unknown "+atom()+")", "(oneof (at a) (at b) (at c))", "(oneof "+atom()+" "+atom()+")", "(or "+literal()+" "+literal()+")",
			"(oneof (and (at a) (dim b)) (and (on b) (dim b)) (not (dim b)))", "(and (dim c) (unknown (dim a)))", "(not "+atom()+")", atom()) + " "
	}
	problem = strings.ReplaceAll(fmt.Sprintf("(define (problem p) (:domain d) (:init %s)\n(:goal (and %s %s))%s)", init, literal(), literal(),
		pick("", "(:metric minimize (total-cost))")), "?x", "c")
	return domain + ")\n", problem
}

const doorDomain = `(define (domain rooms) (:requirements :typing :contingent) (:types room)
  (:predicates (in ?r - room) (next ?r ?s - room) (open ?r - room))
  (:action go :parameters (?r ?s - room) :precondition (and (in ?r) (next ?r ?s) (open ?s)) :effect (and (not (in ?r)) (in ?s)))
  (:action look :parameters (?r ?s - room) :precondition (and (in ?r) (next ?r ?s)) :observe (open ?s)))`

const doorProblem = `(define (problem p) (:domain rooms) (:objects a b c d - room)
  (:init (in a) (next a b) (next a c) (next b d) (next c d) (open d) (oneof (open b) (open c)))
  (:goal (in d)))`

// TestUnknown checks a small task: its value, and that the judge refuses its strategy for another task.
func TestUnknown(t *testing.T) {
	read := func(domain, problem string) *model.Problem {
		t.Helper()
		p, err := pddl.Read(t.Context(), pddl.File{Name: "domain.pddl", Text: domain}, pddl.File{Name: "problem.pddl", Text: problem}, 0)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	a, err := farbank.Solve(t.Context(), read(doorDomain, doorProblem), farbank.Question{})
	if err != nil || worst(a) != "3" {
		t.Fatalf("%v %v, not 3", a, err)
	}
	free := strings.Replace(strings.Replace(doorDomain, ":action look", ":sensor look", 1), ":precondition (and (in ?r) (next ?r ?s)) :observe", ":condition (and (in ?r) (next ?r ?s)) :sense", 1)
	if a, err := farbank.Solve(t.Context(), read(free, doorProblem), farbank.Question{}); err != nil || worst(a) != "2" {
		t.Fatalf("%v %v, not 2", a, err)
	}
	other := read(doorDomain, strings.Replace(doorProblem, "(oneof ", "(or ", 1))
	if _, err := engine.ValueOf(t.Context(), other, farbank.Question{}, a.Others.Strategy); err == nil {
		t.Error("a strategy for another task was not refused")
	}
	if a, err := farbank.Solve(t.Context(), read(doorDomain, strings.Replace(doorProblem, "(oneof (open b) (open c))", "(unknown (open b)) (unknown (open c))", 1)), farbank.Question{}); err != nil || worst(a) != "none" {
		t.Fatalf("%v %v, not none", a, err)
	}
}

// TestUnknownErrors checks the messages about unknown facts.
func TestUnknownErrors(t *testing.T) {
	for want, part := range map[string]string{
		"problem.pddl:2:70: unknown takes one fact":           "(unknown (open b) (open c))",
		"problem.pddl:2:79: a fact is needed":                 "(unknown (not (open b)))",
		"problem.pddl:2:70: oneof takes one fact or more":     "(oneof)",
		"problem.pddl:2:77: there is no predicate \"closed\"": "(oneof (closed b) (open c))",
		"problem.pddl:2:74: a quantifier is not understood":   "(or (exists (?r - room) (open ?r)) (open c))",
	} {
		text := strings.Replace(doorProblem, "(oneof (open b) (open c))", part, 1)
		_, err := pddl.Read(t.Context(), pddl.File{Name: "domain.pddl", Text: doorDomain}, pddl.File{Name: "problem.pddl", Text: text}, 0)
		said(t, err, want)
	}
}
