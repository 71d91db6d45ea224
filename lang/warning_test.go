package lang_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"farbank/lang"
	"farbank/lang/ground"
	"farbank/model"

	"github.com/google/go-cmp/cmp"
)

// TestWarnings compares the warnings of the programs in testdata/warnings.txt, as "kind:
// line:column: message". Every kind must occur.
func TestWarnings(t *testing.T) {
	const file = "testdata/warnings.txt"
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	met := map[model.WarningKind]bool{}
	var out strings.Builder
	for _, chunk := range strings.Split("\n"+string(b), "\n=== ")[1:] {
		name, body, _ := strings.Cut(chunk, "\n")
		source, want, _ := strings.Cut(body, "---\n")
		p, err := lang.Parse("x.far", source, lang.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := ""
		for _, w := range p.Warnings {
			met[w.Kind] = true
			got += fmt.Sprintf("%s: %d:%d: %s\n", w.Kind, w.Pos.Line, w.Pos.Col, w.Msg)
		}
		fmt.Fprintf(&out, "=== %s\n%s---\n%s\n", name, source, got)
		if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(got)); diff != "" && !*update {
			t.Errorf("%s: warnings (-want +got):\n%s", name, diff)
		}
	}
	for _, w := range ground.Warnings() {
		if !met[w.Kind] {
			t.Errorf("no program in %s has the warning %s", file, w.Kind)
		}
		delete(met, w.Kind)
	}
	for k := range met {
		t.Errorf("the warning %q is in no list", k)
	}
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWarningsInManual compares the manual's list of warnings with the grounder.
func TestWarningsInManual(t *testing.T) {
	const (
		manual = "../docs/language.md"
		begin  = "<!-- warnings: written by go test ./lang -update -->\n"
		end    = "<!-- end of warnings -->\n"
	)
	b, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(b), begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no place for the list", manual)
	}
	want := "| kind | of |\n|---|---|\n"
	for _, w := range ground.Warnings() {
		want += fmt.Sprintf("| `%s` | %s |\n", w.Kind, w.Manual)
	}
	if *update {
		if err := os.WriteFile(manual, []byte(before+begin+want+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the list is old; go test ./lang -update writes it (-package +manual):\n%s", diff)
	}
}
