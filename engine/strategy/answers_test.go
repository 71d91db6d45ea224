package strategy_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/engine/strategy"
	"farbank/game"
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

// TestProofs compares proofs with the list of states in the games among the thirty problems, and lets the judge run each strategy.
func TestProofs(t *testing.T) {
	ctx := context.Background()
	for _, name := range []string{"misere", "subtract", "wythoff", "kayles", "euclid", "chomp", "hexapawn", "fibonacci", "notakto"} {
		source, err := os.ReadFile(filepath.Join("testdata", "answers", name+".far"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := farbank.Parse(name+".far", string(source))
		if err != nil {
			t.Fatal(err)
		}
		want := solve(t, string(source), engine.Question{})
		a, err := strategy.Proved(p, engine.Question{})
		if err != nil || (a.Status == engine.Feasible) != (want.Status == engine.Solved) {
			t.Fatalf("%s: %v %v, not %v", name, a, err, want.Status)
		}
		if a.Others == nil {
			continue
		}
		got, err := engine.ValueOf(ctx, p, engine.Question{}, a.Others.Strategy)
		if err != nil || got.Cost == nil || *got.Cost != *a.Others.Cost || *got.Cost < *want.Others.Cost {
			t.Errorf("%s: %v %v, not %d", name, got, err, *a.Others.Cost)
		}
	}
	p, err := farbank.Parse("x.far", tictactoe)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := strategy.Proved(p, engine.Question{}); err != nil || a.Status != engine.None {
		t.Errorf("tic-tac-toe: %v %v", a, err)
	}
	if p, err = farbank.Parse("x.far", petersen); err != nil {
		t.Fatal(err)
	}
	if a, err := strategy.Proved(p, engine.Question{}); !errors.Is(err, game.ErrCycle) {
		t.Errorf("a game with cycles: %v %v", a, err)
	}
}
