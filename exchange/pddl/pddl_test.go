package pddl_test

import (
	"bytes"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/exchange"
	"farbank/exchange/pddl"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/internal/testing/oracle"
	"farbank/internal/testing/sample"
	"farbank/model"
)

// TestPDDL solves exported problems with a small planner and compares the cost.
func TestPDDL(t *testing.T) {
	for name, setUp := range map[string]int{"wolf": 0, "husbands": 0, "jugs": 1, "bridge": 0, "missionaries": 0} {
		p := sample.Load(t, name)
		a, err := farbank.Solve(context.Background(), p, farbank.Question{})
		if err != nil {
			t.Fatal(err)
		}
		length, cost := readPDDL(t, sample.Export(t, p, "pddl", exchange.Options{})).solve()
		if costly(p) && cost != a.Best.Cost || !costly(p) && length != len(a.Best.Moves)+setUp {
			t.Errorf("%s: %d actions of cost %d, want %d of %d", name, length, cost, len(a.Best.Moves), a.Best.Cost)
		}
	}
}

// TestPlanners solves exports with installed planners. A disjunctive goal takes one more
// action, which chooses the case.
func TestPlanners(t *testing.T) {
	planners := []struct {
		command string
		args    func(domain, problem string) []string
		costs   bool
	}{
		{"pyperplan", func(d, p string) []string { return []string{"-s", "bfs", d, p} }, false},
		{"fast-downward.py", func(d, p string) []string { return []string{d, p, "--search", "astar(blind())"} }, true},
	}
	adl := map[string]int{"cube": 8, "sokoban": 15}
	lengths := map[string]int{"wolf": 7, "husbands": 11, "jugs": 6 + 1, "missionaries": 11}
	for _, planner := range planners {
		if _, err := exec.LookPath(planner.command); err != nil {
			continue // no package of Debian has one: this test needs a manual installation
		}
		t.Run(planner.command, func(t *testing.T) {
			for name, length := range lengths {
				out := plan(t, name, planner.command, planner.args)
				if !strings.Contains(out, fmt.Sprintf("Plan length: %d", length)) {
					t.Errorf("%s: no plan of length %d\n%s", name, length, out)
				}
			}
			for name, length := range adl {
				if !planner.costs {
					break // it supports STRIPS only
				}
				if out := plan(t, name, planner.command, planner.args); !strings.Contains(out, fmt.Sprintf("Plan length: %d", length)) {
					t.Errorf("%s: no plan of length %d\n%s", name, length, out)
				}
			}
			if planner.costs {
				if out := plan(t, "bridge", planner.command, planner.args); !strings.Contains(out, "Plan cost: 17\n") {
					t.Errorf("bridge: no plan of cost 17\n%s", out)
				}
			}
		})
	}
}

// plan returns the output of a planner for an example.
func plan(t *testing.T, name, command string, args func(domain, problem string) []string) string {
	t.Helper()
	dir := t.TempDir()
	domain, problem := pddl.Split([]byte(sample.Export(t, sample.Load(t, name), "pddl", exchange.Options{})))
	d, p := filepath.Join(dir, "domain.pddl"), filepath.Join(dir, "problem.pddl")
	if err := errors.Join(os.WriteFile(d, domain, 0o666), os.WriteFile(p, problem, 0o666)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(command, args(d, p)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s of %s: %v", command, name, err)
	}
	return string(out)
}

func costly(p *model.Problem) bool { return !p.UnitCosts() }

// TestGeneratedPDDL is like TestPDDL for generated problems; choosing find variables costs
// nothing.
func TestGeneratedPDDL(t *testing.T) { generatedPDDL(t, 40, nil) }

// TestDerived checks that mutually recursive conditions are exported as derived predicates,
// with the small planner and with Read.
func TestDerived(t *testing.T) {
	n := 300
	if long.Enabled() {
		n = 30000
	}
	derived := 0
	for i := range n {
		p, src := oracle.Problem(uint64(i), generated.Options{States: 120, Without: slices.Concat(oracle.Wide, oracle.Staged)})
		if p.Goals != nil || len(p.Derived) == 0 {
			continue
		}
		derived++
		a, err := farbank.Solve(context.Background(), p, farbank.Question{})
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := farbank.Export(t.Context(), p, "pddl", farbank.ExportOptions{}, &text); err != nil {
			if refused := (*exchange.Refusal)(nil); !errors.As(err, &refused) || refused.Pos.Line == 0 {
				t.Fatalf("%v:\n%s", err, src)
			}
			continue
		}
		task := readPDDL(t, text.String())
		length, cost := task.solve()
		back := readBack(t, text.Bytes())
		switch {
		case a.Status != back.Status || (a.Status == engine.None) != (length < 0):
			t.Fatalf("%v, read back %v, %d actions by a page:\n%s", a.Status, back.Status, length, src)
		case a.Status == engine.None:
		case !costly(p) && (len(back.Best.Moves) != length || len(a.Best.Moves) != task.counted) || costly(p) && (a.Best.Cost != back.Best.Cost || a.Best.Cost != cost):
			t.Fatalf("%d moves of cost %d, read back %d of %d, by a page %d of %d:\n%s", len(a.Best.Moves), a.Best.Cost, len(back.Best.Moves), back.Best.Cost, length, cost, src)
		}
	}
	if derived < n/75 {
		t.Errorf("only %d of %d have derived predicates", derived, n)
	}
}

// TestReach uses derived facts in goals, negated, and in safety rules.
func TestReach(t *testing.T) {
	const rooms = `
enum Room { hall, kitchen, cellar, den, attic }
state open[Room, Room]: bool = false
state at: Room = hall
def way(a: Room, b: Room) = a == b or any c: Room { (open[a, c] or open[c, a]) and way(c, b) }
move unlock(a: Room, b: Room) {
    require ord(a) < ord(b) and ord(b) <= ord(a) + 2 and not open[a, b] and way(at, a)
    open[a, b] = true
}
move go(a: Room) {
    require a != at and way(at, a)
    at = a
}
`
	for _, test := range []struct {
		rest string
		want int // number of moves; -1: no plan
	}{
		{"goal way(hall, attic)", 2},
		{"never open[hall, cellar]\ngoal way(hall, attic) and at == den", 4},
		{"never way(hall, attic) and not way(kitchen, den)\ngoal way(attic, hall)", 3},
		{"never way(hall, cellar)\ngoal way(hall, attic)", 3},
		{"always way(hall, at) implies at != kitchen\ngoal not way(at, hall)", -1},
		{"always not way(at, den) or at == hall\ngoal way(kitchen, den) and not way(hall, kitchen)", -1},
	} {
		p, err := farbank.Parse("rooms.far", rooms+test.rest)
		if err != nil {
			t.Fatal(err)
		}
		text := sample.Export(t, p, "pddl", exchange.Options{})
		back, got := readBack(t, []byte(text)), -1
		if back.Status != engine.None {
			got = len(back.Best.Moves)
		}
		if length, _ := readPDDL(t, text).solve(); got != test.want || length != test.want || !strings.Contains(text, ":derived (way-hall-attic)") {
			t.Errorf("%s: %d moves read back, %d by a page, want %d", test.rest, got, length, test.want)
		}
		if a, err := farbank.Solve(t.Context(), p, farbank.Question{}); err != nil || a.Best != nil && len(a.Best.Moves) != test.want {
			t.Errorf("%s: %v %v", test.rest, a.Status, err)
		}
	}
}

// TestNoObjects checks that an action with a parameter without objects is not grounded, however
// many choices the other parameters have.
func TestNoObjects(t *testing.T) {
	domain := `(define (domain crowd) (:requirements :typing) (:types person ghost)
  (:predicates (near ?a ?b - person) (seen ?g - ghost) (done))
  (:action meet :parameters (?a ?b ?c ?d ?e ?f ?h ?i - person ?g - ghost)
    :precondition (and (near ?a ?b) (near ?c ?d) (near ?e ?f) (near ?h ?i)) :effect (done))
  (:action leave :parameters (?a - person) :precondition (near ?a ?a) :effect (done)))`
	var people, near strings.Builder
	for i := range 12 {
		fmt.Fprintf(&people, "p%d ", i)
		for j := range 12 {
			fmt.Fprintf(&near, "(near p%d p%d) ", i, j)
		}
	}
	problem := fmt.Sprintf("(define (problem one) (:domain crowd) (:objects %s- person) (:init %s) (:goal (done)))", &people, &near)
	p, err := farbank.ParsePDDL("domain.pddl", domain, "problem.pddl", problem)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := farbank.Solve(t.Context(), p, farbank.Question{}); err != nil || a.Best == nil || len(a.Best.Moves) != 1 {
		t.Errorf("%v %v", a, err)
	}
}

// readBack solves an export with Read.
func readBack(t *testing.T, text []byte) *farbank.Answer {
	t.Helper()
	domain, problem := pddl.Split(text)
	p, err := farbank.ParsePDDL("domain.pddl", string(domain), "problem.pddl", string(problem))
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	a, err := farbank.Solve(t.Context(), p, farbank.Question{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestGeneratedADL exports almost all moves as ADL actions.
func TestGeneratedADL(t *testing.T) {
	defer pddl.StripsUpTo(2)()
	written := 0
	generatedPDDL(t, 80, &written)
	if written < 40 {
		t.Errorf("only %d were written", written)
	}
}

// generatedPDDL compares plans. If written is not nil it counts the problems exported, and
// problems may be refused.
func generatedPDDL(t *testing.T, n int, written *int) {
	if long.Enabled() {
		n *= 25
	}
	for i := range n {
		p, src := oracle.Problem(uint64(i), generated.Options{States: 120, Without: slices.Concat(oracle.Wide, oracle.Staged)})
		if p.Goals != nil {
			continue
		}
		a, err := farbank.Solve(context.Background(), p, farbank.Question{})
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := farbank.Export(t.Context(), p, "pddl", farbank.ExportOptions{}, &text); err != nil {
			if written != nil || strings.Contains(err.Error(), "written out are too large") {
				continue
			}
			t.Fatal(err)
		}
		if written != nil {
			*written++
		}
		task := readPDDL(t, text.String())
		length, cost := task.solve()
		switch {
		case a.Status == engine.None:
			if length >= 0 {
				t.Fatalf("a plan of %d actions for an unsolvable problem:\n%s", length, src)
			}
		case length < 0:
			t.Fatalf("no plan where there is one of %d:\n%s", len(a.Best.Moves), src)
		case costly(p) && cost != a.Best.Cost || !costly(p) && task.counted != len(a.Best.Moves):
			t.Fatalf("%d moves of cost %d, want %d of %d:\n%s", task.counted, cost, len(a.Best.Moves), a.Best.Cost, src)
		}
	}
}

// A term of PDDL is a word, or a list of terms.
type term struct {
	word string
	list []term
}

var token = regexp.MustCompile(`[()]|[^()\s;]+|;[^\n]*`)

// terms parses PDDL.
func terms(t *testing.T, text []byte) []term {
	t.Helper()
	stack := [][]term{nil}
	for _, word := range token.FindAllString(string(text), -1) {
		last := len(stack) - 1
		switch {
		case word[0] == ';':
		case word == "(":
			stack = append(stack, nil)
		case word == ")" && last == 0:
			t.Fatalf("a bracket closes nothing:\n%s", text)
		case word == ")":
			stack[last-1] = append(stack[last-1], term{list: stack[last]})
			stack = stack[:last]
		default:
			stack[last] = append(stack[last], term{word: word})
		}
	}
	if len(stack) != 1 {
		t.Fatalf("a bracket is not closed:\n%s", text)
	}
	return stack[0]
}

func (x term) head() string {
	if len(x.list) == 0 {
		return ""
	}
	return x.list[0].word
}

// part returns the rest of the list that starts with a keyword.
func (x term) part(keyword string) term {
	i := slices.IndexFunc(x.list, func(y term) bool { return y.word == keyword })
	if i < 0 {
		return term{}
	}
	return x.list[i+1]
}

func (x term) String() string {
	if x.list == nil {
		return x.word
	}
	words := make([]string, len(x.list))
	for i, y := range x.list {
		words[i] = y.String()
	}
	return "(" + strings.Join(words, " ") + ")"
}

// A task is a ground task for the small planner.
type task struct {
	facts   map[string]int
	derived []derived
	actions []action
	init    []int
	goal    condition
	counted int // number of actions of the plan that are moves
}

// A derived fact holds where its rule does. Rules come after those of facts that they negate.
type derived struct {
	fact int
	rule condition
}

// A condition or an effect reads a state: a byte for each fact.
type condition func(state string) bool

type action struct {
	pre     condition
	effects []effect
	cost    int64
	move    bool
}

type effect struct {
	when condition
	fact int
	set  byte
}

func always(string) bool { return true }

func readPDDL(t *testing.T, text string) *task {
	t.Helper()
	domain, problem := pddl.Split([]byte(text))
	x := &task{facts: map[string]int{}}
	parts := terms(t, domain)[0].list
	for _, p := range parts {
		if p.head() == ":derived" {
			x.derived = append(x.derived, derived{x.fact(p.list[1]), x.condition(p.list[2])})
		}
	}
	for _, p := range parts {
		if p.head() != ":action" {
			continue
		}
		pre := p.part(":precondition")
		a := action{pre: x.condition(pre)}
		a.move = pre.list[1].String() == "(running)" && !strings.HasPrefix(p.list[1].word, "reach-goal")
		x.effect(&a, always, p.part(":effect"))
		x.actions = append(x.actions, a)
	}
	for _, p := range terms(t, problem)[0].list {
		switch p.head() {
		case ":init":
			for _, f := range p.list[1:] {
				x.init = append(x.init, x.fact(f))
			}
		case ":goal":
			x.goal = x.condition(p.list[1])
		}
	}
	return x
}

func (x *task) fact(f term) int {
	name := f.String()
	if _, ok := x.facts[name]; !ok {
		x.facts[name] = len(x.facts)
	}
	return x.facts[name]
}

func (x *task) condition(c term) condition {
	var parts []condition
	if c.head() == "and" || c.head() == "or" {
		for _, y := range c.list[1:] {
			parts = append(parts, x.condition(y))
		}
	}
	switch c.head() {
	case "and":
		return func(s string) bool { return !slices.ContainsFunc(parts, func(p condition) bool { return !p(s) }) }
	case "or":
		return func(s string) bool { return slices.ContainsFunc(parts, func(p condition) bool { return p(s) }) }
	}
	if c.head() == "not" {
		inner := x.condition(c.list[1])
		return func(s string) bool { return !inner(s) }
	}
	f := x.fact(c)
	return func(s string) bool { return s[f] == 1 }
}

func (x *task) effect(a *action, when condition, e term) {
	switch e.head() {
	case "and":
		for _, y := range e.list[1:] {
			x.effect(a, when, y)
		}
	case "when":
		x.effect(a, x.condition(e.list[1]), e.list[2])
	case "increase":
		a.cost, _ = strconv.ParseInt(e.list[2].word, 10, 64)
	case "not":
		a.effects = append(a.effects, effect{when, x.fact(e.list[1]), 0})
	default:
		a.effects = append(a.effects, effect{when, x.fact(e), 1})
	}
}

// after returns the state after an action; adding takes precedence over deleting.
func (a *action) after(state string) string {
	next := []byte(state)
	for _, set := range []byte{0, 1} {
		for _, e := range a.effects {
			if e.set == set && e.when(state) {
				next[e.fact] = set
			}
		}
	}
	return string(next)
}

// derive adds the derived facts to a state, in the order of the rules.
func (x *task) derive(state string) string {
	s := []byte(state)
	for i := range x.derived {
		for again := true; again; {
			again = false
			for _, r := range x.derived[:i+1] {
				if s[r.fact] == 0 && r.rule(string(s)) {
					s[r.fact] = 1
					again = true
				}
			}
		}
	}
	return string(s)
}

// plain returns a state without the derived facts.
func (x *task) plain(state string) string {
	s := []byte(state)
	for _, r := range x.derived {
		s[r.fact] = 0
	}
	return string(s)
}

// A node is a node of the search.
type node struct {
	facts  string
	length int
	moves  int
	cost   int64
}

type queue []node

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].cost < q[j].cost || q[i].cost == q[j].cost && q[i].length < q[j].length
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(node)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// solve returns the length and the cost of a cheapest plan, with fewest actions if nothing has
// a cost, by uniform-cost search. The length is -1 without a plan.
func (x *task) solve() (length int, cost int64) {
	first := make([]byte, len(x.facts))
	for _, f := range x.init {
		first[f] = 1
	}
	open, seen := &queue{{facts: string(first)}}, map[string]bool{}
	for open.Len() > 0 {
		n := heap.Pop(open).(node)
		if seen[n.facts] {
			continue
		}
		seen[n.facts] = true
		state := x.derive(n.facts)
		if x.goal(state) {
			x.counted = n.moves
			return n.length, n.cost
		}
		for i := range x.actions {
			a := &x.actions[i]
			if !a.pre(state) {
				continue
			}
			next := node{x.plain(a.after(state)), n.length + 1, n.moves, n.cost + a.cost}
			if a.move {
				next.moves++
			}
			heap.Push(open, next)
		}
	}
	return -1, 0
}
