package rules_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"farbank"
	"farbank/engine/rules"
	production "farbank/rules"
)

// TestProgramUnderCLIPS runs the programs of some problems under CLIPS, where it
// is installed, and under package rules: both print the same plan, and it is
// valid and as long as the shortest.
func TestProgramUnderCLIPS(t *testing.T) {
	clips, err := exec.LookPath("clips")
	for _, c := range []struct {
		name   string
		length int
	}{{"wolf", 7}, {"husbands", 11}, {"jugs", 6}, {"bridge", 5}, {"wolf-sets", 7}, {"failover", 14}} {
		p, loadErr := farbank.Load(c.name)
		if loadErr != nil {
			t.Fatal(loadErr)
		}
		var text bytes.Buffer
		if err := rules.Program(context.Background(), p, false, &text); err != nil {
			t.Fatal(err)
		}
		text.WriteString("(reset)\n(run)\n(exit)\n")
		var out bytes.Buffer
		e := production.New(production.Options{Out: &out})
		if err := e.Load(bytes.NewReader(text.Bytes()), c.name); err != nil && !strings.Contains(err.Error(), "exit") {
			t.Fatal(err)
		}
		if lines := strings.Count(out.String(), "\n"); lines != c.length {
			t.Errorf("%s: %d moves, wanted %d:\n%s", c.name, lines, c.length, out.String())
		}
		if err != nil {
			continue // CLIPS is not installed
		}
		path := filepath.Join(t.TempDir(), "program.clp")
		if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := exec.Command(clips, "-f2", path).Output()
		if err != nil || string(got) != out.String() {
			t.Errorf("%s: CLIPS prints (%v)\n%s\nthis engine\n%s", c.name, err, got, out.String())
		}
	}
}

// TestNames: cells may be called what the program calls something else.
func TestNames(t *testing.T) {
	for _, name := range strings.Fields("id depth parent move_ cost_ ok state_ level next plan moves value branch other again more s a q b x local_1") {
		src := strings.ReplaceAll("state NAME: 0..2 = 0\nstate on_[1..2]: 0..1 = 0\nmove up_ { NAME += 1 }\n"+
			"move both_(i_: 1..2) { require on_[i_] == 0\n if NAME == 1 { on_[NAME] = 1 }\n if NAME == 2 { on_[i_] = 1 } }\ngoal NAME == 2 and on_[1] == 1 and on_[2] == 1\n", "NAME", name)
		p, err := farbank.Parse("t.far", src)
		if err != nil {
			continue // a word of the language
		}
		a, err := farbank.SolveWith(t.Context(), rules.New(), p, farbank.Question{}, nil)
		if err != nil || a.Status != farbank.Solved || a.Best.Cost != 4 {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
}
