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
