package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank/examples"
	"farbank/lang"
	"farbank/model"
)

func parse(t *testing.T, source string) *model.Problem {
	t.Helper()
	p, err := lang.Parse("x.far", source, lang.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return p
}

// eachExample runs a test for every example that is not large.
func eachExample(t *testing.T, run func(t *testing.T, p *model.Problem, r *rand.Rand)) {
	for _, name := range examples.Names() {
		source, _ := examples.Source(name)
		t.Run(name, func(t *testing.T) {
			if p := parse(t, source); !p.Others() && len(p.Moves) < 5_000 && len(p.Cells) < 500 {
				run(t, p, rand.New(rand.NewPCG(7, 8)))
			}
		})
	}
}

// anyState returns a random state.
func anyState(p *model.Problem, r *rand.Rand) model.State {
	s := make(model.State, len(p.Cells))
	for i, c := range p.Cells {
		s[i] = c.Lo + r.Int64N(c.Span())
	}
	return s
}

// TestLayout checks that unpacking inverts packing and that different states are packed
// differently.
func TestLayout(t *testing.T) {
	eachExample(t, func(t *testing.T, p *model.Problem, r *rand.Rand) {
		l := model.NewLayout(p)
		words, other := make([]uint64, l.Words), make([]uint64, l.Words)
		for range 20 {
			s, back := anyState(p, r), make(model.State, len(p.Cells))
			l.Pack(s, words)
			if l.Unpack(words, back); !slices.Equal(s, back) {
				t.Fatalf("%v comes back as %v", s, back)
			}
			u := anyState(p, r)
			if l.Pack(u, other); slices.Equal(words, other) != slices.Equal(s, u) {
				t.Fatalf("%v and %v are packed alike", s, u)
			}
		}
	})
}

// TestLayoutOfWholeWords packs cells of 64 bits, of one value, and next to a word boundary.
func TestLayoutOfWholeWords(t *testing.T) {
	p := &model.Problem{Cells: []model.CellInfo{
		{Lo: math.MinInt64, Hi: math.MaxInt64}, {Lo: 5, Hi: 5}, {Lo: -1, Hi: 1 << 40}, {Lo: 0, Hi: 1 << 30}, {Lo: 3, Hi: 4},
	}}
	l := model.NewLayout(p)
	words := make([]uint64, l.Words)
	for _, s := range []model.State{{math.MinInt64, 5, -1, 0, 3}, {math.MaxInt64, 5, 1 << 40, 1 << 30, 4}, {0, 5, 17, 99, 4}} {
		back := make(model.State, len(s))
		l.Pack(s, words)
		if l.Unpack(words, back); !slices.Equal(s, back) {
			t.Errorf("%v comes back as %v", s, back)
		}
	}
	if l.Words != 3 {
		t.Errorf("%d words", l.Words)
	}
}

// TestStepper compares a Stepper with Apply.
func TestStepper(t *testing.T) {
	eachExample(t, func(t *testing.T, p *model.Problem, r *rand.Rand) {
		st, next := p.NewStepper(), make(model.State, len(p.Cells))
		for range 5 {
			s := anyState(p, r)
			for _, m := range p.Moves {
				out, err := p.Apply(m, s)
				cost, ok, err2 := st.Step(m, s, next)
				if fmt.Sprint(err) != fmt.Sprint(err2) || ok != (out.Next != nil) {
					t.Fatalf("%s in %v: %v, %v; %v, %v", m, s, out.Next != nil, err, ok, err2)
				}
				if ok && (cost != out.Cost || !slices.Equal(next, out.Next)) {
					t.Fatalf("%s in %v: %v at %d; %v at %d", m, s, out.Next, out.Cost, next, cost)
				}
			}
		}
	})
}

// TestWalks checks that random walks are valid by the text and by the ground problem, with
// equal results, and that walks with an inapplicable move are not.
func TestWalks(t *testing.T) {
	eachExample(t, func(t *testing.T, p *model.Problem, r *rand.Rand) {
		if p.Unit > 0 {
			t.Skip("moves take time: see TestGeneratedTimed")
		}
		if p.NumFind > 0 {
			return // Starts enumerates the assignments of find cells, which are too many
		}
		for s, err := range p.Starts(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			plan := model.Plan{Find: s[:p.NumFind]}
			for range min(30, 10*len(p.Moves)) {
				n := r.IntN(len(p.Moves))
				out, err := p.Apply(p.Moves[n], s)
				if err != nil {
					t.Fatal(err)
				}
				if out.Next != nil {
					if safe, _ := p.Safe(out.Next); !safe {
						continue
					}
					plan.Moves, s = append(plan.Moves, n), out.Next
				}
			}
			checkPlan(t, p, plan, s)
			if len(p.Moves) > 0 {
				plan.Moves = append(plan.Moves, r.IntN(len(p.Moves)))
				checkBoth(t, p, plan)
				plan.Moves[len(plan.Moves)-1] = len(p.Moves)
				if _, _, err := p.Verify(plan); err == nil || !strings.Contains(err.Error(), "there is no such move") {
					t.Errorf("a move that does not exist: %v", err)
				}
			}
			return
		}
	})
}

// checkPlan checks the result of Verify for a plan that ends in a state.
func checkPlan(t *testing.T, p *model.Problem, plan model.Plan, end model.State) {
	t.Helper()
	steps, _, err := p.VerifyWalk(plan)
	if err != nil || len(steps) != len(plan.Moves)+1 || !slices.Equal(steps[len(steps)-1].State, end) {
		t.Fatalf("a walk is not valid: %v", err)
	}
	_, _, err = p.Verify(plan)
	if goal, _ := p.AtGoal(end); goal != (err == nil) {
		t.Errorf("at a goal: %v, but %v", goal, err)
	}
	checkBoth(t, p, plan)
}

// checkBoth compares the judge with the ground problem.
func checkBoth(t *testing.T, p *model.Problem, plan model.Plan) {
	t.Helper()
	steps, cost, err := p.Verify(plan)
	ground := *p
	ground.Judge = nil
	steps2, cost2, err2 := ground.Verify(plan)
	if fmt.Sprint(err) != fmt.Sprint(err2) || err == nil && (cost != cost2 || len(steps) != len(steps2)) {
		t.Errorf("by the text %d, %v; ground %d, %v", cost, err, cost2, err2)
	}
	for i := range min(len(steps), len(steps2)) {
		if !slices.Equal(steps[i].State, steps2[i].State) || steps[i].Label != steps2[i].Label && err == nil {
			t.Errorf("step %d differs", i)
		}
	}
}

// TestRefusals checks the reasons for which plans are invalid.
func TestRefusals(t *testing.T) {
	p := parse(t, `
find k: 1..3
require "k is odd": k % 2 == 1
state x: 0..9 = 4 / (k - 1)
move add(n: 1..3) cost x - 3 "add {n}" {
	require "small": n != 3 or x > 4
	let y = 12 / (x - 5)
	x += n + y - y
}
move jump { require x > 2
	x = 3 * x }
never "seven": x == 7
goal x == 6
`)
	move := func(name string) int {
		return slices.IndexFunc(p.Moves, func(m *model.Move) bool { return m.String() == name })
	}
	for _, c := range []struct {
		find  []int64
		moves []string
		want  string
	}{
		{[]int64{}, nil, "at the start: 1 find values are needed, 0 are given"},
		{[]int64{9}, nil, "at the start: k cannot be 9"},
		{[]int64{2}, nil, "at the start: the values found break k is odd (line 3)"},
		{[]int64{1}, nil, "at the start: the values found give no start"},
		{[]int64{3}, nil, "at the end: the goal is not met: goal x == 6 (line 13)"},
		{[]int64{3}, []string{"add(3)"}, "step 1, add(3): does not apply: small (line 6)"},
		{[]int64{3}, []string{"add(1)"}, "step 1, add(1): does not apply: its cost is undefined or negative"},
	} {
		plan := model.Plan{Find: c.find}
		for _, m := range c.moves {
			plan.Moves = append(plan.Moves, move(m))
		}
		ground := *p
		ground.Judge = nil
		_, _, err := ground.Verify(plan)
		var refused *model.PlanError
		if !errors.As(err, &refused) || err.Error() != c.want {
			t.Errorf("%v %v: %v, want %s", c.find, c.moves, err, c.want)
		}
	}
	for from, want := range map[int64]string{6: "never seven", 5: "", 4: "jump"} {
		s := model.State{3, from}
		out, err := p.Apply(p.Moves[move("add(1)")], s)
		switch {
		case err != nil:
			t.Error(err)
		case from == 5 && out.Refused == nil:
			t.Error("a let without a value lets the move apply")
		case from == 6:
			if broken, _ := p.Broken(out.Next); len(broken) != 1 || broken[0].Kind.String()+" "+broken[0].String() != want {
				t.Errorf("%v breaks %v", out.Next, broken)
			}
			if missed, _ := p.Missed(out.Next); len(missed) != 1 {
				t.Errorf("%v misses %v", out.Next, missed)
			}
		case from == 4:
			if out, _ := p.Apply(p.Moves[move("jump()")], s); out.Refused == nil || out.Refused.Kind != model.Assign {
				t.Errorf("a value out of range is assigned: %v", out)
			}
		}
	}
}

// TestOverflow checks that arithmetic beyond 64 bits is an error with its position.
func TestOverflow(t *testing.T) {
	p := parse(t, "state x: 0..9223372036854775807 = 9223372036854775807\nstate y: -9223372036854775808..0 = -9223372036854775808\n"+
		"move m { x = x + x }\nmove n { x = x * x }\nmove o { y = -y }\nmove p { y = y / (x / x - 2) }\nmove q { y = abs(y) }\nmove r { y = y - x }\ngoal x == 0\n")
	s, ok, err := p.Begin(nil)
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	for _, m := range p.Moves {
		_, err := p.Apply(m, s)
		var over *model.OverflowError
		if !errors.As(err, &over) || !strings.HasPrefix(err.Error(), "x.far:") {
			t.Errorf("%s: %v", m, err)
		}
		if _, _, err := p.NewStepper().Step(m, s, slices.Clone(s)); !errors.As(err, &over) {
			t.Errorf("%s, stepped: %v", m, err)
		}
	}
}

// TestObjective checks that a maximised value counts as the cost, and that an undefined one is
// an error.
func TestObjective(t *testing.T) {
	p := parse(t, "find x: 0..3\nfind y: 0..3\nrequire distinct(x, y, x + y)\nmaximize 6 / x + y\n")
	p.Judge = nil
	for find, want := range map[[2]int64]string{{1, 2}: "8 <nil>", {2, 0}: "0 at the start: the values found break require distinct(x, y, x + y) (line 3)",
		{0, 1}: "0 at the start: the values found break require distinct(x, y, x + y) (line 3)"} {
		_, cost, err := p.Verify(model.Plan{Find: find[:]})
		if got := fmt.Sprint(cost, " ", err); got != want {
			t.Errorf("%v: %s, want %s", find, got, want)
		}
	}
	p = parse(t, "find x: 0..3\nmaximize 6 / x\n")
	p.Judge = nil
	if _, _, err := p.Verify(model.Plan{Find: []int64{0}}); err == nil || !strings.Contains(err.Error(), "the objective has no value") {
		t.Error(err)
	}
	if v, ok, err := p.Eval(p.Goals.Value, model.State{2}); v != 3 || !ok || err != nil {
		t.Error(v, ok, err)
	}
}

// TestDigest checks that the digest depends on the content, not on titles and positions.
func TestDigest(t *testing.T) {
	const source = "state x: 0..3 = 0\nmove go(k: 1..2) { require x != k\n let y = x\n if y == 0 { x += k } else { x = [1, 2][k] } }\nnever x == 3 and x == 2\ngoal x == 2\n"
	want := parse(t, source).Digest()
	if parse(t, "puzzle \"another title\"\n\n"+strings.Replace(source, "goal", "goal \"why\":", 1)+"show \"x\" = x\n").Digest() != want {
		t.Error("titles and labels count")
	}
	seen := map[model.Digest]string{want: source}
	for _, change := range [][2]string{{"0..3", "0..4"}, {"= 0\n", "= 1\n"}, {"1..2", "0..2"}, {"x != k", "x < k"}, {"x += k", "x = k"}, {"x == 3 and", "x == 1 and"}, {"goal x == 2", "goal x == 1"},
		{"go", "on"}, {") {", ") cost 2 {"}, {"state x", "find f: 0..1\nstate x"}, {"state x", "find f: 0..1\nrequire f > 0\nstate x"}} {
		changed := strings.Replace(source, change[0], change[1], 1)
		d := parse(t, changed).Digest()
		if before, ok := seen[d]; ok {
			t.Errorf("the same digest:\n%s\n%s", before, changed)
		}
		seen[d] = changed
	}
	a, b := parse(t, "find x: 0..3\nmaximize x\n").Digest(), parse(t, "find x: 0..3\nminimize x\n").Digest()
	if a == b {
		t.Error("maximize and minimize have one digest")
	}
}

// TestTypes counts and lists the values of every type of a cell, a parameter or a variable,
// finds each by its position, and encodes it as JSON.
func TestTypes(t *testing.T) {
	p := parse(t, `
enum E { a, b, c }
state t: (E, (bool, 1..2)) = (a, (false, 1))
state s: set of (E, 0..1) = {(a, 1), (c, 0)}
state g[E, 1..2]: -1..1 = 0
state i: 5..9 = 7
goal s == {} and g[a, 1] == i and t.1 == a
`)
	state, _, _ := p.Begin(nil)
	for _, c := range []struct{ name, typ, plain, format, json string }{
		{"t", "(E, (bool, 1..2))", "(a, (false, 1))", "(a, (false, 1))", `["a",[false,1]]`},
		{"s", "set of (E, 0..1)", "(a, 1), (c, 0)", "{(a, 1), (c, 0)}", `[["a",1],["c",0]]`},
		{"g", "[E, 1..2]: -1..1", "", "", `{"a":{"1":0,"2":0},"b":{"1":0,"2":0},"c":{"1":0,"2":0}}`},
		{"i", "5..9", "7", "7", "7"},
	} {
		v := p.Vars[slices.IndexFunc(p.Vars, func(v model.Var) bool { return v.Name == c.name })]
		leaves := state[v.Base : v.Base+v.Cells]
		if v.Type.Leaves() != v.Cells || len(v.Type.LeafTypes()) != v.Cells {
			t.Errorf("%s: %d leaves, %d cells", c.name, v.Type.Leaves(), v.Cells)
		}
		b, err := json.Marshal(v.Type.JSON(leaves))
		if got := string(b); err != nil || got != c.json {
			t.Errorf("%s: JSON %s, %v", c.name, got, err)
		}
		if v.Type.Scalar() != (v.Cells == 1 && v.Type.Kind != model.Set) {
			t.Errorf("%s: scalar %v", c.name, v.Type.Scalar())
		}
		if c.plain == "" {
			continue
		}
		if got := v.Type.Plain(leaves); got != c.plain {
			t.Errorf("%s: %s", c.name, got)
		}
		if got := (model.Value{Type: v.Type, Leaves: leaves}).String(); got != c.format {
			t.Errorf("%s: %s", c.name, got)
		}
		if got := v.Type.String(); got != c.typ {
			t.Errorf("%s: %s", c.name, got)
		}
		if n, ok := v.Type.Size(); v.Type.Kind != model.Set && ok {
			for k := range n {
				if at := v.Type.Ordinal(v.Type.Nth(k)); at != k {
					t.Errorf("%s: the value at %d is at %d", c.name, k, at)
				}
			}
		}
	}
}

func TestSizes(t *testing.T) {
	whole := &model.Type{Kind: model.Int, Lo: math.MinInt64, Hi: math.MaxInt64}
	many := &model.Type{Kind: model.Int, Lo: 0, Hi: 1 << 40}
	for _, c := range []struct {
		t  *model.Type
		n  int64
		ok bool
	}{
		{model.Boolean, 2, true}, {whole, 0, false}, {&model.Type{Kind: model.Int, Lo: 3, Hi: 1}, 0, true},
		{&model.Type{Kind: model.Tuple, Elems: []*model.Type{model.Boolean, {Kind: model.Int, Lo: 1, Hi: 3}}}, 6, true},
		{&model.Type{Kind: model.Tuple, Elems: []*model.Type{many, many}}, 0, false}, {&model.Type{Kind: model.Set, Elems: []*model.Type{many}}, 0, false},
		{&model.Type{Kind: model.Set, Elems: []*model.Type{model.Boolean}}, 4, true}, {&model.Type{Kind: model.Array, Elems: []*model.Type{model.Boolean}}, 0, false},
	} {
		if n, ok := c.t.Size(); ok != c.ok || ok && n != c.n {
			t.Errorf("%v: %d, %v", c.t, n, ok)
		}
	}
	if c := (&model.CellInfo{Lo: math.MinInt64, Hi: math.MaxInt64}); c.Span() != math.MaxInt64 {
		t.Error(c.Span())
	}
	if got := slices.Collect((&model.CellInfo{Lo: math.MaxInt64 - 1, Hi: math.MaxInt64}).Values()); len(got) != 2 {
		t.Error(got)
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ name, written, loosely string }{
		{"goat", "goat", "goat"}, {"a_1", "a_1", "a_1"}, {"if", `"if"`, "if"}, {"", `""`, `""`}, {"3", `"3"`, `"3"`}, {"a b", `"a b"`, `"a b"`}, {"é", "é", "é"}, {"a\nb", `"a\nb"`, `"a\nb"`},
	} {
		if got := model.Written(c.name); got != c.written {
			t.Errorf("%q: %s", c.name, got)
		}
		if got := model.WrittenLoosely(c.name); got != c.loosely {
			t.Errorf("%q, loosely: %s", c.name, got)
		}
	}
}

// TestStartsEnd checks that the list of starts ends with the error of a context that is done.
func TestStartsEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	p := parse(t, "find x[1..9]: 0..9\nrequire x[9] > 0\n")
	n := 0
	for _, err := range p.Starts(ctx) {
		if n++; err != nil {
			if !errors.Is(err, context.Canceled) || n != 4 {
				t.Errorf("%d: %v", n, err)
			}
			return
		}
		if n == 3 {
			cancel()
		}
	}
	t.Error("it goes on")
}
