package advice_test

import (
	"strings"
	"testing"

	"farbank/examples"
	"farbank/lang"
	"farbank/lang/syntax"
	"farbank/study/advice"
)

func of(t *testing.T, text string) []string {
	t.Helper()
	f, err := syntax.Parse("a.far", text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := lang.Problem(f, lang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, a := range advice.Of(t.Context(), f, p) {
		out = append(out, a.Msg+" | "+a.Hint)
	}
	return out
}

func TestAdvice(t *testing.T) {
	const grid = "find a[1..4, 1..3]: bool\n"
	const board = "find row[1..4]: 1..4\n"
	for text, want := range map[string]string{
		board + "require all a: 1..4, b: 1..4 where a != b { row[a] != row[b] }\n":                         "distinct(a: 1..4 -> row[a])",
		board + "require all a, b: 1..4 where a < b { (row[a] + a != row[b] + b) }\n":                      "distinct(a: 1..4 -> row[a] + a)",
		board + "require all a, b: 1..4 { a == b or row[a] != row[b] }\n":                                  "distinct(a: 1..4 -> row[a])",
		board + "require all a, b: 1..4 { a != b implies row[a] != row[b] }\n":                             "distinct(a: 1..4 -> row[a])",
		board + "require all a, b in {1, 2, 3} where a < b { row[a] != row[b] }\n":                         "distinct(a in {1, 2, 3} -> row[a])",
		grid + "def x(i: 1..4) = the j: 1..3 where a[i, j]\nrequire all i: 1..4 { x(i) > 1 or a[1, 1] }\n": "no requirement says that exactly one value has this property: the j: 1..3 where a[i, j] | if exactly one always has it, add a requirement: count(...) == 1",
		grid + "require (the j: 1..3 where a[1, j]) > 1\n":                                                 "",
		board + "require all a, b: 1..4 where a < b { row[a] != row[b] + 1 }\n":                            "",
		board + "require all a, b: 1..4 where a < b and a > 1 { row[a] != row[b] }\n":                      "",
		board + "require all a, b: 1..4 where a < b { row[a] < row[b] }\n":                                 "",
		"find x1: 0..9\nfind x2: 0..9\nfind x3: 0..9\nrequire x1 + x2 == x3\n":                             "find x[1..3]: 0..9",
		"find x1: 0..9\nfind x2: 0..9\nfind x4: 0..9\nrequire x1 + x2 == x4\n":                             "",
		"state n: 0..100000 = 0\nmove up { require n < 5\n n += 1 }\ngoal n == 5\n":                        "0..5",
		"state n: 0..100000 = 0\nmove up { n += 1 }\ngoal n == 5\n":                                        "",
		"find big: 0..1000000\nrequire big < 10\n":                                                         "0..9",
		"const n = 7\nfind big: 0..1000000\nrequire n <= big and 2 * n > big\n":                            "7..13",
		"find big[1..3]: -999..999\nrequire all i: 1..3 { -i <= big[i] <= i }\n":                           "-3..3",
		"find big[1..3]: 0..999\nrequire all i: 1..2 { big[i] < 10 }\n":                                    "",
		"find big: 0..1000000\nrequire big < 10 or big > 5\n":                                              "",
		"find big: 0..1000000\nrequire big < 10\nrequire big > 20\n":                                       "",
		"find big: 0..1000000\ngoal big < 10\n":                                                            "",
		"find big: 0..60\nrequire big < 3\n":                                                               "",
		"find big: (0..999, 0..9)\nrequire big.1 < 3\n":                                                    "",
		grid + "require all i: 1..4 { count(j: 1..3 where a[i, j]) == 1 }\n":                               "find a[1..4]: 1..3",
		grid + "require all i: 1..4 { 1 == sum(j: 1..3 -> if a[i, j] then 1 else 0) }\n":                   "find a[1..4]: 1..3",
		grid + "require all j: 1..3 { size({i: 1..4 where a[i, j]}) == 1 }\n":                              "find a[1..3]: 1..4",
		grid + "require all i: 1..3 { count(j: 1..3 where a[i, j]) == 1 }\n":                               "",
		grid + "require all i: 1..4 { count(j: 1..3 where a[i, j]) <= 1 }\n":                               "",
		grid + "require all i: 1..4 { count(j: 1..2 where a[i, j]) == 1 }\n":                               "",
		grid + "require all i: 1..4 { count(j: 1..3 where a[i, j]) == 2 }\n":                               "",
		grid + "require all i: 1..4 { count(j: 1..3 where not a[i, j]) == 1 }\n":                           "",
		grid + "prefer all i: 1..4 { count(j: 1..3 where a[i, j]) == 1 }\n":                                "",
		"enum C { red, green, blue }\nfind c[1..4]: C\nrequire c[1] != c[2] and c[3] != c[4]\n":            "fix one of them, as in require c[1] == red",
		"enum C { red, green, blue }\nfind c[1..4]: C\nrequire c[1] != red\n":                              "",
		"enum C { red, green, blue }\nfind c[1..4]: C\nrequire c[1] < c[2]\n":                              "",
	} {
		got := strings.Join(of(t, text), "\n")
		if want == "" && got != "" || !strings.HasSuffix(got, want) || strings.Contains(got, "\n") {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestExamples checks that the examples need no advice.
func TestExamples(t *testing.T) {
	for _, name := range examples.Names() {
		text, _ := examples.Source(name)
		for _, a := range of(t, text) {
			if name != "map" { // the colours are its subject
				t.Errorf("%s: %s", name, a)
			}
		}
	}
}
