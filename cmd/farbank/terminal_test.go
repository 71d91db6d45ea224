package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank/internal/testing/peer"
)

// A terminal is a window of tmux, with a server of its own that ends with the test.
type terminal struct {
	t      *testing.T
	socket string
}

func openTerminal(t *testing.T, command string) *terminal {
	t.Helper()
	peer.Need(t, "tmux")
	term := &terminal{t: t, socket: filepath.Join(t.TempDir(), "tmux")}
	conf := filepath.Join(t.TempDir(), "conf")
	if err := os.WriteFile(conf, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	server := exec.Command("tmux", "-D", "-S", term.socket, "-f", conf)
	server.Env = append(os.Environ(), "TMUX=", "TERM=xterm-256color", "LC_ALL=C.UTF-8")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
	})
	term.until(func() bool {
		return term.tmux("new-session", "-d", "-s", "play", "-x", "80", "-y", "22", command) == nil
	}, "a session")
	return term
}

func (term *terminal) tmux(args ...string) error {
	return exec.Command("tmux", append([]string{"-S", term.socket}, args...)...).Run()
}

// until polls ok for a while.
func (term *terminal) until(ok func() bool, what string) {
	term.t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			term.t.Fatalf("no %s; the screen is\n%s", what, term.screen())
		}
	}
}

func (term *terminal) screen() string {
	out, err := exec.Command("tmux", "-S", term.socket, "capture-pane", "-p", "-t", "play").Output()
	if err != nil {
		return err.Error()
	}
	return string(out)
}

// press presses a key and waits until the screen shows want.
func (term *terminal) press(key, want string) {
	term.t.Helper()
	if err := term.tmux("send-keys", "-t", "play", key); err != nil {
		term.t.Fatal(err)
	}
	term.sees(want)
}

func (term *terminal) sees(want string) {
	term.t.Helper()
	term.until(func() bool { return strings.Contains(term.screen(), want) }, want)
}

// TestPlayInTerminal plays wolf in a terminal: a losing move is refused, a move is undone, a hint
// is given, and the game is won after the window was resized.
func TestPlayInTerminal(t *testing.T) {
	program, err := exec.LookPath("farbank")
	if err != nil {
		t.Fatal(err)
	}
	term := openTerminal(t, program+" play wolf; echo exit $?; exec sleep 60")
	term.sees("at best 7 more")
	term.press("1", "the wolf eats the goat; the goat eats the")
	term.press("3", "1 move so far; at best 6 more")
	term.press("3", "2 moves so far; at best 7 more")
	term.press("u", "1 move so far; at best 6 more")
	term.press("h", "Hint: farmer to the west")
	term.press("1", "2 moves so far; at best 5 more")
	term.press("2", "3 moves so far")
	if err := term.tmux("resize-window", "-t", "play", "-x", "60", "-y", "14"); err != nil {
		t.Fatal(err)
	}
	term.press("3", "4 moves so far")
	term.press("4", "5 moves so far")
	term.press("1", "6 moves so far; at best 1 more")
	term.press("3", "The goal is reached in 7 moves; no plan is shorter.")
	term.press("q", "exit 0")
	term.sees("7 moves; the goal is reached.")
}
