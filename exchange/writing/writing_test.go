package writing_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"farbank/exchange/writing"
	"farbank/internal/testing/sample"
	"farbank/model"
	"farbank/model/transition"
)

// TestNames checks that identifiers are unique, begin with a letter and are not reserved.
func TestNames(t *testing.T) {
	n := writing.NewNamer('_', true, "move goal")
	for _, test := range []struct{ name, want string }{
		{"At[1]", "at_1"}, {"at 1", "at_1_2"}, {"at-1", "at_1_3"}, {"move", "move_2"}, {"2nd", "cell_2nd"}, {"é", "cell"}, {"", "cell_2"},
	} {
		if got := n.Name(test.name, "cell"); got != test.want {
			t.Errorf("%q: %s, want %s", test.name, got, test.want)
		}
	}
	n = writing.NewNamer('-', false, "")
	n.Apart = true
	if got := n.Name("Up", "x"); got != "Up-" {
		t.Error(got)
	}
	p := sample.Parse(t, "find a[-1..1]: 0..1\n")
	if got := fmt.Sprint(writing.NewNamer('_', true, "").Cells(p)); got != "[a_minus_1 a_0 a_1]" {
		t.Error(got)
	}
}

// plain is a syntax that shows which method was called.
type plain struct{}

func (plain) Truth(v bool) string                  { return fmt.Sprint(v) }
func (plain) And(parts []string) string            { return "(" + strings.Join(parts, " & ") + ")" }
func (plain) Or(parts []string) string             { return "(" + strings.Join(parts, " | ") + ")" }
func (plain) Not(x string) string                  { return "!" + x }
func (plain) Choose(c, x, y string, _ bool) string { return "(" + c + " ? " + x + " : " + y + ")" }
func (plain) AsNumber(x string) string             { return "int(" + x + ")" }
func (plain) CellTruth(x string) string            { return x }
func (plain) CellNumber(x string) string           { return "int " + x }
func (plain) Equal(x, y string) string             { return x + " = " + y }
func (plain) Distinct(n []string) string           { return "differ(" + strings.Join(n, ",") + ")" }
func (plain) Abs(x string) string                  { return "abs(" + x + ")" }
func (plain) Floored(op model.Op, x, y string, plain bool) string {
	return fmt.Sprintf("%s(%s,%s,%v)", op, x, y, plain)
}
func (plain) Extreme(op model.Op, n []string) string {
	return op.String() + "(" + strings.Join(n, ",") + ")"
}
func (plain) Element(e []string, place string, _ bool) string {
	return "{" + strings.Join(e, ",") + "}[" + place + "]"
}

// requires writes the requirements of a problem.
func requires(t *testing.T, source string, limit int64, w *writing.Writer) ([]string, error) {
	t.Helper()
	var list []string
	l := &writing.Language{Name: "plain", Writes: func(_ context.Context, own *writing.Writer) error {
		s, err := own.NewSystem(limit)
		if err != nil {
			return err
		}
		x := &writing.Infix{System: s, Syntax: plain{}, Cell: func(i int, _ string) string { return s.Problem.Cells[i].Name }}
		for _, r := range s.Checks() {
			list = append(list, x.Truth(r.Cond, ""))
		}
		if w != nil {
			*w = *own
		}
		return own.Err
	}}
	err := l.Write(t.Context(), sample.Parse(t, source), writing.Options{}, &strings.Builder{})
	return list, err
}

// TestInfix writes every operator.
func TestInfix(t *testing.T) {
	const head = "find x: -2..4\nfind y: 1..3\nfind b: bool\nfind c: bool\nfind a[1..2]: 0..3\n"
	for source, want := range map[string]string{
		"b and x < y":                         "b; (x < y)",
		"b or not c":                          "(b | !c)",
		"if b then x == 1 else y != 2":        "(b ? (x = 1) : (y != 2))",
		"x * y - 3 <= abs(x)":                 "(((x * y) + (-3)) <= abs(x))",
		"x / y == y % 2":                      "(div(x,y,false) = mod(y,2,true))",
		"min(x, y) < max(x, y, 2)":            "(min(x,y) < max(x,y,2))",
		"distinct(x, y, a[1])":                "(x != y); (x != a[1]); (y != a[1])",
		"a[y - 1] == 2 and y > 1":             "(1 <= (y + (-1))); ({a[1],a[2]}[(max(min((y + (-1)),2),1) + (-1))] = 2); (1 < y)",
		"(if b then 1 else x) == -x":          "((b ? 1 : x) = (-x))",
		"count(k: 1..2 where a[k] == 0) == x": "(x = (int((a[1] = 0)) + int((a[2] = 0))))",
	} {
		list, err := requires(t, head+"require "+source+"\n", 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(list, "; ")
		if got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
}

// TestRefusals checks that values beyond a limit are refused, with position and construct.
func TestRefusals(t *testing.T) {
	for source, want := range map[string]string{
		"find x: 0..3000000000\nrequire x > 1\n":                            "t.far:1:6: not expressed in plain: the variable x with values of more than 31 bits",
		"find x: 0..70000\nfind y: 0..70000\nrequire x * y > 4\n":           "t.far:1:6: not expressed in plain: a product of values up to more than 31 bits",
		"find x: 0..400000000\nrequire x + x > 4\n":                         "t.far:1:6: not expressed in plain: a sum of values up to more than 31 bits",
		"find x: 0..9\nrequire x < 900000000\nrequire x > 0 - 5000000000\n": "",
	} {
		_, err := requires(t, source, writing.Int32s, nil)
		var refused *writing.Refusal
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", source, err)
		case want != "" && (!errors.As(err, &refused) || err.Error() != want):
			t.Errorf("%s: %v, want %s", source, err, want)
		}
	}
}

// TestWriter checks the head, comments, the first error, and the budget.
func TestWriter(t *testing.T) {
	var b strings.Builder
	p := sample.Parse(t, "puzzle \"Two  lines\"\nenum E { red, blue }\nstate e: E = red\nstate n: 0..99 = 1\nmove go { e = blue }\ngoal e == blue\n")
	l := &writing.Language{Name: "plain", Writes: func(_ context.Context, w *writing.Writer) error {
		w.Head("#", []string{"e", "nn"})
		w.Comment("#", "ends with a %s", `\`)
		if w.Place() != p.Schemas[0].Pos {
			t.Error(w.Place())
		}
		if !w.Spend(1<<20, model.Pos{}) || w.Ended() {
			t.Error("one MiB is too much")
		}
		if w.Spend(1<<40, p.Schemas[0].Pos) || !w.Ended() {
			t.Error("a TiB is not too much")
		}
		w.Printf("not written")
		return nil
	}}
	err := l.Write(t.Context(), p, writing.Options{}, &b)
	if err == nil || !strings.HasSuffix(err.Error(), "too large") {
		t.Error(err)
	}
	const want = "# Two lines\n# Written by farbank. The values of the cells:\n# e: 0 red, 1 blue\n# nn (n): 0 to 99\n# ends with a \\ .\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	if err := l.Write(t.Context(), p, writing.Options{Horizon: -1}, &b); err == nil {
		t.Error("a horizon of -1")
	}
	find := sample.Parse(t, "find x: 0..3\n")
	if w := (&writing.Writer{Problem: find}); w.Place() != find.Vars[0].Pos {
		t.Error(w.Place())
	}
}

// TestEnded checks that writing stops when the context is done.
func TestEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := &writing.Writer{Context: ctx}
	for range 1000 {
		if w.Ended() {
			return
		}
	}
	t.Error("it goes on")
}

// TestSystem checks Last and Move.
func TestSystem(t *testing.T) {
	p := sample.Parse(t, sample.Problems[1].Source)
	l := &writing.Language{Name: "plain", Writes: func(_ context.Context, w *writing.Writer) error {
		s, err := w.NewSystem(0)
		if err != nil {
			return err
		}
		for _, o := range s.Operators {
			if s.Move(o) != p.Moves[o.Move] {
				t.Error(s.Move(o))
			}
		}
		b := s.Builder
		if writing.Last(b.Const(3)) != -1 || writing.Last(b.Sum(s.Cell(1), s.Cell(2))) != 2 {
			t.Error("the last cell")
		}
		if r := writing.Condition("text", b.Truth(true)); (r != transition.Rule{Text: "text", Cond: b.Truth(true)}) {
			t.Error(r)
		}
		return nil
	}}
	if err := l.Write(t.Context(), p, writing.Options{}, &strings.Builder{}); err != nil {
		t.Fatal(err)
	}
}
