package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"farbank": main})
}

// TestScripts runs the command line. The scripts say what is typed, and what is seen
// on standard output and standard error; "exits N command" demands an exit code.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Cmds:                map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
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
		if n, err := parseBytes(s); err != nil || n != want {
			t.Errorf("%s: %d, %v", s, n, err)
		}
	}
	for _, s := range []string{"", "x", "-1GiB", "4QiB", "1e30GiB", "NaN"} {
		if n, err := parseBytes(s); err == nil {
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
