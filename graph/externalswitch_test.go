package graph

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// largeTolls returns a graph whose states exceed the memory, with the farthest state as its goal.
func largeTolls(t *testing.T) (g *toll, memory int64) {
	r := rand.New(rand.NewPCG(3, 12))
	g = withTolls(r, randomMaze(r, 12_000, 1, 100), 0)
	g.goals = map[uint64]bool{}
	all, err := UniformCost(t.Context(), g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for i := range all.Store.Len() {
		if all.Distance(i) > all.Distance(last) {
			last = i
		}
	}
	g.goals[all.Store.State(last)[0]] = true
	return g, 300 << 10
}

// whereFull makes a disk call do when the memory is full.
func whereFull(d *Disk, do func()) {
	d.Note = func(s string) {
		if strings.HasPrefix(s, "memory is full") {
			do()
		}
	}
}

// sameByCost repeats a search that was stopped, and checks its result.
func sameByCost(t *testing.T, g *toll, memory int64, dir string) {
	t.Helper()
	want, err := UniformCost(t.Context(), g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := UniformCost(t.Context(), g, Options{Memory: memory, Disk: tinyDisk(dir, g.words)})
	if err != nil || got.Status != want.Status || got.Cost != want.Cost {
		t.Fatalf("%v %+v\nwant %+v", err, got, want)
	}
	if got.Status.Found() {
		p, err := got.Path(got.Goal)
		if err != nil {
			t.Fatal(err)
		}
		followTolls(t, "again", g, p, want.Cost)
	}
	if got.Release != nil {
		got.Release()
	}
	empty(t, dir)
}

// TestStoppedWhileSwitching stops a search while it writes its memory to disk. No partial data may be used
// later.
func TestStoppedWhileSwitching(t *testing.T) {
	g, memory := largeTolls(t)
	for _, how := range []string{"interrupt", "limit", "one write"} {
		t.Run(how, func(t *testing.T) {
			dir, full := t.TempDir(), 0
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			d := tinyDisk(dir, g.words)
			switch how {
			case "limit":
				d.Limit = 1000
			case "one write":
				d, _ = stopsAt(d, 30)
			}
			whereFull(d, func() {
				if full++; how == "interrupt" {
					cancel()
				}
			})
			got, err := UniformCost(ctx, g, Options{Memory: memory, Disk: d})
			if err == nil && got.Reason == nil || full != 1 {
				t.Fatalf("it was not stopped while switching: %v %+v", err, got)
			}
			sameByCost(t, g, memory, dir)
		})
	}
}

// TestFullAmongStarts fills the memory when only some of the start states are settled.
func TestFullAmongStarts(t *testing.T) {
	g := &toll{&maze{words: 1, edges: map[uint64][]uint64{}, goals: map[uint64]bool{77777: true}}, map[uint64][]int64{}}
	const starts = 3000
	for i := range uint64(starts) {
		g.starts = append(g.starts, i)
		for k := range uint64(20) {
			g.edges[i] = append(g.edges[i], 100_000+i*50+k)
			g.cost[i] = append(g.cost[i], 5)
		}
	}
	g.edges[starts-1] = append(g.edges[starts-1], 88888)
	g.cost[starts-1] = append(g.cost[starts-1], 0)
	g.edges[88888], g.cost[88888] = []uint64{77777}, []int64{2}
	full := 0
	for _, memory := range []int64{400 << 10, 800 << 10} {
		dir := t.TempDir()
		d := tinyDisk(dir, 1)
		whereFull(d, func() { full++ })
		got, err := UniformCost(t.Context(), g, Options{Memory: memory, Disk: d})
		if err != nil || !got.Status.Found() || got.Cost != 2 {
			t.Fatalf("%d bytes: %v %+v", memory, err, got)
		}
		p, err := got.Path(got.Goal)
		if err != nil {
			t.Fatal(err)
		}
		followTolls(t, "starts", g, p, 2)
		empty(t, dir)
	}
	if full != 2 {
		t.Errorf("%d searches continued from memory", full)
	}
}

// A counter is a graph that calls do at the n-th expansion.
type counter struct {
	Graph
	n  int
	do func()
}

func (c *counter) Fork() (Graph, error) { return c, nil }
func (c *counter) Expand(batch []uint64, out *Successors) error {
	if c.n--; c.n == 0 {
		c.do()
	}
	return c.Graph.Expand(batch, out)
}

// TestInterruptedByCost checks that the runs in memory are saved, too, when the context ends.
func TestInterruptedByCost(t *testing.T) {
	g, _ := largeTolls(t)
	dir := t.TempDir()
	ctx, cancel := context.WithCancelCause(t.Context())
	d, notes := tinyDisk(dir, g.words), ""
	d.Note = func(s string) { notes += s + "\n" }
	why := errors.New("enough")
	got, err := UniformCost(ctx, &counter{g, 40, func() { cancel(why) }}, Options{Memory: 1, Disk: d})
	if err != nil || got.Reason != why || strings.Contains(notes, "could not") || !strings.Contains(notes, "saved in") {
		t.Fatalf("%v %+v\n%s", err, got, notes)
	}
	e, err := openExternal(t.Context(), g, Options{Disk: tinyDisk(dir, g.words)}, "cost")
	if err != nil || e.states != got.Stats.Stored || e.states == 0 {
		t.Fatalf("%v: %d states were saved, want %d", err, e.states, got.Stats.Stored)
	}
	e.room.Close()
	sameByCost(t, g, 1, dir)
}

// TestErrorOfAnother checks that a worker without a job does not return its previous error.
func TestErrorOfAnother(t *testing.T) {
	e := &external{workers: []*diskWorker{{}, {err: errors.New("the previous error")}}}
	if err := e.each(1, func(*diskWorker, int) error { return nil }); err != nil {
		t.Error(err)
	}
}

// TestFailedStep checks that a failed step leaves no files, since their space may be needed to save the
// search.
func TestFailedStep(t *testing.T) {
	g, _ := largeTolls(t)
	failed := 0
	for n := 10; n < 1500; n = n * 4 / 3 {
		d, stop := stopsAt(tinyDisk(t.TempDir(), g.words), n)
		e, err := openExternal(t.Context(), g, Options{Memory: 1, Workers: 2, Disk: d}, "cost")
		if err == nil {
			err = e.startWorkers(nil)
		}
		if err == nil {
			err = e.beginCosts()
		}
		for more := true; more && err == nil; {
			more, err = e.step()
		}
		if errors.Is(err, stop) {
			failed++
			e.dropSpool()
			needed := map[string]bool{}
			for _, s := range e.allSets() {
				needed[s.File.Name] = true
			}
			for _, f := range slices.Concat(e.dead, e.dying) {
				needed[f.Name] = true
			}
			if left := e.ownFiles(needed); len(left) > 0 {
				t.Errorf("write %d: %v was left", n, left)
			}
		}
		e.removeAll()
	}
	if failed < 10 {
		t.Errorf("only %d failed", failed)
	}
}
