package builtin_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"farbank/lang/builtin"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the table of functions into the manual")

// The table stands between these lines of the manual.
const (
	manual = "../../docs/language.md"
	begin  = "<!-- functions: written by go test ./lang/builtin -update -->\n"
	end    = "<!-- end of functions -->\n"
)

// TestManual holds that the manual's table of functions is that of the package.
func TestManual(t *testing.T) {
	b, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(b), begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no place for the table", manual)
	}
	want := table(t)
	if *update {
		if err := os.WriteFile(manual, []byte(before+begin+want+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("the table is old; go test ./lang/builtin -update writes it (-manual +package):\n%s", diff)
	}
}

func table(t *testing.T) string {
	rows := []string{"| function | value | example |", "|---|---|---|"}
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
		rows = append(rows, "| "+strings.Join(forms, ", ")+" | "+f.Manual+" | "+strings.Join(shown, "; ")+" |")
	}
	return strings.Join(rows, "\n") + "\n"
}

func exampleText(t *testing.T, e builtin.Example) string {
	if e.Declared {
		return "with `" + e.With + "`, `" + e.Call + "` is `" + e.Gives + "`"
	}
	return "`" + literal(t, e) + "` is `" + e.Gives + "`"
}

// TestEntries holds that every entry is whole, and that every form of it has an example.
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
		t.Error("the table finds what is not there, or has another order")
	}
}
