package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"farbank/internal/testing/long"

	"github.com/spf13/pflag"
)

// TestManuals runs the commands of the README and the manuals and compares what they print.
//
// A block of code without a language holds commands after "$ ", each followed by its output. A line "..." in an
// output stands for any lines; times may differ. A block with a language after a line that names a
// file and ends with a colon is that file for the commands of the same manual. Further files are in
// testdata/manual/MANUAL; the folder examples is there as well.
func TestManuals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for a POSIX shell")
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	schools, err := filepath.Glob("../../docs/schools/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range slices.Concat([]string{"../../README.md"}, pages, schools) {
		name := strings.TrimSuffix(filepath.Base(page), ".md")
		if name == "benchmarks" {
			continue // measurements, which need other programs and hours
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			copyFiles(t, filepath.Join("testdata/manual", name), dir)
			copyFiles(t, "../../examples", filepath.Join(dir, "examples"))
			for _, b := range blocksOf(string(text)) {
				if b.file != "" {
					write(t, filepath.Join(dir, b.file), b.text)
				}
				for _, c := range commandsOf(b) {
					checkCommand(t, dir, c)
				}
				checkUsage(t, b)
			}
		})
	}
}

// A block is a block of code of a manual.
type block struct {
	line int    // of the text's first line, from 1
	file string // the file that the paragraph before names, or ""
	lang string
	text string
}

var named = regexp.MustCompile("`([a-z][-a-z0-9]*\\.[a-z]+)`[^`]*:$")

// blocksOf returns the blocks of code of a page.
func blocksOf(page string) []block {
	var blocks []block
	inside := false
	before := "" // the last line that is not empty
	for i, line := range strings.Split(page, "\n") {
		switch {
		case strings.HasPrefix(line, "```") && !inside:
			b := block{line: i + 2, lang: line[3:]}
			if m := named.FindStringSubmatch(before); m != nil && b.lang != "" {
				b.file = m[1]
			}
			blocks = append(blocks, b)
			inside = true
		case strings.HasPrefix(line, "```"):
			inside = false
			before = ""
		case inside:
			blocks[len(blocks)-1].text += line + "\n"
		case line != "":
			before = line
		}
	}
	return blocks
}

// A command is a command of a manual with the output that the manual shows.
type manualCommand struct {
	line   int
	text   string
	output []string
}

// commandsOf returns the commands of a block.
func commandsOf(b block) []manualCommand {
	if b.lang != "" || !strings.HasPrefix(b.text, "$ ") {
		return nil
	}
	var commands []manualCommand
	for i, line := range strings.Split(strings.TrimSuffix(b.text, "\n"), "\n") {
		if text, ok := strings.CutPrefix(line, "$ "); ok {
			commands = append(commands, manualCommand{line: b.line + i, text: text})
			continue
		}
		c := &commands[len(commands)-1]
		c.output = append(c.output, line)
	}
	return commands
}

// elsewhere are the beginnings of commands that need another program, a terminal or a network.
var elsewhere = []string{"go ", "minizinc ", "farbank play ", "farbank serve", "farbank compare wolf --outside", "farbank-beam ", "farbank-server ", "docker ", "curl "}

// lengthy are the beginnings of commands that take more than some seconds: they run with -args -long.
var lengthy = []string{"farbank solve tiles --data korf12.json", "farbank verify tiles --data korf12.json",
	"farbank solve hanoi -p pegs=4 -p discs=10 --engine search --memory", "farbank verify hanoi -p pegs=4 -p discs=10 --memory"}

func checkCommand(t *testing.T, dir string, c manualCommand) {
	t.Helper()
	begins := func(prefix string) bool { return strings.HasPrefix(c.text, prefix) }
	if slices.ContainsFunc(elsewhere, begins) || slices.ContainsFunc(lengthy, begins) && !long.Enabled() {
		return
	}
	shell := exec.Command("sh", "-c", c.text)
	shell.Dir = dir
	var stdout, stderr strings.Builder
	shell.Stdout, shell.Stderr = &stdout, &stderr
	if err := shell.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	out, messages := stdout.String(), stderr.String()
	if !matches(out, c.output) && !matches(out+messages, c.output) && !matches(messages+out, c.output) {
		t.Errorf("line %d: %s\nprints\n%s%sand not\n%s", c.line, c.text, out, messages, strings.Join(c.output, "\n"))
	}
}

// matches reports whether an output is the one shown, where "..." stands for any lines.
func matches(got string, shown []string) bool {
	for len(shown) > 0 && shown[len(shown)-1] == "" {
		shown = shown[:len(shown)-1]
	}
	if len(shown) == 0 {
		return true
	}
	var pattern strings.Builder
	for _, line := range shown {
		if strings.TrimSpace(line) == "..." {
			pattern.WriteString(`(.*\n)*?`)
			continue
		}
		pattern.WriteString(regexp.QuoteMeta(normal(line)) + `\n`)
	}
	var text strings.Builder
	for line := range strings.Lines(strings.TrimRight(got, "\n")) {
		fmt.Fprintln(&text, normal(line))
	}
	return regexp.MustCompile("^" + pattern.String() + "$").MatchString(text.String())
}

var (
	durations = regexp.MustCompile(`\b[0-9.]+(ns|µs|ms|s)\b`)
	spaces    = regexp.MustCompile(`  +`)
)

// normal returns a line without what differs from run to run.
func normal(line string) string {
	return strings.TrimSpace(spaces.ReplaceAllString(durations.ReplaceAllString(line, "TIME"), " "))
}

// checkUsage checks that the commands and flags of lines that are shown without output exist.
func checkUsage(t *testing.T, b block) {
	t.Helper()
	if b.lang != "" || strings.HasPrefix(b.text, "$ ") {
		return
	}
	joined := strings.ReplaceAll(b.text, "\\\n", "  ")
	for i, line := range strings.Split(joined, "\n") {
		args := strings.Fields(line)
		if len(args) < 2 || args[0] != "farbank" {
			continue
		}
		if end := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "#") || a == "|" || a == ">" }); end >= 0 {
			args = args[:end]
		}
		c, rest, err := (&app{}).root().Find(args[1:])
		if err == nil {
			err = c.ParseFlags(rest)
		}
		if err != nil && !errors.Is(err, pflag.ErrHelp) {
			t.Errorf("line %d: %s: %v", b.line+i, line, err)
		}
	}
}

func copyFiles(t *testing.T, from, to string) {
	t.Helper()
	if _, err := os.Stat(from); err != nil {
		return
	}
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
