package explain_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/internal/oracle"
	"farbank/model"
	"farbank/study/explain"
)

var long = flag.Bool("long", false, "more made-up problems")

func explained(t *testing.T, name, source string, o explain.Options, params ...string) *explain.Result {
	t.Helper()
	var opts []farbank.Option
	for _, p := range params {
		k, v, _ := strings.Cut(p, "=")
		opts = append(opts, farbank.WithParam(k, v))
	}
	r, err := farbank.Explain(context.Background(), name, source, o, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func example(t *testing.T, name string, o explain.Options, params ...string) *explain.Result {
	t.Helper()
	file, source, err := farbank.ReadSource(name)
	if err != nil {
		t.Fatal(err)
	}
	return explained(t, file, source, o, params...)
}

// ruleLines are the lines of a made-up problem that can be left out.
func ruleLines(src string) []int {
	var lines []int
	for i, l := range strings.Split(src, "\n") {
		word, _, _ := strings.Cut(l, " ")
		if word == "require" || word == "never" || word == "always" {
			lines = append(lines, i+1)
		}
	}
	return lines
}

// leastCost lists the plans without some lines; -1: there is none.
func leastCost(src string, lines []int, out uint) (int64, error) {
	text := strings.Split(src, "\n")
	for i, l := range lines {
		if out>>i&1 == 1 {
			text[l-1] = ""
		}
	}
	p, err := farbank.Parse("random.far", strings.Join(text, "\n"))
	if err != nil {
		return 0, err
	}
	plans, err := oracle.Plans(p, farbank.Question{})
	if err != nil || len(plans) == 0 {
		return -1, err
	}
	return plans[0].Cost, nil
}

func lineSet(items []explain.Item, lines []int) uint {
	set := uint(0)
	for _, it := range items {
		set |= 1 << slices.Index(lines, it.Rule.Pos.Line)
	}
	return set
}

// TestRandom compares with leaving out every set of lines of made-up problems.
func TestRandom(t *testing.T) {
	n, none := 80, 0
	if *long {
		n = 3_000
	}
	for seed := range n {
		o := oracle.Options{Moves: seed%4 != 0, Find: seed%2 == 0, Costs: seed%3 == 0}
		p, src := oracle.Problem(rand.New(rand.NewPCG(uint64(seed), 17)), o)
		lines := ruleLines(src)
		if len(lines) > 7 || p.Goals != nil {
			continue
		}
		cost := make([]int64, 1<<len(lines))
		var err error
		for out := range cost {
			if cost[out], err = leastCost(src, lines, uint(out)); err != nil {
				break
			}
		}
		if err != nil {
			continue
		}
		r := explained(t, "random.far", src, explain.Options{Whole: true, Steps: -1})
		if r.Answer.Status == engine.None {
			none++
			blocked(t, seed, src, lines, cost, r)
		} else {
			effects(t, seed, src, lines, cost, r)
		}
	}
	if none < n/10 {
		t.Errorf("only %d problems have no plan", none)
	}
}

func blocked(t *testing.T, seed int, src string, lines []int, cost []int64, r *explain.Result) {
	t.Helper()
	var relaxations, conflicts []uint
	all := uint(len(cost) - 1)
	minimal := func(s uint, good func(uint) bool) bool {
		ok := good(s)
		for i := range lines {
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
		s := lineSet(x.Items, lines)
		gotR = append(gotR, s)
		if !x.Sure || x.Plan.Cost != cost[s] && len(x.Problem.Schemas) > 0 || i > 0 && len(x.Items) < len(r.Relaxations[i-1].Items) {
			t.Fatalf("seed %d: %v: sure %t, cost %d, want %d\n%s", seed, x.Items, x.Sure, x.Plan.Cost, cost[s], src)
		}
		if _, _, err := x.Problem.Verify(x.Plan); err != nil {
			t.Fatalf("seed %d: %v: %v\n%s", seed, x.Items, err, src)
		}
	}
	for _, x := range r.Conflicts {
		if len(x.Items) > 0 || r.Hopeless {
			gotC = append(gotC, lineSet(x.Items, lines))
		}
	}
	slices.Sort(gotR)
	slices.Sort(gotC)
	if !r.Complete || !slices.Equal(gotR, relaxations) || !slices.Equal(gotC, conflicts) {
		t.Fatalf("seed %d: complete %t (%s), relaxations %b, want %b; conflicts %b, want %b\n%s", seed, r.Complete, r.Reason, gotR, relaxations, gotC, conflicts, src)
	}
}

// effects holds what is said of a rule against the problem without its line.
func effects(t *testing.T, seed int, src string, lines []int, cost []int64, r *explain.Result) {
	t.Helper()
	if len(r.Effects) != len(lines) || !r.Complete {
		t.Fatalf("seed %d: %d effects of %d lines; complete %t\n%s", seed, len(r.Effects), len(lines), r.Complete, src)
	}
	for i := range r.Effects {
		e := &r.Effects[i]
		want := cost[lineSet([]explain.Item{e.Item}, lines)]
		role := e.Role(r)
		if e.Without.Status != engine.Solved || e.Without.Cost != want || role == explain.Unclear || (role == explain.Decides) != (want != cost[0]) {
			t.Fatalf("seed %d: %s: %+v, role %d; without it the cost is %d, with it %d\n%s", seed, e.Item, e.Without, role, want, cost[0], src)
		}
		if role == explain.Idle && e.Without.States != r.States && !e.Without.Follow {
			t.Fatalf("seed %d: %s: idle, and %d states, not %d\n%s", seed, e.Item, e.Without.States, r.States, src)
		}
	}
}

// TestParts holds the parts of requirements against the whole, for all values.
func TestParts(t *testing.T) {
	seen := 0
	for seed := range 300 {
		_, src := oracle.Problem(rand.New(rand.NewPCG(uint64(seed), 19)), oracle.Options{Find: true})
		src += "\nrequire all i: 1..2, j: 0..2 where i != j { g[i] != j and (all k in {f} { g[k] == 1 }) or f == j }\n"
		p := explained(t, "random.far", src, explain.Options{Limit: 1, Steps: -1}).Problem
		find := make([]int64, p.NumFind)
		for i := range find {
			find[i] = p.Cells[i].Lo
		}
		for more := true; more; more = next(p, find) {
			for _, r := range p.Require {
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
					t.Fatalf("seed %d, %v: %s is %d, its parts are %d\n%s", seed, find, r.Text, whole, parts, src)
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

// TestHusbands: known answers. With a boat of three, 9 crossings for 4 couples; three
// couples need 11. An unmarried woman helps 4 couples across, or two bachelors.
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

// TestTwoParameters: neither change works alone.
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

// TestSudoku: a grid with one given too many. The conflicts have no given that they
// could do without, by solving again.
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
			t.Errorf("%v is no conflict", c.Items)
		}
	}
	if name := r.Conflicts[0].Items[0].String(); name != `require "the givens" for row = 1, column = 1: cell[1, 1] == 5 (line 26)` {
		t.Errorf("a given is called %s", name)
	}
}

// solvable solves the sudoku that has only the givens of some items, but for one.
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

// TestStops: a context that is done ends it soon, with what is known.
func TestStops(t *testing.T) {
	file, source, err := farbank.ReadSource("husbands")
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []time.Duration{0, time.Millisecond, 20 * time.Millisecond, 80 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(context.Background(), after)
		r, err := farbank.Explain(ctx, file, source, explain.Options{}, farbank.WithParam("couples", "6"))
		cancel()
		if err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		if r != nil && r.Complete && ctx.Err() != nil {
			t.Errorf("after %v: complete, with %d relaxations", after, len(r.Relaxations))
		}
	}
}

// TestStarts: a rule that refuses no move, but a way to begin.
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
	file, source, err := farbank.ReadSource("husbands")
	if err != nil {
		panic(err)
	}
	r, err := farbank.Explain(context.Background(), file, source, explain.Options{Keep: []string{"moves"}}, farbank.WithParam("couples", "4"))
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
