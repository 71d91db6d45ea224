package main

import (
	"errors"
	"io"
	"os"

	"farbank/rules"

	"golang.org/x/term"
)

// promptTerminal runs a prompt on a terminal: lines can be edited, the arrow keys select previous
// lines, and Tab completes names.
func promptTerminal(in *os.File, out io.Writer, env *rules.Environment) error {
	state, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return err
	}
	defer func() { _ = term.Restore(int(in.Fd()), state) }()
	t := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, out}, "rules> ")
	t.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
		if key != '\t' {
			return "", 0, false
		}
		return env.Complete(line, pos)
	}
	text := ""
	for {
		line, err := t.ReadLine()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		text += line + "\n"
		// The terminal is in its usual mode while a form runs, so that Ctrl-C interrupts it.
		_ = term.Restore(int(in.Fd()), state)
		done, err := env.Enter(text, out)
		if _, rawErr := term.MakeRaw(int(in.Fd())); rawErr != nil {
			return rawErr
		}
		if err != nil {
			return err
		}
		if done {
			text = ""
			t.SetPrompt("rules> ")
		} else {
			t.SetPrompt("     > ")
		}
	}
}
