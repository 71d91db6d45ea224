package constraint_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"farbank"
	"farbank/engine/constraint"
	"farbank/internal/testing/long"
)

// grouped returns a random problem of items in bins: the bin of each item, or a set of pairs. It has
// requirements and an objective over the groups.
func grouped(r *rand.Rand) string {
	items, bins := 3+r.IntN(3), 2+r.IntN(3)
	in := func(i, b string) string { return fmt.Sprintf("bin[%s] == %s", i, b) }
	text := fmt.Sprintf("type I = 1..%d\ntype B = %d..%d\nconst w[I]: 0..99 = %s\nconst c[I, B]: -9..99 = [", items, 2, bins+1, numbers(r, items, 1+r.IntN(3), 9))
	for i := range items {
		if i > 0 {
			text += ", "
		}
		text += numbers(r, bins, -5, 9)
	}
	text += "]\n"
	pairs := r.IntN(3) == 0
	if pairs {
		in = func(i, b string) string { return fmt.Sprintf("(%s, %s) in put", i, b) }
		text += fmt.Sprintf("find put: set of (I, B)\nrequire all i: I { count(b: B where (i, b) in put) %s 1 }\n", []string{"==", "==", "==", "<=", ">="}[r.IntN(5)])
	} else {
		text += "find bin[I]: B\n"
	}
	load := fmt.Sprintf("sum(i: I where %s -> w[i])", in("i", "b"))
	requirements := []string{
		fmt.Sprintf("all b: B { %s <= %d }", load, 5+r.IntN(14)),
		fmt.Sprintf("all b: B { %s <= %d - b }", load, 8+r.IntN(14)),
		fmt.Sprintf("all b: B { count(i: I where %s) <= %d }", in("i", "b"), 1+r.IntN(3)),
		fmt.Sprintf("all b: B { %s >= %d }", load, r.IntN(4)),
		fmt.Sprintf("all b: B { %s == 0 or %s >= %d }", load, load, r.IntN(7)),
	}
	objectives := []string{
		fmt.Sprintf("max(b: B -> %s)", load), fmt.Sprintf("min(b: B -> %s)", load),
		fmt.Sprintf("max(b: B -> %s + b)", load),
		fmt.Sprintf("count(b: B where any i: I { %s })", in("i", "b")),
		fmt.Sprintf("count(b: B where %s > %d)", load, r.IntN(4)),
		fmt.Sprintf("count(b: B where %s != 0)", load),
		fmt.Sprintf("sum(b: B where any i: I { %s } -> b * b)", in("i", "b")),
		fmt.Sprintf("sum(i: I, b: B where %s -> c[i, b])", in("i", "b")),
		fmt.Sprintf("count(b: B where all i: I { not (%s) })", in("i", "b")),
		fmt.Sprintf("sum(b: B -> abs(%s - 6))", load),
		fmt.Sprintf("max(b: B where any i: I { %s } -> b)", in("i", "b")),
	}
	if !pairs {
		requirements = append(requirements, fmt.Sprintf("bin[1] + bin[2] <= %d", 4+r.IntN(5)), fmt.Sprintf("bin[3] != %d", 2+r.IntN(3)), "all i: I { bin[i] < 4 or w[i] > 5 }", "all i, j: I where i < j and w[i] + w[j] > 12 { bin[i] != bin[j] }", "bin[1] != bin[2] + 1",
			fmt.Sprintf("all b: B { count(i: I where bin[i] == b) == %d or b > %d }", 1+r.IntN(2), 1+r.IntN(3)), fmt.Sprintf("all b: B { count(i: I where bin[i] == b) <= %d }", 2+r.IntN(2)), fmt.Sprintf("sum(i: I -> c[i, bin[i]]) %s %d", []string{"<=", ">="}[r.IntN(2)], r.IntN(20)))
		if items <= bins {
			requirements = append(requirements, "distinct(bin)")
		}
		objectives = append(objectives, "max(i: I -> bin[i])", "max(i: I -> bin[i] * w[i] % 7)", "min(i: I -> bin[i])", "sum(i: I -> c[i, bin[i]])", "sum(i: I -> abs(bin[i] - 3) * w[i])",
			"max(bin[1], bin[2]) - min(bin[2], bin[3])", "max(i: I -> c[i, bin[i]])", "sum(i: I where bin[i] > 2 -> bin[i])", "bin[1] * bin[2] - bin[3]", "sum(i, j: I where i < j and bin[i] == bin[j] -> c[i, 2] + w[j])", "sum(i, j: I where i < j and bin[i] == bin[j] -> w[i])")
		if r.IntN(4) == 0 {
			text += "find top: 0..30\nfind last: B\n"
			requirements = append(requirements, fmt.Sprintf("all b: B { %s <= top }", load), "all i: I { bin[i] <= last }", "all i: I { i > 1 or bin[i] < last }")
			objectives = append(objectives, "top", "last", "top + 3 * last", "top - 2 * last")
		}
	}
	for range r.IntN(3) {
		text += "require " + requirements[r.IntN(len(requirements))] + "\n"
	}
	if strings.Contains(text, "find top") {
		for _, need := range requirements[len(requirements)-3:] {
			text += "require " + need + "\n"
		}
	}
	objective := objectives[r.IntN(len(objectives))]
	if r.IntN(3) == 0 {
		objective += fmt.Sprintf(" %s %d * (%s)", []string{"+", "-"}[r.IntN(2)], 1+r.IntN(3), objectives[r.IntN(len(objectives))])
	}
	return text + []string{"minimize ", "maximize "}[r.IntN(2)] + objective
}

// numbers returns a list of n random numbers from lo to hi.
func numbers(r *rand.Rand, n, lo, hi int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint(lo + r.IntN(hi-lo+1))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// TestGroups compares the best values of random problems over groups with search, and checks proofs of
// them.
func TestGroups(t *testing.T) {
	n := 250
	if long.Enabled() {
		n *= 40
	}
	none := 0
	for seed := range uint64(n) {
		text := grouped(rand.New(rand.NewPCG(seed, 21)))
		if agreed(t, seed, text, parse(t, text)).Best == nil {
			none++
		}
	}
	if none > n/2 {
		t.Error(none, "problems have no solution")
	}
}

// agreed compares the best value of a problem with that of search, which it returns, and checks a proof of it.
func agreed(t *testing.T, seed uint64, text string, p *farbank.Problem) *farbank.Answer {
	t.Helper()
	want, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, farbank.Question{}, nil)
	if err != nil {
		t.Fatal(seed, err)
	}
	var proof bytes.Buffer
	got, err := farbank.SolveWith(t.Context(), constraint.New(), p, farbank.Question{Symmetry: seed%3 > 0}, nil)
	if err != nil || got.Status != want.Status || got.Best != nil && got.Best.Cost != want.Best.Cost {
		t.Fatalf("%d: %s:\n%+v %v, want %+v", seed, text, got, err, want)
	}
	got, err = constraint.Prove(t.Context(), p, farbank.Question{}, &proof)
	if err != nil || got.Status != want.Status || got.Best != nil && got.Best.Cost != want.Best.Cost {
		t.Fatalf("%d: with a proof: %s:\n%+v %v, want %+v", seed, text, got, err, want)
	}
	if proven, err := constraint.Check(t.Context(), p, bytes.NewReader(proof.Bytes())); err != nil || proven.None != (want.Best == nil) || want.Best != nil && proven.Best != want.Best.Cost {
		t.Fatalf("%d: %s:\n%s\n%+v %v, want %+v", seed, text, proof.String(), proven, err, want)
	}
	return want
}

// TestBounds checks objectives over groups whose best value is proven without search.
func TestBounds(t *testing.T) {
	bins := "type I = 1..12\ntype B = 1..8\nconst w[I]: 1..60 = [60, 60, 60, 60, 35, 35, 35, 35, 35, 30, 30, 30]\n"
	cells := bins + "find bin[I]: B\n"
	full := "require all b: B { sum(i: I where bin[i] == b -> w[i]) <= 100 }\n"
	for name, text := range map[string]string{
		"number of bins":      cells + full + "minimize count(b: B where any i: I { bin[i] == b })",
		"number of loads":     cells + full + "minimize count(b: B where sum(i: I where bin[i] == b -> w[i]) > 0)",
		"last bin":            cells + full + "minimize max(i: I -> bin[i])",
		"bound of all bins":   cells + "find last: B\n" + full + "require all i: I { bin[i] <= last }\nminimize last",
		"sets":                bins + "find put: set of (I, B)\nrequire all i: I { count(b: B where (i, b) in put) == 1 }\nrequire all b: B { sum(i: I where (i, b) in put -> w[i]) <= 100 }\nminimize count(b: B where any i: I { (i, b) in put })",
		"largest load":        "find on[1..11]: 1..5\nminimize max(k: 1..5 -> sum(j: 1..11 where on[j] == k -> 7))",
		"bound of loads":      "find on[1..11]: 1..5\nfind top: 0..77\nrequire all k: 1..5 { sum(j: 1..11 where on[j] == k -> 7) <= top }\nminimize top",
		"numbers of a clique": "find c[1..6]: 1..9\nrequire all i, j: 1..6 where i < j { c[i] != c[j] }\nminimize max(i: 1..6 -> c[i])",
		"assignment":          "const pay[1..6, 1..6]: 0..9 = [[7, 3, 8, 9, 4, 6], [2, 9, 5, 7, 8, 3], [6, 4, 9, 2, 5, 7], [8, 6, 3, 5, 9, 1], [4, 7, 6, 8, 2, 9], [9, 5, 1, 6, 7, 8]]\nfind t[1..6]: 1..6\nrequire distinct(t)\nmaximize sum(w: 1..6 -> pay[w, t[w]])",
		"computed costs":      "find t[1..20]: 1..20\nrequire all i, j: 1..20 where i < j { t[i] != t[j] }\nminimize sum(w: 1..20 -> (w * 37 + t[w] * 61 + w * w * t[w] * 11) % 97)",
		"same group":          "find g[1..12]: 1..4\nrequire all t: 1..4 { count(i: 1..12 where g[i] == t) <= 3 }\nmaximize sum(i, j: 1..12 where i < j and g[i] == g[j] -> 2)",
		"too few bins":        cells + full + "require all i: I { bin[i] <= 5 }\nminimize bin[1]",
	} {
		p := parse(t, text)
		a, err := farbank.SolveWith(t.Context(), constraint.New(), p, farbank.Question{}, nil)
		conflicts := -1
		if len(a.Stats.Notes) > 0 {
			fmt.Sscanf(a.Stats.Notes[len(a.Stats.Notes)-1], "%d conflicts", &conflicts)
		}
		if err != nil || a.Status != farbank.Solved && a.Status != farbank.None || conflicts != 0 {
			t.Errorf("%s: %+v %v", name, a, err)
		}
	}
}
