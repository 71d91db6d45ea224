package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"farbank/internal/command"
	"farbank/internal/visible"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"farbank": main})
}

// TestScripts runs scripts: commands with their expected standard output and standard error; "exits
// N command" checks the exit code.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits, "shown": shown, "odd": odd, "repeat": repeat, "limit": limit, "full": full, "forge": forge,
		},
	})
}

// exits runs a command that must end with a code: exits 2 farbank solve nosuch.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if err != nil {
		code = codeOf(err)
	}
	if code != args[0] {
		ts.Fatalf("%v ended with %s, not %s", args[1:], code, args[0])
	}
}

// shown checks that no hidden characters were printed.
func shown(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range []string{"stdout", "stderr"} {
		if text := ts.ReadFile(name); visible.Text(text) != text {
			ts.Fatalf("%s has hidden characters: %q", name, text)
		}
	}
}

// odd writes files with hidden characters in place of %.
func odd(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		text := strings.ReplaceAll(ts.ReadFile(name), "%", "\x1b]0;t\x07\x1b[31m\u009b5m\u202e\u200b\x7f")
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o666))
	}
}

// repeat writes a file: repeat FILE TIMES TEXT, where the text has escapes as in Go.
func repeat(ts *testscript.TestScript, neg bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	text, err := strconv.Unquote(`"` + args[2] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(text, n)), 0o666))
}

// forge changes a certificate and corrects its checksum: forge FROM TO OLD NEW, with escapes as in
// Go.
func forge(ts *testscript.TestScript, neg bool, args []string) {
	before, err := strconv.Unquote(`"` + args[2] + `"`)
	ts.Check(err)
	after, err := strconv.Unquote(`"` + args[3] + `"`)
	ts.Check(err)
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, before) {
		ts.Fatalf("%s has no %q", args[0], before)
	}
	text = strings.Replace(text[:strings.LastIndex(text, "\nend ")+1], before, after, 1)
	text += fmt.Sprintf("end %x\n", sha256.Sum256([]byte(text)))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o666))
}

// limit extends a file to a length without writing the content.
func limit(ts *testscript.TestScript, neg bool, args []string) {
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), nil, 0o666))
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}

// full runs a command whose output goes to a full device; it must end with code 2 and report that
// once.
func full(ts *testscript.TestScript, neg bool, args []string) {
	out, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		return
	}
	defer out.Close()
	var errOut strings.Builder
	program, err := exec.LookPath(args[0])
	ts.Check(err)
	cmd := exec.Command(program, args[1:]...)
	cmd.Stdout, cmd.Stderr, cmd.Dir, cmd.Env = out, &errOut, ts.Getenv("WORK"), append(os.Environ(), "HOME="+ts.Getenv("HOME"))
	err = cmd.Run()
	if err == nil || codeOf(err) != "2" || !strings.Contains(errOut.String(), "standard output cannot be written: no space left on device") ||
		strings.Count(errOut.String(), "no space left") != 1 {
		ts.Fatalf("%v ended with %v: %s", args, err, errOut.String())
	}
}

func codeOf(err error) string {
	type coder interface{ ExitCode() int }
	if c, ok := err.(coder); ok {
		return itoa(c.ExitCode())
	}
	return err.Error()
}

func itoa(n int) string {
	if n < 0 {
		return "a signal"
	}
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

func TestParseBytes(t *testing.T) {
	for s, want := range map[string]int64{"512MiB": 512 << 20, "4GiB": 4 << 30, "4G": 4 << 30, "1.5KiB": 1536, "100000": 100000, "2 GB": 2e9} {
		if n, err := command.ParseBytes(s); err != nil || n != want {
			t.Errorf("%s: %d, %v", s, n, err)
		}
	}
	for _, s := range []string{"", "x", "-1GiB", "4QiB", "1e30GiB", "NaN"} {
		if n, err := command.ParseBytes(s); err == nil {
			t.Errorf("%q gives %d", s, n)
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// TestHelpWidth checks the layout of the help of all commands: 100 columns at most, all flags in a group, at most 15 of them.
func TestHelpWidth(t *testing.T) {
	a := &app{in: strings.NewReader("")}
	names := []string{""}
	for _, cmd := range a.root().Commands() {
		if cmd.IsAvailableCommand() && !cmd.DisableFlagParsing {
			names = append(names, cmd.Name())
		}
	}
	for _, name := range names {
		for _, flag := range []string{"--help", "--help-all"} {
			var out strings.Builder
			a.out = &out
			root := a.root()
			args := append(strings.Fields(name), flag)
			if cmd, _, _ := root.Find(strings.Fields(name)); flag == "--help-all" && cmd.Flags().Lookup("help-all") == nil {
				continue
			}
			root.SetArgs(args)
			if err := root.Execute(); err != nil {
				t.Errorf("%q: %v", args, err)
			}
			flags := 0
			for line := range strings.Lines(out.String()) {
				if len(line) > 101 {
					t.Errorf("%q: %d columns: %s", args, len(line)-1, line)
				}
				if strings.HasPrefix(line, "      --") || strings.HasPrefix(line, "  -") {
					flags++
				}
			}
			if flag == "--help" && flags > 15 {
				t.Errorf("%q: %d flags", args, flags)
			}
			if name != "" && strings.Contains(out.String(), "Other flags") {
				t.Errorf("%q: some flags are in no group:\n%s", args, out.String())
			}
		}
	}
}
