package planning_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/engine/planning"
)

// TestTables checks that tables are saved, used for another start, and recomputed if they are damaged, with
// the same answers.
func TestTables(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "tables")
	solve := func(start, note string) int64 {
		t.Helper()
		p, err := farbank.Load("example:tiles", farbank.WithParam("rows", "3"), farbank.WithParam("cols", "3"), farbank.WithParam("start", start))
		if err != nil {
			t.Fatal(err)
		}
		q := farbank.Question{Strategy: engine.IDAStar, Tables: dir}
		a, err := farbank.SolveWith(t.Context(), planning.New(), p, q, nil)
		if err != nil || a.Status != engine.Solved {
			t.Fatal(a, err)
		}
		notes := strings.Join(a.Stats.Notes, "\n")
		if note == "" && strings.Contains(notes, "tables") || !strings.Contains(notes, note) {
			t.Errorf("notes %q, want %q", notes, note)
		}
		if !strings.Contains(notes, "additive") {
			t.Fatalf("no additive pattern databases: %q", notes)
		}
		return a.Best.Cost
	}
	const one, other = "[8, 1, 3, 4, 0, 2, 7, 6, 5]", "[1, 2, 3, 4, 5, 6, 0, 7, 8]"
	cost := solve(one, "")
	files, err := filepath.Glob(filepath.Join(dir, "*.tables"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if got := solve(one, "tables were read from"); got != cost {
		t.Errorf("%d moves, then %d", cost, got)
	}
	if got := solve(other, "tables were read from"); got != 2 {
		t.Errorf("%d moves, want 2", got)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	flipped := append([]byte{}, whole...)
	flipped[len(flipped)/2] ^= 4
	for name, bad := range map[string][]byte{"flipped": flipped, "cut": whole[:len(whole)/3], "foreign": []byte("hello"), "empty": {}} {
		if err := os.WriteFile(files[0], bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := solve(one, "recomputing damaged tables"); got != cost {
			t.Errorf("%s: %d moves, want %d", name, got, cost)
		}
		if again, err := os.ReadFile(files[0]); err != nil || string(again) != string(whole) {
			t.Errorf("%s: the file was not written again: %v", name, err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, "file", "folder")
	if got := solve(one, "tables"); got != cost {
		t.Errorf("with a folder that cannot be created: %d moves, want %d", got, cost)
	}
}
