package sat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWalk checks the data structures of a walker after each step, and the number of clauses that its best assignment
// breaks.
func TestWalk(t *testing.T) {
	for seed := range 60 {
		r := rand.New(rand.NewPCG(uint64(seed), 12))
		s := New(Options{})
		addAll(t, s, randomClauses(r, 20, 85))
		if s.refuted || !s.settle() || !s.simplify() || len(s.irredundant) == 0 {
			continue
		}
		size := int64(0)
		for _, c := range s.irredundant {
			size += int64(s.arena.Words[c])
		}
		w := &walker{s: s, random: uint64(seed + 1), steps: 1000}
		w.build(size)
		for len(w.broken) > 0 && w.steps > 0 {
			w.step()
			w.audit(t)
		}
		w.keep()
		broken := 0
		for _, c := range s.irredundant {
			if !slices.ContainsFunc(s.arena.Clause(c), func(p uint32) bool { return s.saved[p>>1] == 1-int8(p&1)<<1 }) {
				broken++
			}
		}
		if w.best > 0 && broken != w.fewest {
			t.Fatalf("%d clauses broken, not %d", broken, w.fewest)
		}
	}
}

func (w *walker) audit(t *testing.T) {
	t.Helper()
	breaks := make([]int32, len(w.breaks))
	for i, c := range w.clauses {
		var held []uint32
		for _, p := range w.s.arena.Clause(c) {
			if w.vals[p] > 0 {
				held = append(held, p)
			}
			if w.vals[p] == w.vals[p^1] {
				t.Fatal("both literals of a variable have the same value")
			}
		}
		if len(held) == 1 {
			breaks[held[0]]++
		}
		if int(w.trues[i]) != len(held) || slices.Contains(w.broken, int32(i)) != (len(held) == 0) {
			t.Fatalf("clause %d: %d true, %v", i, w.trues[i], w.broken)
		}
	}
	if !slices.Equal(breaks, w.breaks) {
		t.Fatalf("%v, not %v", w.breaks, breaks)
	}
}

// TestWalkFinds checks that walks solve large formulas with few clauses.
func TestWalkFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 13))
	clauses := make([][]int, 3900)
	for i := range clauses {
		for _, v := range r.Perm(1000)[:3] {
			clauses[i] = append(clauses[i], (v+1)*(1-2*r.IntN(2)))
		}
	}
	s := New(Options{})
	addAll(t, s, clauses)
	if solve(t, s) != Satisfiable || !holds(s, clauses) || s.Stats().Conflicts > 1000 {
		t.Errorf("%+v", s.Stats())
	}
}

// TestEasyFirst checks that easy formulas are solved without simplification and walks, and tests isUniform and
// walkLimit.
func TestEasyFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 14))
	s := New(Options{})
	clauses := randomClauses(r, 50, 100)
	addAll(t, s, clauses)
	if solve(t, s) != Satisfiable || !holds(s, clauses) || s.prepared || s.Stats().Eliminated > 0 {
		t.Errorf("prepared %v, %+v", s.prepared, s.Stats())
	}
	for uniform, length := range map[bool]func(i int) int{true: func(int) int { return 3 }, false: func(i int) int { return 2 + i%3 }} {
		s := New(Options{})
		for i := range 200 {
			var c []int
			for _, v := range r.Perm(100)[:length(i)] {
				c = append(c, (v+1)*(1-2*r.IntN(2)))
			}
			addAll(t, s, [][]int{c})
		}
		if s.isUniform() != uniform {
			t.Errorf("uniform %v, not %v", !uniform, uniform)
		}
	}
	s.visits, s.work.walked, s.work.doubts = 1000, 0, 0
	if s.walkLimit() != 200 || s.walkLimit() != 0 {
		t.Error("not a share of the visits since the last walk")
	}
	s.visits, s.work.doubts = 2000, 1
	if s.walkLimit() != 100 {
		t.Error("not half as much after an unpromising walk")
	}
}
