package rules

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank/internal/testing/peer"
	"farbank/rules/internal/compile"
	"farbank/rules/syntax"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the table of functions into the manual")

// The table stands between these lines of the manual.
const (
	manual      = "../docs/rules.md"
	manualBegin = "<!-- functions: written by go test ./rules -run TestManual -update -->\n"
	manualEnd   = "<!-- end of functions -->\n"
)

// TestManual holds that the manual's tables of functions are those of the package.
func TestManual(t *testing.T) {
	b, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(b), manualBegin)
	got, after, ok2 := strings.Cut(rest, manualEnd)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no place for the tables", manual)
	}
	path, err := filepath.Abs(manual)
	if err != nil {
		t.Fatal(err)
	}
	want := manualTables(t)
	if *update {
		if err := os.WriteFile(path, []byte(before+manualBegin+want+manualEnd+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("the tables are old; go test ./rules -run TestManual -update writes them (-manual +package):\n%s", diff)
	}
}

// manualTables writes the tables; the examples are tried for that.
func manualTables(t *testing.T) string {
	t.Chdir(t.TempDir())
	var b strings.Builder
	for _, f := range families() {
		b.WriteString("\n### " + f.Title + "\n\n| call | what it gives or does | example |\n|---|---|---|\n")
		for i := range f.List {
			b.WriteString("| " + manualRow(t, &f.List[i]) + " |\n")
		}
	}
	b.WriteByte('\n')
	return b.String()
}

func manualRow(t *testing.T, b *compile.Builtin) string {
	call := "`" + b.Written(b.Name) + "`"
	for _, name := range strings.Fields(b.Older) {
		call += ", before `" + name + "`"
	}
	example := "`" + b.Example + "`"
	if shown := typed(t, b); shown != "" && !b.Varies {
		example += " shows `" + shown + "`"
	}
	row := []string{call, b.Help, example}
	for i := range row {
		row[i] = strings.ReplaceAll(row[i], "|", "\\|")
	}
	return strings.Join(row, " | ")
}

// TestEntries holds that every entry is whole, and no name given twice in a dialect.
func TestEntries(t *testing.T) {
	known := map[string]bool{}
	for _, f := range families() {
		for _, b := range f.List {
			if b.Help == "" || b.Example == "" || b.Do == nil && b.Compile == nil {
				t.Errorf("%s: an entry needs a line for the manual, an example, and what is done", b.Name)
			}
			for _, name := range append(strings.Fields(b.Older), b.Name) {
				if known[name] && !(b.Jess && (name == "and" || name == "or")) {
					t.Errorf("%s stands twice in the table", name)
				}
				known[name] = true
			}
		}
	}
}

// typed is what the prompt shows for the example of an entry, with single blanks.
func typed(t *testing.T, b *compile.Builtin) string {
	o := Options{In: strings.NewReader("7 seas\n")}
	if b.Jess {
		o.Dialect = Jess
	}
	var out bytes.Buffer
	o.Out = &out
	e := New(o)
	if done, err := e.Enter(b.Example, &out); !done || err != nil && !errors.Is(err, ErrExit) {
		t.Errorf("%s: %v, %v", b.Example, done, err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// otherwise are the functions whose examples CLIPS shows otherwise: it tells what it loads, has
// other numbers and another order of names, and at the prompt a value or message more.
var otherwise = map[string]bool{"timetag": true, "gensym*": true, "load": true, "load*": true, "save": true, "batch": true, "batch*": true,
	"matches": true, "system": true, "mem-requests": true, "release-mem": true, "deftemplate-slot-facet-existp": true,
	"deftemplate-slot-facet-value": true, "apropos": true}

// TestExamplesAsCLIPS types the examples at the prompt of CLIPS, but for those that read what
// is typed, and of functions that CLIPS 6.30 lacks.
func TestExamplesAsCLIPS(t *testing.T) {
	program := peer.Need(t, "clips")
	t.Chdir(t.TempDir())
	for _, f := range families() {
		for _, b := range f.List {
			if b.Jess || b.Varies || otherwise[b.Name] || strings.Contains(b.Example, "(read") || strings.Contains(b.Example, "(get-char") {
				continue
			}
			forms, err := syntax.Parse("example", b.Example)
			if err != nil {
				t.Fatalf("%s: %v", b.Name, err)
			}
			lines := ""
			for _, form := range forms {
				lines += b.Example[form.Start:form.End] + "\n"
			}
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			cmd := exec.CommandContext(ctx, program)
			cmd.Stdin, cmd.Env = strings.NewReader(lines+strings.Repeat("(exit)\n", 5)), append(os.Environ(), "LC_ALL=C")
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%s: %v", b.Name, err)
			}
			_, shown, _ := strings.Cut(string(out), "CLIPS> ")
			shown = strings.Join(strings.Fields(strings.ReplaceAll(shown, "CLIPS> ", "")), " ")
			if want := typed(t, &b); shown != want && !strings.Contains(shown, "Missing function declaration") {
				t.Errorf("%s shows\n%s\nin CLIPS\n%s", b.Example, want, shown)
			}
		}
	}
}
