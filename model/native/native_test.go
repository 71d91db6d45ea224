package native_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank"
	"farbank/examples"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/internal/testing/oracle"
	"farbank/lang/syntax"
	"farbank/model"
	"farbank/model/native"
)

// An edge is a successor, comparable.
type edge struct {
	from, label int32
	cost        int64
	state       string
}

func compareEdges(x, y edge) int {
	return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(x.label, y.label), cmp.Compare(x.state, y.state))
}

// interpret returns the safe successors of states by the reference interpreter.
func interpret(t *testing.T, p *model.Problem, states []model.State) []edge {
	t.Helper()
	var edges []edge
	for i, s := range states {
		for n, m := range p.Moves {
			out, err := p.Apply(m, s)
			if err != nil {
				t.Fatal(err)
			}
			if out.Next == nil {
				continue
			}
			if ok, err := p.Safe(out.Next); err != nil {
				t.Fatal(err)
			} else if ok {
				edges = append(edges, edge{int32(i), int32(n), out.Cost, fmt.Sprint(out.Next)})
			}
		}
	}
	return edges
}

// unpacked returns successors, sorted as interpret sorts them.
func unpacked(l *model.Layout, p *model.Problem, out native.Successors) []edge {
	var edges []edge
	s := make(model.State, len(p.Cells))
	for i := range out.From {
		l.Unpack(out.States[i*l.Words:(i+1)*l.Words], s)
		e := edge{out.From[i], out.Label[i], 1, fmt.Sprint(s)}
		if out.Cost != nil {
			e.cost = out.Cost[i]
		}
		edges = append(edges, e)
	}
	slices.SortStableFunc(edges, compareEdges)
	return edges
}

// check compares an expander with the interpreter on a batch of safe states.
func check(t *testing.T, name string, x native.Expander, p *model.Problem, l *model.Layout, states []model.State) {
	t.Helper()
	for from := 0; from < len(states); from += x.Batch() {
		part := states[from:min(from+x.Batch(), len(states))]
		batch := make([]uint64, len(part)*l.Words)
		for i, s := range part {
			l.Pack(s, batch[i*l.Words:(i+1)*l.Words])
		}
		out, err := x.Expand(batch)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want, got := interpret(t, p, part), unpacked(l, p, out)
		slices.SortStableFunc(want, compareEdges)
		for k := range max(len(got), len(want)) {
			if k >= len(got) || k >= len(want) || got[k] != want[k] {
				t.Errorf("%s: %d successors, want %d; number %d\n got %v\nwant %v", name, len(got), len(want), k,
					got[min(k, len(got)):min(k+1, len(got))], want[min(k, len(want)):min(k+1, len(want))])
				return
			}
		}
		goal := make([]bool, len(part))
		if err := x.Goals(batch, goal); err != nil {
			t.Fatal(err)
		}
		for i, s := range part {
			if want, _ := p.AtGoal(s); goal[i] != want {
				t.Errorf("%s: goal %v: %v, want %v", name, s, goal[i], want)
				return
			}
		}
	}
}

// randomStates returns safe states.
func randomStates(r *rand.Rand, p *model.Problem, n int) []model.State {
	var states []model.State
	for range 20 * n {
		s := make(model.State, len(p.Cells))
		for i, c := range p.Cells {
			s[i] = c.Lo + r.Int64N(c.Hi-c.Lo+1)
		}
		if ok, err := p.Safe(s); err == nil && ok && len(states) < n {
			states = append(states, s)
		}
	}
	return states
}

func TestGeneratedProblems(t *testing.T) {
	n := 120
	if long.Enabled() {
		n = 10_000
	}
	unfit := 0
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		p, src := oracle.Problem(uint64(seed), generated.Options{Moves: generated.Always, Without: oracle.Wide})
		states := randomStates(r, p, 20)
		if !checkAll(t, p, states) {
			unfit++
		}
		if t.Failed() {
			t.Fatalf("seed %d\n%s", seed, src)
		}
	}
	if unfit > n/10 {
		t.Errorf("%d of %d problems are unfit", unfit, n)
	}
}

// checkAll checks both expanders. It returns false if the problem is unfit.
func checkAll(t *testing.T, p *model.Problem, states []model.State) bool {
	t.Helper()
	ctx := context.Background()
	l := model.NewLayout(p)
	code, err := native.Compile(ctx, p, l)
	if errors.Is(err, native.ErrUnfit) {
		return false
	}
	if err != nil {
		t.Fatal(err)
	}
	defer code.Close(ctx)
	i, err := code.Instance(ctx)
	if err != nil {
		t.Fatal(err)
	}
	check(t, "code", i, p, l, states)
	v, err := native.NewVector(p, l)
	if errors.Is(err, native.ErrUnfit) {
		return true // the tree of its expressions is too large
	}
	if err != nil {
		t.Fatal(err)
	}
	check(t, "vector", v, p, l, states)
	return true
}

// TestExamples compares the expanders with the interpreter on states of random walks.
func TestExamples(t *testing.T) {
	for _, name := range examples.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := farbank.Load(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Moves) == 0 || p.NumFind > 0 || p.Others() {
				return
			}
			if !checkAll(t, p, walk(t, p, 60)) {
				t.Error("not fit for compilation")
			}
		})
	}
}

// walk returns states of a random walk.
func walk(t *testing.T, p *model.Problem, n int) []model.State {
	r := rand.New(rand.NewPCG(1, 1))
	s, _, err := p.Begin(nil)
	if err != nil {
		t.Fatal(err)
	}
	states := []model.State{s}
	for range n {
		var next []model.State
		for _, m := range p.Moves {
			out, _ := p.Apply(m, s)
			if out.Next == nil {
				continue
			}
			if ok, _ := p.Safe(out.Next); ok {
				next = append(next, out.Next)
			}
		}
		if len(next) == 0 {
			break
		}
		s = next[r.IntN(len(next))]
		states = append(states, s)
	}
	return states
}

// TestWideCells has conditions and addresses over cells of any integer.
func TestWideCells(t *testing.T) {
	const all = "state x: -9223372036854775808..9223372036854775807 = 0\nstate k: 0..9 = 0\nstate a[0..3]: 0..1 = 0\n"
	for _, moves := range []string{
		"move one { require x == 1\n k = 1 }\nmove two { require x == 2\n k = 2 }\nmove three { require x == 3\n k = 3 }\n" +
			"move tick(d: 1..2) { require k < 8 and x % 7 == 0\n k += d }\nmove jump { require x == 0 and k > 5\n x = 4294967297 }\n",
		"move one { require x == 9223372036854775806\n k = 1 }\nmove two { require x == -9223372036854775808\n k = 2 }\nmove three { require x == 3\n k = 3 }\n",
		"move go(d: 1..3) { a[x % 4] = 1 - a[x % 4]\n x = d }\n",
	} {
		p, err := farbank.Parse("wide.far", all+moves+"goal k == 9\n")
		if err != nil {
			t.Fatal(err)
		}
		var states []model.State
		for _, x := range []int64{1, 2, 3, 1 + 1<<32, 2 + 3<<32, 0, -1, math.MinInt64, math.MinInt64 + 1, math.MaxInt64, math.MaxInt64 - 1} {
			states = append(states, model.State{x, 0, 0, 0, 0, 0})
		}
		if !checkAll(t, p, states) {
			t.Error("not fit for compilation")
		}
	}
}

// TestEndsOfNumbers generates conditions over cells at the limits of 64 bits and checks them in
// all states.
func TestEndsOfNumbers(t *testing.T) {
	n := 700
	if long.Enabled() {
		n = 10_000
	}
	fit := 0
	for seed := range n {
		p, src := atEnds(t, rand.New(rand.NewPCG(uint64(seed), 12)))
		var states []model.State
		for x := range p.Cells[0].Values() {
			for y := range p.Cells[1].Values() {
				states = append(states, model.State{x, y, 0})
			}
		}
		if !slices.ContainsFunc(p.Moves, func(m *model.Move) bool { return m.Body[0].Value.Wide }) && checkAll(t, p, states) {
			fit++
		}
		if t.Failed() {
			t.Fatalf("seed %d\n%s", seed, src)
		}
	}
	if fit < n/3 {
		t.Errorf("%d of %d problems are fit", fit, n)
	}
}

// atEnds generates a problem of two cells near a limit of 64 bits or 0, and moves with a
// condition.
func atEnds(t *testing.T, r *rand.Rand) (*model.Problem, string) {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	domain := func() (lo, both string) {
		lo = pick("-9223372036854775808", "-9223372036854775807", "9223372036854775805", "9223372036854775806", "-1", "0")
		return lo, lo + ".." + lo + " + 1"
	}
	var number func(depth int) string
	number = func(depth int) string {
		if depth == 0 {
			return pick("x", "y", "x", "y", "1", "-1", "9223372036854775807")
		}
		a, b := number(depth-1), number(depth-1)
		return pick("("+a+" + "+b+")", "("+a+" - "+b+")", "(-"+a+")", "("+a+" / "+b+")", "("+a+" % "+b+")", "min("+a+", "+b+")", "abs("+a+")",
			"(if "+a+" < "+b+" then "+b+" else "+a+")", a, b)
	}
	x, xs := domain()
	y, ys := domain()
	src := fmt.Sprintf("state x: %s = %s\nstate y: %s = %s\nstate k: 0..9 = 0\n", xs, x, ys, y)
	for i := range 5 {
		src += fmt.Sprintf("move m%d { require %s %s %s\n k = %d }\n", i, number(r.IntN(3)), pick("<", "<=", "==", "!="), number(r.IntN(3)), i)
	}
	p, err := farbank.Parse("ends.far", src+"goal k == 9\n")
	var overflows syntax.ErrorList
	if errors.As(err, &overflows) { // overflow in constants
		return atEnds(t, r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p, src
}

// TestLargeCode checks that code which takes long to compile is refused, since compilation
// cannot be interrupted.
func TestLargeCode(t *testing.T) {
	p, err := farbank.Parse("large.far", `
state x[1..26]: 0..9 = 0
move go(k: 1..26, v: 0..9) { x[k] = sum(a: 1..26, b: 1..26 -> x[a] * x[b] % (x[k] + v + a + b)) % 10 }
goal false
`)
	if err != nil {
		t.Fatal(err)
	}
	if code, err := native.Compile(t.Context(), p, model.NewLayout(p)); !errors.Is(err, native.ErrLarge) {
		t.Errorf("%v %v", code, err)
	}
}
