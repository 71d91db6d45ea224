package recognise_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"farbank"
	"farbank/engine/constraint"
	"farbank/engine/constraint/recognise"
	"farbank/model/transition"
)

// shape returns the number of constraints of each kind, with their sizes.
func shape(f *recognise.Found) string {
	var list []string
	say := func(kind string, n int) { list = append(list, fmt.Sprint(kind, " ", n)) }
	for _, c := range f.Circuits {
		say("circuit", len(c.Next))
	}
	for _, l := range f.Lex {
		say("lex", len(l.Xs))
	}
	for _, d := range f.Diagrams {
		say("diagram", len(d.Xs))
	}
	for _, t := range f.Tables {
		say("table", len(t.Rows))
	}
	for _, d := range f.Disjunctive {
		say("disjunctive", len(d))
	}
	for _, c := range f.Cumulative {
		say("cumulative", len(c.Tasks))
	}
	for _, d := range f.Different {
		say("different", len(d))
	}
	if len(f.Rest) > 0 {
		say("rest", len(f.Rest))
	}
	return strings.Join(list, ", ")
}

func found(t *testing.T, p *farbank.Problem) *recognise.Found {
	t.Helper()
	sys, err := transition.NewSystem(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	var c transition.Conditions
	for _, r := range append(sys.Require, sys.Goal...) {
		c.Add(r.Cond)
	}
	return recognise.In(c.List, sys.Cell)
}

// TestFound checks what is recognized, and compares the number of solutions with search.
func TestFound(t *testing.T) {
	head := "enum E {p, q, r}\nfind s[1..3]: 0..4\nfind d[1..3]: 0..2\n"
	arrays := "enum E {p, q, r}\nfind a[1..3]: 1..3\nfind b[1..3]: 1..3\nfind n[E]: E\nfind x: 0..5\nfind y: 0..5\n"
	row := "find a[1..5]: 1..3\nfind s: 1..3\n"
	for _, c := range []struct{ head, cond, want string }{
		{head, "disjoint(s, d)", "disjunctive 3"},
		{head, "disjoint(s, [2, 1, 2])", "disjunctive 3"},
		{head, "all i, j: 1..3 where i < j { s[i] + i <= s[j] or s[j] + j <= s[i] }", "disjunctive 3"},
		{head, "all i, j: 1..3 where i < j { s[i] + d[i] <= s[j] or s[j] + d[j] <= s[i] }", "rest 3"}, // length 0 is possible
		{head, "all i, j: 1..3 where i < j { s[i] + i + j <= s[j] or s[j] + 2 <= s[i] }", "rest 3"},   // gaps between tasks
		{head, "all i, j: 1..3 where i < j { s[i] + d[i] <= s[j] or s[j] + d[j] <= s[i] or d[i] <= 0 }", "rest 3"},
		{head, "cumulative(s, d, [1, 2, 1], 2)", "cumulative 3"},
		{head, "cumulative(s, [2, 3, 2], d, 2)", "cumulative 3"},
		{head, "cumulative(s, [2, 3, 2], [1, 2, 1], d[1])", "cumulative 3"},
		{head, "cumulative(s, [2, 3, -1], [1, 2, 1], 2)", "rest 2"},
		{head, "cumulative(s, [2, 3, 1], [1, 2, -1], 2)", "rest 3"},
		{head, "cumulative(s, [2, 3, 1], [1, 2, 1], -1)", "rest 1"},
		{head, "all i: 1..3 { sum(j: 1..3 where s[j] <= s[i] and s[i] < s[j] + 2 -> d[j]) <= 3 }", "cumulative 3"},
		{head, "all i: 1..2 { sum(j: 1..3 where s[j] <= s[i] and s[i] < s[j] + 2 -> d[j]) <= 3 }", "rest 2"},
		{head, "all i: 1..3 { count(j: 1..3 where s[j] <= s[i] and s[i] < s[j] + 2) <= 1 }", "cumulative 3"},
		{head, "all t: 0..6 { sum(i: 1..3 where s[i] <= t and t < s[i] + 2 -> i) <= 3 }", "cumulative 3"},
		{head, "all t: 0..6 { sum(i: 1..3 where s[i] <= t and t < s[i] + i -> i) <= 3 }", "cumulative 3"},
		{head, "all t: 0..6 { sum(i: 1..3 where s[i] <= t and s[i] + 2 > t -> i) <= 3 + d[1] }", "cumulative 3"},
		{head, "all t: 0..6 { count(i: 1..3 where s[i] in t - 1..t) <= 1 }", "cumulative 3"},
		{head, "all t: 0..6 where t != 3 { sum(i: 1..3 where s[i] <= t and t < s[i] + 2 -> i) <= 3 }", "rest 5"},
		{head, "all t: 0..6 { sum(i: 1..3 where s[i] <= t and t < s[i] + 2 -> i) <= (if t == 3 then 4 else 3) }", "rest 6"},
		{head, "all t: 0..6 { sum(i: 1..3 where s[i] <= t and t < s[i] + (if t == 3 then 3 else 2) -> i) <= 3 }", "rest 6"},
		{head, "all i, j: 1..3 where i < j { s[i] != s[j] }", "different 3"},
		{head, "all i, j: 1..3 where i < j { s[i] != s[j] and abs(s[i] - s[j]) != j - i }", "different 3, different 3, different 3"},
		{head, "s[1] != s[2] and s[2] != s[3]", "different 2, different 2"},
		{head, "all i, j: 1..3 where i < j { s[i] + d[1] != s[j] + d[1] + 1 }", "different 2, different 2, different 2"},
		{head, "all i, j: 1..3 where i < j { 2 * s[i] != s[j] }", "rest 3"},
		{arrays, "circuit(a)", "circuit 3"},
		{arrays, "circuit(n)", "circuit 3"},
		{arrays, "a[a[a[1]]] == 1 and a[1] != 1", "rest 2"},
		{arrays, "a[b[a[1]]] == 1 and a[1] != 1 and b[a[1]] != 1", "rest 3"},
		{arrays, "inverse(a, b)", "different 3, different 3, rest 15"},
		{arrays, "(x, y) in {(1, 2), (3, 4), (5, 1)}", "table 6, rest 3"},
		{arrays, "lexless(a, b)", "lex 3"},
		{row, "regular(a, 1, {(1, 1, 2), (2, 2, 1), (2, 3, 3), (3, 1, 1), (1, 2, 1)}, {1, 3})", "diagram 5"},
		{row, "regular(a, 1, {(1, 1, 1), (1, 2, 1), (1, 1, 2), (2, 2, 3), (3, 2, 3)}, {3})", "diagram 5"}, // several transitions
		{row, "regular(a, 1, {(1, 1, 2), (2, 2, 1), (2, 3, 3), (3, 3, 3), (3, 1, 3), (3, 2, 3)}, {3})", "rest 2"},
		{row, "regular(a, 1, {(1, 1, 2), (1, 2, 1), (2, 2, 1), (2, 3, 3), (3, 3, 3), (3, 1, 3), (3, 2, 3)}, {3})", "diagram 5"},
		{row, "regular(a, s, {(1, 1, 2), (2, 2, 1), (2, 3, 3), (3, 1, 1)}, {s, 3})", "rest 1"},
		{row, "regular(a, s, {(1, 1, 2), (2, 2, 1), (2, 3, 3), (3, 1, 1), (1, 2, 1)}, {1, 3})", "diagram 6"},
		{row, "regular([k: 1..5 -> (if a[k] == 2 then 1 else a[k])], 1, {(1, 1, 2), (2, 3, 1), (2, 1, 1), (1, 3, 1)}, {1})", "diagram 5"},
		{row, "a[1] == 1 and (a[2] == 1 or a[3] == 2) or a[1] == 2 and (a[2] == 3 or a[3] == 2)", "diagram 3"},
		{row, "a[1] == 1 and (a[2] == 1 or a[3] == 2) or a[2] == 2 and (a[1] == 3 or a[3] == 2)", "rest 1"}, // no common order
		{row, "a[1] == 1 and (a[1] == 2 or a[2] == 1 or a[3] == 2) or a[1] == 3", "rest 1"},
		{row, "a[1] == 1 and a[2] == 2 or a[1] == 2 and (a[2] != 3 or a[3] == 2)", "rest 1"},
		{arrays, "a[1] < b[1] or a[1] == b[1] and a[2] <= b[2]", "lex 2"},
		{arrays, "a[1] < b[1] or a[1] == b[2] and a[2] <= b[2]", "rest 1"},
		{arrays, "lexless(a, b) or x == 1", "rest 1"},
		{arrays, "x == 1 implies circuit(a) and (x, y) in {(1, 2), (3, 4)}", "rest 1"},
	} {
		p, err := farbank.Parse("x.far", "puzzle \"x\"\n"+c.head+"require "+c.cond+"\n")
		if err != nil {
			t.Fatal(c.cond, err)
		}
		if got := shape(found(t, p)); got != c.want {
			t.Errorf("%s: %s, want %s", c.cond, got, c.want)
		}
		q := farbank.Question{Plans: farbank.Simple, Want: farbank.Count}
		want, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, q, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := farbank.SolveWith(t.Context(), constraint.New(), p, q, nil); err != nil || got.Status != farbank.Solved || got.Count.Cmp(want.Count) != 0 {
			t.Errorf("%s: %+v %v, want %v", c.cond, got, err, want.Count)
		}
		objective := "minimize s[1] + 2 * s[2] + s[3] - d[1]"
		if c.head == arrays {
			objective = "maximize 2 * a[1] + b[2] + x - y"
		}
		if c.head == row {
			objective = "maximize 2 * a[1] + a[2] - a[3] + a[4] - s"
		}
		proven(t, "puzzle \"x\"\n"+c.head+"require "+c.cond+"\n"+objective+"\n")
	}
}

// TestLarge checks that constraints too large for a propagator stay as written.
func TestLarge(t *testing.T) {
	for _, cond := range []string{"disjoint(s, d)", "cumulative(s, d, [1, 1, 1], 2)", "all i: 1..3 { s[i] > 30000000000000 } and disjoint(s, [5, 6, 7])",
		"all i, j: 1..3 where i < j { s[i] != s[j] + 3000000000000 }"} {
		p, err := farbank.Parse("x.far", "puzzle \"x\"\nfind s[1..3]: 0..40000000000000\nfind d[1..3]: 1..40000000000000\nrequire "+cond+"\n")
		if err != nil {
			t.Fatal(err)
		}
		if a, err := farbank.SolveWith(t.Context(), constraint.New(), p, farbank.Question{}, nil); err != nil || a.Status != farbank.Solved {
			t.Errorf("%s: %+v %v", cond, a, err)
		}
	}
}

// proven verifies a proof of an optimal solution and compares it with search.
func proven(t *testing.T, text string) {
	t.Helper()
	p, err := farbank.Parse("x.far", text)
	if err != nil {
		t.Fatal(err)
	}
	want, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, farbank.Question{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var proof bytes.Buffer
	got, err := constraint.Prove(t.Context(), p, farbank.Question{}, &proof)
	if err != nil || got.Status != want.Status {
		t.Fatalf("%s: %+v %v, want %s", text, got, err, want.Status)
	}
	v, err := constraint.Check(t.Context(), p, &proof)
	if err != nil || v.None != (want.Best == nil) || want.Best != nil && v.Best != want.Best.Cost {
		t.Errorf("%s: %+v %v, want %+v", text, v, err, want.Best)
	}
}
