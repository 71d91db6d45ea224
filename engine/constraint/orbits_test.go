package constraint

import (
	"math/rand/v2"
	"testing"

	"farbank/engine"
	"farbank/engine/search/assign"
	"farbank/internal/testing/long"
	"farbank/lang"
	"farbank/model"
)

// interchangeable returns the text of a random problem, most of which have interchangeable indices or values.
func interchangeable(r *rand.Rand) string {
	text := "type I = 1..3\ntype J = 1..3\ntype D = 1..3\nfind x[I]: D\nfind m[I, J]: bool\n"
	conditions := []string{
		"all i, j: I where i < j { x[i] != x[j] }", "distinct(x)", "all v: D { count(i: I where x[i] == v) <= 2 }", "any i: I { x[i] == 1 }",
		"all i: I { count(j: J where m[i, j]) == 1 }", "all j: J { count(i: I where m[i, j]) <= 1 }", "all i: I { m[i, x[i]] }", "not m[1, 1]",
		"all i: I, j: J { m[i, j] or x[i] != 2 }", "x[2] != 3", "m[2, 3]", "all i, k: I, j: J where i < k { not (m[i, j] and m[k, j]) }",
		"count(i: I, j: J where m[i, j]) >= 3", "sum(i: I -> x[i]) == 6", "all j: J { any i: I { m[i, j] } }", "all j: J { m[1, j] or m[2, j] }",
		"all i: I { size({j: J where m[i, j]}) != 2 }", "x[1] == x[2]",
	}
	for range r.IntN(4) {
		text += "require " + conditions[r.IntN(len(conditions))] + "\n"
	}
	if r.IntN(4) == 0 {
		text += "maximize count(i: I, j: J where m[i, j])\n"
	}
	return text
}

// TestOrbits compares numbers of solutions counted by orbits with those of enumeration.
func TestOrbits(t *testing.T) {
	count, orbits := 300, 0
	if long.Enabled() {
		count = 20_000
	}
	for seed := range uint64(count) {
		text := interchangeable(rand.New(rand.NewPCG(seed, 5)))
		p, err := lang.Parse("test.far", text, lang.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		q := engine.Question{Want: engine.Count, Symmetry: true}
		got, err := (&Engine{few: 1}).Solve(t.Context(), p, q, nil)
		if err != nil {
			t.Fatal(err)
		}
		want, err := assign.Solve(t.Context(), p, q, func(model.Plan) bool { return true })
		if err != nil || got.Count.Cmp(want.Count) != 0 {
			t.Fatalf("seed %d: %v solutions, want %v (%v)\n%s", seed, got.Count, want.Count, err, text)
		}
		if len(got.Stats.Notes) > 0 {
			orbits++
		}
	}
	if t.Logf("%d of %d problems counted by orbits", orbits, count); orbits < count/4 {
		t.Errorf("only %d problems were counted by orbits", orbits)
	}
}
