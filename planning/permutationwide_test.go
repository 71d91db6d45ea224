package planning

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
)

// stickers returns a pocket cube with one fixed corner, represented by its stickers: three places of one
// orbit for each corner.
func stickers() *Task {
	// for each other corner: which one moves there, and its twist
	turns := []struct{ from, twist [7]int }{
		{[7]int{3, 0, 1, 2, 4, 5, 6}, [7]int{}},
		{[7]int{4, 1, 2, 0, 6, 5, 3}, [7]int{2, 0, 0, 1, 1, 0, 2}},
		{[7]int{1, 5, 2, 3, 0, 4, 6}, [7]int{1, 2, 0, 0, 2, 1, 0}},
	}
	t := &Task{}
	for v := range 21 {
		t.Variables = append(t.Variables, Variable{Name: fmt.Sprint("s", v), Size: 21})
		t.Init, t.Goal = append(t.Init, v), append(t.Goal, Fact{v, v})
	}
	for k, turn := range turns {
		from := make([]int, 21)
		for v := range from {
			from[v] = 3*turn.from[v/3] + (v%3+3-turn.twist[v/3])%3
		}
		all := make([]int, 21)
		for v := range all {
			all[v] = v
		}
		for times := range 3 {
			for v, u := range all {
				all[v] = from[u]
			}
			o := Operator{Name: fmt.Sprint("turn", k, times), Cost: 1}
			for v, u := range all {
				for x := range 21 {
					if v != u {
						o.Effects = append(o.Effects, Effect{When: []Fact{{u, x}}, Fact: Fact{v, x}})
					}
				}
			}
			t.Operators = append(t.Operators, o)
		}
	}
	return t
}

// TestStickers checks that the stickers of a corner share a site, that the orientation of the last corner
// follows from the others, and that a table of all corners has the known numbers of states by distance
// (published by Jaap Scherphuis).
func TestStickers(t *testing.T) {
	task := stickers()
	for _, op := range []int{0, 3, 7, 2, 4, 6, 0, 5} {
		task.Init = task.Operators[op].Apply(task.Init)
	}
	s, err := NewSpace(task)
	if err != nil {
		t.Fatal(err)
	}
	h := newPermutationCount(s)
	if h == nil {
		t.Fatal("not accepted as a permutation puzzle")
	}
	of := h.t.sites(0)
	if of == nil || of.count != 7 || of.inner != 3 || !of.closed {
		t.Fatalf("sites %+v", of)
	}
	h = h.withTables(t.Context(), 1, 1<<28)
	if len(h.tables) != 1 || !h.isWide() {
		t.Fatal("no table")
	}
	w := h.tables[0].wide
	if n := w.ranks * w.block; n != 3674160 {
		t.Fatalf("%d states", n)
	}
	counts := make([]int, 16)
	for n := range w.ranks * w.block {
		counts[w.at(n)]++
	}
	want := []int{1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644}
	for k, n := range want {
		if counts[k] != n {
			t.Fatalf("states by distance %v, want %v", counts, want)
		}
	}
	r := must(IDAStar(t.Context(), s, h, Options{}))
	if cost, err := task.Judge(r.Plan); err != nil || cost != h.Estimate(s.begin) {
		t.Fatalf("%+v: %v", r, err)
	}
}

// TestWideDeep checks the value of states farther than four bits can represent.
func TestWideDeep(t *testing.T) {
	const n = 40
	task := &Task{}
	for k := range n {
		task.Variables = append(task.Variables, Variable{Size: n})
		task.Init, task.Goal = append(task.Init, (k+20)%n), append(task.Goal, Fact{k, k})
	}
	for _, by := range []int{1, n - 1} {
		o := Operator{Name: fmt.Sprint("round", by), Cost: 1}
		for v := range n {
			for x := range n {
				o.Effects = append(o.Effects, Effect{When: []Fact{{(v + by) % n, x}}, Fact: Fact{v, x}})
			}
		}
		task.Operators = append(task.Operators, o)
	}
	s, err := NewSpace(task)
	if err != nil {
		t.Fatal(err)
	}
	h := newPermutationCount(s).withTables(t.Context(), 1, 1<<15)
	if !h.isWide() {
		t.Fatal("no wide table")
	}
	if e := h.Estimate(s.begin); e != stepLimit+1 {
		t.Errorf("the estimate is %d", e)
	}
	if r := must(IDAStar(t.Context(), s, h, Options{})); r.Cost != 20 {
		t.Errorf("%+v", r)
	}
}

// flips returns the heuristic of a pancake puzzle.
func flips(t *testing.T) *Permutation {
	const n = 12
	task := &Task{}
	for k := range n {
		task.Variables = append(task.Variables, Variable{Size: n})
		task.Init, task.Goal = append(task.Init, (k+5)%n), append(task.Goal, Fact{k, k})
	}
	for top := 2; top <= n; top++ {
		o := Operator{Name: fmt.Sprint("flip", top), Cost: 1}
		for v := range top {
			for x := range n {
				o.Effects = append(o.Effects, Effect{When: []Fact{{top - 1 - v, x}}, Fact: Fact{v, x}})
			}
		}
		task.Operators = append(task.Operators, o)
	}
	s, err := NewSpace(task)
	if err != nil {
		t.Fatal(err)
	}
	return newPermutationCount(s)
}

// TestWideTogether checks the limits on the memory and the steps of all wide tables together.
func TestWideTogether(t *testing.T) {
	for _, room := range []int64{1100, 4000, 13_000, 100_000, 1_000_000, 1 << 30} {
		for steps := 1 << 10; steps <= 1<<26; steps *= 4 {
			h := flips(t)
			h.t.s.room = room
			made, bytes, count := 0, int64(0), 0
			for _, list := range h.t.rankings(1, steps) {
				for _, r := range list {
					count++
					made += len(h.t.s.ops) * r.ranks * (rankWork + r.block)
					bytes += int64(r.ranks * r.block / 2)
				}
			}
			if made > steps || bytes > room/4 {
				t.Errorf("room %d, steps %d: %d tables of %d bytes take %d steps", room, steps, count, bytes, made)
			}
			if count == 0 && room >= 4000 && steps >= 1<<16 {
				t.Errorf("room %d, steps %d: no tables", room, steps)
			}
		}
	}
}

// A countingContext is a context that counts the calls of Err and ends after most calls.
type countingContext struct {
	context.Context
	count atomic.Int64
	most  int64
}

func (l *countingContext) Err() error {
	if l.count.Add(1) > l.most {
		return context.Canceled
	}
	return nil
}

// TestWideLooks checks that workers test the context often enough, and that no tables are started after its
// end.
func TestWideLooks(t *testing.T) {
	s, err := NewSpace(stickers())
	if err != nil {
		t.Fatal(err)
	}
	ctx := &countingContext{Context: t.Context(), most: 1 << 40}
	h := newPermutationCount(s).withTables(ctx, 1, 1<<28)
	if !h.isWide() {
		t.Fatal("no table")
	}
	const levels, states = 12, 3674160
	if n, want := ctx.count.Load(), int64(levels*states/maxAtOnce); n < want {
		t.Errorf("%d calls of Err, want at least %d", n, want)
	}

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	h = flips(t)
	n := testing.AllocsPerRun(1, func() { h.t.rankings(1, 1<<21) })
	if m := testing.AllocsPerRun(1, func() {
		if h.withTables(ended, 1, 1<<21) != nil {
			t.Error("tables were computed after the end of the context")
		}
	}); m > n+20 {
		t.Errorf("%v allocations after the end of the context", m-n)
	}
}
