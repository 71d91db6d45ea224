// Package session compares the input and output of a prompt with a file, for tests.
package session

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"farbank/rules"
)

var update = flag.Bool("update", false, "write the files of sessions anew")

// Check types the sessions of a file and compares their output. A session begins with a line
// "== name", followed by "jess" for that dialect. Input lines begin with "> ", and their output
// follows. With -update Check rewrites the file.
func Check(t *testing.T, path string) {
	t.Helper()
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	got, err := Replay(string(old))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(here)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if line, a, b := Difference(string(old), got); line > 0 {
		t.Errorf("%s:%d: shown is\n%s\nnot\n%s\n(if that is right: -update)", path, line, b, a)
	}
}

// Replay types the sessions of a text and returns them with their current output.
func Replay(text string) (string, error) {
	var b strings.Builder
	var out bytes.Buffer
	var e *rules.Environment
	for line := range strings.Lines(text) {
		if name, begins := strings.CutPrefix(line, "== "); begins {
			o := rules.Options{Out: &out, In: strings.NewReader("7 seas\nlast")}
			if strings.HasSuffix(name, " jess\n") {
				o.Dialect = rules.Jess
			}
			e = rules.New(o)
			b.WriteString(line)
		}
		typed, ok := strings.CutPrefix(line, "> ")
		switch {
		case !ok && e != nil:
			continue
		case !ok:
			b.WriteString(line) // lines before the first session
			continue
		case e == nil:
			return "", errors.New("a session begins by a line == name")
		}
		out.Reset()
		if done, err := e.Enter(typed, &out); err != nil {
			out.WriteString(err.Error())
		} else if !done {
			out.WriteString("more is to come")
		}
		b.WriteString(line)
		for shown := range strings.Lines(out.String()) {
			b.WriteString(strings.TrimRight(shown, " \n") + "\n")
		}
	}
	return b.String(), nil
}

// Difference returns the first line, from 1, that differs in two texts; 0 for equal texts.
func Difference(a, b string) (line int, inA, inB string) {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(x), len(y)) {
		inA, inB = "", ""
		if i < len(x) {
			inA = x[i]
		}
		if i < len(y) {
			inB = y[i]
		}
		if inA != inB {
			return i + 1, inA, inB
		}
	}
	return 0, "", ""
}
