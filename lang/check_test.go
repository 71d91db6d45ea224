package lang_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank/examples"
	"farbank/lang"
	"farbank/lang/syntax"
	"farbank/model"
)

// load parses a correct source.
func load(tb testing.TB, src string) *model.Problem {
	tb.Helper()
	f, err := syntax.Parse("x.far", src)
	if err == nil {
		var p *model.Problem
		if p, err = lang.Problem(f, lang.Options{}); err == nil {
			return p
		}
	}
	tb.Fatalf("%v", err)
	return nil
}

func TestExamplesCheck(t *testing.T) {
	for _, name := range examples.Names() {
		src, _ := examples.Source(name)
		if p := load(t, src); len(p.Warnings) > 0 {
			t.Errorf("%s: warning: %s", name, p.Warnings[0].Msg)
		}
	}
}

// TestConstants evaluates constant expressions: each line has an expression and its text in a
// show.
func TestConstants(t *testing.T) {
	b, err := os.ReadFile("testdata/constants.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		expr, want, ok := strings.Cut(line, " => ")
		if !ok {
			t.Fatalf("line %d has no =>", i+1)
		}
		t.Run(expr, func(t *testing.T) {
			if got := shown(t, expr); got != want {
				t.Errorf("%s gives %s, want %s", expr, got, want)
			}
		})
	}
}

const constantsPrelude = `
enum Bank { west, east }
enum Thing { farmer, wolf, goat }
type Pair = (Bank, 1..3)
const a[1..3]: 0..9 = [7, 8, 9]
const m[Thing]: 0..9 = {farmer: 1, wolf: 2, goat: 3}
const two[Bank, 1..2]: 0..9 = [[1, 2], [3, 4]]
const pic = grid("#.\n.#x")
const tot = sum(a)
param word: text = "hello"
state one: 1..1 = 1
state many[1..3]: 0..9 = [7, 8, 9]
state some: set of Thing = {wolf, goat}
state b: Bank = west
def twice(x: 0..100) = 2 * x
`

// shown returns the text of a show of expr in the initial state. A second show hides the
// constants behind state variables, so that evaluation during grounding and in a state are
// compared.
func shown(t *testing.T, expr string) string {
	t.Helper()
	p := load(t, constantsPrelude+"show \"x\" = "+expr+"\nshow \"y\" = "+hide(expr)+"\n")
	s, _, err := p.Begin(nil)
	if err != nil {
		t.Fatal(err)
	}
	x, y := p.Text(p.Show[0].Cells[0], s), p.Text(p.Show[1].Cells[0], s)
	if x != y {
		t.Errorf("%s gives %q beforehand and %q in a state", expr, x, y)
	}
	return x
}

// hide makes the numbers 1 and the array a of an expression depend on the state.
func hide(expr string) string {
	fields := strings.FieldsFunc(expr, func(r rune) bool { return r == '"' })
	if len(fields) > 1 || strings.Contains(expr, "`") {
		return expr
	}
	return strings.NewReplacer(" 1 ", " one ", "a[", "many[", "(a)", "(many)", " in a", " in many").Replace(expr)
}

// TestSubsetsAreNotEnumerated checks that a bound on the size of a set parameter limits the
// subsets enumerated.
func TestSubsetsAreNotEnumerated(t *testing.T) {
	for _, bound := range []string{"size(s) <= 2", "1 <= size(s) <= 2", "size(s) < 3 and 0 < size(s)", "2 >= size(s)", "size(s) in 1..2", "size(s) == 2"} {
		begun := time.Now()
		p := load(t, "state x[1..60]: bool = false\nmove m(s: set of 1..60) {\n require "+bound+"\n for i in s { x[i] = true }\n}\ngoal x[1]")
		if len(p.Moves) > 60*59/2+60+1 {
			t.Errorf("%s: %d moves", bound, len(p.Moves))
		}
		if d := time.Since(begun); d > time.Minute {
			t.Errorf("%s: took %s", bound, d)
		}
	}
}

// TestHugeIsAnError checks that problems that are too large are refused quickly.
func TestHugeIsAnError(t *testing.T) {
	for _, src := range []string{
		"state x[1..9999999999]: bool = false",
		"state x: set of 1..9999999999 = {}",
		"const c = sum(i: 1..9999999999 -> i)",
		"const c = count(i: 1..100000, j: 1..100000, k: 1..100000)",
		"state x: 1..3 = 1\nmove m(a: 1..99999, b: 1..99999, c: 1..99999) { x = 2 }",
		"state x: 1..3 = 1\nmove m(a: set of 1..40, b: set of 1..40) { x = 2 }",
		"def f(i: 1..9) = sum(j: 1..1000 -> j)\ndef g(i: 1..9) = sum(j: 1..1000 -> f(1))\ndef h(i: 1..9) = sum(j: 1..1000 -> g(1))\nconst c = h(1)",
	} {
		f, err := syntax.Parse("x.far", src)
		if err == nil {
			_, err = lang.Problem(f, lang.Options{Limit: 1 << 20})
		}
		if err == nil {
			t.Errorf("accepted: %s", src)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, name := range examples.Names() {
		src, _ := examples.Source(name)
		f.Add(src)
	}
	files, _ := filepath.Glob("testdata/wrong/*.txt")
	for _, file := range files {
		b, _ := os.ReadFile(file)
		for _, chunk := range strings.Split(string(b), "=== ")[1:] {
			_, body, _ := strings.Cut(chunk, "\n")
			src, _, _ := strings.Cut(body, "---\n")
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		tree, err := syntax.Parse("x.far", src)
		if err != nil {
			return
		}
		p, err := lang.Problem(tree, lang.Options{Limit: 20_000})
		if err != nil {
			return
		}
		tryProblem(p)
	})
}

// tryProblem evaluates every part of a problem once.
func tryProblem(p *model.Problem) {
	s, ok, err := p.Begin(make([]int64, p.NumFind))
	if err != nil || !ok {
		return
	}
	for _, show := range p.Show {
		for _, cell := range show.Cells {
			_ = p.Text(cell, s)
		}
	}
	for i := range min(len(p.Moves), 100) {
		_, _ = p.Apply(p.Moves[i], s)
	}
	_, _ = p.Broken(s)
	_ = fmt.Sprint(p.Missed(s))
}

// TestEnabledElsewhere checks that the types of a move's parameters are evaluated in the scope
// of the move, not of enabled.
func TestEnabledElsewhere(t *testing.T) {
	load(t, "param n: 0..9 = 2\nstate x: 0..9 = 0\ngoal x == 3 or any n in {true} { n and not enabled(up(1)) }\nmove up(k: 1..n) {\n    x += k\n}\n")
}

// TestCircuitOfSome checks circuits over a subset of names or numbers.
func TestCircuitOfSome(t *testing.T) {
	for index, want := range map[string]string{
		"{depot, b, d}":  "[b, d, depot]",
		"{-1, 10, 2000}": "[10, 2000, -1]",
	} {
		src := "enum Place { depot, a, b, c, d }\ntype Stop = %s\nconst next[Stop]: Stop = %s\nfind x: bool\nrequire x == circuit(next)\n"
		if p := load(t, fmt.Sprintf(src, index, want)); !alwaysTrue(t, p) {
			t.Errorf("%s is no circuit over %s", want, index)
		}
		two := strings.NewReplacer("depot]", "b]", "-1]", "10]").Replace(want)
		if p := load(t, fmt.Sprintf(src, index, two)); alwaysTrue(t, p) {
			t.Errorf("%s is a circuit over %s", two, index)
		}
	}
}

// alwaysTrue reports whether the single find variable, a truth value, must be true.
func alwaysTrue(t *testing.T, p *model.Problem) bool {
	t.Helper()
	broken, err := p.Required([]int64{1})
	if err != nil {
		t.Fatal(err)
	}
	return len(broken) == 0
}

// TestNamedLikeAnother checks a parameter with the name of a function of the same recursion.
func TestNamedLikeAnother(t *testing.T) {
	load(t, "state x: 0..1 = 0\ndef f(f: 0..1) = f == 1 or g(f)\ndef g(f: 0..1) = f == 0 or any k: 0..1 { g(k) }\ngoal f(0)\nmove m {\n    x = 1\n}\n")
}
