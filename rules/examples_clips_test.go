package rules_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farbank/internal/testing/clips"
	"farbank/internal/testing/long"
	"farbank/internal/testing/peer"
	"farbank/rules"
)

// clipsExamples is the directory of the programs of Debian's package clips-common.
const clipsExamples = "/usr/share/doc/clips-common/examples"

// examplePrograms are those programs. Programs that ask questions get random answers for each seed,
// sensible or not.
var examplePrograms = []struct {
	name  string
	files string // to load
	more  string // calls between reset and run
	seeds int    // 0: it asks nothing
	slow  bool   // it takes a second
}{
	{"dilemma1", "dilemma1.clp", "", 0, false},
	{"dilemma2", "dilemma2.clp", "", 0, false},
	{"dilemma3", "dilemma3.clp", "", 0, false},
	{"circuit1", "circuit/electrnc.clp circuit/circuit1.clp", "", 0, false},
	{"circuit2", "circuit/electrnc.clp circuit/circuit2.clp", "", 0, false},
	{"circuit3", "circuit/electrnc.clp circuit/circuit3.clp", "", 0, false},
	{"mab", "mab.clp", "", 0, false},
	{"zebra", "zebra.clp", "", 0, false},
	{"wordgame", "wordgame.clp", "", 0, false},
	{"cam", "cam.clp", "", 0, false},
	{"animal", "animal.clp", "", 4, false},
	{"auto", "auto.clp", "", 4, false},
	{"stove", "stove.clp", "", 4, false},
	{"nematode", "nematode.clp", "", 3, false},
	{"rpc", "rpc.clp", "", 3, false},
	{"rx7", "rx7.clp", "", 3, false},
	{"ttt", "ttt.clp", "", 3, false},
	{"wine", "wine.clp", "", 3, false},
	{"usedcar", "usedcar.clp", "", 4, false},
	{"cholesterol", "cholesterol/date.clp cholesterol/project.clp", `(batch* "cholesterol/patdata1") (batch* "cholesterol/patdata2")`, 2, false},
	{"sudoku-2x2-1", sudoku("simple", "grid2x2-p1"), "", 0, false},
	{"sudoku-3x3-1", sudoku("none", "grid3x3-p1"), "", 0, false},
	{"sudoku-3x3-8", sudoku("simple", "grid3x3-p8"), "", 0, true},
	{"sudoku-3x3-17", sudoku("frills", "grid3x3-p17"), "", 0, true},
	{"sudoku-4x4-1", sudoku("simple", "grid4x4-p1"), "", 0, true},
}

func sudoku(output, puzzle string) string {
	return "sudoku/sudoku.clp sudoku/solve.clp sudoku/output-" + output + ".clp sudoku/puzzles/" + puzzle + ".clp"
}

// TestExamplesAsCLIPS runs the example programs with both systems and compares their output
// and the facts that they leave.
func TestExamplesAsCLIPS(t *testing.T) {
	peer.Need(t, "clips")
	if _, err := os.Stat(clipsExamples); err != nil {
		peer.Missing(t, "clips-common is not installed")
	}
	dir := t.TempDir()
	unpackExamples(t, dir)
	t.Chdir(dir)
	for _, p := range examplePrograms {
		if p.slow && !long.Enabled() {
			continue
		}
		for seed := range max(p.seeds, 1) {
			if seed > 0 && !long.Enabled() {
				break
			}
			t.Run(fmt.Sprint(p.name, "/", seed), func(t *testing.T) {
				compareExample(t, dir, strings.Fields(p.files), p.more, answers(uint64(seed)))
			})
		}
	}
}

func compareExample(t *testing.T, dir string, files []string, more, input string) {
	var driver strings.Builder
	for _, f := range files {
		fmt.Fprintf(&driver, "(load* %q)\n", f)
	}
	// CLIPS evaluates only the first command of a line.
	fmt.Fprintf(&driver, "(reset)\n%s\n(run)\n(facts)\n(exit)\n", strings.ReplaceAll(more, ") (", ")\n("))
	if err := os.WriteFile(filepath.Join(dir, "driver.clp"), []byte(driver.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	want := clips.WithoutErrors(clips.Run(t, dir, "driver.clp", input))
	var out, errs bytes.Buffer
	e := rules.New(rules.Options{Out: &out, Errors: &errs, In: strings.NewReader(input)})
	err := e.Load(strings.NewReader(driver.String()), "driver.clp")
	if got := out.String(); got != want {
		t.Errorf("prints:\n%s\nCLIPS:\n%s\nerrors: %s%v", got, want, errs.String(), err)
	}
}

// answers returns three thousand random input lines.
func answers(seed uint64) string {
	words := []string{"yes", "no", "y", "n", "1", "2", "3", "0", "5", "10", "small", "large", "red", "white", "4", "50", "a", "b",
		"unknown", "normal", "medium", "100"}
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for range 3000 {
		b.WriteString(words[r.IntN(len(words))] + "\n")
	}
	return b.String()
}

// unpackExamples copies the programs. One of them asks the operating system for the date,
// which Debian's CLIPS cannot do; it gets a date to read.
func unpackExamples(t *testing.T, dir string) {
	err := fs.WalkDir(os.DirFS(clipsExamples), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(dir, strings.TrimSuffix(path, ".gz"))
		if d.IsDir() {
			return os.MkdirAll(to, 0o777)
		}
		text, err := unpacked(filepath.Join(clipsExamples, path))
		if err != nil {
			return err
		}
		text = bytes.Replace(text, []byte(`(system "date '+%y%t%j' > datefile.dat")`), nil, 1)
		return os.WriteFile(to, text, 0o666)
	})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "datefile.dat"), []byte("94\t100\n"), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func unpacked(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasSuffix(path, ".gz") {
		return text, err
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
