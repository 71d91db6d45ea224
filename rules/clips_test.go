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
	if got, want := out.String(), withoutErrors(string(want)); got != want {
		t.Errorf("prints:\n%s\nCLIPS:\n%s\nerrors: %s%v", got, want, errs.String(), err)
		if dumper != nil {
			dumper(name, got, want, errs.String())
		}
	}
}

// message begins an error message of CLIPS.
var message = regexp.MustCompile(`\[([A-Z]+[0-9]+)\] `)

// progress matches what load tells of the constructs it reads.
var progress = regexp.MustCompile(`Defining \w+: \S+ ?[=+j]*\n?`)

// more matches the lines after its first that a message may have.
var more = regexp.MustCompile(`^(was referenced |does not match |does not fall |does not satisfy |has constraint |or equal to the |for argument |` +
	`found in CE |   Problem |      Of pattern |   Currently )`)

// inLine are the codes of messages that CLIPS does not begin on a new line.
var inLine = regexp.MustCompile(`^(ARGACCES|COMMLINE|CONSTRCT|DFFNXPSR|EMATHFUN|EVALUATN|EXPRNPSR[4-7]|FACTQPSR|FACTRHS|GLOBLDEF|INCRRSET|IOFUN|` +
	`INSFUN|MISCFUN|MULTIFUN|PRCCODE[^3]|PRNTUTIL[147]$|ROUTER|STRNGFUN)`)

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
		if !inLine.MatchString(text[at[2]:at[3]]) {
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

var dumper func(name, got, want, errs string)
