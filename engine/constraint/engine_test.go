package constraint_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/engine/constraint"
	"farbank/examples"
	"farbank/model"
)

func parse(t testing.TB, text string) *farbank.Problem {
	t.Helper()
	p, err := farbank.Parse("x.far", "puzzle \"x\"\n"+text+"\n")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestExpressions counts solutions with every kind of expression and compares with search.
func TestExpressions(t *testing.T) {
	head := "find x: -4..5\nfind y: -3..3\nfind b: bool\nfind s: set of 1..3\nfind a[0..3]: 0..3\n"
	for _, cond := range []string{
		"x / y == 1", "x % y == 2 or b", "x / 3 + x % 3 == y", "x * y > 6", "x * x - y * y == 0", "abs(x) == abs(y) + 1", "abs(x - y) == 3",
		"min(x, y, a[0]) == max(a[1], a[2])", "a[a[0]] == a[1]", "a[x] != 2", "not (a[x] == 2)", "a[x] < a[y]", "(if b then x else y) == 2",
		"(if x > 0 then 5 else 2) + y == 4", "b == (x > y)", "b != (x == 2)", "distinct(x, y, a[0])", "not distinct(a)", "distinct(a) == b",
		"size(s) == x", "x in s", "s == {1, 3} implies y in s", "sum(k in s -> k * a[k]) == 7", "count(i: 0..3 where a[i] == 2) == 2",
		"[4, -2, 7, 1][a[0] + 1] == x", "first(i: 0..3 where a[i] == 3) == y", "all i: 0..2 { a[i] <= a[i + 1] }", "1 / (x - y) == 0 or 1 / (x - y) != 0",
		"let z = x * y in z > 2 and z < 9", "circuit(a)", "(x, y) in {(1, 2), (-4, 3), (5, 5)}", "x < y < a[0]", "max(k in s -> k) == x",
		"(x * y) % 4 == 1", "x / (y * y) == -1", "b or x == 2 or y == 1", "x == abs(a[0] - y)", "x == y * a[0] and y == x * a[1]", "y == min(x, a[1], a[2]) and y == max(a[0], a[3])", "x == x * y",
		"a[0] == max(a[0], y)", "a[0] == abs(y - x + a[1])", "(b implies x == 1) and (x == 1 implies b)",
	} {
		p := parse(t, head+"require "+cond)
		want, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, farbank.Question{Plans: farbank.Simple, Want: farbank.Count}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := farbank.SolveWith(t.Context(), constraint.New(), p, farbank.Question{Plans: farbank.Simple, Want: farbank.Count}, nil)
		if err != nil {
			t.Errorf("%s: %v", cond, err)
		} else if got.Status != farbank.Solved || got.Count.Cmp(want.Count) != 0 {
			t.Errorf("%s: %s %v, want %v", cond, got.Status, got.Count, want.Count)
		}
		if one, err := farbank.SolveWith(t.Context(), constraint.New(), p, farbank.Question{}, nil); err != nil || (one.Best != nil) != (want.Count.Sign() > 0) {
			t.Errorf("%s: one: %+v %v", cond, one, err)
		}
	}
}

// TestVerdicts checks the verdicts for plans with bounds on the number of moves.
func TestVerdicts(t *testing.T) {
	steps := "state n: 0..9 = 0\nmove step { require n < 5\n n += 1 }\nmove leap cost 3 { require n < 4\n n += 2 }\n"
	for _, c := range []struct {
		text   string
		q      farbank.Question
		status farbank.Status
		cost   int64
	}{
		{steps + "goal n == 5", farbank.Question{}, farbank.Solved, 5},
		{steps + "goal n == 5", farbank.Question{Plans: farbank.Any}, farbank.Solved, -1},
		{steps + "goal n == 5", farbank.Question{Horizon: 4}, farbank.Feasible, -1},
		{steps + "goal n == 5", farbank.Question{Bounded: true, Length: 4}, farbank.Solved, 6},
		{steps + "goal n == 5", farbank.Question{Bounded: true, Length: 2}, farbank.NoneWithinBound, 0},
		{steps + "goal n == 5", farbank.Question{Horizon: 2}, farbank.NoneWithinBound, 0},
		{steps + "goal n == 7", farbank.Question{}, farbank.None, 0},
		{steps + "goal n == 7", farbank.Question{Horizon: 20}, farbank.None, 0},
		{steps + "goal n == 5", farbank.Question{Plans: farbank.Walks, Bounded: true, Length: 4}, farbank.Solved, -1},
		{steps + "goal n == 5", farbank.Question{Plans: farbank.Walks, Bounded: true, Length: 6}, farbank.NoneWithinBound, 0},
		{"find k: 1..3\nstate n: 0..9 = 2 * k\nmove down { require n > 2\n n -= 1 }\ngoal n == 3", farbank.Question{}, farbank.Solved, 1},
		{"find k: 1..3\nrequire k > 3\nstate n: 0..9 = k\nmove down { n -= 1 }\ngoal n == 0", farbank.Question{}, farbank.None, 0},
		{"state n: 0..3 = 0\nmove up cost 0 { require n < 3\n n += 1 }\nmove jump cost 2 { n = 3 }\ngoal n == 3", farbank.Question{}, farbank.Solved, 0},
	} {
		p := parse(t, c.text)
		a, err := farbank.SolveWith(t.Context(), constraint.New(), p, c.q, nil)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if a.Status != c.status || c.status == farbank.Solved && c.cost >= 0 && a.Best.Cost != c.cost {
			t.Errorf("%s %+v: %s (%s) %+v", c.text, c.q, a.Status, a.Reason, a.Best)
		}
	}
}

// TestLimits checks contexts that have ended or end during the search, and little memory.
func TestLimits(t *testing.T) {
	hard := parse(t, "find x[1..14]: 1..13\nrequire all i, j: 1..14 where i < j { abs(x[i] - x[j]) >= 1 and x[i] * 7 % 13 != x[j] * 5 % 14 + 20 }\n")
	plan := parse(t, "state x[1..8]: 0..40 = 0\nmove up(i, j: 1..8) { require i != j\n x[i] += 1\n x[j] = (x[j] + 3) % 40 }\ngoal all i: 1..8 { x[i] == 39 - i }")
	for _, p := range []*farbank.Problem{hard, plan} {
		done, cancel := context.WithCancel(t.Context())
		cancel()
		if a, err := farbank.SolveWith(done, constraint.New(), p, farbank.Question{}, nil); err != nil || a.Status != farbank.Unknown {
			t.Errorf("an ended context: %+v %v", a, err)
		}
		short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		a, err := farbank.SolveWith(short, constraint.New(), p, farbank.Question{}, nil)
		cancel()
		if err != nil || a.Status != farbank.Unknown || a.Reason != "the time limit was reached" {
			t.Errorf("%+v %v", a, err)
		}
		a, err = farbank.SolveWith(t.Context(), constraint.New(), p, farbank.Question{Memory: 1 << 16}, nil)
		if err != nil || a.Status != farbank.Unknown || a.Reason != "the memory limit was reached" {
			t.Errorf("little memory: %+v %v", a, err)
		}
	}
}

// TestRefusals checks numbers that are too large.
func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"find x: 0..9000000000000000\nrequire x > 5":                                          "2^52",
		"find x: 0..90000000000\nfind y: 0..90000000000\nrequire x * y > 5":                   "64 bits",
		"find x[1..3]: 0..4611686018427387904\nrequire sum(i: 1..3 -> x[i]) > 5":              "2^52",
		"state n: 0..3 = 0\nmove up { n += 1 }\ngoal n == 3\nmaximize n":                      "",
		"find x: 0..2000\nfind t[0..2000]: 0..1\nrequire t[x] == 1 and t[2000 - x] == t[x/2]": "",
	} {
		p := parse(t, text)
		err := engine.Can(t.Context(), constraint.New(), p, farbank.Question{})
		reason := fmt.Sprint(err)
		if err == nil {
			a, err := farbank.SolveWith(t.Context(), constraint.New(), p, farbank.Question{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			reason = a.Status.String() + " " + a.Reason
		}
		if !strings.Contains(reason, want) || want == "" && !strings.HasPrefix(reason, "solved") && !strings.HasPrefix(reason, "unsupported") {
			t.Errorf("%s: %s", text, reason)
		}
	}
}

// TestPanics checks that a panic in the library becomes an error.
func TestPanics(t *testing.T) {
	p := parse(t, "find x: 1..3\nrequire x > 1")
	broken := *p
	broken.Require = []model.Rule{{Cond: &model.Expr{Op: model.Local, Bool: true}}}
	broken.Judge = nil
	if _, err := constraint.New().Solve(t.Context(), &broken, farbank.Question{}, nil); err == nil || errors.Is(err, context.Canceled) {
		t.Error("no error:", err)
	}
}

// TestShared checks that shared plans and bounds end the search.
func TestShared(t *testing.T) {
	src, _ := examples.Source("knapsack")
	p, err := farbank.Parse("knapsack.far", src)
	if err != nil {
		t.Fatal(err)
	}
	best, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, farbank.Question{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	shared := &engine.Shared{}
	shared.Offer(*best.Best)
	a, err := constraint.New().Solve(t.Context(), p, farbank.Question{Shared: shared}, nil)
	if err != nil || a.Status != farbank.Solved || a.Best.Cost != best.Best.Cost {
		t.Errorf("%+v %v", a, err)
	}
}

// TestRelaxed compares random problems with sums over sets and choices with search, and checks
// infeasibility that counting proves.
func TestRelaxed(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 9))
		text := "find s: set of 1..6\nfind c[1..4]: 1..3\n"
		for range 1 + r.IntN(3) {
			text += fmt.Sprintf("require sum(i in s -> [%d, %d, %d, %d, %d, %d][i]) %s %d + %d * count(i: 1..4 where c[i] == %d)\n", r.IntN(9)-2, r.IntN(9), r.IntN(9), r.IntN(9), r.IntN(9),
				r.IntN(9), []string{"<=", ">=", "==", "<"}[r.IntN(4)], r.IntN(15), r.IntN(5)-2, 1+r.IntN(3))
		}
		text += fmt.Sprintf("require all v: 1..3 { count(i: 1..4 where c[i] == v) <= %d }\n", 1+r.IntN(3))
		text += fmt.Sprintf("%s sum(i in s -> [%d, 3, %d, 2, 5, %d][i]) - sum(i: 1..4 -> i * c[i]) * %d", []string{"minimize", "maximize"}[r.IntN(2)], r.IntN(9), r.IntN(9), r.IntN(9)-3, r.IntN(3))
		p := parse(t, text)
		want, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, farbank.Question{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := farbank.SolveWith(t.Context(), constraint.New(), p, farbank.Question{}, nil)
		if err != nil || got.Status != want.Status || got.Best != nil && got.Best.Cost != want.Best.Cost {
			t.Errorf("%s:\n%+v %v, want %+v", text, got, err, want)
		}
	}
	short := parse(t, "find works[1..12, 1..20]: 0..3\nrequire all d: 1..20, s: 1..3 { count(n: 1..12 where works[n, d] == s) == 3 }\n"+
		"require all n: 1..12 { count(d: 1..20 where works[n, d] != 0) <= 14 }")
	a, err := farbank.SolveWith(t.Context(), constraint.New(), short, farbank.Question{}, nil)
	if err != nil || a.Status != farbank.None || a.Stats.Nodes > 0 {
		t.Errorf("168 shifts are offered and 180 needed: %+v %v", a, err)
	}
}
