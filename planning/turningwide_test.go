package planning

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
)

// stickers is a pocket cube, one corner of which stays where it is, told by its stickers: three places of one orbit
// for each corner.
func stickers() *Task {
	// Of the other corners: which comes to a place, and how it is twisted.
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

// TestStickers: stickers that always go together share a site, what the last corner is like follows from the others,
// and a table of all corners has the known counts of states by distance (Jaap Scherphuis has them).
func TestStickers(t *testing.T) {
	task := stickers()
	for _, op := range []int{0, 3, 7, 2, 4, 6, 0, 5} {
		task.Init = task.Operators[op].Apply(task.Init)
	}
	s, err := NewSpace(task)
	if err != nil {
		t.Fatal(err)
	}
	h := newTurningCount(s)
	if h == nil {
		t.Fatal("it is no turning")
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
	r := IDAStar(t.Context(), s, h, Options{})
	if cost, err := task.Judge(r.Plan); err != nil || cost != h.Estimate(s.begin) {
		t.Fatalf("%+v: %v", r, err)
	}
}

// TestWideDeep: what is farther than four bits can tell is known to be so far.
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
	h := newTurningCount(s).withTables(t.Context(), 1, 1<<15)
	if !h.isWide() {
		t.Fatal("no wide table")
	}
	if e := h.Estimate(s.begin); e != mostSteps+1 {
		t.Errorf("it is said to be %d away", e)
	}
	if r := IDAStar(t.Context(), s, h, Options{}); r.Cost != 20 {
		t.Errorf("%+v", r)
	}
}

// flips is a pile of which the upper part is turned over.
func flips(t *testing.T) *Turning {
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
	return newTurningCount(s)
}

// TestWideTogether: what is bounded is the memory of all wide tables, and the steps of making them all.
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

// A lookedAt is a context that counts how often it is looked at, and ends after so many times.
type lookedAt struct {
	context.Context
	count atomic.Int64
	most  int64
}

func (l *lookedAt) Err() error {
	if l.count.Add(1) > l.most {
		return context.Canceled
	}
	return nil
}

// TestWideLooks: workers look at the context after some thousand states, however few arrangements these have, and
// once it has ended no more tables are begun.
func TestWideLooks(t *testing.T) {
	s, err := NewSpace(stickers())
	if err != nil {
		t.Fatal(err)
	}
	ctx := &lookedAt{Context: t.Context(), most: 1 << 40}
	h := newTurningCount(s).withTables(ctx, 1, 1<<28)
	if !h.isWide() {
		t.Fatal("no table")
	}
	const levels, states = 12, 3674160
	if n, want := ctx.count.Load(), int64(levels*states/mostAtOnce); n < want {
		t.Errorf("%d looks, want %d", n, want)
	}

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	h = flips(t)
	n := testing.AllocsPerRun(1, func() { h.t.rankings(1, 1<<21) })
	if m := testing.AllocsPerRun(1, func() {
		if h.withTables(ended, 1, 1<<21) != nil {
			t.Error("tables")
		}
	}); m > n+20 {
		t.Errorf("%v allocations for tables that are not made", m-n)
	}
}
