package proof_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"farbank/constraint/proof"
)

var least, most = proof.AtLeast, proof.AtMost

// always is an atom that holds: variable 0 is 0.
var always = least(0, 0)

// linear constrains a sum of variables to be at most a limit.
func linear(limit int64, coefs []int64, xs ...int32) *proof.Linear {
	return &proof.Linear{If: always, Coefs: coefs, Xs: xs, Limit: limit}
}

// small is infeasible: x1 + x2 <= 3 and x1 + x2 >= 4. Clauses over x1 = 1 encode the second sum, so the proof needs a
// case split.
func small() *proof.Statement {
	return &proof.Statement{
		Variables:  []proof.Interval{{0, 0}, {0, 3}, {0, 3}, {0, 1}},
		Equalities: []proof.Equality{{E: 3, X: 1, Value: 1}},
		Clauses: [][]proof.Atom{
			{least(3, 1), most(2, 1)},  // 1: x1 = 1 or x2 <= 1
			{most(3, 0), most(2, 1)},   // 2: x1 != 1 or x2 <= 1
			{least(1, 3), least(2, 2)}, // 3: x1 >= 3 or x2 >= 2
		},
		Constraints: []proof.Constraint{linear(3, []int64{1, 1}, 1, 2), linear(-4, []int64{-1, -1}, 1, 2)},
	}
}

// refutation is a proof of small, one step in each line.
var refutation = []string{
	"l 4 2<=1; c1; c2",
	"r p0 1<=3",
	"d 1",
	"e 2 1",
	"l 5 1>=3; c3",
	"l 6 2<=0; p0 1<=2",
	"r p1 1>=4",
}

func text(s *proof.Statement, lines ...string) string {
	return s.Header() + "\n" + strings.Join(lines, "\n") + "\n"
}

func check(t *testing.T, s *proof.Statement, better *proof.Atom, text string) (proof.Report, error) {
	t.Helper()
	return proof.Check(t.Context(), s, better, strings.NewReader(text), "p")
}

func TestAccepted(t *testing.T) {
	s := small()
	report, err := check(t, s, nil, text(s, refutation...))
	if err != nil {
		t.Fatal(err)
	}
	if report.Learned != 3 || report.Root != 2 || report.Defined != 1 || report.Deleted != 1 || report.Hints["clause"] != 3 || report.Hints["Linear"] != 3 {
		t.Errorf("%+v", report)
	}
	for name, changed := range map[string]string{
		"without a last newline": strings.TrimSpace(text(s, refutation...)),
		"with windows newlines":  strings.ReplaceAll(text(s, refutation...), "\n", "\r\n"),
		"with empty lines":       strings.ReplaceAll(text(s, refutation...), "\nl", "\n\n  l"),
		"with more after it":     text(s, append(refutation[:len(refutation):len(refutation)], "nonsense")...),
	} {
		if _, err := check(t, s, nil, changed); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDamaged checks the error and the line for each kind of damage.
func TestDamaged(t *testing.T) {
	s := small()
	replace := func(line int, by ...string) []string { // from 1; line 1 is the header
		list := append([]string{s.Header()}, refutation...)
		return append(append(list[:line-1:line-1], by...), list[line:]...)
	}
	for _, c := range []struct {
		lines   []string
		line    int
		message string
	}{
		{replace(1, "farbank proof 1 00"), 1, "not a proof of the problem"},
		{replace(1, ""), 1, "not a proof of the problem"},
		{replace(8), 7, "without a conflict"},
		{replace(8, ""), 8, "without a conflict"},
		{replace(2, "l 4 2<=1; c1"), 2, "does not follow"},
		{replace(2, "l 4 2<=0; c1; c2"), 2, "neither"},
		{replace(2, "l 4 2<=0; p0 1<=2"), 2, "does not follow: its hints"},
		{replace(2, "l 4 2<=1; c1; c9"), 2, "does not exist"},
		{replace(2, "l 4 2<=1; c1; cx"), 2, "does not exist"},
		{replace(2, "l 3 2<=1; c1; c2"), 2, "number of a new clause"},
		{replace(2, "l 0 2<=1; c1; c2"), 2, "number of a new clause"},
		{replace(2, "l z 2<=1; c1; c2"), 2, "number of a new clause"},
		{replace(2, "l 4"), 2, "a number and atoms"},
		{replace(2, "l 4 2=1; c1; c2"), 2, "expected an atom"},
		{replace(2, "l 4 2<1; c1; c2"), 2, "expected an atom"},
		{replace(2, "l 4 9<=1; c1; c2"), 2, "unknown variable"},
		{replace(2, "l 4 -1<=1; c1; c2"), 2, "unknown variable"},
		{replace(2, "l 4 2<=999999999999999999; c1"), 2, "unknown variable"},
		{replace(2, "l 4 2<=99999999999999999999999; c1"), 2, "unknown variable"},
		{replace(2, "l 4 2<=1; ; c1"), 2, "is not a hint"},
		{replace(3, "r p0 1<=2"), 3, "not derive 1<=2 from constraint 0"},
		{replace(3, "r p0 !"), 3, "does not refute"},
		{replace(3, "r p2 1<=3"), 3, "does not exist"},
		{replace(3, "r p-1 1<=3"), 3, "does not exist"},
		{replace(3, "r pp 1<=3"), 3, "does not exist"},
		{replace(3, "r p0"), 3, "expected an atom"},
		{replace(3, "r = 1<=2"), 3, "does not follow from the equality"},
		{replace(3, "r = 9<=2"), 3, "unknown variable"},
		{replace(3, "r"), 3, "is not a hint"},
		{replace(3, "r q"), 3, "is not a hint"},
		{replace(4, "d 8"), 4, "does not exist"},
		{replace(4, "d one"), 4, "does not exist"},
		{replace(4, "d 1", "d 1"), 5, "does not exist"},
		{replace(4, "d 3"), 6, "does not exist"},
		{replace(5, "e 1 1"), 5, "exists already"},
		{replace(5, "e 1"), 5, "expected a variable and a value"},
		{replace(5, "e 1 x"), 5, "expected a variable and a value"},
		{replace(5, "e 7 1"), 5, "expected a variable and a value"},
		{replace(5, "e -1 1"), 5, "expected a variable and a value"},
		{replace(5, "e 1 99999999999999999"), 5, "expected a variable and a value"},
		{replace(5, "e 2 1", "e 2 1"), 6, "exists already"},
		{replace(5, "k 2 1"), 5, "unknown step"},
		{replace(5, "a 1>=2"), 5, "is not allowed"},
		{replace(5, "a x"), 5, "expected an atom"},
		{replace(7, "x p1 !"), 7, "does not refute"},
		{replace(7, "x p0 2<=1"), 7, "is not a conflict"},
		{replace(7, "x"), 7, "is not a hint"},
	} {
		_, err := check(t, s, nil, strings.Join(c.lines, "\n"))
		var wrong *proof.Error
		if !errors.As(err, &wrong) || wrong.Line != c.line || !strings.Contains(wrong.Message, c.message) || !strings.HasPrefix(err.Error(), fmt.Sprintf("p:%d: ", c.line)) {
			t.Errorf("%s\ngives %v, want line %d, %q", strings.Join(c.lines[1:], "\n"), err, c.line, c.message)
		}
	}
}

// TestBetter checks that only the given bound or a weaker one may be assumed.
func TestBetter(t *testing.T) {
	s := &proof.Statement{
		Variables:   []proof.Interval{{0, 0}, {0, 9}, {0, 4}},
		Constraints: []proof.Constraint{linear(0, []int64{1, -1}, 1, 2)}, // x1 <= x2
	}
	six, four := least(1, 6), most(2, 4)
	for _, c := range []struct {
		better *proof.Atom
		lines  []string
		ok     bool
	}{
		{&six, []string{"a 1>=6", "x p0 !"}, true},
		{&six, []string{"a 1>=5", "r p0 2>=5"}, true},
		{&six, []string{"a 1>=5", "a 1>=6", "x p0 !"}, true},
		{&six, []string{"a 1>=6", "x p0 2>=6"}, true},
		{&six, []string{"a 1>=7", "x p0 !"}, false},
		{&six, []string{"a 1<=6", "x p0 !"}, false},
		{&six, []string{"a 2>=6", "x p0 !"}, false},
		{&six, []string{"x p0 !"}, false},
		{&four, []string{"a 2<=5"}, false},
		{&four, []string{"a 2<=3"}, false},
		{nil, []string{"a 1>=6", "x p0 !"}, false},
	} {
		if _, err := check(t, s, c.better, text(s, c.lines...)); (err == nil) != c.ok {
			t.Errorf("%v of %v: %v", c.lines, c.better, err)
		}
	}
	below := most(1, -1)
	if _, err := check(t, s, &below, text(s, "a 1<=-1")); err != nil { // at once
		t.Error(err)
	}
}

// TestChannel checks conclusions between a variable and its equality variables.
func TestChannel(t *testing.T) {
	s := &proof.Statement{
		Variables:  []proof.Interval{{0, 0}, {0, 2}, {0, 1}, {0, 1}},
		Equalities: []proof.Equality{{E: 2, X: 1, Value: 0}, {E: 3, X: 1, Value: 2}},
		Clauses:    [][]proof.Atom{{most(2, 0)}, {most(3, 0)}},
	}
	for steps, ok := range map[string]bool{
		"r c1;r = 1>=1":               true,
		"r = 1>=1":                    false,
		"r c1;r = 1>=2":               false,
		"r c1;r = 1<=1":               false,
		"r c1;r c2;r = 1>=1;r = 1<=1": true,
		"r c1;r c2;r = 1>=1;r = 1<=1;e 1 1;r = 4>=1": true,
		"r c1;r c2;r = 1>=1;r = 1<=1;e 1 1;r = 4<=0": false,
		"r c1;r c2;e 1 1;r = 4>=1":                   true,
		"e 1 7;r = 4<=0":                             true,
		"e 1 7;r = 4>=1":                             false,
		"l 9 3<=0 1>=2":                              true, // the value follows immediately
		"l 9 3<=0 1<=1":                              false,
		"l 9 2>=1 1>=1; = 2>=1":                      true,
		"l 9 2>=1 1>=1":                              false,
		"l 9 2<=0 3<=0":                              true,
	} {
		lines := strings.Split(steps, ";")
		if strings.HasPrefix(steps, "l ") {
			lines = []string{steps}
		}
		_, err := check(t, s, nil, text(s, lines...))
		if taken := strings.Contains(err.Error(), "ends without"); taken != ok {
			t.Errorf("%s: %v", steps, err)
		}
	}
}

// TestStatement checks that digests differ and that invalid statements are rejected.
func TestStatement(t *testing.T) {
	if one, two := small(), small(); one.Digest() != two.Digest() {
		t.Error("the digest of the same statement differs")
	}
	seen := map[string]string{small().Digest(): "as it is"}
	for name, change := range map[string]func(s *proof.Statement){
		"a bound":       func(s *proof.Statement) { s.Variables[2].Hi = 4 },
		"an equality":   func(s *proof.Statement) { s.Equalities[0].Value = 2 },
		"an atom":       func(s *proof.Statement) { s.Clauses[0][1] = least(2, 1) },
		"a clause":      func(s *proof.Statement) { s.Clauses = s.Clauses[:2] },
		"a coefficient": func(s *proof.Statement) { s.Constraints[0] = linear(3, []int64{1, 2}, 1, 2) },
		"a condition":   func(s *proof.Statement) { s.Constraints[0].(*proof.Linear).If = least(3, 1) },
		"a constraint":  func(s *proof.Statement) { s.Constraints = s.Constraints[1:] },
		"a kind": func(s *proof.Statement) {
			s.Constraints[0] = &proof.NotSum{If: always, Coefs: []int64{1, 1}, Xs: []int32{1, 2}, Value: 3}
		},
		"one more":         func(s *proof.Statement) { s.Variables = append(s.Variables, proof.Interval{0, 1}) },
		"order of clauses": func(s *proof.Statement) { s.Clauses[0], s.Clauses[1] = s.Clauses[1], s.Clauses[0] },
	} {
		s := small()
		change(s)
		if other, ok := seen[s.Digest()]; ok {
			t.Errorf("%s has the digest of %s", name, other)
		}
		seen[s.Digest()] = name
		if _, err := check(t, s, nil, text(small(), refutation...)); err == nil {
			t.Errorf("%s: the proof of another statement is accepted", name)
		}
	}
	for name, change := range map[string]func(s *proof.Statement){
		"a variable too large":        func(s *proof.Statement) { s.Variables[1].Hi = proof.MaxValue + 1 },
		"a variable too small":        func(s *proof.Statement) { s.Variables[1].Lo = -proof.MaxValue - 1 },
		"an equality of none":         func(s *proof.Statement) { s.Equalities[0].X = 4 },
		"an equality by none":         func(s *proof.Statement) { s.Equalities[0].E = -1 },
		"a clause of none":            func(s *proof.Statement) { s.Clauses[0][0].X = 4 },
		"a clause of a value too far": func(s *proof.Statement) { s.Clauses[0][0].Value = math.MaxInt64 },
		"a constraint of none":        func(s *proof.Statement) { s.Constraints[0].(*proof.Linear).Xs[0] = 4 },
		"a condition of none":         func(s *proof.Statement) { s.Constraints[0].(*proof.Linear).If.X = -1 },
	} {
		s := small()
		change(s)
		var wrong *proof.Error
		if _, err := check(t, s, nil, text(s, refutation...)); err == nil || errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
	empty := &proof.Statement{Variables: []proof.Interval{{3, 2}}}
	if _, err := check(t, empty, nil, empty.Header()); err != nil {
		t.Error("a variable with an empty domain:", err)
	}
}

func TestReading(t *testing.T) {
	s := small()
	bad := errors.New("bad disc")
	if _, err := proof.Check(t.Context(), s, nil, io.MultiReader(strings.NewReader(text(s)), iotest.ErrReader(bad)), "p"); !errors.Is(err, bad) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := proof.Check(ctx, s, nil, strings.NewReader(text(s, make([]string, 600)...)), "p"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if report, err := proof.Check(t.Context(), s, nil, strings.NewReader(""), "p"); err == nil || report.Learned != 0 {
		t.Error(err)
	}
}

// full is a writer that always fails.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestWriter writes each kind of step and reads it back.
func TestWriter(t *testing.T) {
	s := small()
	var out bytes.Buffer
	w := proof.NewWriter(&out, s)
	atom := func(a proof.Atom) *proof.Atom { return &a }
	w.Assume(least(1, -7))
	w.Learn(4, []proof.Atom{most(2, 1)}, []proof.Hint{{Clause: 1}, {Clause: 2}})
	w.Root(proof.Hint{Constraint: 0, Follows: atom(most(1, 3))})
	w.Root(proof.Hint{Constraint: -1, Follows: atom(most(1, 3))})
	w.Delete(1)
	w.Define(2, 1)
	w.Learn(5, []proof.Atom{least(1, 3)}, []proof.Hint{{Clause: 3}})
	w.Root(proof.Hint{Constraint: 0, Follows: atom(most(2, 0))})
	w.End(proof.Hint{Constraint: 1})
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	want := text(s, "a 1>=-7", "l 4 2<=1; c1; c2", "r p0 1<=3", "r = 1<=3", "d 1", "e 2 1", "l 5 1>=3; c3", "r p0 2<=0", "x p1 !")
	if out.String() != want {
		t.Errorf("%s\nnot\n%s", &out, want)
	}
	asked := least(1, 1)
	if _, err := check(t, s, &asked, want); err != nil {
		t.Error(err)
	}
	w = proof.NewWriter(full{}, s)
	w.Delete(1)
	if err := w.Flush(); err == nil {
		t.Error("the write error was lost")
	}
}
