package rules_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farbank/internal/testing/clips"
	"farbank/internal/testing/long"
	"farbank/internal/testing/peer"
	"farbank/rules"
)

var only = flag.String("only", "", "the one program of testdata/clips to run")

// onPurpose are the programs whose output differs from that of CLIPS, and why.
var onPurpose = map[string]string{
	"cond-own-value-last": "the last field, after others of any number, is compared with a value computed from itself",
	"cmd-one-line":        "every form of a line is evaluated, not only the first",
	"func-assert-3":       "a fact with an invalid value is not asserted",
	"func-printout-names": "werror and wwarning are the error output",
	"func-toplevel-bind":  "variables outside constructs persist, as in 6.4",
	"watch-statistics":    "list-watch-items lists which rules are watched, but not whether their activations are",
}

// TestPrintsWhatClipsPrints runs the programs of testdata/clips and compares their output with
// that of CLIPS, except error messages: ours have a position.
func TestPrintsWhatClipsPrints(t *testing.T) {
	eachProgram(t, func(t *testing.T, path string) {
		got, errs := runHere(t, path)
		if name := programName(path); onPurpose[name] != "" {
			return
		}
		if want := clips.WithoutErrors(recorded(t, path)); got != want {
			t.Errorf("prints:\n%s\nCLIPS:\n%s\nerrors:\n%s", got, want, errs)
		}
	})
}

// TestRecordsAreTrue compares the recorded output with that of the installed CLIPS, for some
// programs or, with -long, for all.
func TestRecordsAreTrue(t *testing.T) {
	peer.Need(t, "clips")
	count := 0
	eachProgram(t, func(t *testing.T, path string) {
		if count++; count%10 != 0 && !long.Enabled() && *only == "" {
			return
		}
		if got, want := runClips(t, path, ""), recorded(t, path); got != want {
			t.Errorf("CLIPS prints:\n%s\nrecorded:\n%s", got, want)
		}
	})
}

func eachProgram(t *testing.T, check func(*testing.T, string)) {
	programs, _ := filepath.Glob("testdata/clips/*.clp")
	if len(programs) < 100 {
		t.Fatalf("%d programs", len(programs))
	}
	for _, path := range programs {
		if name := programName(path); *only == "" || *only == name {
			path, _ = filepath.Abs(path)
			t.Run(name, func(t *testing.T) { check(t, path) })
		}
	}
}

func programName(path string) string { return strings.TrimSuffix(filepath.Base(path), ".clp") }

func recorded(t *testing.T, path string) string {
	text, err := os.ReadFile(strings.TrimSuffix(path, ".clp") + ".out")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// scratch creates an empty directory with a copy of a program.
func scratch(t *testing.T, path string) (dir, text string) {
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, filepath.Base(path)), b, 0o666); err != nil {
		t.Fatal(err)
	}
	return dir, string(b)
}

// runHere runs a program with this engine.
func runHere(t *testing.T, path string) (out, errs string) {
	dir, text := scratch(t, path)
	t.Chdir(dir)
	var outs, faults bytes.Buffer
	e := rules.New(rules.Options{Out: &outs, Errors: &faults})
	if err := e.Load(strings.NewReader(text), filepath.Base(path)); err != nil {
		fmt.Fprintln(&faults, err)
	}
	return outs.String(), faults.String()
}

// runClips runs a program with CLIPS.
func runClips(t *testing.T, path, input string) string {
	dir, _ := scratch(t, path)
	return clips.Run(t, dir, filepath.Base(path), input)
}
