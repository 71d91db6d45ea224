package syntax_test

import (
	"errors"
	"strings"
	"testing"

	"farbank/lang/internal/wrong"
	"farbank/lang/syntax"
)

// TestMessages compares the errors of the parser with the messages in lang/testdata/wrong, and
// checks that each shows its line with a caret under the position.
func TestMessages(t *testing.T) {
	programs, err := wrong.Programs()
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, w := range programs {
		_, err := syntax.Parse("x.far", w.Source)
		if err == nil {
			continue
		}
		refused++
		if got := wrong.Said(err); got != w.Want {
			t.Errorf("%s:\n%s\nwant\n%s", w.Name, got, w.Want)
		}
		checkDetail(t, w.Source, err)
	}
	if refused < 80 {
		t.Errorf("only %d programs are refused by the parser", refused)
	}
}

func checkDetail(t *testing.T, source string, err error) {
	t.Helper()
	var list syntax.ErrorList
	var one *syntax.Error
	if !errors.As(err, &list) || !errors.As(err, &one) || one != list[0] {
		t.Fatalf("no list of errors: %v", err)
	}
	lines := strings.Split(source, "\n")
	for _, e := range list {
		detail := strings.Split(e.Detail(), "\n")
		if e.Pos.IsValid() && e.Line != "" && (strings.TrimRight(lines[e.Pos.Line-1], "\r") != e.Line || !strings.HasSuffix(detail[2], "^")) {
			t.Errorf("%s shows\n%s", e, e.Detail())
		}
		if e.Hint != "" && detail[len(detail)-1] != "    hint: "+e.Hint {
			t.Errorf("%s shows no hint", e)
		}
	}
	if list.Detail() == "" || list.Error() == "" {
		t.Error("a list of errors says nothing")
	}
}

func TestCaret(t *testing.T) {
	e := &syntax.Error{File: "x.far", Pos: syntax.Pos{Line: 3, Col: 3}, End: syntax.Pos{Line: 3, Col: 6}, Msg: "no", Line: "\tabéd"}
	if got, want := e.Detail(), "x.far:3:3: no\n    \tabéd\n    \t ^^^"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestParseExpr(t *testing.T) {
	for source, ok := range map[string]bool{"1 + 2": true, "\n{a,\n b}\n": true, "f(x)[1].2": true, "1 2": false, "": false, "1 +": false, "goal x": false} {
		e, err := syntax.ParseExpr("-p", source)
		if (err == nil) != ok || e == nil {
			t.Errorf("%q: %v", source, err)
		}
	}
}

func TestDescription(t *testing.T) {
	for source, want := range map[string]string{
		"// a title\n// goes on\npuzzle \"x\"\n":     "a title\ngoes on",
		"puzzle \"x\"\n// below\n\ngoal true\n":      "below",
		"/* of several\n   lines */\npuzzle \"x\"\n": "of several\nlines",
		"// far away\n\npuzzle \"x\"\n":              "",
		"goal true // none\n":                        "",
	} {
		f, err := syntax.Parse("x.far", source)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Description(); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

func TestSuggest(t *testing.T) {
	names := []string{"abs", "union", "size", "distinct"}
	for name, want := range map[string]string{"abss": "did you mean abs?", "onion": "did you mean union?", "sizes": "did you mean size?", "quite another": "", "distnict": "did you mean distinct?"} {
		if got := syntax.DidYouMean(name, names); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestReporter checks that an error is reported once, with its line, or without a line if the
// position is not in the file.
func TestReporter(t *testing.T) {
	f, err := syntax.Parse("x.far", "goal a  <\n  b\n")
	if err != nil {
		t.Fatal(err)
	}
	r := syntax.NewReporter(f)
	n := f.Decls[0].(*syntax.RuleDecl).Cond
	r.Errorf(n, "%s is wrong", r.Text(n))
	r.Errorf(n, "%s is wrong", r.Text(n))
	r.InputErrorf("data.json", "a.b", "is %d", 3)
	r.InputErrorf("-p n", "", "is missing")
	r.As("-p m", "1 + x", func() { r.Errorf(n, "in a value") })
	if got, want := r.Errs.Error(), "x.far:1:6: a < b is wrong\ndata.json: a.b: is 3\n-p n: is missing\n-p m: in a value"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if r.Errs[0].Line != "goal a  <" {
		t.Errorf("%q", r.Errs[0].Line)
	}
}

// TestInspect checks that every part of an expression is visited once, parents first.
func TestInspect(t *testing.T) {
	e, err := syntax.ParseExpr("x", `if all x: T where p { f(x)[1].2 in {a, b} } then {1: (2, 3)} else [y in s -> -y]`)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	syntax.Inspect(e, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok {
			names = append(names, id.Name)
		}
		return true
	})
	if got := strings.Join(names, " "); got != "x T p f x a b y s y" {
		t.Error(got)
	}
	outer := 0
	syntax.Inspect(e, func(syntax.Node) bool { outer++; return false })
	if outer != 1 {
		t.Errorf("%d nodes are visited below one that says no", outer)
	}
}
