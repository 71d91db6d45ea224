package pddl_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/exchange"
	"farbank/exchange/pddl"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/internal/testing/oracle"
	plans "farbank/lang/plan"
	"farbank/lang/syntax"
	"farbank/model"
	"farbank/show/render"
)

// read reads a domain and a problem.
func read(t *testing.T, domain, problem string) *model.Problem {
	t.Helper()
	p, err := pddl.Read(t.Context(), pddl.File{Name: "domain.pddl", Text: domain}, pddl.File{Name: "problem.pddl", Text: problem}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// world uses the supported features: either types, constants, quantifiers, disjunctions,
// conditional effects, derived predicates, costs from a table.
const world = `; a robot that paints
(define (domain paint)
  (:requirements :adl :derived-predicates :action-costs)
  (:types room thing - object box ball - thing)
  (:constants hall - room)
  (:predicates (in ?t - thing ?r - room) (at ?r - room) (door ?a ?b - room) (red ?t - thing) (holds ?t - thing) (free)
    (alone ?r - room) (wet ?x - (either room ball)))
  (:functions (total-cost) - number (far ?a ?b - room) - number)
  (:derived (alone ?r - room) (not (exists (?t - thing) (in ?t ?r))))
  (:action go :parameters (?a ?b - room)
    :precondition (and (at ?a) (or (door ?a ?b) (door ?b ?a)) (not (= ?a ?b)))
    :effect (and (not (at ?a)) (at ?b) (increase (total-cost) (far ?a ?b))
      (forall (?t - thing) (when (holds ?t) (and (not (in ?t ?a)) (in ?t ?b))))))
  (:action take :parameters (?t - thing ?r - room) :precondition (and (free) (at ?r) (in ?t ?r))
    :effect (and (not (free)) (holds ?t) (increase (total-cost) 1)))
  (:action drop :parameters (?t - thing) :precondition (holds ?t)
    :effect (and (free) (not (holds ?t)) (increase (total-cost) 1)))
  (:action paint :parameters (?t - thing) :precondition (and (holds ?t) (imply (wet hall) (alone hall)))
    :effect (and (red ?t) (when (red ?t) (wet hall)) (increase (total-cost) 2))))
`

const painting = `(define (problem two) (:domain paint)
  (:objects kitchen cellar - room b1 b2 - box o - ball)
  (:init (at hall) (free) (in b1 kitchen) (in b2 cellar) (in o hall) (door hall kitchen) (door cellar hall)
    (= (total-cost) 0) (= (far hall kitchen) 1) (= (far kitchen hall) 1) (= (far hall cellar) 4) (= (far cellar hall) 4)
    (= (far kitchen cellar) 9) (= (far cellar kitchen) 9))
  (:goal (and (red b1) (in b1 cellar) (exists (?o - ball) (or (in ?o kitchen) (red ?o))) (forall (?x - box) (not (holds ?x)))))
  (:metric minimize (total-cost)))
`

// TestRead solves a problem with several engines and validates the plan, which is written and
// read in PDDL format.
func TestRead(t *testing.T) {
	p := read(t, world, painting)
	costs := map[int64]bool{}
	for _, name := range []string{"search", "planning"} {
		e, err := farbank.Engines.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		a, err := farbank.SolveWith(t.Context(), e, p, farbank.Question{}, nil)
		if err != nil || a.Status != farbank.Solved {
			t.Fatalf("%s: %+v, %v", name, a, err)
		}
		costs[a.Best.Cost] = true
		steps, cost, err := p.Verify(*a.Best)
		if err != nil || cost != a.Best.Cost {
			t.Fatalf("%s: %d, %v", name, cost, err)
		}
		var text bytes.Buffer
		if err := render.Plan(&text, p, steps); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(text.String(), fmt.Sprintf("; cost = %d (general cost)\n", cost)) || !strings.HasPrefix(text.String(), "(") {
			t.Errorf("the plan is written as\n%s", &text)
		}
		back, err := plans.Read(p, "plan", strings.ToUpper(text.String()))
		if err != nil || len(back) != 1 || back[0].Err != nil || !slices.Equal(back[0].Plan.Moves, a.Best.Moves) {
			t.Errorf("read back: %v, %v", back, err)
		}
	}
	// take o, go, drop o, take b1, paint b1, back, on to the cellar, drop b1.
	if len(costs) != 1 || !costs[1+1+1+1+2+1+4+1] {
		t.Errorf("costs %v", costs)
	}
}

// TestReadJudge compares the cells with the judge's sets of facts on random walks: the same
// moves apply, with the same successors.
func TestReadJudge(t *testing.T) {
	checkJudge(t, read(t, world, painting), 60, 30)
}

func checkJudge(t *testing.T, p *model.Problem, walks, length int) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	for range min(walks, walks*len(p.Moves)) {
		var moves []int
		for range length {
			k := r.IntN(len(p.Moves))
			next := append(slices.Clone(moves), k)
			want, cost, err := p.VerifyWalk(model.Plan{Moves: next})
			bare := *p
			bare.Judge = nil
			got, cost2, err2 := bare.VerifyWalk(model.Plan{Moves: next})
			if (err == nil) != (err2 == nil) || err == nil && (cost != cost2 || !slices.Equal(want[len(want)-1].State, got[len(got)-1].State)) {
				t.Fatalf("%s after %v: %v and %v, %d and %d", p.Moves[k], moves, err, err2, cost, cost2)
			}
			if err == nil {
				moves = next
			}
		}
	}
}

// TestExportsComeBack reads exports, whose costs must be the same.
func TestExportsComeBack(t *testing.T) {
	n, met := 40, 0
	if long.Enabled() {
		n = 1000
	}
	for i := range n {
		p, src := oracle.Problem(uint64(i)+7000, generated.Options{States: 100, Without: slices.Concat(oracle.Wide, oracle.Staged)})
		if p.Goals != nil {
			continue
		}
		var text bytes.Buffer
		var refused *exchange.Refusal
		if err := farbank.Export(t.Context(), p, "pddl", farbank.ExportOptions{}, &text); errors.As(err, &refused) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		length, cost := readPDDL(t, text.String()).solve()
		if !strings.Contains(text.String(), ":metric") {
			cost = int64(length)
		}
		domain, problem := pddl.Split(text.Bytes())
		back := read(t, string(domain), string(problem))
		checkJudge(t, back, 2, 10)
		a, err := farbank.Solve(t.Context(), back, farbank.Question{})
		if err != nil || (a.Status == engine.None) != (length < 0) || a.Best != nil && a.Best.Cost != cost {
			t.Fatalf("%d: %+v, %v; want %d of %d:\n%s", i, a, err, length, cost, src)
		}
		met++
	}
	if met < 10 {
		t.Errorf("only %d came back", met)
	}
}

// TestReadErrors checks that errors have their file, line and column.
func TestReadErrors(t *testing.T) {
	changeIn := func(domain, problem, old, new string) [2]string {
		if !strings.Contains(domain+problem, old) {
			t.Fatalf("there is no %q", old)
		}
		return [2]string{strings.Replace(domain, old, new, 1), strings.Replace(problem, old, new, 1)}
	}
	change := func(old, new string) [2]string { return changeIn(world, painting, old, new) }
	truck := func(old, new string) [2]string { return changeIn(trucks, trucking, old, new) }
	for want, files := range map[string][2]string{
		"domain.pddl:8:30: where has 1 arguments, not 2":                               truck("(road (where ?t) ?to)", "(road (where ?t ?t) ?to)"),
		"domain.pddl:8:24: where gives an object; it is no condition":                  truck("(road (where ?t) ?to)", "(where ?t)"),
		"domain.pddl:8:46: >= takes 2 parts":                                           truck("(>= (fuel ?t) (length (where ?t) ?to))", "(>= (fuel ?t))"),
		"domain.pddl:8:60: - takes two numbers":                                        truck("(length (where ?t) ?to))", "(- 1 2 3))"),
		"domain.pddl:9:28: there is no function \"fule\"":                              truck("(decrease (fuel ?t)", "(decrease (fule ?t)"),
		"domain.pddl:9:18: decrease takes a function and a number":                     truck("(decrease (fuel ?t) (length (where ?t) ?to))", "(decrease (fuel ?t))"),
		"domain.pddl:9:18: scale-down is not understood":                               truck("(decrease (fuel ?t)", "(scale-down (fuel ?t)"),
		"domain.pddl:5:94: there is no type \"palce\"":                                 truck("(where ?t - truck) - place)", "(where ?t - truck) - palce)"),
		"domain.pddl:5:15: road is declared twice":                                     truck("(:functions (fuel", "(:functions (road ?t - truck) (fuel"),
		"domain.pddl:5:15: a function such as (total-cost) is needed":                  truck("(:functions (fuel", "(:functions fuel (fuel"),
		"problem.pddl:4:58: (fuel t) is given twice":                                   truck("(= (where t) depot)", "(= (fuel t) 3) (= (where t) depot)"),
		"problem.pddl:4:71: t is not of the type that where gives":                     truck("(= (where t) depot)", "(= (where t) t)"),
		"problem.pddl:4:78: (where t) is given twice":                                  truck("(= (spent) 0)", "(= (where t) a) (= (spent) 0)"),
		"problem.pddl:6:24: there is no function \"spend\"":                            truck("(+ (spent) (total-time))", "(+ (spend) (total-time))"),
		"problem.pddl:6:3: the longer the plan, the less the metric":                   truck("(+ (spent) (total-time))", "(- 3 (total-time))"),
		"problem.pddl:6:3: the metric is not a linear expression":                      truck("(+ (spent) (total-time))", "(* (spent) (total-time))"),
		"domain.pddl:9:73: the metric depends on (spent), which may do more than grow": truck("(increase (spent) (* 2", "(scale-up (spent) (* 2"),
		"domain.pddl:9:73: the action drive may make the metric less":                  truck("(increase (spent) (* 2", "(increase (spent) (* -2"),
		"domain.pddl:9:81: a division does not come out even":                          truck("(* 2 (length", "(/ 3 (length"),
		"domain.pddl:6:3: way depends on not being so itself, by way of way":           truck("(and (way ?a ?c) (way ?c ?b))", "(and (way ?a ?c) (not (way ?c ?b)))"),
		"domain.pddl:13:18: way is derived; no action can change it":                   truck("(at ?p (where ?t)) (not", "(way ?t ?t) (not"),
		"domain.pddl:11:12: the action drive is declared twice":                        truck("(:action load", "(:action drive"),
		"domain.pddl:11:87: :precondition is given twice":                              truck(":precondition (at ?p (where ?t)) :effect", ":precondition (at ?p (where ?t)) :precondition (at ?p (where ?t)) :effect"),
		"domain.pddl:3:11: a name is needed":                                           truck("(:types truck", "(:types (truck)"),
		"domain.pddl:13:58: an effect is needed":                                       truck("(not (aboard ?p ?t))))\n", "(not (aboard ?p ?t)) x))\n"),
		"domain.pddl:7:42: ?t stands there twice":                                      truck("(?t - truck ?to - place)", "(?t - truck ?t - place)"),
		"domain.pddl:7:46: a type is needed after -":                                   truck("(?t - truck ?to - place)", "(?t - truck ?to -)"),
		"domain.pddl:7:31: a variable is needed, not \"t\"":                            truck("(?t - truck ?to - place)", "(t - truck ?to - place)"),
		"domain.pddl:1:1: (define (domain NAME) ...) is needed":                        truck("(domain trucks)", "(domain)"),
		"problem.pddl:5:10: forall takes 2 parts":                                      truck("(:goal (and", "(:goal (forall"),
		"problem.pddl:5:3: :gaol is not understood":                                    truck("(:goal (and", "(:gaol (and"),
		"problem.pddl:4:92: way is derived; it cannot be given":                        truck("(at p b)", "(way a b)"),
		"problem.pddl:3:44: t is not of the type that at takes there":                  truck("(road a b)", "(at t a)"),
		"domain.pddl:13:18: when takes a condition and an effect":                      truck("(at ?p (where ?t)) (not", "(when (at ?p (where ?t))) (not"),
		"domain.pddl:9:28: (fuel t) may grow without end by the action drive":          truck("(and (= (where ?t) depot) (< (fuel ?t) 12)) :effect (and (assign (fuel ?t) 12)", "(= (where ?t) depot) :effect (and (increase (fuel ?t) 12)"),
		"domain.pddl:2:1: this bracket is never closed":                                change("(increase (total-cost) 2))))", "(increase (total-cost) 2)))"),
		"domain.pddl:3:57: the requirement :magic is not understood":                   change(":action-costs)", ":action-costs :magic)"),
		"problem.pddl:7:3: :constraints is not understood":                             change("(:metric minimize (total-cost))", "(:constraints (always (at hall)))"),
		"domain.pddl:6:118: there is no type \"thin\"":                                 change("(holds ?t - thing)", "(holds ?t - (either box thin))"),
		"domain.pddl:11:24: there is no predicate \"att\"":                             change("(and (at ?a) (or", "(and (att ?a) (or"),
		"domain.pddl:11:28: there is no variable ?c":                                   change("(and (at ?a) (or", "(and (at ?c) (or"),
		"domain.pddl:11:24: at has 1 arguments, not 2":                                 change("(and (at ?a) (or", "(and (at ?a ?b) (or"),
		"domain.pddl:16:17: \":when\" is not understood here":                          change("(:action drop :parameters", "(:action drop :when (free) :parameters"),
		"domain.pddl:18:85: there is no object \"hal\"":                                change("(wet hall) (alone", "(wet hal) (alone"),
		"problem.pddl:1:23: the problem is not one of the domain paint":                change("(:domain paint)\n", "(:domain pant)\n"),
		"problem.pddl:3:14: kitchen is not of the type that in takes there":            change("(:init (at hall)", "(:init (in kitchen hall)"),
		"problem.pddl:4:46: a number is needed, not \"x\"":                             change("(= (far hall kitchen) 1)", "(= (far hall kitchen) x)"),
		"problem.pddl:7:3: only (:metric minimize ...) is understood":                  change("(:metric minimize (total-cost))", "(:metric maximize (total-cost))"),
		"problem.pddl:1:1: the problem has no goal":                                    change("(:goal (and (red b1) (in b1 cellar) (exists (?o - ball) (or (in ?o kitchen) (red ?o))) (forall (?x - box) (not (holds ?x)))))", ""),
		"domain.pddl:1:21: there is more after the last bracket":                       {"(define (domain x)) x", ""},
		"domain.pddl:1:1: \"x\" stands outside of all brackets":                        {"x", ""},
		"domain.pddl: there is nothing in the file":                                    {"; nothing", ""},
		"domain.pddl:1:1: a bracket is closed that was never opened":                   {")", ""},
		"domain.pddl:1:9: this is a problem, not a domain":                             {"(define (problem x))", ""},
		"domain.pddl:4:3: on depends on not being so itself, by way of on":             {"(define (domain x)\n(:predicates (on ?a) (off ?a))\n(:action a :parameters (?x) :precondition (on ?x) :effect (off ?x))\n  (:derived (on ?a) (not (on ?a))))", "(define (problem y) (:domain x) (:objects o) (:init) (:goal (off o)))"},
		"domain.pddl:1:501: brackets are nested more than 500 deep":                    {strings.Repeat("(", 600), ""},
		"domain.pddl:3:5: (cost b) has no value":                                       {"(define (domain x) (:predicates (on ?a)) (:functions (total-cost) (cost ?a))\n(:action a :parameters (?x) :effect (and (on ?x) (increase (total-cost)\n    (cost ?x)))))", "(define (problem y) (:domain x) (:objects b) (:init) (:goal (on b)) (:metric minimize (total-cost)))"},
	} {
		_, err := pddl.Read(t.Context(), pddl.File{Name: "domain.pddl", Text: files[0]}, pddl.File{Name: "problem.pddl", Text: files[1]}, 0)
		var list syntax.ErrorList
		if !errors.As(err, &list) {
			t.Errorf("%s: %v", want, err)
			continue
		}
		if got := list[0].Error(); !strings.HasPrefix(got, want) {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// said checks that an error and its hint contain some texts.
func said(t *testing.T, err error, texts ...string) {
	t.Helper()
	var list syntax.ErrorList
	if !errors.As(err, &list) {
		t.Errorf("no error with a place: %v", err)
		return
	}
	for _, want := range texts {
		if got := list[0].Error() + "\n" + list[0].Hint; !strings.Contains(got, want) {
			t.Errorf("%s\nhas no %q", got, want)
		}
	}
}

// TestReadEnds checks a cancelled context and the limit of steps.
func TestReadEnds(t *testing.T) {
	wide := "(define (domain x) (:predicates (p ?a ?b ?c ?d ?e ?f)) (:action a :parameters (?a ?b ?c ?d ?e ?f) :effect (p ?a ?b ?c ?d ?e ?f)))"
	many := "(define (problem y) (:domain x) (:objects a b c d e f g h i j k l m n o q r s t u) (:init) (:goal (p a a a a a a)))"
	_, err := pddl.Read(t.Context(), pddl.File{Name: "d", Text: wide}, pddl.File{Name: "p", Text: many}, 10_000)
	said(t, err, "d:1:", "the action a out takes too many steps, more than 10000: it has up to 64000000 choices", "no fact that its precondition needs has ?a, ?b, ?c, ?d, ?e, ?f in it")
	narrow := strings.Replace(wide, ":effect", ":precondition (and (q ?a ?b) (q ?c ?d) (q ?e ?f)) :effect", 1)
	narrow = strings.Replace(narrow, "(:predicates", "(:predicates (q ?a ?b)", 1)
	_, err = pddl.Read(t.Context(), pddl.File{Name: "d", Text: narrow}, pddl.File{Name: "p", Text: strings.Replace(many, "(:init)",
		"(:init (q a b) (q b c) (q c d) (q d e) (q e f) (q f g) (q g h) (q h i) (q i j) (q j k) (q k l) (q l m))", 1)}, 10_000)
	said(t, err, "the action a out takes too many steps", "(q ?a ?b) allows most, 12 facts")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := pddl.Read(ctx, pddl.File{Name: "d", Text: wide}, pddl.File{Name: "p", Text: many}, 1<<40); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// TestReadSameName checks actions that differ only in the number of their parameters: each is an action of its own, in the plan, in
// the file that import writes, and where an outcome is chosen by chance.
func TestReadSameName(t *testing.T) {
	domain := `(define (domain x) (:requirements :non-deterministic) (:predicates (at ?a) (road ?a ?b) (open))
		(:action go :parameters (?a ?b) :precondition (and (at ?a) (road ?a ?b) (open)) :effect (and (not (at ?a)) (at ?b)))
		(:action go :parameters (?a) :precondition (at ?a) :effect CHOICE)
		(:action shut :parameters () :precondition (open) :effect (not (open))))`
	problem := "(define (problem y) (:domain x) (:objects a b) (:init (at a) (road a b)) (:goal (at b)))"
	for choice, want := range map[string]string{"(open)": "go(a) go(a, b) ", "(oneof (open) (and))": "surely"} {
		text := strings.Replace(domain, "CHOICE", choice, 1)
		d, q := pddl.File{Name: "domain.pddl", Text: text}, pddl.File{Name: "problem.pddl", Text: problem}
		imported, err := pddl.Import(t.Context(), d, q, 0)
		if err != nil {
			t.Fatal(err)
		}
		back, err := farbank.Parse("imported.far", imported)
		if err != nil {
			t.Fatal(err, imported)
		}
		for _, p := range []*model.Problem{read(t, text, problem), back} {
			a, err := farbank.Solve(t.Context(), p, farbank.Question{}) // the judge runs the answer
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			switch {
			case a.Others != nil && a.Others.Probability != nil && a.Others.Probability.Low == 1 && a.Others.Expected.Exact.RatString() == "3":
				got = "surely"
			case a.Best != nil:
				for _, m := range a.Best.Moves {
					got += strings.Replace(p.Moves[m].String(), "go_2", "go", 1) + " "
				}
			}
			if got != want {
				t.Errorf("%s: %q, not %q", choice, got, want)
			}
		}
		if choice == "(open)" {
			for plan, want := range map[string]string{"(go a)\n(go a b)": "", "(go a b)\n(go a)": "does not apply", "(go)": "go takes 2 objects, not 0"} {
				_, err := pddl.Validate(t.Context(), d, q, pddl.File{Name: "plan", Text: plan}, 0)
				if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v", plan, err)
				}
			}
		}
	}
}

// TestReadShared checks that shared derived facts do not lead to exponential size.
func TestReadShared(t *testing.T) {
	var b strings.Builder
	b.WriteString("(define (domain x) (:requirements :derived-predicates) (:predicates (p) (q) (r) ")
	for i := range 61 {
		fmt.Fprintf(&b, "(d%d) ", i)
	}
	b.WriteString(")\n(:action a :parameters () :precondition (d0) :effect (q))\n(:action b :parameters () :effect (and (p) (r)))\n(:derived (d60) (and (p) (r)))\n")
	for i := range 60 {
		fmt.Fprintf(&b, "(:derived (d%d) (and (d%d) (or (d%d) (q)) (d%d)))\n", i, i+1, i+1, i+1)
	}
	b.WriteString(")")
	p := read(t, b.String(), "(define (problem y) (:domain x) (:init) (:goal (q)))")
	a, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, farbank.Question{}, nil)
	if err != nil || a.Best == nil || a.Best.Cost != 2 {
		t.Errorf("%+v, %v", a, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(world, painting)
	f.Add("(define (domain x))", "(define (problem y) (:domain x) (:goal (and)))")
	f.Fuzz(func(t *testing.T, domain, problem string) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, _ = pddl.Read(ctx, pddl.File{Name: "d", Text: domain}, pddl.File{Name: "p", Text: problem}, 100_000)
	})
}

// TestCollection reads the tasks of a collection, one folder a domain, if FARBANK_PDDL names
// it. With -long it also searches for any plan of each.
func TestCollection(t *testing.T) {
	root := os.Getenv("FARBANK_PDDL")
	if root == "" {
		t.Skip("FARBANK_PDDL names no folder with domain.pddl and problems in folders")
	}
	folders, err := filepath.Glob(filepath.Join(root, "*", "domain.pddl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, domain := range folders {
		problems, _ := filepath.Glob(filepath.Join(filepath.Dir(domain), "*.pddl"))
		problems = slices.DeleteFunc(problems, func(name string) bool { return strings.Contains(filepath.Base(name), "domain") })
		for _, name := range problems[:min(len(problems), 3)] {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			p, err := farbank.LoadPDDL(domain, name, farbank.WithContext(ctx))
			if err != nil {
				t.Logf("%s: %v", name, err)
			} else if long.Enabled() {
				a, err := farbank.Solve(ctx, p, farbank.Question{Plans: farbank.Any, Memory: 2 << 30})
				if err != nil {
					t.Errorf("%s: %v", name, err)
				} else {
					t.Log(name, a.Status, a.Reason)
				}
			}
			cancel()
		}
	}
}

// trucks has numbers, object functions, and a recursive derived predicate.
const trucks = `(define (domain trucks)
  (:requirements :typing :fluents :derived-predicates :negative-preconditions)
  (:types truck place parcel)
  (:predicates (road ?a ?b - place) (way ?a ?b - place) (aboard ?p - parcel ?t - truck) (at ?p - parcel ?l - place))
  (:functions (fuel ?t - truck) (spent) (length ?a ?b - place) - number (where ?t - truck) - place)
  (:derived (way ?a ?b - place) (or (road ?a ?b) (exists (?c - place) (and (way ?a ?c) (way ?c ?b)))))
  (:action drive :parameters (?t - truck ?to - place)
    :precondition (and (road (where ?t) ?to) (>= (fuel ?t) (length (where ?t) ?to)))
    :effect (and (decrease (fuel ?t) (length (where ?t) ?to)) (increase (spent) (* 2 (length (where ?t) ?to))) (assign (where ?t) ?to)))
  (:action refuel :parameters (?t - truck) :precondition (and (= (where ?t) depot) (< (fuel ?t) 12)) :effect (and (assign (fuel ?t) 12) (increase (spent) 1)))
  (:action load :parameters (?p - parcel ?t - truck) :precondition (at ?p (where ?t)) :effect (and (not (at ?p (where ?t))) (aboard ?p ?t)))
  (:action unload :parameters (?p - parcel ?t - truck) :precondition (and (aboard ?p ?t) (way (where ?t) depot))
    :effect (and (at ?p (where ?t)) (not (aboard ?p ?t))))
  (:constants depot - place))
`

const trucking = `(define (problem one) (:domain trucks)
  (:objects a b c - place t - truck p q - parcel)
  (:init (road depot a) (road a depot) (road a b) (road b a) (road b c) (= (length depot a) 4) (= (length a depot) 4) (= (length a b) 2)
    (= (length b a) 2) (= (length b c) 1) (= (fuel t) 4) (= (where t) depot) (= (spent) 0) (at p b) (at q depot))
  (:goal (and (at p depot) (at q b) (>= (fuel t) 1)))
  (:metric minimize (+ (spent) (total-time))))
`

// TestReadNumbers checks the ranges of numbers, the variables of object functions, and a least
// fixpoint.
func TestReadNumbers(t *testing.T) {
	p := read(t, trucks, trucking)
	kinds := map[string]bool{}
	for _, c := range p.Cells {
		kinds[fmt.Sprintf("%s %d..%d", c.Name, c.Lo, c.Hi)] = true
	}
	if !kinds["fuel t 0..12"] || !kinds["where t 0..4"] {
		t.Errorf("cells %v", kinds)
	}
	if len(p.Derived) == 0 {
		t.Error("no derived facts")
	}
	checkJudge(t, p, 60, 30)
	for _, name := range []string{"search", "planning"} {
		e, err := farbank.Engines.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		// refuel, load q, to a, to b, unload q, load p, to a, to the depot, unload p, refuel: 10 moves, 2 * 12 + 2 spent.
		a, err := farbank.SolveWith(t.Context(), e, p, farbank.Question{}, nil)
		if err != nil || a.Status != farbank.Solved || a.Best.Cost != 10+2*12+2 {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
}
