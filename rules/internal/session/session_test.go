package session_test

import (
	"os"
	"path/filepath"
	"testing"

	"farbank/rules/internal/session"
)

func TestReplay(t *testing.T) {
	old := "before\n== one\n> (+ 1 2)\nwrong\n> (+ 1\n== two jess\n> (++ ?x)\n> (exit)\n"
	want := "before\n== one\n> (+ 1 2)\n3\n> (+ 1\nmore is to come\n== two jess\n> (++ ?x)\nprompt:1:1: [EVALUATN1] Variable x is unbound\n> (exit)\nexit\n"
	got, err := session.Replay(old)
	if line, a, b := session.Difference(got, want); line > 0 || err != nil {
		t.Errorf("line %d is %q, not %q; %v", line, a, b, err)
	}
	if _, err := session.Replay("> (+ 1 2)\n"); err == nil {
		t.Error("a form outside all sessions is evaluated")
	}
}

func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.txt")
	if err := os.WriteFile(path, []byte("== one\n> (+ 1 2)\n3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	session.Check(t, path)
	if line, a, b := session.Difference("x\ny", "x\nz\n"); line != 2 || a != "y" || b != "z" {
		t.Error(line, a, b)
	}
}
