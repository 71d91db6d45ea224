package search_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farbank/engine"
	"farbank/engine/search"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/internal/testing/sample"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/model"
)

// onDisk asks all questions that use the disk with very little memory and compares the answers with
// those in memory.
func onDisk(t *testing.T, name string, p *model.Problem, memory int64) (asked int) {
	t.Helper()
	dir := t.TempDir()
	e := search.New()
	r := engine.Registry{e}
	for _, q := range []engine.Question{{}, {Symmetry: true}, {FreeEnd: true}, {Bounded: true, Length: 6}, {Want: engine.Count}, {Want: engine.Count, Symmetry: true}} {
		if e.Can(p, q) != nil {
			continue
		}
		want, err1 := r.Solve(t.Context(), e, p, q, nil)
		q.Memory, q.Disk.Dir = memory, dir
		got, err2 := r.Solve(t.Context(), e, p, q, nil)
		if err1 != nil || err2 != nil {
			if fmt.Sprint(err1) != fmt.Sprint(err2) {
				t.Errorf("%s: %v, and on disk %v", name, err1, err2)
			}
			continue
		}
		asked++
		if got.Status == engine.Unknown && (strings.Contains(got.Reason, "memory") || strings.Contains(got.Reason, "of cost 0")) {
			continue // plans of bounded length, or their number if moves cost 0
		}
		same := got.Status == want.Status && (got.Best == nil) == (want.Best == nil) && fmt.Sprint(got.Count, got.Stats.Full) == fmt.Sprint(want.Count, want.Stats.Full)
		if !same || got.Best != nil && got.Best.Cost != want.Best.Cost {
			t.Errorf("%s, %+v: %v %v %s, and on disk %v %v %s", name, q, want.Status, want.Count, want.Reason, got.Status, got.Count, got.Reason)
		}
	}
	want, err1 := r.Explore(t.Context(), p, engine.Question{})
	got, err2 := r.Explore(t.Context(), p, engine.Question{Memory: memory, Disk: engine.Disk{Dir: dir}})
	if fmt.Sprint(err1) != fmt.Sprint(err2) {
		t.Errorf("%s: %v, and on disk %v", name, err1, err2)
	} else if err1 == nil {
		figures := func(s *engine.Space) string {
			return fmt.Sprint(s.Complete, s.Reason, s.Starts, s.States, s.Layers, s.Moves, s.DeadEnds, s.GoalStates, s.FirstGoal, s.Branching)
		}
		if figures(got) != figures(want) {
			t.Errorf("%s: the space is\n%s\nand on disk\n%s", name, figures(want), figures(got))
		}
	}
	if list, _ := os.ReadDir(dir); len(list) > 0 {
		t.Errorf("%s: files are left: %v", name, list)
	}
	return asked
}

// TestExamplesOnDisk tests examples with reversible and irreversible moves, and with states of one
// word and of several.
func TestExamplesOnDisk(t *testing.T) {
	problems := map[string]*model.Problem{
		"hanoi":     sample.Load(t, "hanoi", "discs", "7"),
		"hanoi4":    sample.Load(t, "hanoi", "discs", "6", "pegs", "4"),
		"tiles":     sample.Load(t, "tiles", "rows", "2", "cols", "4"),
		"sokoban":   sample.Load(t, "sokoban"),
		"husbands":  sample.Load(t, "husbands"),
		"pancakes":  sample.Load(t, "pancakes"),
		"bridge":    sample.Load(t, "bridge"),
		"lift":      sample.Load(t, "lift"),
		"drain":     sample.Load(t, "drain"),
		"solitaire": sample.Parse(t, oneWay),
	}
	for name, p := range problems {
		for _, memory := range []int64{1, 128 << 10} {
			if onDisk(t, name, p, memory) == 0 {
				t.Errorf("%s: no questions", name)
			}
		}
	}
}

// oneWay has reversible and irreversible moves.
const oneWay = `puzzle "Pegs that leave"
state peg[0..11]: bool = [i: 0..11 -> i != 4]
state turn: 0..2 = 0
move jump(i: 0..11, d: -1..1) {
    require d != 0 and i + 2 * d in 0..11 and peg[i] and peg[i + d] and not peg[i + 2 * d]
    peg[i] = false
    peg[i + d] = false
    peg[i + 2 * d] = true
}
move shift(i: 0..10) {
    require peg[i] != peg[i + 1] and turn < 2
    peg[i] = not peg[i]
    peg[i + 1] = not peg[i + 1]
    turn += 1
}
move back {
    require turn == 2
    turn = 0
}
goal sum(i: 0..11 -> if peg[i] then 1 else 0) == 2
`

// TestMadeOnDisk compares searches on disk and in memory on random problems.
func TestMadeOnDisk(t *testing.T) {
	asked := 0
	for seed := range long.Of[uint64](25, 60) {
		m := generated.New(seed, generated.Options{Moves: generated.Always, States: 200})
		o := lang.Options{Limit: 1_000_000}
		for _, s := range m.Settings {
			o.Params = append(o.Params, check.Setting{Name: s.Name, Value: s.Value})
		}
		if m.Data != "" {
			o.Data = []check.Data{{Name: "made.json", JSON: []byte(m.Data)}}
		}
		p, err := lang.Parse("made.far", m.Source, o)
		if err != nil || p.Strict { // CheckRanges searches in memory only
			continue
		}
		asked += onDisk(t, fmt.Sprintf("made %d", seed), p, 1)
	}
	if asked < 25 {
		t.Errorf("only %d questions", asked)
	}
}

// TestDiskLimits checks that a disk limit and an invalid folder are reported, and that other files
// in the folder stay.
func TestDiskLimits(t *testing.T) {
	p := sample.Load(t, "hanoi", "discs", "10")
	e := search.New()
	r := engine.Registry{e}
	dir := t.TempDir()
	precious := filepath.Join(dir, "precious")
	if err := os.WriteFile(precious, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	q := engine.Question{Memory: 1, Disk: engine.Disk{Dir: dir, Limit: 10_000}}
	a, err := r.Solve(t.Context(), e, p, q, nil)
	if err != nil || a.Status != engine.Unknown || a.Reason != "the disk limit was reached" {
		t.Errorf("%+v %v", a, err)
	}
	sp, err := r.Explore(t.Context(), p, q)
	if err != nil || sp.Complete || sp.Reason != "the disk limit was reached" || sp.States == 0 {
		t.Errorf("%+v %v", sp, err)
	}
	q.Disk.Limit = 0 // with more room the search resumes
	if a, err = r.Solve(t.Context(), e, p, q, nil); err != nil || a.Status != engine.Solved || a.Best.Cost != 1023 || !strings.Contains(strings.Join(a.Stats.Notes, "\n"), "continuing in") {
		t.Errorf("%+v %v", a, err)
	}
	q.Disk.Dir = precious
	a, err = r.Solve(t.Context(), e, p, q, nil)
	if err != nil || a.Status != engine.Unknown || !strings.Contains(a.Reason, precious) {
		t.Errorf("%+v %v", a, err)
	}
	if text, _ := os.ReadFile(precious); string(text) != "mine" {
		t.Error("an existing file was changed")
	}
	if err := (engine.Question{Disk: engine.Disk{Limit: 5}}).Validate(); err == nil {
		t.Error("a limit without a folder is accepted")
	}
}

// TestDiskLength checks that a search of bounded length does not touch the files of an unbounded
// one.
func TestDiskLength(t *testing.T) {
	p := sample.Load(t, "hanoi", "discs", "10")
	e := search.New()
	r := engine.Registry{e}
	q := engine.Question{Memory: 1, Disk: engine.Disk{Dir: t.TempDir(), Limit: 10_000}}
	if a, err := r.Solve(t.Context(), e, p, q, nil); err != nil || a.Status != engine.Unknown {
		t.Fatalf("%+v %v", a, err)
	}
	short := q
	short.Bounded, short.Length, short.Disk.Limit = true, 2, 0
	if a, err := r.Solve(t.Context(), e, p, short, nil); err != nil || a.Status == engine.Solved {
		t.Fatalf("%+v %v", a, err)
	}
	q.Disk.Limit = 0
	if a, err := r.Solve(t.Context(), e, p, q, nil); err != nil || a.Status != engine.Solved || !strings.Contains(strings.Join(a.Stats.Notes, "\n"), "continuing in") {
		t.Errorf("%+v %v", a, err)
	}
}
