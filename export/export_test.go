package export_test

import (
	"bytes"
	"container/heap"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/export"
	"farbank/internal/oracle"
	"farbank/model"
)

var long = flag.Bool("long", false, "more made-up problems")

func write(t *testing.T, p *model.Problem, language string, o farbank.ExportOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := farbank.Export(context.Background(), p, language, o, &b); err != nil {
		t.Fatalf("%s: %v", language, err)
	}
	return b.String()
}

func load(t *testing.T, name string, opts ...farbank.Option) *model.Problem {
	t.Helper()
	p, err := farbank.Load(name, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestExamples exports every example to every language: it is written, or refused with
// a construct and a place.
func TestExamples(t *testing.T) {
	names := []string{"wolf", "wolf-sets", "husbands", "jugs", "bridge", "queens", "zebra", "knapsack", "map", "hanoi", "lights", "langford"}
	for _, name := range names {
		p := load(t, name)
		for _, l := range export.Languages {
			var b bytes.Buffer
			err := farbank.Export(context.Background(), p, l.Name, farbank.ExportOptions{}, &b)
			var refused *export.Refusal
			switch {
			case errors.As(err, &refused):
				if refused.Construct == "" || refused.Pos.Line == 0 {
					t.Errorf("%s to %s: %v", name, l.Name, err)
				}
			case err != nil || b.Len() == 0:
				t.Errorf("%s to %s: %v", name, l.Name, err)
			}
		}
	}
}

// TestJSON holds that the document can be read, and that its numbers fit together.
func TestJSON(t *testing.T) {
	var doc struct {
		Cells       []any
		Expressions []struct{ Args []int }
		Moves       []any
	}
	p := load(t, "husbands")
	if err := json.Unmarshal([]byte(write(t, p, "json", farbank.ExportOptions{})), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Cells) != len(p.Cells) || len(doc.Moves) != len(p.Moves) {
		t.Errorf("%d cells and %d moves", len(doc.Cells), len(doc.Moves))
	}
	for i, e := range doc.Expressions {
		for _, a := range e.Args {
			if a >= i {
				t.Errorf("expression %d uses %d", i, a)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	wide := "find x: 0..3000000000\nrequire x * x == 9\n"
	tests := []struct{ source, language, want string }{
		{wide, "minizinc", "31 bits"},
		{wide, "asp", "31 bits"},
		{wide, "promela", "31 bits"},
		{wide, "dimacs", "clauses would be more"},
		{"find x: 0..3\nmaximize x\n", "pddl", "objective"},
		{"find x: 0..3\nrequire x > 1\n", "clips", "no moves"},
	}
	for _, test := range tests {
		p, err := farbank.Parse("t.far", test.source)
		if err != nil {
			t.Fatal(err)
		}
		err = farbank.Export(context.Background(), p, test.language, farbank.ExportOptions{}, &bytes.Buffer{})
		var refused *export.Refusal
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "t.far:") {
			t.Errorf("%s: %v", test.language, err)
		}
	}
}

// TestPDDL solves what is exported with a planner of a page, and compares the cost.
func TestPDDL(t *testing.T) {
	for name, setUp := range map[string]int{"wolf": 0, "husbands": 0, "jugs": 1, "bridge": 0, "missionaries": 0} {
		p := load(t, name)
		a, err := farbank.Solve(context.Background(), p, farbank.Question{})
		if err != nil {
			t.Fatal(err)
		}
		length, cost := readPDDL(t, write(t, p, "pddl", farbank.ExportOptions{})).solve()
		if costly(p) && cost != a.Best.Cost || !costly(p) && length != len(a.Best.Moves)+setUp {
			t.Errorf("%s: %d actions of cost %d, want %d of %d", name, length, cost, len(a.Best.Moves), a.Best.Cost)
		}
	}
}

// TestPlanners puts PDDL to planners, where they are installed. A goal that is a choice
// takes one more action, to say which of it is reached.
func TestPlanners(t *testing.T) {
	planners := []struct {
		command string
		args    func(domain, problem string) []string
		costs   bool
	}{
		{"pyperplan", func(d, p string) []string { return []string{"-s", "bfs", d, p} }, false},
		{"fast-downward.py", func(d, p string) []string { return []string{d, p, "--search", "astar(lmcut())"} }, true},
	}
	lengths := map[string]int{"wolf": 7, "husbands": 11, "jugs": 6 + 1, "missionaries": 11}
	for _, planner := range planners {
		t.Run(planner.command, func(t *testing.T) {
			if _, err := exec.LookPath(planner.command); err != nil {
				t.Skip(planner.command, "is not installed")
			}
			for name, length := range lengths {
				out := plan(t, name, planner.command, planner.args)
				if !strings.Contains(out, fmt.Sprintf("Plan length: %d", length)) {
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

// plan gives what a planner says of an example.
func plan(t *testing.T, name, command string, args func(domain, problem string) []string) string {
	t.Helper()
	dir := t.TempDir()
	domain, problem := export.SplitPDDL([]byte(write(t, load(t, name), "pddl", farbank.ExportOptions{})))
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

func costly(p *model.Problem) bool { return !export.Unit(p) }

// TestMadeUpPDDL does so for made-up problems; what is to be found first costs nothing.
func TestMadeUpPDDL(t *testing.T) {
	n := 40
	if *long {
		n = 1000
	}
	r := rand.New(rand.NewPCG(3, 5))
	for i := range n {
		o := []oracle.Options{{Moves: true}, {Moves: true, Costs: true}, {Moves: true, Find: true}, {Find: true}}[i%4]
		p, src := oracle.Problem(r, o)
		if p.Goals != nil {
			continue
		}
		a, err := farbank.Solve(context.Background(), p, farbank.Question{})
		if err != nil {
			t.Fatal(err)
		}
		task := readPDDL(t, write(t, p, "pddl", farbank.ExportOptions{}))
		length, cost := task.solve()
		switch {
		case a.Status == engine.None:
			if length >= 0 {
				t.Fatalf("a plan of %d actions where there is none:\n%s", length, src)
			}
		case length < 0:
			t.Fatalf("no plan where there is one of %d:\n%s", len(a.Best.Moves), src)
		case costly(p) && cost != a.Best.Cost || !costly(p) && task.counted != len(a.Best.Moves):
			t.Fatalf("%d moves of cost %d, want %d of %d:\n%s", task.counted, cost, len(a.Best.Moves), a.Best.Cost, src)
		}
	}
}

// A task is ground STRIPS with costs.
type task struct {
	actions    []action
	init, goal []string
	counted    int // actions of the plan that are moves
}

type action struct {
	pre, add, del []string
	cost          int64
	move          bool
}

var fact = regexp.MustCompile(`\(not \(([^()]*)\)\)|\(increase \(total-cost\) (\d+)\)|\(([^()]*)\)`)

// facts reads a conjunction: what holds, what no longer does, and what it costs.
func facts(text string) (add, del []string, cost int64) {
	for _, m := range fact.FindAllStringSubmatch(text, -1) {
		switch {
		case m[1] != "":
			del = append(del, m[1])
		case m[2] != "":
			fmt.Sscan(m[2], &cost)
		default:
			add = append(add, m[3])
		}
	}
	return add, del, cost
}

func readPDDL(t *testing.T, text string) *task {
	t.Helper()
	domain, problem := export.SplitPDDL([]byte(text))
	for _, part := range [][]byte{domain, problem} {
		if bytes.Count(part, []byte("(")) != bytes.Count(part, []byte(")")) {
			t.Fatalf("the brackets do not match:\n%s", part)
		}
	}
	x := &task{}
	for _, a := range strings.Split(string(domain), "(:action ")[1:] {
		_, rest, _ := strings.Cut(a, ":precondition (and ")
		pre, effect, _ := strings.Cut(rest, ":effect (and ")
		var act action
		act.pre, _, _ = facts(pre)
		act.add, act.del, act.cost = facts(effect)
		act.move = act.pre[0] == "running" && !strings.HasPrefix(a, "reach-goal")
		x.actions = append(x.actions, act)
	}
	_, rest, _ := strings.Cut(string(problem), "(:init ")
	init, goal, _ := strings.Cut(rest, "(:goal (and ")
	goal, _, _ = strings.Cut(goal, "(:metric")
	x.init, _, _ = facts(init)
	x.goal, _, _ = facts(goal)
	return x
}

// A node is a state of a search: a byte for each fact.
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

// solve looks for a cheapest plan, of fewest actions where nothing has a cost: all
// states in turn by what they cost. -1: there is none.
func (x *task) solve() (length int, cost int64) {
	numbers := map[string]int{}
	ids := func(list []string) []int {
		out := make([]int, len(list))
		for i, f := range list {
			if _, ok := numbers[f]; !ok {
				numbers[f] = len(numbers)
			}
			out[i] = numbers[f]
		}
		return out
	}
	type compiled struct{ pre, add, del []int }
	actions := make([]compiled, len(x.actions))
	for i, a := range x.actions {
		actions[i] = compiled{ids(a.pre), ids(a.add), ids(a.del)}
	}
	init, goal := ids(x.init), ids(x.goal)
	first := make([]byte, len(numbers))
	for _, f := range init {
		first[f] = 1
	}
	open, seen := &queue{{facts: string(first)}}, map[string]bool{}
	for open.Len() > 0 {
		n := heap.Pop(open).(node)
		if seen[n.facts] {
			continue
		}
		seen[n.facts] = true
		if holds(n.facts, goal) {
			x.counted = n.moves
			return n.length, n.cost
		}
		for i, a := range actions {
			if !holds(n.facts, a.pre) {
				continue
			}
			after := []byte(n.facts)
			for _, f := range a.del {
				after[f] = 0
			}
			for _, f := range a.add {
				after[f] = 1
			}
			next := node{string(after), n.length + 1, n.moves, n.cost + x.actions[i].cost}
			if x.actions[i].move {
				next.moves++
			}
			heap.Push(open, next)
		}
	}
	return -1, 0
}

func holds(facts string, list []int) bool {
	for _, f := range list {
		if facts[f] == 0 {
			return false
		}
	}
	return true
}
