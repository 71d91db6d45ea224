package explain_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"farbank/examples"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/internal/testing/oracle"
	"farbank/study/explain"
)

// sets returns the reported relaxations and conflicts in a canonical order.
func sets(r *explain.Result) (relaxations, conflicts []string) {
	line := func(items []explain.Item) string {
		var names []string
		for _, it := range items {
			names = append(names, it.String())
		}
		slices.Sort(names)
		return strings.Join(names, " & ")
	}
	for _, x := range r.Relaxations {
		relaxations = append(relaxations, line(x.Items))
	}
	for _, x := range r.Conflicts {
		conflicts = append(conflicts, line(x.Items))
	}
	slices.Sort(relaxations)
	slices.Sort(conflicts)
	return relaxations, conflicts
}

// TestLearned compares the learner with solving each changed problem from scratch.
func TestLearned(t *testing.T) {
	n := uint64(60)
	if long.Enabled() {
		n = 6000
	}
	compared, several := 0, 0
	for seed := range n {
		_, m := oracle.Problem(seed, generated.Options{Moves: generated.Never, States: 300, Without: slices.Concat(oracle.Wide, generated.Known, []string{"use", "strict"})})
		m.Source += "find f9[1..2]: 0..2\nrequire all i: 1..2, j: 0..2 { f9[i] == j or f9[3 - i] != j }\nrequire f9[1] < f9[2]\n"
		u := newMadeUp(t, m)
		o := explain.Options{Steps: -1, Each: 5 * time.Second}
		got, want := u.explained(t, o), u.explained(t, explain.Plainly(o))
		if got.Answer.Best != nil || !got.Complete || !want.Complete {
			continue
		}
		compared++
		r1, c1 := sets(got)
		r2, c2 := sets(want)
		if !slices.Equal(r1, r2) || !slices.Equal(c1, c2) || got.Hopeless != want.Hopeless {
			t.Fatalf("seed %d: relaxations\n%q\nwant\n%q\nconflicts\n%q\nwant\n%q\n%s", seed, r1, r2, c1, c2, u)
		}
		if len(r1) > 1 {
			several++
		}
	}
	t.Log(compared, several)
	if compared < int(n/10) || several < int(n/50) {
		t.Errorf("%d problems were compared, %d with several sets", compared, several)
	}
}

// TestRoster explains a roster that offers 54 shifts, while 56 are needed.
func TestRoster(t *testing.T) {
	data, ok := examples.Data("roster-short")
	if !ok {
		t.Fatal("the data set does not exist")
	}
	u := &madeUp{Model: generated.Model{Data: string(data)}}
	u.Source, _ = examples.Source("roster")
	r := u.explained(t, explain.Options{Limit: 10})
	if len(r.Relaxations) != 10 || !r.Limited || len(r.Conflicts) == 0 {
		t.Fatalf("%d sets, %d conflicts: %s", len(r.Relaxations), len(r.Conflicts), r.Reason)
	}
	for _, c := range r.Conflicts { // the demand on 54, and one more
		if !c.Sure || !c.Whole && len(c.Items) != 47 {
			t.Errorf("a conflict of %d units", len(c.Items))
		}
	}
}

// TestForty explains a sudoku with 40 givens, one of them wrong.
func TestForty(t *testing.T) {
	board := "51.67.9.2.72.95..8..8...5.785..61......8...9.7.39248.6.6..372.....419.3...52.617."
	r := example(t, "sudoku", explain.Options{Limit: 3}, "board="+board)
	if len(r.Relaxations) != 3 || !r.Limited || len(r.Relaxations[0].Items) != 1 || !r.Relaxations[0].Sure {
		t.Fatalf("%d sets: %s", len(r.Relaxations), r.Reason)
	}
	if got := r.Relaxations[0].Items[0].Says; got != "cell[1, 2] == 1" {
		t.Errorf("relaxations: %s", got)
	}
}

// TestTuples checks that tuples are named by their labels, or with the names of their components.
func TestTuples(t *testing.T) {
	for _, test := range []struct{ label, want string }{
		{"", `require "both" for c = (row: 1, col: 2): cell[(1, 2)] == 1 (line 3)`},
		{` "r{row}c{col}"`, `require "both" for c = r1c2: cell[r1c2] == 1 (line 3)`},
	} {
		r := explained(t, "x.far", "type Cell = (row: 1..2, col: 1..2)"+test.label+`
find cell[Cell]: 0..2
require "both": all c: Cell where c.row == 1 and c.col == 2 { cell[c] == 1 and cell[c] > 1 }
`, explain.Options{})
		if got := r.Relaxations[0].Items[0].String(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
