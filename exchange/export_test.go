package exchange_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"farbank"
	"farbank/exchange"
	"farbank/internal/testing/sample"
)

// TestExamples exports every example to every language: it is written, or refused with a
// construct and a position.
func TestExamples(t *testing.T) {
	names := []string{"wolf", "wolf-sets", "husbands", "jugs", "bridge", "queens", "zebra", "knapsack", "map", "hanoi", "lights", "langford"}
	for _, name := range names {
		p := sample.Load(t, name)
		for _, l := range exchange.Languages {
			var b bytes.Buffer
			err := farbank.Export(context.Background(), p, l.Name, farbank.ExportOptions{}, &b)
			var refused *exchange.Refusal
			switch {
			case errors.As(err, &refused):
				if refused.Construct == "" || refused.Pos.Line == 0 {
					t.Errorf("%s to %s: %v", name, l.Name, err)
				}
			case err != nil || b.Len() == 0:
				t.Errorf("%s to %s: %v", name, l.Name, err)
			}
		}
	}
}

// TestJSON checks that the document can be parsed and that its references are consistent.
func TestJSON(t *testing.T) {
	var doc struct {
		Cells       []any
		Expressions []struct{ Args []int }
		Moves       []any
	}
	p := sample.Load(t, "husbands")
	if err := json.Unmarshal([]byte(sample.Export(t, p, "json", exchange.Options{})), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Cells) != len(p.Cells) || len(doc.Moves) != len(p.Moves) {
		t.Errorf("%d cells and %d moves", len(doc.Cells), len(doc.Moves))
	}
	for i, e := range doc.Expressions {
		for _, a := range e.Args {
			if a >= i {
				t.Errorf("expression %d uses %d", i, a)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	wide := "find x: 0..3000000000\nrequire x * x == 9\n"
	tests := []struct{ source, language, want string }{
		{wide, "minizinc", "31 bits"},
		{wide, "asp", "31 bits"},
		{wide, "promela", "31 bits"},
		{wide, "dimacs", "clauses would be more"},
		{"find x: 0..3\nmaximize x\n", "pddl", "objective"},
		{"find x: 0..3000000000\n", "pddl", "more than 50000 values"},
		{"find x: 0..300000\n", "promela", "more than 50000 values"},
		{"state wide: 0..3000000000 = 0\nmove flip { wide = 0 }\n", "pddl", "more than 50000 values"},
		{"find x: 0..3\nrequire x > 1\n", "clips", "no moves"},
	}
	for _, test := range tests {
		p, err := farbank.Parse("t.far", test.source)
		if err != nil {
			t.Fatal(err)
		}
		err = farbank.Export(context.Background(), p, test.language, farbank.ExportOptions{}, &bytes.Buffer{})
		var refused *exchange.Refusal
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "t.far:") {
			t.Errorf("%s: %v", test.language, err)
		}
	}
}

// TestEnds exports ranges that end with the greatest integer to every language.
func TestEnds(t *testing.T) {
	for _, src := range []string{
		"find x: 9223372036854775805..9223372036854775807\nrequire x != 9223372036854775805\n",
		"state n: -9223372036854775808..9223372036854775807 = 0\nmove go { n = 3 }\ngoal n == 3\n",
		"type T = 9223372036854775805..9223372036854775807\nstate n: T = 9223372036854775805\nstate on[T]: bool = false\n" +
			"move go(t: T) { require n != t\n n = t\n on[t] = true }\ngoal n == 9223372036854775807 and on[9223372036854775806]\n",
		"type T = 9223372036854775805..9223372036854775807\nfind s: set of T\nfind f[T]: T\nrequire any t: T { f[t] == t } and distinct(f)\nmaximize f[9223372036854775805]\n",
	} {
		p, err := farbank.Parse("t.far", src)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range exchange.Languages {
			var b bytes.Buffer
			err := farbank.Export(t.Context(), p, l.Name, farbank.ExportOptions{}, &b)
			var refused *exchange.Refusal
			if !errors.As(err, &refused) && (err != nil || b.Len() == 0) {
				t.Errorf("%s: %v\n%s", l.Name, err, src)
			}
		}
	}
}

// TestWide checks that languages which enumerate values refuse cells of any integer.
func TestWide(t *testing.T) {
	p, err := farbank.Parse("t.far", "find x: -9223372036854775808..9223372036854775807\nfind y: -9223372036854775808..9223372036854775807\nrequire x > y\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range exchange.Languages {
		err := farbank.Export(t.Context(), p, l.Name, farbank.ExportOptions{}, &bytes.Buffer{})
		var refused *exchange.Refusal
		if l.Name != "json" && !errors.As(err, &refused) {
			t.Errorf("%s: %v", l.Name, err)
		}
	}
}

// TestFind finds languages by the names of systems.
func TestFind(t *testing.T) {
	for name, want := range map[string]string{"sat": "dimacs", "CNF": "dimacs", "spin": "promela", "clingo": "asp", "asp": "asp", "MPS": "mps"} {
		if l, err := exchange.Find(name); err != nil || l.Name != want {
			t.Errorf("%s: %v %v", name, l, err)
		}
	}
	if _, err := exchange.Find("cobol"); err == nil {
		t.Error("cobol")
	}
}
