package ground_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"farbank/examples"
	"farbank/internal/testing/generated"
	"farbank/lang/check"
	"farbank/lang/ground"
	"farbank/lang/internal/wrong"
	"farbank/lang/judge"
	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

func info(source string, o check.Options) (*types.Info, error) {
	f, err := syntax.Parse("x.far", source)
	if err != nil {
		return nil, err
	}
	return check.Check(f, o)
}

func problem(t *testing.T, source string, o ground.Options) (*model.Problem, *judge.Judge) {
	t.Helper()
	in, err := info(source, check.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	p, err := ground.Ground(in, o)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	j, err := judge.New(in, judge.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p, j
}

// TestMessages compares the errors of the grounder with the messages in lang/testdata/wrong,
// for programs that the checker accepts.
func TestMessages(t *testing.T) {
	programs, err := wrong.Programs()
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, w := range programs {
		if len(w.Params)+len(w.Data) > 0 {
			continue
		}
		in, err := info(w.Source, check.Options{Limit: w.Limit})
		if err != nil {
			continue
		}
		if _, err := ground.Ground(in, ground.Options{Limit: w.Limit}); err != nil {
			if refused++; wrong.Said(err) != w.Want {
				t.Errorf("%s:\n%s\nwant\n%s", w.Name, wrong.Said(err), w.Want)
			}
		}
	}
	if refused < 5 {
		t.Errorf("only %d programs are refused", refused)
	}
}

// TestConstants evaluates the expressions of lang/testdata/constants.txt in the model, with the
// arrays in the state.
func TestConstants(t *testing.T) {
	b, err := os.ReadFile("../testdata/constants.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(b)) {
		expr, want, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " => ")
		if !ok || strings.HasPrefix(line, "//") {
			continue
		}
		n++
		p, _ := problem(t, prelude+"show \"x\" = "+expr+"\n", ground.Options{})
		s, _, err := p.Begin(nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Text(p.Show[0].Cells[0], s); got != want {
			t.Errorf("%s gives %s, want %s", expr, got, want)
		}
	}
	if n < 100 {
		t.Errorf("only %d lines", n)
	}
}

const prelude = `
enum Bank { west, east }
enum Thing { farmer, wolf, goat }
type Pair = (Bank, 1..3)
state a[1..3]: 0..9 = [7, 8, 9]
state m[Thing]: 0..9 = {farmer: 1, wolf: 2, goat: 3}
const two[Bank, 1..2]: 0..9 = [[1, 2], [3, 4]]
const pic = grid("#.\n.#x")
const tot = 24
param word: text = "hello"
state one: 1..1 = 1
state many[1..3]: 0..9 = [7, 8, 9]
state some: set of Thing = {wolf, goat}
state b: Bank = west
def twice(x: 0..100) = 2 * x
`

// TestExamples compares the ground problem with the judge in random states, and its moves with
// the expected ones.
func TestExamples(t *testing.T) {
	for _, name := range examples.Names() {
		t.Run(name, func(t *testing.T) {
			source, _ := examples.Source(name)
			p, j := problem(t, source, ground.Options{})
			if p.Unit > 0 {
				t.Skip("moves take time: see TestGeneratedTimed")
			}
			against(t, p, j)
		})
	}
}

// TestGenerated is like TestExamples for generated files that are correct.
func TestGenerated(t *testing.T) {
	taken := 0
	for seed := range uint64(150) {
		m := generated.New(seed, generated.Options{})
		if len(m.Settings) > 0 || len(m.Data) > 0 {
			continue
		}
		in, err := info(m.Source, check.Options{Limit: 2_000_000})
		if err != nil {
			continue
		}
		p, err := ground.Ground(in, ground.Options{Limit: 2_000_000})
		if err != nil {
			continue
		}
		j, err := judge.New(in, judge.Options{Limit: 10_000_000})
		if err != nil {
			t.Fatal(err)
		}
		taken++
		if against(t, p, j); t.Failed() {
			t.Fatalf("seed %d\n%s", seed, m.Source)
		}
	}
	if taken < 40 {
		t.Errorf("only %d files are accepted", taken)
	}
}

// against compares a problem with the judge in random states.
func against(t *testing.T, p *model.Problem, j *judge.Judge) {
	t.Helper()
	names := map[string]bool{}
	if len(p.Moves) < 3_000 {
		if err := j.GroundMoves(func(m judge.Move) bool { names[j.Written(m)] = true; return len(names) < 20_000 }); err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Moves {
			if len(names) < 20_000 && !names[m.String()] {
				t.Errorf("the text has no move %s", m)
			}
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 10 {
		s := make(model.State, len(p.Cells))
		for i, c := range p.Cells {
			s[i] = c.Lo + int64(r.Uint64N(uint64(c.Hi-c.Lo)+1))
		}
		js, err := j.State(s)
		if err != nil && strings.Contains(err.Error(), "not of its type") {
			continue // a type with listed values
		}
		if err != nil {
			t.Fatal(err)
		}
		broken, err1 := p.Broken(s)
		missed, err2 := p.Missed(s)
		jb, err3 := j.Broken(js)
		jm, err4 := j.Missed(js)
		if err := errors.Join(err1, err2, err3, err4); err != nil {
			continue // an overflow
		}
		if got, want := labels(broken)+" / "+labels(missed), labels(jb)+" / "+labels(jm); got != want {
			t.Fatalf("%v: %s, by the text %s", s, got, want)
		}
	}
}

func labels(rules []*model.Rule) string {
	var all []string
	for _, r := range rules {
		all = append(all, fmt.Sprint(r, r.Pos.Line))
	}
	return strings.Join(all, ", ")
}

// TestParts checks that the conjunction of the parts of a requirement is equivalent to it.
func TestParts(t *testing.T) {
	const source = `
param n: 1..9 = 4
find x[1..n]: 1..n
find s: set of 1..3
require "all": all i, k: 1..n where i < k { x[i] != x[k] and (x[i] - x[k] != i - k and x[i] - x[k] != k - i) }
require (x[1] > 1 and all i in s { x[i] > i }) and 2 in s
require all i in {x[1], x[9]} { i > 0 } or x[1] == 2
`
	p, _ := problem(t, source, ground.Options{Parts: true})
	if len(p.Require[0].Parts) != 6*3 || p.Require[0].Parts[0].Choice != "i = 1, k = 2" || p.Require[0].Parts[0].Text != "x[i] != x[k]" {
		t.Errorf("%d parts, the first %+v", len(p.Require[0].Parts), p.Require[0].Parts[0])
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		s := make(model.State, len(p.Cells))
		for i, c := range p.Cells {
			s[i] = c.Lo + r.Int64N(c.Span())
		}
		for _, rule := range p.Require {
			whole, _, err := p.Eval(rule.Cond, s)
			if err != nil {
				t.Fatal(err)
			}
			parts := int64(1)
			for _, part := range rule.Parts {
				v, _, _ := p.Eval(part.Cond, s)
				parts = min(parts, v)
			}
			if len(rule.Parts) > 0 && parts != whole {
				t.Fatalf("%s in %v: the parts %d, whole %d", rule.String(), s, parts, whole)
			}
		}
	}
	if len(p.Settings) != 1 || p.Settings[0].Name != "n" || p.Settings[0].Value != 4 || p.Settings[0].Hi != 9 {
		t.Errorf("settings %+v", p.Settings)
	}
}

// TestMoves checks which ground moves there are. Inapplicable ones are omitted, and sets are
// enumerated only within the bounds on their size.
func TestMoves(t *testing.T) {
	for source, want := range map[string]string{
		"enum E { a, b, c }\nstate x: E = a\nmove to(e: E) { require e != b\n x = e }\ngoal x == c\n":                           "to(a) to(c)",
		"state x: 0..3 = 0\nmove m(i: 1..2, k: 1..2) { require i < k\n x = k }\ngoal x == 2\n":                                  "m(1, 2)",
		"state x: 0..3 = 0\nmove m(s: set of 1..3) { require size(s) == 2\n x = max(i in s -> i) }\ngoal x == 2\n":              "m({1, 2}) m({1, 3}) m({2, 3})",
		"state x: 0..3 = 0\nmove m(s: set of 1..9) { require 8 < size(s)\n x = 1 }\ngoal x == 2\n":                              "m({1, 2, 3, 4, 5, 6, 7, 8, 9})",
		"state x: 0..3 = 0\nmove m(p: (bool, 1..2)) { require p.1\n x = p.2 }\nmove n { require false\n x = 1 }\ngoal x == 2\n": "m((true, 1)) m((true, 2))",
	} {
		p, _ := problem(t, source, ground.Options{})
		var names []string
		for _, m := range p.Moves {
			names = append(names, m.String())
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s, want %s\n%s", got, want, source)
		}
	}
}

// TestEnds checks that the limit and a cancelled context end grounding.
func TestEnds(t *testing.T) {
	in, err := info("find x[1..40]: 1..40\nrequire all i, k, l: 1..40 { x[i] + x[k] != x[l] }\n", check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var list syntax.ErrorList
	if _, err := ground.Ground(in, ground.Options{Limit: 1_000}); !errors.As(err, &list) || !strings.Contains(err.Error(), "more than the limit of 1000 steps") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ground.Ground(in, ground.Options{Context: ctx}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
