package explain_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"farbank"
	"farbank/study/explain"
)

// found returns the changes of numbers of the text that give a plan.
func found(t *testing.T, source string, keep ...string) []string {
	t.Helper()
	p, err := farbank.Parse("x.far", source)
	if err != nil {
		t.Fatal(err)
	}
	r, err := farbank.Explain(context.Background(), p, farbank.ExplainOptions{Keep: keep})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range r.Changes {
		for _, it := range append(c.Items, c.Also...) {
			if it.Kind == explain.Number {
				out = append(out, it.String())
			}
		}
		if _, _, err := c.Problem.Verify(c.Plan); err != nil {
			t.Errorf("%v: %v", c.Items, err)
		}
	}
	slices.Sort(out)
	return out
}

// TestNumbersOfText checks which numbers of a text are tried: those of tables and formulas, and no others.
func TestNumbersOfText(t *testing.T) {
	const crew = `enum Day { mon, tue, wed }
const need[Day]: 0..9 = {mon: 3, tue: 4, wed: 2}
const team = 3
find crew[Day]: 0..5
require "enough": all d: Day { crew[d] >= need[d] }
require "early": crew[mon] + 1 <= team
`
	const steps = `state x: 0..9 = 0
def far(n: 0..9) = n >= 4
move up(k: 1..2) { require x < 3 and x >= 0
    x += 2 - 0 * k }
never far(x)
goal x == 4
`
	for _, test := range []struct {
		name, source string
		keep         []string
		want         []string
	}{
		{"a table and formulas", crew, nil, []string{"0 in place of 1 in line 6", "2 in place of 3 in line 2", "4 in place of 3 in line 3"}},
		{"a table is kept", crew, []string{"need"}, []string{"0 in place of 1 in line 6", "4 in place of 3 in line 3"}},
		{"a rule is kept", crew, []string{"early", "team"}, []string{"2 in place of 3 in line 2"}},
		{"all are kept", crew, []string{"numbers"}, nil},
		{"a move and a function", steps, []string{"far"}, nil},
		{"indices, types, starts and goals", "state x[1..2]: 0..3 = [0, 1]\nmove up { require x[1] == x[2]\n    x[1] = 2 }\ngoal x[1] == 3\n", nil, nil},
		{"the same number twice in a line", "find x: 2..2\nrequire x == 1 + 1 + 1\n", nil,
			[]string{"0 in place of 1 in line 2, column 14", "0 in place of 1 in line 2, column 18", "0 in place of 1 in line 2, column 22"}},
	} {
		if got := found(t, test.source, test.keep...); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	// 5 in place of 4 allows the last state.
	got := strings.Join(found(t, steps), "; ")
	if !strings.Contains(got, "5 in place of 4 in line 2") {
		t.Errorf("a function and a move: %s", got)
	}
}

// TestNumbersBounded checks that a long table does not cost more than a fixed number of tries.
func TestNumbersBounded(t *testing.T) {
	source := "const c[1..300]: 0..9 = [" + strings.TrimSuffix(strings.Repeat("1, ", 300), ", ") + "]\nfind x: 0..1\nrequire x > 1 and all i: 1..300 { c[i] > 0 }\n"
	p, err := farbank.Parse("x.far", source)
	if err != nil {
		t.Fatal(err)
	}
	r, err := farbank.Explain(context.Background(), p, farbank.ExplainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Tried > 250 || !strings.Contains(r.Untried, "numbers of the text") {
		t.Errorf("%d changes, not all of %q", r.Tried, r.Untried)
	}
}
