package recognise_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"farbank"
	"farbank/engine/constraint"
)

// TestRandom compares solution counts with search for random combinations of conditions that
// resemble the recognized ones.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	kinds := map[string]int{}
	for n := range 300 {
		k := func(hi int) int { return r.IntN(hi) }
		either := func(list ...string) string { return list[r.IntN(len(list))] }
		conds := []func() string{
			func() string {
				return fmt.Sprintf("all i, j: 1..3 where i %s j { s[i] + %d %s s[j] or s[j] + %d %s s[i] }", either("<", "!="), k(3), either("<=", "<"), k(3), either("<=", "<"))
			},
			func() string {
				return fmt.Sprintf("all i, j: 1..3 where i < j { s[i] + d[i] <= s[j] or s[j] + d[j] <= s[i] or d[i] <= %d or d[j] <= 0 }", k(2))
			},
			func() string { return fmt.Sprintf("cumulative(s, d, [%d, 1, 2], %d)", k(3), k(4)) },
			func() string {
				return fmt.Sprintf("all t: %d..%d { sum(i: 1..%d where s[i] <= t and t < s[i] + %d -> i) <= %d }", k(2), 3+k(4), 2+k(2), 1+k(3), 2+k(4))
			},
			func() string {
				return fmt.Sprintf("all t: 0..6 { sum(i: 1..3 where t - %d <= s[i] and t >= s[i] -> %d) <= %d + d[1] }", k(3), 1+k(2), 1+k(2))
			},
			func() string {
				return fmt.Sprintf("all i: 1..%d { sum(k: 1..3 where s[k] <= s[i] and s[i] < s[k] + %d -> d[k]) <= %d }", 2+k(2), k(3), k(5))
			},
			func() string {
				return fmt.Sprintf("all i, j: 1..3 where i < j { s[i] %s s[j] and abs(s[i] - s[j]) != %d and s[i] + d[%d] != s[j] + %d }", either("!=", "<="), k(3), 1+k(3), k(3))
			},
			func() string { return fmt.Sprintf("(s[%d], d[1]) in {(%d, 1), (2, %d), (4, 4)}", 1+k(3), k(5), k(3)) },
			func() string {
				return fmt.Sprintf("(s[1] < d[1] or s[1] == d[%d] and (s[2] %s d[2] or s[2] == d[2] and s[3] < d[3]))", 1+k(2), either("<", "<="))
			},
			func() string { return either("circuit(a)", "a[a[a[2]]] == 2 and a[a[2]] != 2 and a[2] != 2") },
			func() string {
				return fmt.Sprintf("all i, j: 1..3 { (a[i] == j) == (s[j] == i + %d) }", k(2))
			},
			func() string {
				return fmt.Sprintf("regular([s[1], s[3], s[2], d[1]], 0, {(0, %d, 1), (0, %d, 0), (1, %d, 1), (1, %d, 0), (1, %d, 2), (2, %d, 1)}, {%d, 1})",
					k(4), k(4), k(4), k(3), k(3), k(3), k(3))
			},
		}
		text := "puzzle \"x\"\nfind s[1..3]: 0..4\nfind d[1..3]: 0..2\nfind a[1..3]: 1..3\n"
		for range 1 + r.IntN(3) {
			text += "require " + conds[r.IntN(len(conds))]() + "\n"
		}
		p, err := farbank.Parse("x.far", text)
		if err != nil {
			t.Fatal(err, text)
		}
		for _, word := range strings.Split(shape(found(t, p)), ", ") {
			kinds[strings.Fields(word + " -")[0]]++
		}
		q := farbank.Question{Plans: farbank.Simple, Want: farbank.Count}
		want, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, q, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := farbank.SolveWith(t.Context(), constraint.New(), p, q, nil); err != nil || got.Count == nil || got.Count.Cmp(want.Count) != 0 {
			t.Errorf("%d: %s%+v %v, want %v", n, text, got, err, want.Count)
		}
		if n%3 == 0 {
			proven(t, text+"minimize s[1] - 2 * s[2] + s[3] + d[2]\n")
		}
	}
	for _, kind := range []string{"circuit", "lex", "diagram", "table", "disjunctive", "cumulative", "different"} {
		if kinds[kind] < 5 {
			t.Errorf("%s was recognized only %d times", kind, kinds[kind])
		}
	}
}
