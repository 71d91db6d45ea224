package builtin_test

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"farbank/lang/builtin"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the list of functions into the manual")

// The list stands between these lines of the manual.
const (
	manual = "../../docs/language.md"
	begin  = "<!-- functions: written by go test ./lang/builtin -update -->\n"
	end    = "<!-- end of functions -->\n"
)

// TestManual checks that the manual lists the functions of the package.
func TestManual(t *testing.T) {
	b, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(b), begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no place for the list", manual)
	}
	want := list(t)
	if *update {
		if err := os.WriteFile(manual, []byte(before+begin+want+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("the list is old; go test ./lang/builtin -update writes it (-manual +package):\n%s", diff)
	}
}

// list returns a list item for each function, in lines of at most width characters.
func list(t *testing.T) string {
	var items strings.Builder
	for _, f := range builtin.All() {
		if !f.Callable() {
			continue
		}
		var forms, shown []string
		for i := range f.Forms {
			forms = append(forms, "`"+f.Written(&f.Forms[i])+"`")
		}
		for _, e := range f.Examples {
			shown = append(shown, exampleText(t, e))
		}
		wrap(&items, "- "+strings.Join(forms, ", ")+": "+f.Manual+". For example, "+strings.Join(shown, "; ")+".")
	}
	return items.String()
}

// width is the largest length of a line, in characters.
const width = 120

// unbroken matches a word, or a code span with what adjoins it.
var unbroken = regexp.MustCompile("(?:[^ `]|`[^`]*`)+")

// wrap writes a list item in lines of at most width characters and keeps code spans whole.
func wrap(to *strings.Builder, item string) {
	column := 0
	for i, word := range unbroken.FindAllString(item, -1) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > width:
			to.WriteString("\n  ")
			column = 2
		default:
			to.WriteByte(' ')
			column++
		}
		to.WriteString(word)
		column += n
	}
	to.WriteByte('\n')
}

func exampleText(t *testing.T, e builtin.Example) string {
	if e.Declared {
		return "with `" + e.With + "`, `" + e.Call + "` is `" + e.Gives + "`"
	}
	return "`" + literal(t, e) + "` is `" + e.Gives + "`"
}

// TestEntries checks that every entry is complete and every form of it has an example.
func TestEntries(t *testing.T) {
	for _, f := range builtin.All() {
		if f.Manual == "" || builtin.Lookup(f.Name) != f {
			t.Errorf("%s: no line for the manual, or there are two", f.Name)
		}
		if !f.Callable() {
			continue
		}
		if f.Lower == nil || f.Judge == nil || (f.Type == nil) == (f.Result == nil) {
			t.Errorf("%s: it needs Lower, Judge, and one of Type and Result", f.Name)
		}
		shown := map[*builtin.Form]bool{}
		for _, e := range f.Examples {
			shown[f.Form(arguments(t, f, e))] = true
		}
		for i := range f.Forms {
			if !shown[&f.Forms[i]] {
				t.Errorf("%s: no example of %s", f.Name, f.Written(&f.Forms[i]))
			}
		}
	}
	if builtin.Lookup("no such function") != nil || builtin.Names()[0] != "abs" {
		t.Error("Lookup finds an unknown function, or the order is wrong")
	}
}
