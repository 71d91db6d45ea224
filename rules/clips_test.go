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

// onPurpose are the programs that print something else here, and why.
var onPurpose = map[string]string{
	"cond-own-value-last": "the last field, after others of any number, is compared with what is computed of itself",
	"cmd-one-line":        "every form of a line is done, not the first only",
	"func-assert-3":       "a fact with a faulty value is not asserted",
	"func-printout-names": "werror and wwarning lead to the output for errors",
	"func-toplevel-bind":  "variables outside of constructs last, as in 6.4",
	"watch-statistics":    "list-watch-items tells of rules what is watched, not of their activations",
}

// TestPrintsWhatClipsPrints runs the programs of testdata/clips and compares
// with what CLIPS printed, but for its messages: ours tell the place.
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

// TestRecordsAreTrue compares what is recorded with what CLIPS prints now: of
// some programs, or with -long of all.
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

// scratch makes an empty directory with a copy of a program.
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
