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
	"unicode/utf8"

	"farbank/internal/testing/peer"
	"farbank/rules/internal/compile"
	"farbank/rules/syntax"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the lists of functions into the manual")

// These lines of the manual enclose the table.
const (
	manual      = "../docs/rules.md"
	manualBegin = "<!-- functions: written by go test ./rules -run TestManual -update -->\n"
	manualEnd   = "<!-- end of functions -->\n"
)

// TestManual checks that the manual's lists of functions match the package.
func TestManual(t *testing.T) {
	b, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(b), manualBegin)
	got, after, ok2 := strings.Cut(rest, manualEnd)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no place for the lists", manual)
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
		t.Errorf("the lists are old; go test ./rules -run TestManual -update writes them (-manual +package):\n%s", diff)
	}
}

// manualTables returns the lists of functions; it evaluates the examples.
func manualTables(t *testing.T) string {
	t.Chdir(t.TempDir())
	var b strings.Builder
	for _, f := range families() {
		b.WriteString("\n### " + f.Title + "\n\n")
		for i := range f.List {
			b.WriteString(wrapped(manualEntry(t, &f.List[i])))
		}
	}
	b.WriteByte('\n')
	return b.String()
}

func manualEntry(t *testing.T, b *compile.Builtin) string {
	call := "- `" + b.Written(b.Name) + "`"
	for _, name := range strings.Fields(b.Older) {
		call += ", before `" + name + "`"
	}
	entry := call + ": " + b.Help + ". `" + b.Example + "`"
	if shown := typed(t, b); shown != "" && !b.Varies {
		entry += " shows `" + shown + "`"
	}
	return entry
}

// wrapped returns a list item with lines of at most 118 characters.
func wrapped(item string) string {
	const width = 118
	var b strings.Builder
	length := 0
	for _, word := range strings.Fields(item) {
		n := utf8.RuneCountInString(word)
		switch {
		case length == 0:
		case length+1+n > width:
			b.WriteString("\n ")
			length = 1
			fallthrough
		default:
			b.WriteByte(' ')
			length++
		}
		b.WriteString(word)
		length += n
	}
	b.WriteByte('\n')
	return b.String()
}

// TestEntries checks that every entry is complete and that no name occurs twice in a dialect.
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

// typed returns what the prompt prints for the example of an entry, with single spaces.
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

// otherwise are the functions whose examples print something else in CLIPS: it reports loading,
// has other numbers and another order of names, and prints more at the prompt.
var otherwise = map[string]bool{"timetag": true, "gensym*": true, "load": true, "load*": true, "save": true, "batch": true, "batch*": true,
	"system": true, "mem-requests": true, "release-mem": true, "deftemplate-slot-facet-existp": true,
	"deftemplate-slot-facet-value": true, "apropos": true}

// TestExamplesAsCLIPS types the examples at the prompt of CLIPS, except those that read input
// and those of functions that CLIPS 6.30 lacks.
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
