package syntax_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farbank/examples"
	"farbank/lang/syntax"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sources returns test inputs: the examples and the programs of lang/testdata/wrong.
func sources(tb testing.TB) []string {
	tb.Helper()
	var all []string
	for _, name := range examples.Names() {
		src, _ := examples.Source(name)
		all = append(all, src)
	}
	files, _ := filepath.Glob("../testdata/wrong/*.txt")
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			tb.Fatal(err)
		}
		for _, chunk := range strings.Split(string(b), "=== ")[1:] {
			_, body, _ := strings.Cut(chunk, "\n")
			src, _, _ := strings.Cut(body, "---\n")
			all = append(all, src)
		}
	}
	return all
}

// sameTree compares trees without positions, and comments by their text.
func sameTree(x, y *syntax.File) string {
	return cmp.Diff(x.Decls, y.Decls, cmpopts.IgnoreTypes(syntax.Span{}), cmpopts.EquateEmpty()) + cmp.Diff(comments(x), comments(y))
}

func comments(f *syntax.File) []string {
	var texts []string
	for _, c := range f.Comments {
		texts = append(texts, strings.Join(strings.Fields(c.Text), " "))
	}
	return texts
}

// checkFormat checks that formatting a correct source keeps its tree and is idempotent.
func checkFormat(tb testing.TB, src string) {
	tb.Helper()
	f, err := syntax.Parse("x.far", src)
	if err != nil {
		return
	}
	once := syntax.Format(f)
	g, err := syntax.Parse("x.far", once)
	if err != nil {
		tb.Fatalf("the formatted text does not parse: %v\n%s", err, once)
	}
	if diff := sameTree(f, g); diff != "" {
		tb.Fatalf("the formatted text means something else:\n%s\n%s", diff, once)
	}
	if twice := syntax.Format(g); twice != once {
		tb.Fatalf("formatting again changes it:\n%s", cmp.Diff(once, twice))
	}
}

func TestFormat(t *testing.T) {
	for i, src := range sources(t) {
		t.Run(fmt.Sprint(i), func(t *testing.T) { checkFormat(t, src) })
	}
}

func TestExamplesAreFormatted(t *testing.T) {
	for _, name := range examples.Names() {
		src, _ := examples.Source(name)
		f, err := syntax.Parse(name, src)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(src, syntax.Format(f)); diff != "" {
			t.Errorf("%s (-is +formatted):\n%s", name, diff)
		}
	}
}

func TestFormatLayout(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"blanks", "const   c=1+2*( 3 -4 )\n", "const c = 1 + 2 * (3 - 4)\n"},
		{"minus", "const c = - 3\nconst d = 2 - -3\n", "const c = -3\nconst d = 2 - -3\n"},
		{"sets", "const s = { 1 , 2 }\n", "const s = {1, 2}\n"},
		{"bodies", "move m(){x=2}\n", "move m() { x = 2 }\n"},
		{"indent", "move m() {\nif x==1 {\nx=2\n} else {\nx=3\n}\n}\n",
			"move m() {\n    if x == 1 {\n        x = 2\n    } else {\n        x = 3\n    }\n}\n"},
		{"blank lines", "\n\n\nconst a = 1\n\n\n\nconst b = 2\n\n", "const a = 1\n\nconst b = 2\n"},
		{"comments", "const a = 1 // one\nconst bb = 2  // two\n// own line\n", "const a = 1  // one\nconst bb = 2 // two\n// own line\n"},
		{"continued", "never \"x\": a\nand b\n", "never \"x\": a\n    and b\n"},
		{"quantifiers", "goal all  x:T{x==1}\n", "goal all x: T { x == 1 }\n"},
		{"carriage returns", "const a = 1\r\nconst b = 2\r\n", "const a = 1\nconst b = 2\n"},
		{"empty", "", ""},
		{"only a comment", "// nothing", "// nothing\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := syntax.Parse("x.far", tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, syntax.Format(f)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestDeep checks that excessive nesting is an error and no crash.
func TestDeep(t *testing.T) {
	const n = 100_000
	for name, src := range map[string]string{
		"parentheses": "const c = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n),
		"open":        "const c = " + strings.Repeat("(", n),
		"brackets":    "const c = " + strings.Repeat("[", n) + strings.Repeat("]", n),
		"not":         "goal " + strings.Repeat("not ", n) + "true",
		"minus":       "const c = " + strings.Repeat("- ", n) + "1",
		"if":          "const c = " + strings.Repeat("if true then ", n),
		"else":        "const c = " + strings.Repeat("if true then 1 else ", n) + "1",
		"blocks":      "move m() " + strings.Repeat("{ if true ", n),
		"implies":     "goal " + strings.Repeat("true implies ", n) + "true",
		"sets of":     "state s: " + strings.Repeat("set of ", n) + "bool = 1",
		"braces":      `show "x" = "` + strings.Repeat("{", n) + `"`,
		"sums":        "const c = 1" + strings.Repeat(" + 1", n),
		"indices":     "const c = a" + strings.Repeat("[1]", n),
	} {
		t.Run(name, func(t *testing.T) {
			f, err := syntax.Parse("x.far", src)
			if err == nil {
				t.Log("accepted;", len(f.Decls), "declarations")
			} else if len(err.Error()) > 100_000 {
				t.Errorf("%d bytes of errors", len(err.Error()))
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, src := range sources(f) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		file, err := syntax.Parse("x.far", src)
		if err == nil {
			return
		}
		if file == nil && err == nil {
			t.Fatal("neither a tree nor an error")
		}
		for _, e := range err.(syntax.ErrorList) {
			if e.Msg == "" || e.Pos.Offset < 0 || e.Pos.Offset > len(src) {
				t.Fatalf("an error without a place in the file: %+v", e)
			}
			_ = e.Detail()
		}
	})
}

func FuzzFormat(f *testing.F) {
	for _, src := range sources(f) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) { checkFormat(t, src) })
}

// TestListsNotChoices checks the lookahead for comprehensions: nested ones and sets after
// operator words must not confuse it.
func TestListsNotChoices(t *testing.T) {
	for _, text := range []string{
		"distinct(x in {1}, all k: 1..2 where k > 0 { p })",
		"distinct(x in {1} or q, all j in {1, 2} minus {2} where j > 0 { p })",
		"[x in {1}, any j in s union {2} where all k in s inter {1} where k > 0 { p } { q }]",
	} {
		if _, err := syntax.ParseExpr("x", text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}
