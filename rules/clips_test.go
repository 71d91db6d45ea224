package rules_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"farbank/internal/peer"
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
		if want := withoutErrors(recorded(t, path)); got != want {
			t.Errorf("prints:\n%s\nCLIPS:\n%s\nerrors:\n%s", got, want, errs)
		}
	})
}

// TestRecordsAreTrue compares what is recorded with what CLIPS prints now: of
// some programs, or with -long of all.
func TestRecordsAreTrue(t *testing.T) {
	needClips(t)
	count := 0
	eachProgram(t, func(t *testing.T, path string) {
		if count++; count%10 != 0 && !long() && *only == "" {
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
	var outs, errors bytes.Buffer
	e := rules.New(rules.Options{Out: &outs, Errors: &errors})
	if err := e.Load(strings.NewReader(text), filepath.Base(path)); err != nil {
		fmt.Fprintln(&errors, err)
	}
	return outs.String(), errors.String()
}

func needClips(t *testing.T) {
	if _, err := exec.LookPath("clips"); err != nil {
		peer.Missing(t, "clips is not installed")
	}
}

// runClips runs a program with CLIPS.
func runClips(t *testing.T, path, input string) string {
	dir, _ := scratch(t, path)
	return clipsIn(t, dir, filepath.Base(path), input)
}

func clipsIn(t *testing.T, dir, name, input string) string {
	out, err := tryClips(t, dir, name, input)
	if err != nil {
		t.Fatalf("clips: %v", err)
	}
	return out
}

func tryClips(t *testing.T, dir, name, input string) (string, error) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "clips", "-f2", name)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, append(os.Environ(), "LC_ALL=C"), strings.NewReader(input)
	out, err := cmd.Output()
	return string(out), err
}

// message begins an error message of CLIPS.
var message = regexp.MustCompile(`\[([A-Z]+[0-9]+)\] `)

// progress matches what load tells of the constructs it reads, and what else is
// said of errors without a code.
var progress = regexp.MustCompile(`Defining \w+: \S+ ?[=+j]*\n?|Rule \S+ does not have a breakpoint set\.\n|` +
	`Function load-facts encountered an error\n`)

// more matches the lines after its first that a message may have.
var more = regexp.MustCompile(`^(was referenced |does not match |does not fall |does not satisfy |has constraint |or equal to the |for argument |` +
	`found in |   Problem |      Of pattern |   Currently )`)

// inLine are the codes of messages that CLIPS does not begin on a new line.
var inLine = regexp.MustCompile(`^(ARGACCES|COMMLINE|CONSTRCT|DFFNXPSR|EMATHFUN|EVALUATN|EXPRNPSR[4-7]|FACTQPSR|FACTRHS|GLOBLDEF|INCRRSET|IOFUN|` +
	`INSFUN|SCANNER|MISCFUN|MULTIFUN|PRCCODE[^3]|PRNTUTIL[147]$|ROUTER|STRNGFUN)`)

// withoutErrors takes the messages of CLIPS out of what it printed, with the
// pieces of program after them.
func withoutErrors(text string) string {
	text = progress.ReplaceAllString(text, "")
	var kept strings.Builder
	for {
		at := message.FindStringSubmatchIndex(text)
		if at == nil {
			return kept.String() + text
		}
		before := text[:at[0]]
		switch code := text[at[2]:at[3]]; {
		case code == "TMPLTDEF1":
			if before == "\n" || strings.HasSuffix(before, "\n\n") { // said by functions within a line
				before = strings.TrimSuffix(before, "\n")
			}
		case !inLine.MatchString(code):
			before = strings.TrimSuffix(before, "\n")
		}
		kept.WriteString(before)
		code := text[at[2]:at[3]]
		text = afterLine(text[at[1]:])
		if code == "GLOBLPSR1" {
			text = afterLine(text)
		}
		for more.MatchString(text) {
			text = afterLine(text)
		}
		if code == "FACTMCH1" || code == "DRIVE1" {
			text = strings.TrimPrefix(text, "\n")
		}
		if rest, ok := strings.CutPrefix(text, "\nERROR:\n"); ok {
			text = afterLine(rest)
			for strings.HasPrefix(text, "   ") {
				text = afterLine(text)
			}
		}
	}
}

func afterLine(text string) string {
	_, rest, _ := strings.Cut(text, "\n")
	return rest
}

// long reports whether the long tests are asked for.
func long() bool { return flag.Lookup("long").Value.String() == "true" }
