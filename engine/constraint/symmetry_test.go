package constraint_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/engine/constraint"
)

// symmetric returns the text of a random problem, most of which have symmetries.
func symmetric(r *rand.Rand) string {
	n, d := 2+r.IntN(3), 2+r.IntN(2)
	text := fmt.Sprintf("type I = 1..%d\ntype D = 1..%d\nfind x[I]: D\nfind m[I, D]: bool\nfind y: D\n", n, d)
	i, v := 1+r.IntN(n), 1+r.IntN(d)
	conditions := []string{
		"all i, j: I where i < j { x[i] != x[j] }", "distinct(x)", "all v: D { count(i: I where x[i] == v) <= 2 }", "any i: I { x[i] == y }",
		"all i: I { count(v: D where m[i, v]) == 1 }", "all v: D { count(i: I where m[i, v]) <= 1 }", "all i: I { m[i, x[i]] }", "all i: I { not m[i, y] }",
		"all i: I { m[i, y] or x[i] != y }", fmt.Sprintf("x[%d] != %d", i, v), fmt.Sprintf("m[%d, %d]", i, v), "all i: I { x[i] <= y }",
		fmt.Sprintf("sum(i: I -> x[i]) == %d", n+r.IntN(n)), "all i, j: I, v: D where i < j { not (m[i, v] and m[j, v]) }",
		fmt.Sprintf("count(i: I, v: D where m[i, v]) >= %d", n*d/2+r.IntN(3)), "(if m[1, 1] then x[1] else x[2]) == y",
	}
	for range 1 + r.IntN(4) {
		text += "require " + conditions[r.IntN(len(conditions))] + "\n"
	}
	switch r.IntN(6) {
	case 0:
		text += "maximize count(i: I, v: D where m[i, v]) + 2 * count(i: I where x[i] == y)\n"
	case 1:
		text += "minimize sum(i: I -> x[i]) + count(i: I where m[i, x[i]])\n"
	case 2, 3:
		text += "minimize max(i: I -> x[i])\n"
	case 4:
		text += "minimize max(x[1], x[2])\n"
	}
	return text
}

// TestSymmetry checks that symmetry breaking preserves solvability and the optimal value.
func TestSymmetry(t *testing.T) {
	none, broken := 0, 0
	for seed := range uint64(400) {
		text := symmetric(rand.New(rand.NewPCG(seed, 18)))
		p := parse(t, text)
		want, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, farbank.Question{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := farbank.SolveWith(t.Context(), constraint.New(), p, farbank.Question{Symmetry: true, Workers: 1 + int(seed%2)}, nil)
		if err != nil || got.Status != want.Status || got.Best != nil && got.Best.Cost != want.Best.Cost {
			t.Errorf("%s:\n%+v %v, want %+v", text, got, err, want)
		}
		if want.Status == farbank.None {
			none++
		}
		if strings.Contains(strings.Join(got.Stats.Notes, " "), "exchange") {
			broken++
		}
	}
	if none < 20 || broken < 200 {
		t.Errorf("%d of 400 problems have no solution, and symmetries of %d were broken", none, broken)
	}
}

// TestSymmetryOfAll checks that symmetry breaking does not affect lists and counts.
func TestSymmetryOfAll(t *testing.T) {
	p := parse(t, "find x[1..3]: 1..4\nrequire distinct(x)\nminimize count(i: 1..3 where x[i] == x[1])")
	for _, want := range []engine.Want{farbank.All, farbank.Count} {
		n := 0
		a, err := farbank.SolveWith(t.Context(), constraint.New(), p, farbank.Question{Want: want, Symmetry: true}, func(farbank.Plan) bool { n++; return true })
		if err != nil || want == farbank.All && n != 24 || want == farbank.Count && a.Count.Int64() != 24 {
			t.Errorf("%d %+v %v", n, a, err)
		}
	}
}

// TestDominated checks that the values of a minimized maximum are ordered, but not those of other
// objectives.
func TestDominated(t *testing.T) {
	for objective, want := range map[string]bool{"minimize max(x)": true, "maximize max(x)": false, "minimize min(x)": false, "minimize max(x[1], x[2])": false, "minimize sum(x)": false} {
		p := parse(t, "find x[1..5]: 1..4\nrequire all v: 1..4 { sum(i: 1..5 where x[i] == v -> i) <= 7 }\n"+objective)
		optimum, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, farbank.Question{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		a, err := farbank.SolveWith(t.Context(), constraint.New(), p, farbank.Question{Symmetry: true}, nil)
		if err != nil || a.Status != farbank.Solved || a.Best.Cost != optimum.Best.Cost {
			t.Fatalf("%s: %+v %v, want %+v", objective, a, err, optimum)
		}
		if got := strings.Contains(strings.Join(a.Stats.Notes, " "), "exchange"); got != want {
			t.Errorf("%s: exchanges: %v", objective, got)
		}
	}
}
