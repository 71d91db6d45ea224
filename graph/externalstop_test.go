package graph

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
)

// stopsAt has the n-th write fail, and no other: what is kept then is as after a full disk or an interrupt.
func stopsAt(d *Disk, n int) (*Disk, error) {
	stop := errors.New("stopped")
	d.fault = func() error {
		if n--; n == 0 {
			return stop
		}
		return nil
	}
	return d, stop
}

// stopCases are searches of which memory holds nothing, or ends in the middle of a layer.
func stopCases(do func(name string, r *rand.Rand, g *maze, memory int64)) {
	for i, back := range []int{100, 99, 0} {
		for _, memory := range []int64{72 << 10, 90 << 10} {
			r := rand.New(rand.NewPCG(uint64(i), 8))
			do(fmt.Sprintf("back %d, %d bytes", back, memory), r, randomMaze(r, 12_000, 1, back), memory)
		}
	}
}

// TestStoppedExploring: a search that is stopped at any write, and goes on, has the figures of one that is not.
func TestStoppedExploring(t *testing.T) {
	ctx := context.Background()
	stopCases(func(name string, r *rand.Rand, g *maze, memory int64) {
		want, err := Explore(ctx, g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for n := 1 + r.IntN(3); ; n += 1 + r.IntN(1+n/2) {
			dir := t.TempDir()
			d, stop := stopsAt(tinyDisk(dir, g.words), n)
			got, err := Explore(ctx, g, Options{Memory: memory, Disk: d})
			stopped := errors.Is(err, stop)
			if stopped {
				got, err = Explore(ctx, g, Options{Memory: memory, Disk: tinyDisk(dir, g.words)})
			}
			if err != nil || figures(got) != figures(want) {
				t.Errorf("%s, write %d: %v\n%.300s\nwant\n%.300s", name, n, err, figures(got), figures(want))
				return
			}
			empty(t, dir)
			if !stopped {
				return
			}
		}
	})
}

// TestStoppedSearching: so has a search for a goal, or for none.
func TestStoppedSearching(t *testing.T) {
	ctx := context.Background()
	stopCases(func(name string, r *rand.Rand, g *maze, memory int64) {
		g.goals = map[uint64]bool{}
		shape, err := Explore(ctx, g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		far := int64(len(shape.Layers) - 1)
		if r.IntN(2) == 0 {
			g.goals[farthest(g)] = true
		}
		for n := 1 + r.IntN(3); ; n += 1 + r.IntN(1+n/2) {
			dir := t.TempDir()
			d, stop := stopsAt(tinyDisk(dir, g.words), n)
			got, err := BreadthFirst(ctx, g, Options{Memory: memory, Disk: d}, false)
			stopped := errors.Is(err, stop)
			if stopped {
				got, err = BreadthFirst(ctx, g, Options{Memory: memory, Disk: tinyDisk(dir, g.words)}, false)
			}
			if err != nil || !got.Complete || got.Found != (len(g.goals) > 0) || got.Found && got.Cost != far || !got.Found && got.Stats.Stored != shape.States {
				t.Errorf("%s, write %d: %v %+v, want %d goals in layer %d of %d states", name, n, err, got, len(g.goals), far, shape.States)
				return
			}
			if got.Release != nil {
				got.Release()
			}
			empty(t, dir)
			if !stopped {
				return
			}
		}
	})
}

// farthest is a state of the last layer.
func farthest(g *maze) uint64 {
	met := map[uint64]bool{}
	layer, last := g.starts, uint64(0)
	for len(layer) > 0 {
		var next []uint64
		for _, x := range layer {
			if last = x; met[x] {
				continue
			}
			met[x] = true
			for _, y := range g.edges[x] {
				if !met[y] {
					next = append(next, y)
				}
			}
		}
		var fresh []uint64
		in := map[uint64]bool{}
		for _, y := range next {
			if !met[y] && !in[y] {
				in[y] = true
				fresh = append(fresh, y)
			}
		}
		layer = fresh
	}
	return last
}

// TestManyPathsInMemory: a search whose memory suffices stays there, however many paths there are.
func TestManyPathsInMemory(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	g := ladder(140)
	opt := Options{Memory: 64 << 20, Disk: tinyDisk(dir, g.words)}
	got, err := BreadthFirst(ctx, g, opt, true)
	if err != nil || !got.Found || got.Stopped != nil {
		t.Fatalf("%v %+v", err, got)
	}
	all, _, err := NewShortestPaths(ctx, g, opt, got, true)
	if err != nil {
		t.Fatal(err)
	}
	n, err := all.Count(ctx)
	if err != nil || n.BitLen() != 141 || n.TrailingZeroBits() != 140 {
		t.Fatal(n, err)
	}
	empty(t, dir)
}
