package rules_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/engine/rules"
	"farbank/model"
	production "farbank/rules"
)

// TestProgramUnderCLIPS runs the programs of some problems under CLIPS, if it is installed, and
// under package rules: both print the same plan, which is valid and shortest.
func TestProgramUnderCLIPS(t *testing.T) {
	clips, err := exec.LookPath("clips")
	for _, c := range []struct {
		name   string
		length int
	}{{"wolf", 7}, {"husbands", 11}, {"jugs", 6}, {"bridge", 5}, {"wolf-sets", 7}, {"failover", 14}} {
		p, loadErr := farbank.Load("../../examples/" + c.name + ".far") // the page has no texts of examples
		if loadErr != nil {
			t.Fatal(loadErr)
		}
		var text bytes.Buffer
		if err := rules.Program(context.Background(), p, false, &text); err != nil {
			t.Fatal(err)
		}
		text.WriteString("(reset)\n(run)\n(exit)\n")
		var out bytes.Buffer
		e := production.New(production.Options{Out: &out})
		if err := e.Load(bytes.NewReader(text.Bytes()), c.name); err != nil && !strings.Contains(err.Error(), "exit") {
			t.Fatal(err)
		}
		if lines := strings.Count(out.String(), "\n"); lines != c.length {
			t.Errorf("%s: %d moves, wanted %d:\n%s", c.name, lines, c.length, out.String())
		}
		if err != nil {
			continue // CLIPS is not installed
		}
		path := filepath.Join(t.TempDir(), "program.clp")
		if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := exec.Command(clips, "-f2", path).Output()
		if err != nil || string(got) != out.String() {
			t.Errorf("%s: CLIPS prints (%v)\n%s\nthis engine\n%s", c.name, err, got, out.String())
		}
	}
}

// TestNames checks cells with names that the program uses otherwise.
func TestNames(t *testing.T) {
	for _, name := range strings.Fields("id depth parent move_ cost_ ok state_ level next plan moves value branch other again more s a q b x local_1") {
		src := strings.ReplaceAll("state NAME: 0..2 = 0\nstate on_[1..2]: 0..1 = 0\nmove up_ { NAME += 1 }\n"+
			"move both_(i_: 1..2) { require on_[i_] == 0\n if NAME == 1 { on_[NAME] = 1 }\n if NAME == 2 { on_[i_] = 1 } }\ngoal NAME == 2 and on_[1] == 1 and on_[2] == 1\n", "NAME", name)
		p, err := farbank.Parse("t.far", src)
		if err != nil {
			continue // a keyword of the language
		}
		a, err := farbank.SolveWith(t.Context(), rules.New(), p, farbank.Question{}, nil)
		if err != nil || a.Status != farbank.Solved || a.Best.Cost != 4 {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
}

// TestOverflow checks that a cost beyond 64 bits is an error, as in all engines, and not "no plan".
func TestOverflow(t *testing.T) {
	const begin = "state n: 0..5 = 0\nmove big cost 9223372036854775807 { require n <= 3\n n += 1 }\nmove small cost 2 { require n <= 1\n n += 1 }\n"
	for src, want := range map[string]bool{
		begin + "goal n == 3\n": true,
		begin + "goal n == 5\n": true,
		begin + "goal n == 1\n": false,
		"state n: 0..5 = 0\nmove big cost 9223372036854775806 { require n == 0\n n = 1 }\nmove small cost 1 { require n == 1\n n = 2 }\ngoal n == 2\n": false,
	} {
		p, err := farbank.Parse("t.far", src)
		if err != nil {
			t.Fatal(err)
		}
		a, err := farbank.SolveWith(t.Context(), rules.New(), p, farbank.Question{}, nil)
		var overflow *model.OverflowError
		switch {
		case want && (!errors.As(err, &overflow) || overflow.Pos.Line != 2):
			t.Errorf("%+v %v\n%s", a, err, src)
		case !want && (err != nil || a.Status != farbank.Solved):
			t.Errorf("%+v %v\n%s", a, err, src)
		}
	}
}

// TestForms checks that all functions called by the programs of the examples are known, also with
// the tag page, which leaves out functions that no program of this engine calls.
func TestForms(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.far")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	loaded := 0
	for _, file := range files {
		p, err := farbank.Load(file)
		if err != nil || rules.New().Can(p, engine.Question{}) != nil {
			continue // needs data, or has no moves
		}
		var text bytes.Buffer
		if err := rules.Program(context.Background(), p, true, &text); err != nil {
			continue // the rule language cannot express it
		}
		if err := production.New(production.Options{Out: io.Discard}).Load(&text, file); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		loaded++
	}
	if loaded < 10 {
		t.Errorf("only %d examples make a program", loaded)
	}
}
