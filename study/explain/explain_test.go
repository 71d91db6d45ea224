package explain_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/internal/testing/oracle"
	"farbank/lang/syntax"
	"farbank/model"
	"farbank/study/explain"
)

// fromText explains a problem from its text.
func fromText(ctx context.Context, name, source string, o explain.Options, opts ...farbank.Option) (*explain.Result, error) {
	file, err := syntax.Parse(name, source)
	if err != nil {
		return nil, err
	}
	c := explain.Case{File: file, Engines: farbank.Engines}
	for _, opt := range opts {
		opt(&c.Given)
	}
	return explain.Explain(engine.Lasting(ctx), c, o)
}

func explained(t *testing.T, name, source string, o explain.Options, params ...string) *explain.Result {
	t.Helper()
	var opts []farbank.Option
	for _, p := range params {
		k, v, _ := strings.Cut(p, "=")
		opts = append(opts, farbank.WithParam(k, v))
	}
	r, err := fromText(context.Background(), name, source, o, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func example(t *testing.T, name string, o explain.Options, params ...string) *explain.Result {
	t.Helper()
	s, err := farbank.FindSource(t.Context(), name, 0)
	if err != nil {
		t.Fatal(err)
	}
	return explained(t, s.File, s.Text, o, params...)
}

// A madeUp is a generated model with the parts that can be dropped: its rules, and the
// requirements of its moves.
type madeUp struct {
	generated.Model
	rules []syntax.Node
}

func newMadeUp(t *testing.T, m generated.Model) *madeUp {
	t.Helper()
	f, err := syntax.Parse("made.far", m.Source)
	if err != nil {
		t.Fatal(err)
	}
	u := &madeUp{Model: m}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *syntax.RuleDecl:
			if d.Kind != syntax.Goal {
				u.rules = append(u.rules, d)
			}
		case *syntax.MoveDecl:
			u.requires(d.Body)
		}
	}
	return u
}

func (u *madeUp) requires(b *syntax.Block) {
	for _, st := range b.Stmts {
		syntax.Inspect(st, func(n syntax.Node) bool {
			if r, ok := n.(*syntax.RequireStmt); ok {
				u.rules = append(u.rules, r)
			}
			return true
		})
	}
}

func (u *madeUp) options() []farbank.Option {
	var opts []farbank.Option
	for _, s := range u.Settings {
		opts = append(opts, farbank.WithParam(s.Name, s.Value))
	}
	if u.Data != "" {
		opts = append(opts, farbank.WithData("made.json", []byte(u.Data)))
	}
	return opts
}

func (u *madeUp) explained(t *testing.T, o explain.Options) *explain.Result {
	t.Helper()
	r, err := fromText(t.Context(), "made.far", u.Source, o, u.options()...)
	if err != nil {
		t.Fatalf("%v\n%s", err, u)
	}
	return r
}

// leastCost returns the cost of a cheapest plan without some rules, or -1 if there is no plan.
func (u *madeUp) leastCost(out uint) (int64, error) {
	text := []byte(u.Source)
	for i, n := range u.rules {
		for k := n.Pos().Offset; out>>i&1 == 1 && k < n.End().Offset; k++ {
			if text[k] != '\n' {
				text[k] = ' '
			}
		}
	}
	p, err := farbank.Parse("made.far", string(text), u.options()...)
	if err != nil {
		return 0, err
	}
	plans, err := oracle.Plans(p, farbank.Question{})
	if err != nil || len(plans) == 0 {
		return -1, err
	}
	return plans[0].Cost, nil
}

// set returns the set of rules that items stand for.
func (u *madeUp) set(items []explain.Item) uint {
	set := uint(0)
	for _, it := range items {
		set |= 1 << slices.IndexFunc(u.rules, func(n syntax.Node) bool { return n.Pos().Line == it.Rule.Pos.Line && n.Pos().Col == it.Rule.Pos.Col })
	}
	return set
}

// TestRandom compares explanations with enumeration: every set of rules of generated problems is dropped.
func TestRandom(t *testing.T) {
	n, none := 50, 0
	if long.Enabled() {
		n = 3_000
	}
	for seed := range uint64(n) {
		p, m := oracle.Problem(seed, generated.Options{States: 60, Without: slices.Concat(oracle.Wide, generated.Known, oracle.Staged, []string{"use", "strict"})})
		u := newMadeUp(t, m)
		if len(u.rules) > 6 || p.Goals != nil {
			continue
		}
		cost := make([]int64, 1<<len(u.rules))
		var err error
		for out := range cost {
			if cost[out], err = u.leastCost(uint(out)); err != nil {
				break
			}
		}
		if err != nil {
			continue
		}
		r := u.explained(t, explain.Options{Whole: true, Steps: -1})
		if r.Answer.Status == engine.None {
			none++
			blocked(t, u, cost, r)
		} else {
			effects(t, u, cost, r)
		}
	}
	if none < n/10 {
		t.Errorf("only %d problems have no plan", none)
	}
}

func blocked(t *testing.T, u *madeUp, cost []int64, r *explain.Result) {
	t.Helper()
	var relaxations, conflicts []uint
	all := uint(len(cost) - 1)
	minimal := func(s uint, good func(uint) bool) bool {
		ok := good(s)
		for i := range u.rules {
			ok = ok && (s>>i&1 == 0 || !good(s&^(1<<i)))
		}
		return ok
	}
	for s := range uint(len(cost)) {
		if minimal(s, func(s uint) bool { return cost[s] >= 0 }) {
			relaxations = append(relaxations, s)
		}
		if minimal(s, func(s uint) bool { return cost[all&^s] < 0 }) {
			conflicts = append(conflicts, s)
		}
	}
	var gotR, gotC []uint
	for i, x := range r.Relaxations {
		s := u.set(x.Items)
		gotR = append(gotR, s)
		if !x.Sure || x.Plan.Cost != cost[s] && len(x.Problem.Schemas) > 0 || i > 0 && len(x.Items) < len(r.Relaxations[i-1].Items) {
			t.Fatalf("seed %d: %v: sure %t, cost %d, want %d\n%s", u.Seed, x.Items, x.Sure, x.Plan.Cost, cost[s], u)
		}
		if _, _, err := x.Problem.Verify(x.Plan); err != nil {
			t.Fatalf("seed %d: %v: %v\n%s", u.Seed, x.Items, err, u)
		}
	}
	for _, x := range r.Conflicts {
		if len(x.Items) > 0 || r.Hopeless {
			gotC = append(gotC, u.set(x.Items))
		}
	}
	slices.Sort(gotR)
	slices.Sort(gotC)
	if !r.Complete || !slices.Equal(gotR, relaxations) || !slices.Equal(gotC, conflicts) {
		t.Fatalf("seed %d: complete %t (%s), relaxations %b, want %b; conflicts %b, want %b\n%s", u.Seed, r.Complete, r.Reason, gotR, relaxations, gotC, conflicts, u)
	}
}

// effects checks the reported effect of each rule against the problem without it.
func effects(t *testing.T, u *madeUp, cost []int64, r *explain.Result) {
	t.Helper()
	if len(r.Effects) != len(u.rules) || !r.Complete {
		t.Fatalf("seed %d: %d effects of %d lines; complete %t\n%s", u.Seed, len(r.Effects), len(u.rules), r.Complete, u)
	}
	for i := range r.Effects {
		e := &r.Effects[i]
		want := cost[u.set([]explain.Item{e.Item})]
		role := e.Role(r)
		if e.Without.Status != engine.Solved || e.Without.Cost != want || role == explain.Unclear || (role == explain.Decides) != (want != cost[0]) {
			t.Fatalf("seed %d: %s: %+v, role %d; without it the cost is %d, with it %d\n%s", u.Seed, e.Item, e.Without, role, want, cost[0], u)
		}
		if role == explain.Idle && e.Without.States != r.States && !e.Without.Follow {
			t.Fatalf("seed %d: %s: idle, and %d states, not %d\n%s", u.Seed, e.Item, e.Without.States, r.States, u)
		}
	}
}

// TestParts compares the parts of requirements with the whole requirement, for all values.
func TestParts(t *testing.T) {
	seen := 0
	for seed := range long.Of[uint64](80, 300) {
		_, m := oracle.Problem(seed, generated.Options{Moves: generated.Never, States: 200, Without: slices.Concat(oracle.Wide, generated.Known, oracle.Staged, []string{"use", "strict"})})
		m.Source += "find f9: 0..2\nfind g9[1..2]: 0..2\n" +
			"require all i: 1..2, j: 0..2 where i != j { g9[i] != j and (all k in {f9} { g9[k] == 1 }) or f9 == j }\n"
		p := newMadeUp(t, m).explained(t, explain.Options{Limit: 1, Steps: -1}).Problem
		find := make([]int64, p.NumFind)
		for i := range find {
			find[i] = p.Cells[i].Lo
		}
		for more := true; more; more = next(p, find) {
			for _, r := range p.Require {
				if r.Pos.Line == 0 { // it restricts the values of a variable
					continue
				}
				whole, _, err := p.Eval(r.Cond, model.State(find))
				if err != nil {
					break
				}
				parts := int64(1)
				for _, x := range r.Parts {
					v, _, _ := p.Eval(x.Cond, model.State(find))
					parts = min(parts, v)
				}
				if whole != parts {
					t.Fatalf("seed %d, %v: %s is %d, its parts are %d\n%s", seed, find, r.Text, whole, parts, m)
				}
				seen += len(r.Parts)
			}
		}
	}
	if seen == 0 {
		t.Error("no parts")
	}
}

func next(p *model.Problem, find []int64) bool {
	for i := range find {
		if find[i] < p.Cells[i].Hi {
			find[i]++
			return true
		}
		find[i] = p.Cells[i].Lo
	}
	return false
}

// TestHusbands checks known answers: with a boat of three, 4 couples need 9 crossings; three
// couples need 11. An unmarried woman, or two bachelors, also make 4 couples solvable.
func TestHusbands(t *testing.T) {
	r := example(t, "husbands", explain.Options{}, "couples=4")
	var got []string
	for _, x := range r.Relaxations {
		got = append(got, fmt.Sprintf("%v %d", x.Items, len(x.Plan.Moves)))
	}
	want := []string{
		`[never "a wife is left with another man" (line 23)] 13`,
		`[couples 4 -> 3] 11`,
		`[seats 2 -> 3] 9`,
		`[bachelors 0 -> 2] 17`,
		`[maids 0 -> 1] 15`,
		`[move cross: require 1 <= size(crew) <= seats (line 17)] 1`,
		`[move cross: require all p in crew { at[p] == boat and lives(p.1, p.2) } (line 18)] 7`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if len(r.Conflicts) != 1 || len(r.Conflicts[0].Items) != 3 || !r.Conflicts[0].Sure || !r.Complete {
		t.Errorf("%+v", r.Conflicts)
	}
}

// TestTwoParameters checks a problem in which neither of two changes suffices alone.
func TestTwoParameters(t *testing.T) {
	const src = `puzzle "two"
param a: 0..9 = 1
param b: 0..9 = 1
state x: 0..9 = 0
move step { require "far enough": x < a and a == b
    x += 1 }
never "too far": x > b
goal x == 3
`
	r := explained(t, "two.far", src, explain.Options{})
	var got []string
	for _, x := range r.Relaxations {
		got = append(got, fmt.Sprint(x.Items))
		if !x.Sure {
			t.Errorf("%v is not sure", x.Items)
		}
	}
	want := []string{
		`[a 1 -> 3 b 1 -> 3]`,
		`[never "too far" (line 7) move step: require "far enough" (line 5)]`,
		`[b 1 -> 3 move step: require "far enough" (line 5)]`,
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestSudoku checks conflicts of a grid with one given too many: solving again without any
// member of a conflict gives a solution.
func TestSudoku(t *testing.T) {
	const board = "5.......54.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
	r := example(t, "sudoku", explain.Options{Limit: 5, Keep: []string{"rows", "columns", "blocks"}}, "board="+board)
	if r.Answer.Status != engine.None || len(r.Conflicts) == 0 || !r.Limited {
		t.Fatalf("%v, %d conflicts", r.Answer.Status, len(r.Conflicts))
	}
	for _, c := range r.Conflicts {
		if !solvable(t, board, c.Items, -1) {
			for i := range c.Items {
				if !solvable(t, board, c.Items, i) {
					t.Errorf("%v is not needed in %v", c.Items[i], c.Items)
				}
			}
		} else {
			t.Errorf("%v is not a conflict", c.Items)
		}
	}
	if name := r.Conflicts[0].Items[0].String(); name != `require "the givens" for row = 1, column = 1: cell[1, 1] == 5 (line 26)` {
		t.Errorf("a given is called %s", name)
	}
}

// solvable reports whether the sudoku with only the givens of items, except one, has a solution.
func solvable(t *testing.T, board string, items []explain.Item, but int) bool {
	t.Helper()
	only := []byte(strings.Repeat(".", 81))
	for i, it := range items {
		var row, column int
		if _, err := fmt.Sscanf(it.Part.Choice, "row = %d, column = %d", &row, &column); err != nil {
			t.Fatal(err)
		}
		if k := (row-1)*9 + column - 1; i != but {
			only[k] = board[k]
		}
	}
	p, err := farbank.Load("sudoku", farbank.WithParam("board", string(only)))
	if err != nil {
		t.Fatal(err)
	}
	a, err := farbank.Solve(context.Background(), p, farbank.Question{Plans: farbank.Any})
	if err != nil {
		t.Fatal(err)
	}
	return a.Best != nil
}

// TestStops checks that a canceled context ends the explanation soon, with what is known.
func TestStops(t *testing.T) {
	s, err := farbank.FindSource(t.Context(), "husbands", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []time.Duration{0, time.Millisecond, 20 * time.Millisecond, 80 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(context.Background(), after)
		r, err := fromText(ctx, s.File, s.Text, explain.Options{}, farbank.WithParam("couples", "6"))
		cancel()
		if err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		if r != nil && r.Complete && ctx.Err() != nil {
			t.Errorf("after %v: complete, with %d relaxations", after, len(r.Relaxations))
		}
	}
}

// TestStarts checks a rule that excludes a start state but refuses no move.
func TestStarts(t *testing.T) {
	const src = `puzzle "starts"
find f: 0..1
state x: 0..3 = 3 - f
move down { x -= 1 }
never "it begins at the top": x == 3
goal x <= 3
`
	r := explained(t, "starts.far", src, explain.Options{})
	if e := &r.Effects[0]; e.Refused != 0 || e.Starts != 1 || e.Role(r) != explain.Shapes || e.Without.States != 7 {
		t.Errorf("%+v, role %d", e, e.Role(r))
	}
}

func TestNothingToGiveUp(t *testing.T) {
	r := explained(t, "none.far", "puzzle \"none\"\nstate x: 0..3 = 0\nmove up { x += 2 }\ngoal x == 3\n", explain.Options{})
	if !r.Hopeless || !r.Complete || len(r.Relaxations) != 0 {
		t.Errorf("%+v", r)
	}
}

func Example() {
	p, err := farbank.Load("husbands", farbank.WithParam("couples", "4"))
	if err != nil {
		panic(err)
	}
	r, err := farbank.Explain(context.Background(), p, explain.Options{Keep: []string{"moves"}})
	if err != nil {
		panic(err)
	}
	for _, x := range r.Relaxations {
		fmt.Println(x.Items, len(x.Plan.Moves))
	}
	// Output:
	// [never "a wife is left with another man" (line 23)] 13
	// [couples 4 -> 3] 11
	// [seats 2 -> 3] 9
	// [bachelors 0 -> 2] 17
	// [maids 0 -> 1] 15
}
