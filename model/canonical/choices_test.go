package canonical_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/model"
	"farbank/model/canonical"
)

func TestChoices(t *testing.T) {
	const matrix = "type I = 1..3\ntype V = 1..3\nfind m[I, V]: bool\nrequire all i: I { count(v: V where m[i, v]) == 1 }\n"
	for src, want := range map[string]bool{
		matrix + "def x(i: I) = the v: V where m[i, v]\nrequire x(1) != x(2)\n":                             true,
		matrix + "def x(i: I) = min(v: V where m[i, v] -> v + 1)\nrequire x(1) + x(2) == 4\n":               true,
		matrix + "def x(i: I) = min(v: V where m[i, v] -> v)\nminimize x(1) + x(3)\n":                       true,
		"type I = 1..3\nfind m[I, I]: bool\nrequire (the j: I where m[1, j]) != (the j: I where m[2, j])\n": true,
		matrix + "require not m[1, 2]\n":          false,
		matrix + "require any v: V { m[2, v] }\n": true, // it always holds
		"find p[1..3]: 1..3\nrequire distinct(p)\nrequire (the i: 1..3 where p[i] == 2) != (the i: 1..3 where p[i] == 3)":                                                            true,
		"find a: bool\nfind b: bool\nrequire a or b\nrequire not (a and b)\nrequire (if a then 1 else if b then 2 else 3) < 3":                                                       true,
		"type N = 1..3\nfind s: set of (N, N)\nrequire size(s) == 3\nrequire all a, b, c, d: N where (a, b) < (c, d) and (a == c or b == d) { not ((a, b) in s and (c, d) in s) }\n": true,
		"find x: 1..3\nrequire x != 2\n": false,
	} {
		p, err := lang.Parse("test.far", src, lang.Options{})
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		q := canonical.Choices(p)
		if (q != p) != want {
			t.Errorf("%s: rewritten: %t", src, q != p)
		}
		if err := sameSolutions(p, q); err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
}

// chosen returns the text of a random problem with choices.
func chosen(r *rand.Rand) string {
	n, d := 2+r.IntN(2), 2+r.IntN(2)
	text := fmt.Sprintf("enum I { %s }\ntype V = 1..%d\nfind m[I, V]: bool\nfind p[I]: V\n", []string{"a, b", "a, b, c"}[n-2], d)
	if n*d < 9 {
		text += "find q[V]: I or none\n"
	} else {
		text += "const q[V]: I or none = none\n"
	}
	functions := []string{"the v: V where m[i, v]", "if m[i, 2] then 2 else 1 + 2 * count(v: V where m[i, v])", "min(v: V where m[i, v] -> v)", "max(v: V where m[i, v] -> v % 2)",
		"if m[i, 1] then 2 else 1", "sum(v: V where m[i, v] -> v * v)", "the v: V where q[v] == i", "[3, 1, 2][the v: V where m[i, v]]",
		"count(v: V where m[i, v])", "p[i]", "the v: V where p[i] == v", "if m[i, 1] then (if m[a, 1] then 1 else 2) else 2"}
	groups := []string{"all i: I { count(v: V where m[i, v]) == 1 }", "all v: V { count(i: I where m[i, v]) <= 1 }", "all i: I { count(v: V where m[i, v]) < 2 }",
		"distinct(p)", "all i: I { any v: V { m[i, v] } }", "all i: I, v, w: V where v < w { not (m[i, v] and m[i, w]) }",
		"all i: I { count(v: V where q[v] == i) == 1 }", "all i: I, v: V { m[i, v] == (p[i] == v) }",
		fmt.Sprintf("count(i: I, v: V where m[i, v]) == %d", n), fmt.Sprintf("count(i: I, v: V where m[i, v]) >= %d", d), "all v: V, i, j: I where i < j { not (m[i, v] and m[j, v]) }"}
	for range 1 + r.IntN(3) {
		text += "require " + groups[r.IntN(len(groups))] + "\n"
	}
	f := func() string { return functions[r.IntN(len(functions))] }
	text += "def f(i: I) = " + f() + "\ndef g(i: I) = " + f() + "\n"
	a, b := "abc"[r.IntN(n):][:1], "abc"[r.IntN(n):][:1]
	conditions := []string{"f(%s) != g(%s)", "f(%s) == g(%s)", "f(%s) < g(%s)", "f(%s) + g(%s) <= 3", "abs(f(%s) - g(%s)) == 1", "f(%s) == 1 or g(%s) == 2", "not (f(%s) == g(%s))"}
	for range 1 + r.IntN(3) {
		text += "require " + fmt.Sprintf(conditions[r.IntN(len(conditions))], a, b) + "\n"
	}
	if r.IntN(3) == 0 {
		text += fmt.Sprintf("minimize f(%s) * 2 + g(%s)\n", b, a)
	}
	return text
}

func TestChoicesMade(t *testing.T) {
	count := 300
	if long.Enabled() {
		count = 100_000
	}
	rewritten, solutions := 0, 0
	for seed := range uint64(count) {
		text := chosen(rand.New(rand.NewPCG(seed, 3)))
		p, err := lang.Parse("test.far", text, lang.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		q := canonical.Choices(p)
		if err := sameSolutions(p, q); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if q != p {
			rewritten++
		}
		if solvable(q) {
			solutions++
		}
	}
	if t.Logf("%d of %d problems rewritten, %d solvable", rewritten, count, solutions); rewritten < count/4 || solutions < count/4 {
		t.Errorf("only %d problems were rewritten, and %d have solutions", rewritten, solutions)
	}
}

func TestChoicesGenerated(t *testing.T) {
	count := 600
	if long.Enabled() {
		count = 50_000
	}
	for seed := range uint64(count) {
		m := generated.New(seed, generated.Options{Moves: generated.Never, Find: generated.Always})
		o := lang.Options{Limit: 200_000}
		for _, s := range m.Settings {
			o.Params = append(o.Params, check.Setting{Name: s.Name, Value: s.Value})
		}
		if m.Data != "" {
			o.Data = []check.Data{{Name: "data.json", JSON: []byte(m.Data)}}
		}
		p, err := lang.Parse("test.far", m.Source, o)
		if err != nil {
			continue
		}
		if err := sameSolutions(p, canonical.Choices(p)); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, m.Source)
		}
	}
}

// maxAssignments is the number of assignments of a problem that are compared.
const maxAssignments = 5000

// assignments calls visit with assignments of the unknowns until it returns false.
func assignments(p *model.Problem, visit func(find []int64) bool) {
	find := make([]int64, p.NumFind)
	for i := range find {
		find[i] = p.Cells[i].Lo
	}
	for range maxAssignments {
		if !visit(slices.Clone(find)) {
			return
		}
		i := p.NumFind - 1
		for ; i >= 0 && find[i] == p.Cells[i].Hi; i-- {
			find[i] = p.Cells[i].Lo
		}
		if i < 0 {
			return
		}
		find[i]++
	}
}

// sameSolutions compares p and q at assignments of the unknowns and describes a difference.
func sameSolutions(p, q *model.Problem) (err error) {
	if p == q {
		return nil
	}
	assignments(p, func(find []int64) bool {
		x, errX := p.Required(find)
		y, errY := q.Required(find)
		if (len(x) == 0) != (len(y) == 0) || (errX == nil) != (errY == nil) {
			err = fmt.Errorf("%v breaks %v, %v; rewritten: %v, %v", find, x, errX, y, errY)
			return false
		}
		if p.Goals == nil || len(x) > 0 || errX != nil {
			return true
		}
		v, okV, _ := p.Worth(find, 0, 0)
		w, okW, _ := q.Worth(find, 0, 0)
		if v != w || okV != okW {
			err = fmt.Errorf("%v is worth %d, %t; rewritten: %d, %t", find, v, okV, w, okW)
		}
		return err == nil
	})
	return err
}

// solvable reports whether one of the assignments is a solution.
func solvable(p *model.Problem) (found bool) {
	assignments(p, func(find []int64) bool {
		broken, err := p.Required(find)
		found = err == nil && len(broken) == 0
		return !found
	})
	return found
}
