package graph

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
)

// largeTolls is a graph of which memory holds only a part, with the goal that is farthest.
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

// whereFull has a disk tell when the memory is full.
func whereFull(d *Disk, do func()) {
	d.Note = func(s string) {
		if strings.HasPrefix(s, "memory was full") {
			do()
		}
	}
}

// sameByCost searches again where another search was stopped.
func sameByCost(t *testing.T, g *toll, memory int64, dir string) {
	t.Helper()
	want, err := UniformCost(t.Context(), g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := UniformCost(t.Context(), g, Options{Memory: memory, Disk: tinyDisk(dir, g.words)})
	if err != nil || !got.Complete || got.Found != want.Found || got.Cost != want.Cost {
		t.Fatalf("%v %+v\nwant %+v", err, got, want)
	}
	if got.Found {
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

// TestStoppedWhileSwitching: of a search that is stopped while it writes what memory held, nothing half is kept.
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
			if err == nil && got.Stopped == nil || full != 1 {
				t.Fatalf("it was not stopped, or not then: %v %+v", err, got)
			}
			sameByCost(t, g, memory, dir)
		})
	}
}
