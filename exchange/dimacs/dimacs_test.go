package dimacs_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"farbank/constraint/sat"
	"farbank/exchange/dimacs"
	"farbank/exchange/writing"
	"farbank/internal/testing/sample"
)

// models counts the models of clauses, up to a limit, by blocking clauses.
func models(t *testing.T, text string, limit int) int {
	t.Helper()
	head, rest, _ := strings.Cut(text[strings.Index(text, "p cnf"):], "\n")
	var clauses [][]int
	vars := 0
	if _, err := fmt.Sscanf(head, "p cnf %d", &vars); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(rest) {
		var clause []int
		for _, word := range strings.Fields(line) {
			lit, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			if lit != 0 {
				clause = append(clause, lit)
			}
		}
		clauses = append(clauses, clause)
	}
	s := sat.New(sat.Options{})
	if err := s.Grow(vars); err != nil {
		t.Fatal(err)
	}
	for _, c := range clauses {
		if err := s.Add(c...); err != nil {
			t.Fatal(err)
		}
	}
	for n := 0; ; n++ {
		r, err := s.Solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n == limit || r.Status != sat.Satisfiable {
			return n
		}
		other := make([]int, vars)
		for i := range other {
			if other[i] = -i - 1; !s.Value(i + 1) {
				other[i] = i + 1
			}
		}
		if err := s.Add(other...); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSolved checks that there is a model with the best cost and its number of moves, and no
// model with less.
func TestSolved(t *testing.T) {
	for i := range sample.Problems {
		s := &sample.Problems[i]
		p := sample.Parse(t, s.Source)
		o := s.Options()
		if n := models(t, sample.Export(t, p, "dimacs", o), 1); n != 1 {
			t.Errorf("%s: no model", s.Name)
		}
		better := s.Best - 1
		if p.Goals != nil && p.Goals.Maximize {
			better = s.Best + 1
		}
		if o.Best = &better; s.Moves > 0 && p.UnitCosts() {
			o.Horizon--
		}
		if n := models(t, sample.Export(t, p, "dimacs", o), 1); n != 0 {
			t.Errorf("%s: a model that is better than the best", s.Name)
		}
	}
}

// TestOneToOne checks that the number of models is the number of solutions.
func TestOneToOne(t *testing.T) {
	for source, want := range map[string]int{
		"find x: 0..9\nfind y: -3..3\nrequire x * y == 12 or x - y == 2\n":                              8,
		"find s: set of 1..6\nrequire size(s) == 3\n":                                                   20,
		"find a[1..3]: 1..3\nrequire distinct(a)\n":                                                     6,
		"find x: 0..7\nfind b: bool\nrequire b == (x % 3 == 1)\nrequire abs(x - 4) <= 2\n":              5,
		"find x: 1..5\nfind a[1..3]: 0..2\nrequire a[x] == max(a[1], 2)\nrequire min(a[2], a[3]) > 1\n": 7,
	} {
		p := sample.Parse(t, source)
		if n := models(t, sample.Export(t, p, "dimacs", writing.Options{}), 1000); n != want {
			t.Errorf("%d models, want %d of\n%s", n, want, source)
		}
	}
}

// TestComments checks the comments with the meaning of the variables.
func TestComments(t *testing.T) {
	s := &sample.Problems[0]
	text := sample.Export(t, sample.Parse(t, s.Source), "dimacs", s.Options())
	for _, want := range []string{`c Turning {a} "coin"`, "c var 1 up[1] = 1", " step 1 none\n", " step 3 turn(2)\n", "up[2]@3 = 1\n", "\np cnf "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	if dimacs.Language.Name != "dimacs" || !dimacs.Language.NeedsBest {
		t.Error("the language")
	}
}

// TestNeedsBest checks that an objective without a bound is refused.
func TestNeedsBest(t *testing.T) {
	p := sample.Parse(t, sample.Problems[1].Source)
	var b strings.Builder
	if err := dimacs.Language.Write(t.Context(), p, writing.Options{Horizon: 3}, &b); err == nil || !strings.Contains(err.Error(), "the best cost") {
		t.Error(err)
	}
}
