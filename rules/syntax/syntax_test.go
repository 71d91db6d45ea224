package syntax_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"farbank/rules/syntax"
)

// TestForms reads and writes every kind of atom.
func TestForms(t *testing.T) {
	text := `(a "s\"\\" 12 -3 +4 1.5 -2e3 .5 ?x $?y ?*g* $?*h* ? $? a&b|~c $x ?? 99999999999999999999 -99999999999999999999 1e999 - e5 a<b inf 0x1p2 =>)`
	forms, err := syntax.Parse("f", text)
	if err != nil || len(forms) != 1 {
		t.Fatal(forms, err)
	}
	kinds := []syntax.Kind{syntax.Symbol, syntax.String, syntax.Integer, syntax.Integer, syntax.Integer, syntax.FloatNumber, syntax.FloatNumber, syntax.FloatNumber,
		syntax.Variable, syntax.MultiVariable, syntax.Global, syntax.MultiGlobal, syntax.Wildcard, syntax.MultiWildcard,
		syntax.Symbol, syntax.And, syntax.Symbol, syntax.Or, syntax.Not, syntax.Symbol, syntax.Symbol, syntax.Wildcard, syntax.Wildcard,
		syntax.Integer, syntax.Integer, syntax.FloatNumber, syntax.Symbol, syntax.Symbol, syntax.Symbol, syntax.Symbol, syntax.Symbol, syntax.Symbol, syntax.Symbol}
	items := forms[0].Items
	if len(items) != len(kinds) {
		t.Fatalf("%d items: %s", len(items), forms[0])
	}
	for i, f := range items {
		if f.Kind != kinds[i] {
			t.Errorf("%s is of kind %d, not %d", f, f.Kind, kinds[i])
		}
		if f.IsVariable() != (f.Kind == syntax.Variable || f.Kind == syntax.MultiVariable) || text[f.Start:f.End] == "" {
			t.Errorf("%s", f)
		}
	}
	if items[5].Float() != 1.5 || items[6].Float() != -2000 || items[3].Int != -3 || items[1].Text != `s"\` {
		t.Error("wrong numbers or texts")
	}
	if !items[0].IsSymbol("a") || forms[0].Head() != "a" || items[0].Head() != "" || (&syntax.Form{}).Head() != "" {
		t.Error("wrong heads")
	}
	again, err := syntax.Parse("f", forms[0].String())
	if err != nil || again[0].String() != forms[0].String() {
		t.Error(again, err)
	}
}

// TestPlaces checks lines that end with LF, CR LF or CR, and columns in characters.
func TestPlaces(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		text := strings.ReplaceAll("\ufeff(a ; ) comment\n  é b)\n/* one\n(two */ (c \"x\ny\" d)\n", "\n", end)
		forms, err := syntax.Parse("f", text)
		if err != nil || len(forms) != 2 {
			t.Fatalf("%q: %v %v", end, forms, err)
		}
		got := fmt.Sprint(forms[0].Pos, forms[0].Items[1].Pos, forms[0].Items[2].Pos, forms[1].Pos, forms[1].Items[2].Pos)
		if want := "f:1:1 f:2:3 f:2:5 f:4:9 f:5:4"; got != want {
			t.Errorf("%q: %s, not %s", end, got, want)
		}
	}
	if got := (syntax.Pos{Line: 1, Column: 2}).String(); got != ":1:2" {
		t.Error(got)
	}
}

// TestFaults checks that all errors of a text are reported with positions and the rest is read.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		text, want string
		incomplete bool
		forms      int
	}{
		{"", "", false, 0},
		{"(a", "f:1:1: this ( is not closed", true, 0},
		{"(a (b)\n(c)", "f:1:1: this ( is not closed", true, 0},
		{"(a \"b", "f:1:4: this string is not closed", true, 0},
		{"a /* b", "f:1:3: this comment is not closed", true, 1},
		{"(a /* b", "f:1:4: this comment is not closed", true, 0},
		{"a) b\n(c)", "f:1:2: this ) closes nothing", false, 2},
		{")\nx\n)\n(c)\n) ", "f:1:1: this ) closes nothing\nf:5:1: this ) closes nothing", false, 1},
		{strings.Repeat("(", 10001), "f:1:10001: the lists are nested too deeply", false, 0},
		{strings.Repeat("(", 10000) + strings.Repeat(")", 10000), "", false, 1},
	} {
		forms, err := syntax.Parse("f", c.text)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want || errors.Is(err, syntax.ErrIncomplete) != c.incomplete || len(forms) != c.forms {
			t.Errorf("%.40q: %d forms, %q, not %d and %q", c.text, len(forms), got, c.forms, c.want)
		}
		var fault *syntax.Error
		if err != nil && (!errors.As(err, &fault) || fault.Pos.Line == 0) {
			t.Errorf("%.40q: %v has no place", c.text, err)
		}
	}
}

// FuzzParse checks that a form, written and read again, is the same.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"(a ?x $?y)", "(a&~b|:(c))", "\"a\\\"", "(1 2.5 -3e4)", "a\r\nb\rc", "(;\n)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		forms, err := syntax.Parse("f", text)
		if err != nil {
			return
		}
		for _, form := range forms {
			again, err := syntax.Parse("f", form.String())
			if err != nil || len(again) != 1 || again[0].String() != form.String() {
				t.Errorf("%q is written %q and read as %v, %v", text, form, again, err)
			}
		}
	})
}
