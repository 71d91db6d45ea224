package pddl_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/exchange/pddl"
	"farbank/internal/testing/long"
)

// A maker generates small domains with all supported features.
type maker struct {
	*rand.Rand
	vars []string // names of variables with the letter of their type: ?a1 is of type a, ?o1 of any type
	n    int
}

func (m *maker) pick(list ...string) string { return list[m.IntN(len(list))] }

// term returns an object or a variable that may be of a type.
func (m *maker) term(of string) string {
	var list []string
	for _, v := range m.vars {
		if v[1:2] == of || of == "o" {
			list = append(list, v)
		}
	}
	switch of {
	case "a":
		list = append(list, "a1", "a2")
		if m.IntN(4) == 0 {
			return "(next " + m.term("a") + ")"
		}
	case "b":
		list = append(list, "b1", "b2")
		if m.IntN(6) == 0 {
			return "(home " + m.term("a") + ")"
		}
	default:
		list = append(list, "a1", "b2")
	}
	return m.pick(list...)
}

func (m *maker) atom() string {
	switch m.IntN(6) {
	case 0:
		return "(lit)"
	case 1:
		return fmt.Sprintf("(at %s %s)", m.term("a"), m.term("b"))
	case 2:
		return fmt.Sprintf("(hot %s)", m.term("o"))
	case 3:
		return fmt.Sprintf("(big %s)", m.term("o"))
	case 4:
		return fmt.Sprintf("(link %s %s)", m.term("b"), m.term("b"))
	}
	return fmt.Sprintf("(= %s %s)", m.term("o"), m.term("o"))
}

func (m *maker) fresh(of string) string {
	m.n++
	return fmt.Sprintf("?%s%d", of, m.n)
}

// with appends the type of a variable.
func with(v string) string {
	return v + map[string]string{"a": " - a", "b": " - b", "o": ""}[v[1:2]]
}

func (m *maker) number(depth int) string {
	switch k := m.IntN(6); {
	case k < 2 || depth == 0:
		return fmt.Sprint(m.IntN(5) - 1)
	case k < 4:
		return fmt.Sprintf("(load %s)", m.term("b"))
	case k == 4:
		return fmt.Sprintf("(weight %s)", m.term("a"))
	}
	return fmt.Sprintf("(%s %s %s)", m.pick("+", "-", "*"), m.number(depth-1), m.number(depth-1))
}

func (m *maker) formula(depth int) string {
	if depth == 0 {
		return m.atom()
	}
	switch m.IntN(13) {
	case 0, 1:
		return fmt.Sprintf("(and %s %s)", m.formula(depth-1), m.formula(depth-1))
	case 2:
		return fmt.Sprintf("(or %s %s)", m.formula(depth-1), m.formula(depth-1))
	case 3:
		return fmt.Sprintf("(not %s)", m.formula(depth-1))
	case 4:
		return fmt.Sprintf("(imply %s %s)", m.formula(depth-1), m.formula(depth-1))
	case 5, 6:
		v := m.fresh(m.pick("a", "b", "o"))
		m.vars = append(m.vars, v)
		text := fmt.Sprintf("(%s (%s) %s)", m.pick("exists", "forall"), with(v), m.formula(depth-1))
		m.vars = m.vars[:len(m.vars)-1]
		return text
	case 7, 8:
		return fmt.Sprintf("(%s %s %s)", m.pick("<", "<=", ">", ">=", "="), m.number(2), m.number(2))
	case 9:
		return fmt.Sprintf("(way %s %s)", m.term("b"), m.term("b"))
	case 10:
		return fmt.Sprintf("(= (next %s) %s)", m.term("a"), m.pick("undefined", m.term("a")))
	}
	return m.atom()
}

func (m *maker) effect(depth int) string {
	switch m.IntN(12) {
	case 0:
		if depth > 0 {
			return fmt.Sprintf("(when %s %s)", m.formula(1), m.effect(depth-1))
		}
	case 1:
		if depth > 0 {
			v := m.fresh(m.pick("a", "b"))
			m.vars = append(m.vars, v)
			text := fmt.Sprintf("(forall (%s) %s)", with(v), m.effect(depth-1))
			m.vars = m.vars[:len(m.vars)-1]
			return text
		}
	case 2:
		return fmt.Sprintf("(assign (next %s) %s)", m.term("a"), m.pick("undefined", m.term("a")))
	case 3:
		a, b := m.term("a"), m.term("b")
		return fmt.Sprintf("(and (not (at %s %s)) (at %s %s))", a, b, a, m.term("b"))
	case 4:
		return fmt.Sprintf("(at %s %s)", m.term("a"), m.term("b"))
	case 5:
		return "(not (lit))"
	case 6, 7:
		return fmt.Sprintf("(not (hot %s))", m.term("o"))
	case 8:
		return fmt.Sprintf("(link %s %s)", m.term("b"), m.term("b"))
	}
	return m.pick("(lit)", fmt.Sprintf("(hot %s)", m.term("o")))
}

func (m *maker) action(i int) string {
	m.vars, m.n = nil, 0
	var params []string
	for range m.IntN(3) {
		v := m.fresh(m.pick("a", "b", "b", "o"))
		m.vars = append(m.vars, v)
		params = append(params, with(v))
	}
	pre := []string{m.pick("(and)", m.formula(1), m.formula(m.IntN(3)))}
	if m.IntN(4) == 0 {
		pre = append(pre, m.formula(1))
	}
	effects := []string{m.effect(2), m.effect(1)}
	if m.IntN(2) == 0 { // preconditions bound the numbers
		b := m.term("b")
		switch m.IntN(3) {
		case 0:
			pre = append(pre, fmt.Sprintf("(< (load %s) 4)", b))
			effects = append(effects, fmt.Sprintf("(increase (load %s) 1)", b))
		case 1:
			pre = append(pre, fmt.Sprintf("(>= (- (load %s) (weight a1)) 0)", b))
			effects = append(effects, fmt.Sprintf("(decrease (load %s) (weight a1))", b))
		case 2:
			effects = append(effects, fmt.Sprintf("(when %s (assign (load %s) %d))", m.formula(1), b, m.IntN(4)))
		}
	}
	cost := fmt.Sprint(1 + m.IntN(3))
	if m.IntN(3) == 0 {
		cost = fmt.Sprintf("(weight %s)", m.pick("a1", "a2"))
	}
	return fmt.Sprintf("(:action do%d :parameters (%s)\n  :precondition (and %s)\n  :effect (and %s (increase (total-cost) %s)))\n", i, strings.Join(params, " "),
		strings.Join(pre, "\n    "), strings.Join(effects, "\n    "), cost)
}

// files generates a domain and a problem.
func (m *maker) files() (domain, problem string) {
	domain = `(define (domain made) (:requirements :adl :fluents :derived-predicates)
(:types a b) (:constants a1 a2 - a b1 b2 b3 - b)
(:predicates (lit) (at ?x - a ?y - b) (hot ?x) (big ?x) (link ?x ?y - b) (way ?x ?y - b))
(:functions (total-cost) (load ?x - b) (weight ?x - a) - number (next ?x - a) - a (home ?x - a) - b)
(:derived (way ?x ?y - b) (or (link ?x ?y) (exists (?z - b) (and (link ?x ?z) (way ?z ?y)))))
`
	for i := range 2 + m.IntN(3) {
		domain += m.action(i)
	}
	m.vars = nil
	problem = fmt.Sprintf("(define (problem p) (:domain made) (:objects)\n(:init %s (at a1 b1) %s (big b2) (link b1 b2) (= (load b1) %d) (= (load b2) 2) (= (load b3) 0)\n (= (weight a1) %d) (= (weight a2) 2) (= (next a1) a2) (= (home a1) b1) (= (home a2) %s))\n(:goal (and %s %s))\n",
		m.pick("(lit)", ""), m.pick("", "(at a2 b2)", "(at a2 b1) (hot b3)"), m.IntN(3), 1+m.IntN(2), m.pick("b1", "b3"), m.pick("(hot b2)", "(hot a1)", "(link b3 b1)", "(way b1 b3)", "(= (load b1) 3)", "(at a2 b3)", m.formula(2)), m.pick("(hot a2)", "(and)", "(and)", m.formula(1)))
	return domain + ")", problem + m.pick("(:metric minimize (total-cost)))", "(:metric minimize (+ (* 2 (total-cost)) (total-time))))", ")")
}

// TestMade compares the cells with the judge's sets of facts on random walks of generated
// domains, and compares the engines.
func TestGenerated(t *testing.T) {
	n := uint64(200)
	if long.Enabled() {
		n = 5000
	}
	solved := 0
	count := map[string]int{}
	for seed := range n {
		m := &maker{Rand: rand.New(rand.NewPCG(seed, 1))}
		domain, problem := m.files()
		p, err := pddl.Read(t.Context(), pddl.File{Name: "domain.pddl", Text: domain}, pddl.File{Name: "problem.pddl", Text: problem}, 500_000)
		if err != nil {
			if !strings.Contains(err.Error(), "may grow without end") && !strings.Contains(err.Error(), "too many steps") {
				t.Fatalf("%d: %v\n%s%s", seed, err, domain, problem)
			}
			continue
		}
		if t.Failed() {
			t.Fatalf("%d:\n%s%s", seed, domain, problem)
		}
		checkJudge(t, p, 2, 6)
		a, err := farbank.Solve(t.Context(), p, farbank.Question{})
		if err != nil {
			t.Fatalf("%d: %v\n%s%s", seed, err, domain, problem)
		}
		count[fmt.Sprint(a.Status, a.Best != nil && len(a.Best.Moves) > 0)]++
		if a.Status == engine.Solved && len(a.Best.Moves) > 0 {
			solved++
		}
	}
	if solved < int(n)/30 {
		t.Errorf("only %d of %d have a plan of some moves: %v", solved, n, count)
	}
}

// TestImport checks that an imported .far file has an answer of the same cost.
func TestImport(t *testing.T) {
	type pair struct{ domain, problem string }
	pairs := []pair{{world, painting}, {trucks, trucking}}
	n := uint64(60)
	if long.Enabled() {
		n = 3000
	}
	for seed := range n {
		m := &maker{Rand: rand.New(rand.NewPCG(seed, 1))}
		domain, problem := m.files()
		pairs = append(pairs, pair{domain, problem})
	}
	written := 0
	for i, x := range pairs {
		d, q := pddl.File{Name: "domain.pddl", Text: x.domain}, pddl.File{Name: "problem.pddl", Text: x.problem}
		p, err := pddl.Read(t.Context(), d, q, 500_000)
		if err != nil {
			continue
		}
		text, err := pddl.Import(t.Context(), d, q, 0)
		if err != nil {
			if !strings.Contains(err.Error(), "two values at once") {
				t.Fatalf("%d: %v\n%s%s%s", i, err, x.domain, x.problem, text)
			}
			continue
		}
		back, err := farbank.Parse("imported.far", text)
		if err != nil {
			t.Fatalf("%d: %v\n%s%s%s", i, err, x.domain, x.problem, text)
		}
		written++
		a, err := farbank.Solve(t.Context(), p, farbank.Question{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := farbank.Solve(t.Context(), back, farbank.Question{})
		if err != nil || a.Status != b.Status || a.Best != nil && a.Best.Cost != b.Best.Cost {
			t.Fatalf("%d: %+v and %+v, %v\n%s%s%s", i, a, b, err, x.domain, x.problem, text)
		}
	}
	if written < len(pairs)/2 {
		t.Errorf("only %d of %d were written", written, len(pairs))
	}
}
