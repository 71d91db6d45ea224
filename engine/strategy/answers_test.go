package strategy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"farbank/engine"
	"farbank/internal/testing/long"
)

// TestAnswers compares the answers to thirty problems with those of a program in Python for each of them, which are kept in
// answers.txt. With -long the programs are run.
func TestAnswers(t *testing.T) {
	dir := filepath.Join("testdata", "answers")
	want, err := os.ReadFile(filepath.Join(dir, "answers.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if long.Enabled() {
		out, err := exec.Command("python3", filepath.Join(dir, "answers.py")).Output()
		if err != nil || string(out) != string(want) {
			t.Errorf("the programs say, %v:\n%s", err, out)
		}
	}
	lines := strings.Split(strings.TrimSpace(string(want)), "\n")
	if len(lines) != 30 {
		t.Errorf("there are %d answers", len(lines))
	}
	for _, line := range lines {
		name, answer, _ := strings.Cut(line, " ")
		source, err := os.ReadFile(filepath.Join(dir, name+".far"))
		if err != nil {
			t.Fatal(err)
		}
		got := text(solve(t, string(source), engine.Question{}))
		got = strings.TrimPrefix(strings.TrimPrefix(got, "solved "), "probability 1 ")
		if got != answer {
			t.Errorf("%s: %s, not %s", name, got, answer)
		}
	}
}
