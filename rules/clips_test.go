package rules_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"farbank/rules"
)

var only = flag.String("only", "", "the one program of testdata/clips to run")

// TestPrintsWhatClipsPrints runs the programs of testdata/clips and compares
// with what CLIPS printed. Of error messages only that there are some is
// compared: ours tell the place.
func TestPrintsWhatClipsPrints(t *testing.T) {
	programs, _ := filepath.Glob("testdata/clips/*.clp")
	if len(programs) < 100 {
		t.Fatalf("%d programs", len(programs))
	}
	for _, path := range programs {
		name := strings.TrimSuffix(filepath.Base(path), ".clp")
		if *only != "" && *only != name {
			continue
		}
		t.Run(name, func(t *testing.T) { comparePrograms(t, path) })
	}
}

func comparePrograms(t *testing.T, path string) {
	want, err := os.ReadFile(strings.TrimSuffix(path, ".clp") + ".out")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	name := filepath.Base(path)
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	e := rules.New(rules.Options{Out: &out, Errors: &errs})
	err = e.Load(bytes.NewReader(text), name)
	if got := out.String(); got != withoutErrors(string(want)) {
		t.Errorf("prints:\n%s\nCLIPS:\n%s\nerrors: %s%v", got, want, errs.String(), err)
	}
}

var (
	errorLine = regexp.MustCompile(`^\[[A-Z]+[0-9]+\]|^WARNING|^   (Problem|Of pattern|Currently|Actions:)|^ERROR:`)
	errorTail = regexp.MustCompile(`\[[A-Z]+[0-9]+\][^\n]*\n`)
)

// withoutErrors takes the messages out of what CLIPS printed: a line with the
// code of an error, and the piece of program that may follow up to an empty line.
func withoutErrors(text string) string {
	var kept []string
	lines := strings.SplitAfter(text, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if errorLine.MatchString(line) {
			if strings.HasPrefix(line, "ERROR:") {
				for i < len(lines) && lines[i] != "\n" {
					i++
				}
			}
			continue
		}
		if line == "\n" && i+1 < len(lines) && errorLine.MatchString(lines[i+1]) {
			continue
		}
		kept = append(kept, line)
	}
	return errorTail.ReplaceAllString(strings.Join(kept, ""), "")
}
