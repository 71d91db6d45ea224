package lang_test

import (
	"context"
	"strings"
	"testing"

	"farbank"
	"farbank/lang"
	"farbank/model"
	"farbank/model/native"
)

// TestStatementsThatChangeNothing checks that a statement with an undefined operand makes its
// move inapplicable, even if it would change nothing.
func TestStatementsThatChangeNothing(t *testing.T) {
	for _, stmt := range []string{
		"g[b] += 0", "g[b] -= 0", "g[b] = g[b]", "g[b] = g[b] * 1", "s -= g[b]", "s -= 1 / (b - 3)",
		"w[b] += 1", "w[b] -= 1", "w[b] = {1}", "w[b + 1] -= 1", "p[b] = p[b]", "f[b] = f[b]",
		"for x in w[b] {}", "let z = {x in w[b] where x > 0}", "let z = [1, 1 / (b - 3)][1]", "let z = twice(b + 7)", "let z = size({k: 1..2 -> 6 / (b - 3)})",
	} {
		p := parse(t, stateOfB+"move go { "+stmt+" }\ngoal false\n")
		if len(p.Moves) == 0 {
			continue // inapplicable, which was noticed by the grounder
		}
		s, _, err := p.Begin(nil)
		if err != nil {
			t.Fatal(err)
		}
		if out, err := p.Apply(p.Moves[0], s); err != nil || out.Next != nil {
			t.Errorf("%s applies (%v)", stmt, err)
		}
		if _, _, err := p.Verify(model.Plan{Moves: []int{0}}); err == nil {
			t.Errorf("%s applies by the text", stmt)
		}
	}
}

const stateOfB = `
state b: 0..9 = 3
state g[1..2]: 0..9 = 1
state w[1..2]: set of 1..2 = {}
state p[1..2]: (bool, bool) = (true, true)
state f[1..2]: bool = true
state s: set of 0..9 = {1}
def twice(n: 1..9) = 2 * n
def any_of(u: set of 1..2) = size(u)
def first(q: (1..2, bool)) = q.1
`

// TestUndefinedConditions has conditions that are false where b is 3.
func TestUndefinedConditions(t *testing.T) {
	for _, cond := range []string{
		"all x in w[b] { x > 0 }", "any x in w[b] { true }", "count(x in w[b]) >= 0", "count(x in w[b] where true) == 0", "sum(x in w[b] -> x) == 0",
		"{x in w[b] where true} == {}", "{x in w[b] -> x} == {}", "distinct(x in w[b] -> x)", "twice(b + 7) == 20", "twice(10) == 20", "twice(b - 3) == 0",
		"any_of({b}) >= 0", "any_of({7}) == 1", "first((b, true)) == 3", "[1, 1 / (b - 3)][1] == 1", "p[b] != (true, true)", `"" in grid("x")[b, 1]`,
		"any v in 2 / 0 .. 2 { true }", `all v in digit("") .. 2 { v > 0 }`, "count(v in 1 .. [0][2]) == 0",
	} {
		p := parse(t, stateOfB+"goal "+cond+"\n")
		a, err := farbank.Solve(context.Background(), p, farbank.Question{})
		if err != nil || a.Status != farbank.None {
			t.Errorf("%s: %v %v", cond, a, err)
		}
	}
}

// TestCountOfMembers checks that count without where is the number of members of a set.
func TestCountOfMembers(t *testing.T) {
	p := parse(t, "find s: set of 1..3\nrequire count(d in s) == 2\n")
	n, err := farbank.CountPlans(context.Background(), p, farbank.Question{Plans: farbank.Simple})
	if err != nil || n.Int64() != 3 {
		t.Errorf("%v %v", n, err)
	}
}

// TestNothingIn checks membership in sets without possible members.
func TestNothingIn(t *testing.T) {
	for _, src := range []string{
		"state at: set of 0..0 = {}\nmove go(i: set of 1..0) { at += 0\n at -= {k: 0..0 where 0 in i} }\ngoal 0 in at\n",
		"find s: set of 1..0\nrequire not (0 in s) and not (s != {})\n",
	} {
		a, err := farbank.Solve(context.Background(), parse(t, src), farbank.Question{})
		if err != nil || a.Status != farbank.Solved {
			t.Errorf("%s: %v %v", src, a, err)
		}
	}
}

// TestTooLarge checks which limit the message mentions.
func TestTooLarge(t *testing.T) {
	for src, want := range map[string]string{
		"const c = size({i: 1..3000, j: 1..3000 -> (i, j)})\n":        "1:16: the problem is too large: the value has more than 4194304 members",
		"find x: 0..1\nrequire size({x, 9223372036854775807}) == 2\n": "2:14: the problem is too large: the members of this set may be any of 0..9223372036854775807, more than 4194304 values",
		"find x: 0..1\nrequire {x} == {x - 9223372036854775807}\n":    "the members of this set may be any of",
	} {
		if _, err := lang.Parse("x.far", src, lang.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", src, err)
		}
	}
	const far = "const c = count(i: 1..9999, j: 1..9999, k: 1..9999)\n"
	if _, err := lang.Parse("x.far", far, lang.Options{Limit: 1_000_000}); err == nil || !strings.Contains(err.Error(), "the evaluation takes more than the limit of 1000000 steps") {
		t.Error(err)
	}
}

// TestEndsOfNumbers has ranges that end with the greatest or least integer.
func TestEndsOfNumbers(t *testing.T) {
	for _, src := range []string{
		"find x: 9223372036854775806..9223372036854775807\nrequire x % 2 == 1\n",
		"type T = 9223372036854775805..9223372036854775807\nfind x: T\nrequire any t: T { t == x and other(t > 0) == false }\n",
		"find x: -9223372036854775808..-9223372036854775807\nrequire ord(x) == 1\n",
		"state at[-9223372036854775808..-9223372036854775807]: 0..1 = 0\ngoal not (at[0] == 0)\n",
		"find x: -9223372036854775808..-9223372036854775808\nrequire -1 - x == 9223372036854775807\n",
		"find x: 0..1\nconst c[0..2] = [9223372036854775807, 1, -1]\nrequire x == 1 and sum(k: 0..2 -> c[k] * x) == 9223372036854775807\n",
		"find x: 9223372036854775807..9223372036854775807\nfind y: -1..1\nrequire x + y == 9223372036854775806\n",
		"find x: -9223372036854775808..-9223372036854775808\nfind y: -2..1\nrequire y - x == 9223372036854775806\n",
		"find x: -9223372036854775808..-9223372036854775808\nfind y: 9223372036854775807..9223372036854775807\nfind z: -1..1\nrequire x + y == z\n",
	} {
		a, err := farbank.Solve(context.Background(), parse(t, src), farbank.Question{})
		if err != nil || a.Status != farbank.Solved {
			t.Errorf("%s: %v %v", src, a, err)
		}
	}
}

// TestRefusedNotPanicked has sources that once caused a panic.
func TestRefusedNotPanicked(t *testing.T) {
	for _, src := range []string{
		"find s: set of 0..9\nrequire s == {y in {} -> y}\n", "find s: set of 0..9\nrequire s == {y in {} where y > 1}\n",
		"const d[0..0, 0..0] = {0: 0}\n", "const d[0..0, 0..0] = [0]\n", "const c[1..0, 0..0] = []\n",
	} {
		if _, err := lang.Parse("x.far", src, lang.Options{}); err == nil {
			t.Errorf("accepted: %s", src)
		}
	}
	for _, src := range []string{
		stateOfB + "const k = 5\nmove go { w[k + 1] += 1 }\nmove stop { w[k + 1] -= 1 }\nmove set_ { w[k + 1] = {1} }\n",
		"find on[1..0]: bool\nrequire not on[1]\n", "goal {} != {k: (0..0, 1..0) -> 0} or true\n", "state has: 0..0 = size({i: (0..0, 1..0) -> 0})\n",
		"const c[i: 0..0, j: 1..0] = 0\nstate y: 0..1 = 0\ngoal not (c[0, y] > 0)\n", "const c = inter({}, 0..0)\nfind x: 0..1\nrequire not (x in c)\n",
	} {
		if _, err := lang.Parse("x.far", src, lang.Options{}); err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
}

// TestTargetsSettled checks that an assignment of several leaves writes to one element,
// whatever its index reads.
func TestTargetsSettled(t *testing.T) {
	p := parse(t, `
enum Host { a, b }
state has[Host]: (Host, bool) = (a, false)
move go { has[has[a].1] = (b, true) }
goal has[a] == (b, true) and has[b] == (a, false)
`)
	a, err := farbank.Solve(context.Background(), p, farbank.Question{})
	if err != nil || a.Status != farbank.Solved {
		t.Errorf("%v %v", a, err)
	}
}

func parse(t *testing.T, src string) *model.Problem {
	t.Helper()
	p, err := lang.Parse("x.far", src, lang.Options{})
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return p
}

// TestUndefinedBranch checks that a condition that is always undefined is false in all engines,
// so that the moves apply.
func TestUndefinedBranch(t *testing.T) {
	for _, cond := range []string{"(0, 0) in k", "b[3]", "b[2 / 0]", "(if y == 0 then b[3] else b[4])", "[i: 1..2 -> b[i]][5]", "f[5].1"} {
		p := parse(t, "state y: 0..0 = 0\nstate b[1..2]: bool = true\nstate f[1..2]: (bool, bool) = (true, true)\n"+
			"move put(k: set of (1..0, 0..0)) { if "+cond+" { y = 1 } }\n")
		s, _, err := p.Begin(nil)
		if err != nil {
			t.Fatal(err)
		}
		if out, err := p.Apply(p.Moves[0], s); err != nil || out.Next == nil {
			t.Errorf("%s: the move does not apply (%v)", cond, err)
		}
		l := model.NewLayout(p)
		v, err := native.NewVector(p, l)
		if err != nil {
			t.Fatal(err)
		}
		if out, err := v.Expand(make([]uint64, l.Words)); err != nil || len(out.Label) != 1 {
			t.Errorf("%s: no successor by native (%v)", cond, err)
		}
	}
}

// TestFunctionsOfUndefinedArrays checks that a function of an undefined array is undefined,
// even if it reads no element.
func TestFunctionsOfUndefinedArrays(t *testing.T) {
	for _, holds := range []string{
		"rows([a: 1..2, b: 1..2 -> 6 / (x - 3)]) == 2", "cols(h(x)) == 2", "rows(h(x)) in {2}",
		"sum(e(x)) == 0", "distinct(e(x))", "sum(f(x)) > 0", "max(f(x)) > 0", "distinct(f(x), f(x + 1)) or x == 1",
	} {
		for _, cond := range []string{holds, "not (" + holds + ")"} {
			p := parse(t, "def h(k: 1..2) = [a: 1..2, c: 1..2 -> k]\ndef e(k: 1..2) = [a: 1..0 -> k]\ndef f(k: 1..2) = [a: 1..2 -> k]\nfind x: 0..9\nrequire "+cond+"\n")
			n := 0
			for x := range int64(10) {
				_, _, byText := p.Verify(model.Plan{Find: []int64{x}})
				_, _, byModel := p.VerifyGround(model.Plan{Find: []int64{x}}, true)
				if (byText == nil) != (byModel == nil) {
					t.Errorf("%s, x = %d: by the text %v, by the model %v", cond, x, byText, byModel)
				}
				if byText == nil {
					n++
				}
			}
			if n == 0 || n == 10 {
				t.Errorf("%s holds for %d of 10", cond, n)
			}
		}
	}
}

// TestStartOutsideItsType checks that found values give a start only if all of it is of its
// type, including members of sets.
func TestStartOutsideItsType(t *testing.T) {
	for text, want := range map[string]int64{
		"find on: set of 0..1\nstate next: set of 1..2 = on\n":           2,
		"find on: set of 0..0\nstate next: set of 1..0 = on\n":           1,
		"find on: set of 0..1\nstate next[1..2]: set of 0..0 = [on, on]": 2,
		"find x: 0..3\nstate y: 1..2 = x\n":                              2,
	} {
		p := parse(t, text)
		a, err := farbank.SolveWith(t.Context(), nil, p, farbank.Question{Want: farbank.Count}, nil)
		if err != nil || a.Count == nil || a.Count.Int64() != want {
			t.Errorf("%s: %+v %v", text, a, err)
		}
	}
}

// TestTruthAsNumber checks that a count of one condition is a number that fits its target, also
// in compiled code.
func TestTruthAsNumber(t *testing.T) {
	p := parse(t, `
state has[0..1]: bool = false
state at: 1..2 = 1
const with: set of 0..1 = {0}
move go {
    has[sum(u: 0..0 where has[at] -> 1)] = true
    at = count(i in [v: 0..1 -> with][at] where has[1])
}
`)
	s, _, err := p.Begin(nil)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := p.Apply(p.Moves[0], s); err != nil || out.Next != nil {
		t.Fatal(out, err)
	}
	l := model.NewLayout(p)
	v, err := native.NewVector(p, l)
	if err != nil {
		t.Fatal(err)
	}
	words := make([]uint64, l.Words)
	l.Pack(s, words)
	if got, err := v.Expand(words); err != nil || len(got.Label) > 0 {
		t.Errorf("compiled code gives %v (%v)", got, err)
	}
}
