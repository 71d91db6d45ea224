package planning

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"farbank/internal/testing/long"
)

// tiles returns a sliding-tile puzzle: variables for the tile in each place, 0 for the blank, and a
// variable for the place of the blank.
func tiles(rows, cols int, start []int) *Task {
	n := rows * cols
	t := &Task{}
	array := make([]int, n)
	for p := range n {
		array[p] = p
		t.Variables = append(t.Variables, Variable{Name: fmt.Sprint("tile", p), Size: n})
		t.Init = append(t.Init, start[p])
		if start[p] == 0 {
			defer func() { t.Init = append(t.Init, p) }()
		}
		t.Goal = append(t.Goal, Fact{p, p})
	}
	t.Variables = append(t.Variables, Variable{Name: "gap", Size: n})
	t.Arrays = [][]int{array}
	for g := range n {
		for _, d := range []int{-cols, cols, -1, 1} {
			f := g + d
			if f < 0 || f >= n || (d == 1 || d == -1) && f/cols != g/cols {
				continue
			}
			for x := 1; x < n; x++ {
				t.Operators = append(t.Operators, Operator{Name: fmt.Sprint("slide ", x, " from ", f, " to ", g), Cost: 1,
					Pre:     []Fact{{n, g}, {f, x}},
					Effects: []Effect{{Fact: Fact{g, x}}, {Fact: Fact{f, 0}}, {Fact: Fact{n, f}}}})
			}
		}
	}
	return t
}

// hard is one of the harder of the hundred instances of Korf (1985): 59 moves.
var hard = []int{14, 7, 8, 2, 13, 11, 10, 4, 9, 12, 5, 0, 3, 6, 1, 15}

// TestTiles checks that the inverse and the additive pattern databases are found.
func TestTiles(t *testing.T) {
	s := prepared(t, tiles(3, 3, []int{8, 7, 6, 5, 4, 3, 2, 1, 0}))
	a := orNil(NewAdditive(t.Context(), s))
	if len(s.inverse) != 1 || a == nil || len(a.tables) < 1 {
		t.Fatalf("%d inverse views, %v", len(s.inverse), a)
	}
	for _, h := range []Heuristic{a, orNil(NewPartition(t.Context(), s, time.Second))} {
		r := must(AStar(t.Context(), s, h, Options{}))
		ida := must(IDAStar(t.Context(), s, h, Options{}))
		if r.Cost != 28 || ida.Cost != 28 {
			t.Errorf("%s: %d and %d moves, want 28", h.Name(), r.Cost, ida.Cost)
		}
		t.Log(h.Name(), r.Stats.Initial, r.Stats.Expanded, ida.Stats.Expanded)
	}
}

func TestFifteen(t *testing.T) {
	if !long.Enabled() {
		t.Skip("takes long")
	}
	begun := time.Now()
	s := prepared(t, tiles(4, 4, hard))
	a := orNil(NewAdditive(t.Context(), s))
	t.Log("tables", time.Since(begun), len(a.tables))
	begun = time.Now()
	r := must(IDAStar(t.Context(), s, a, Options{}))
	t.Logf("%d %d %v %+v", r.Status, r.Cost, time.Since(begun), r.Stats)
	if r.Cost != 59 {
		t.Errorf("%d moves, want 59", r.Cost)
	}
}

// TestBlank compares the specialized IDA* with A*.
func TestBlank(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 5 {
		start, gap := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, 0
		for range r.IntN(60) {
			next := gap + []int{-3, 3, -1, 1}[r.IntN(4)]
			if next >= 0 && next < 9 && (next/3 == gap/3 || next%3 == gap%3) {
				start[gap], start[next] = start[next], start[gap]
				gap = next
			}
		}
		s := prepared(t, tiles(3, 3, start))
		a := orNil(NewAdditive(t.Context(), s))
		if a == nil {
			t.Fatalf("%v: no databases", start)
		}
		run := newBlankRun(s, a)
		if run == nil || !slices.Contains(run.prune.next, -1) {
			t.Fatalf("%v: no specialized search, or no redundant sequences", start)
		}
		want, got := must(AStar(t.Context(), s, NewGoalCount(s), Options{})), must(IDAStar(t.Context(), s, a, Options{}))
		if got.Status != want.Status || got.Cost != want.Cost {
			t.Errorf("%v: %d of %d, want %d of %d", start, got.Status, got.Cost, want.Status, want.Cost)
			continue
		}
		if cost, err := s.Task.Judge(got.Plan); want.Status == Solved && (err != nil || cost != want.Cost) {
			t.Errorf("%v: the plan costs %d, %v", start, cost, err)
		}
	}
}

// TestGrouping checks that groups with large mutual weights are combined.
func TestGrouping(t *testing.T) {
	g := &grouping{groups: make([][]int, 6), sizes: []int{4, 4, 4, 4, 4, 4}, room: 64, weight: make([][]float64, 6)}
	for i := range g.weight {
		g.weight[i] = make([]float64, 6)
		for j := range g.weight[i] {
			if i%2 == j%2 {
				g.weight[i][j] = 1
			}
		}
	}
	g.pack()
	if len(g.filled) != 2 {
		t.Fatalf("%d patterns, want 2", len(g.filled))
	}
	g.improve()
	for i, k := range g.pattern {
		if k != g.pattern[i%2] {
			t.Errorf("patterns %v", g.pattern)
			break
		}
	}
}
