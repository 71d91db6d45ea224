package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	messages "farbank/internal/testing/clips"
)

// A program is a file of a repository.
type program struct {
	repository string // the name of the folder
	root       string // the path of the folder
	file       string // relative to root
}

func (p program) name() string { return p.repository + "/" + filepath.ToSlash(p.file) }

// findPrograms returns the programs below a folder, in the order of their paths; of files with equal contents
// only the first.
func findPrograms(dir, only string) ([]program, error) {
	seen := map[[32]byte]bool{}
	var list []program
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.EqualFold(filepath.Ext(path), ".clp") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(text)
		if seen[sum] {
			return nil
		}
		seen[sum] = true
		within, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		repository, file, _ := strings.Cut(filepath.ToSlash(within), "/")
		p := program{repository, filepath.Join(dir, repository), filepath.FromSlash(file)}
		if strings.Contains(p.name(), only) {
			list = append(list, p)
		}
		return nil
	})
	return list, err
}

// An outcome is the result of a comparison.
type outcome int

const (
	equal        outcome = iota
	equalUnended         // equal, but CLIPS waits for the rest of a form that ends the file
	bothEndless          // neither ends, and the output of one begins with that of the other
	differs
	clipsFails   // CLIPS crashes
	clipsEndless // only CLIPS does not end
	farbankEndless
	broken // farbank crashes or a program could not be run
	outcomes
)

func (o outcome) String() string {
	return [...]string{
		"equal", "equal, but CLIPS waits for the end of a form", "without an end in both", "different output", "CLIPS crashes", "without an end in CLIPS",
		"without an end in farbank", "not run",
	}[o]
}

// A result is the outcome for a program.
type result struct {
	outcome              outcome
	first                string // the first difference
	theirs, ours, errors string
}

// comparer runs programs with both.
type comparer struct {
	scratch, farbank string
}

// answers is standard input: what programs may ask for.
var answers = strings.Repeat("yes\n1\nno\n2\na\n3\nb\n10\nsi\n5\n", 100)

func (c *comparer) compare(ctx context.Context, p program) result {
	theirs := c.one(ctx, p, func(file, calls string) []string { return []string{*clips, "-f2", file, "-f2", calls} })
	ours := c.one(ctx, p, func(file, calls string) []string {
		return []string{c.farbank, "rules", "--dialect", "clips", file, calls}
	})
	r := result{theirs: theirs.out, ours: ours.out, errors: ours.errors}
	said, printed := plain(messages.WithoutErrors(withoutProgress(theirs.out))), plain(ours.out)
	r.first = difference(said, printed)
	switch {
	case theirs.failure != "" && !theirs.late:
		r.outcome, r.first = clipsFails, theirs.failure
	case ours.failure != "" && !ours.late:
		r.outcome, r.first = broken, ours.failure
	case theirs.late && ours.late:
		r.outcome = differs
		if n := min(len(said), len(printed)) * 9 / 10; said[:n] == printed[:n] {
			r.outcome, r.first = bothEndless, ""
		}
	case theirs.late && r.first == "":
		r.outcome = equalUnended
	case theirs.late:
		r.outcome = clipsEndless
	case ours.late:
		r.outcome = farbankEndless
	case r.first != "":
		r.outcome = differs
	}
	return r
}

// A trace is what a run left.
type trace struct {
	out, errors string
	late        bool // it was ended for the time limit
	failure     string
}

// one runs a program in a fresh copy of its repository.
func (c *comparer) one(ctx context.Context, p program, command func(file, calls string) []string) trace {
	dir, err := os.MkdirTemp(c.scratch, "run")
	if err != nil {
		return trace{failure: err.Error()}
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(filepath.Join(dir, "r"), os.DirFS(p.root)); err != nil {
		return trace{failure: err.Error()}
	}
	calls := filepath.Join(dir, "calls")
	if err := os.WriteFile(calls, fmt.Appendf(nil, "(reset)\n(run %d)\n(exit)\n", *firings), 0o666); err != nil {
		return trace{failure: err.Error()}
	}
	ctx, cancel := context.WithTimeout(ctx, *limit)
	defer cancel()
	file := filepath.Join(dir, "r", p.file)
	if err := endLastLine(file); err != nil {
		return trace{failure: err.Error()}
	}
	args := command(filepath.Base(file), calls)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Env = filepath.Dir(file), strings.NewReader(answers), append(os.Environ(), "LC_ALL=C")
	out, errs := &head{}, &head{}
	cmd.Stdout, cmd.Stderr = out, errs
	err = cmd.Run()
	t := trace{out: out.String(), errors: errs.String(), late: ctx.Err() != nil}
	if code := cmd.ProcessState.ExitCode(); err != nil && (code < 0 || strings.Contains(t.errors, "goroutine 1")) {
		t.failure = err.Error()
	}
	return t
}

// endLastLine ends the last line of a file.
func endLastLine(path string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.WriteString("\n")
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// A head keeps the first megabytes that are written to it.
type head struct{ bytes.Buffer }

func (h *head) Write(b []byte) (int, error) {
	if left := 4<<20 - h.Len(); left > 0 {
		h.Buffer.Write(b[:min(left, len(b))])
	}
	return len(b), nil
}

// blank matches empty lines and spaces at the end of lines: where a message of CLIPS stood, it is unknown whether it or the
// program began the line.
var blank = regexp.MustCompile(`[ \t\r]*\n\s*`)

// signs matches lines without a letter or digit: load prints them in 6.4, one sign for each construct.
var signs = regexp.MustCompile(`(?m)^[%#$*!@+~^:=-]+$`)

func plain(text string) string {
	return strings.TrimSpace(blank.ReplaceAllString(signs.ReplaceAllString(text, ""), "\n"))
}

// progress matches what load prints: names, for rules the nodes that are shared or added, and for classes their handlers.
var progress = regexp.MustCompile(`(?m)^Defining (?:defmodule|deftemplate|deffacts|defglobal|deffunction|defgeneric|defmethod|defclass|` +
	`definstances|defmessage-handler|defrule): \S+ ?[=+j]*$\n?(?:^[=+j]+$\n)*|^ *Handler \S+ \S+ defined\.$\n?`)

// excerpt matches the part of a construct that CLIPS prints after an error, with its strings of several lines.
var excerpt = regexp.MustCompile(`(?m)^ERROR:\n[^"\n]*(?:"(?:[^"\\]|\\.)*"[^"\n]*)*\n(?:   [^"\n]*(?:"(?:[^"\\]|\\.)*"[^"\n]*)*\n)*`)

func withoutProgress(text string) string {
	text = excerpt.ReplaceAllString(text, "ERROR:\n(\n")
	return progress.ReplaceAllString(strings.ReplaceAll(text, "Defining def", "\nDefining def"), "")
}

// difference returns the first lines that differ, or "" if the texts are equal.
func difference(theirs, ours string) string {
	a, b := strings.Split(theirs, "\n"), strings.Split(ours, "\n")
	for i := range max(len(a), len(b)) {
		line := func(list []string) string {
			if i >= len(list) {
				return "nothing"
			}
			if len(list[i]) > 90 {
				return fmt.Sprintf("%q...", list[i][:90])
			}
			return fmt.Sprintf("%q", list[i])
		}
		if x, y := line(a), line(b); x != y {
			return fmt.Sprintf("line %d: CLIPS %s, farbank %s", i+1, x, y)
		}
	}
	return ""
}
