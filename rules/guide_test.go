package rules

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank/internal/testing/clips"
	"farbank/internal/testing/long"
	"farbank/internal/testing/peer"
)

// A guideExample is a session at the prompt after the examples of the manuals of CLIPS: forms, and what
// CLIPS 6.30 prints after each.
type guideExample struct {
	name          string
	forms, prints []string
}

// guideDifferences are the examples that differ from CLIPS on purpose, and why.
var guideDifferences = map[string]string{}

// TestGuide types the examples of testdata/guide at the prompt and compares what it prints with what CLIPS
// does, except for the text of messages. With -update it records the output of the installed CLIPS.
func TestGuide(t *testing.T) {
	files, _ := filepath.Glob("testdata/guide/*.txt")
	count := 0
	for _, path := range files {
		path, _ = filepath.Abs(path)
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			examples := readGuide(t, path)
			count += len(examples)
			t.Chdir(t.TempDir())
			if *update {
				recordGuide(t, path, examples)
			}
			for _, x := range examples {
				if guideDifferences[x.name] == "" {
					x.compare(t)
				}
			}
		})
	}
	if count < 150 {
		t.Errorf("%d examples", count)
	}
}

// TestGuideIsTrue types some of the examples, or with -long all, at the prompt of the installed CLIPS.
func TestGuideIsTrue(t *testing.T) {
	peer.Need(t, "clips")
	files, _ := filepath.Glob("testdata/guide/*.txt")
	for _, path := range files {
		examples := readGuide(t, path)
		dir := t.TempDir()
		for i, x := range examples {
			if i%8 != 0 && !long.Enabled() {
				continue
			}
			for k, got := range x.inCLIPS(t, dir) {
				if got != x.prints[k] {
					t.Errorf("%s: %s: CLIPS prints\n%s\nrecorded\n%s", x.name, x.forms[k], got, x.prints[k])
				}
			}
		}
	}
}

func readGuide(t *testing.T, path string) []*guideExample {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []*guideExample
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "== "); ok {
			all = append(all, &guideExample{name: strings.TrimSpace(name)})
			continue
		}
		x := all[len(all)-1]
		if form, ok := strings.CutPrefix(line, "> "); ok {
			x.forms, x.prints = append(x.forms, strings.TrimSpace(form)), append(x.prints, "")
		} else {
			x.prints[len(x.prints)-1] += line
		}
	}
	return all
}

func recordGuide(t *testing.T, path string, all []*guideExample) {
	var b strings.Builder
	for _, x := range all {
		fmt.Fprintf(&b, "== %s\n", x.name)
		x.prints = x.inCLIPS(t, t.TempDir())
		for i, form := range x.forms {
			fmt.Fprintf(&b, "> %s\n%s", form, x.prints[i])
		}
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// inCLIPS returns what CLIPS prints after each form.
func (x *guideExample) inCLIPS(t *testing.T, dir string) []string {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, peer.Need(t, "clips"))
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "LC_ALL=C")
	cmd.Stdin = strings.NewReader(strings.Join(x.forms, "\n") + "\n" + strings.Repeat("(exit)\n", 5))
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", x.name, err)
	}
	parts := strings.Split(string(out), "CLIPS> ")
	if len(parts) != len(x.forms)+2 {
		t.Fatalf("%s: %d parts for %d forms:\n%s", x.name, len(parts), len(x.forms), out)
	}
	for i, part := range parts {
		if part != "" && !strings.HasSuffix(part, "\n") {
			parts[i] += "\n"
		}
	}
	return parts[1 : len(parts)-1]
}

// compare checks what this engine prints after each form. Where CLIPS prints a message there must be one, and
// the value that CLIPS prints after it is not compared.
func (x *guideExample) compare(t *testing.T) {
	var out, errs bytes.Buffer
	e := New(Options{Out: &out, Errors: &errs})
	for i, form := range x.forms {
		out.Reset()
		errs.Reset()
		if done, err := e.Enter(form, &out); !done || err != nil && !errors.Is(err, ErrExit) {
			t.Errorf("%s: %s: %v, %v", x.name, form, done, err)
		}
		got, want := strings.TrimSpace(out.String()), strings.TrimSpace(clips.WithoutErrors(x.prints[i]))
		fails := clips.Message.MatchString(x.prints[i])
		before := "" // without the value after a message
		if end := strings.LastIndexByte(want, '\n'); end >= 0 {
			before = want[:end]
		}
		if got != want && !(fails && got == before) || fails != (errs.Len() > 0) {
			t.Errorf("%s: %s prints\n%s\nand reports\n%s\nCLIPS\n%s", x.name, form, got, errs.String(), x.prints[i])
		}
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}
