package graph

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"farbank/internal/durable"
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
	t.Parallel() // it waits for the disk
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
	t.Parallel() // it waits for the disk
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

// leftOnDisk explores until a write fails, so that a folder is kept.
func leftOnDisk(t *testing.T, dir string, every time.Duration) *maze {
	t.Helper()
	g := randomMaze(rand.New(rand.NewPCG(2, 8)), 12_000, 1, 0)
	d, stop := stopsAt(tinyDisk(dir, g.words), 60)
	d.Every = every
	if _, err := Explore(t.Context(), g, Options{Memory: 1, Disk: d}); !errors.Is(err, stop) {
		t.Fatal(err)
	}
	return g
}

// reopened is the folder that is kept.
func reopened(t *testing.T, g *maze, dir string) *external {
	t.Helper()
	e, err := openExternal(t.Context(), g, Options{Disk: tinyDisk(dir, g.words)}, "space")
	if err != nil || len(e.layers) < 2 {
		t.Fatal(err)
	}
	return e
}

// TestKeptFiles: only what is needed is kept, private, and nothing stays open.
func TestKeptFiles(t *testing.T) {
	dir := t.TempDir()
	handles := func() int { list, _ := os.ReadDir("/proc/self/fd"); return len(list) }
	before := handles()
	g := leftOnDisk(t, dir, time.Hour)
	if now := handles(); now != before {
		t.Errorf("%d files are open, not %d", now, before)
	}
	folder := tinyDisk(dir, 1).folder("space")
	first, _ := os.ReadDir(folder)
	e := reopened(t, g, dir)
	second, _ := os.ReadDir(folder)
	if len(first) > len(second)+3 { // the manifest before, and its files
		t.Errorf("%d files, of which %d are needed", len(first), len(second))
	}
	for _, x := range second {
		if info, err := x.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Error(x.Name(), err, info.Mode())
		}
	}
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Error(err, info.Mode())
	}
	used := e.room.Used()
	if _, err := durable.Load(e.room.Path(manifestName), e.header(), e.load); err != nil || e.room.Used() != used {
		t.Errorf("%v: %d bytes, not %d", err, e.room.Used(), used)
	}
	e.room.Close()
}

// TestInterruptedResuming: it is an interrupt, and everything stays.
func TestInterruptedResuming(t *testing.T) {
	dir := t.TempDir()
	g := leftOnDisk(t, dir, time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := Explore(ctx, g, Options{Memory: 1, Disk: tinyDisk(dir, g.words)})
	if err != nil || got.Stopped != context.Canceled {
		t.Fatal(err, got)
	}
	reopened(t, g, dir).room.Close()
}

// TestUnreadableIsNotDamaged: a file that cannot be opened now is no reason to delete the others.
func TestUnreadableIsNotDamaged(t *testing.T) {
	dir := t.TempDir()
	g := leftOnDisk(t, dir, time.Hour)
	e := reopened(t, g, dir)
	e.room.Close()
	name := e.room.Path(e.layers[0].File.Name)
	if err := errors.Join(os.Rename(name, name+"x"), os.Symlink(name, name)); err != nil { // it leads to itself
		t.Fatal(err)
	}
	got, err := Explore(t.Context(), g, Options{Memory: 1, Disk: tinyDisk(dir, g.words)})
	if err != nil || got.Stopped == nil {
		t.Fatal(err, got)
	}
	if err := errors.Join(os.Remove(name), os.Rename(name+"x", name)); err != nil {
		t.Fatal(err)
	}
	reopened(t, g, dir).room.Close()
}

// TestLastManifestFails: it is told which layers are there.
func TestLastManifestFails(t *testing.T) {
	dir := t.TempDir()
	g := randomMaze(rand.New(rand.NewPCG(2, 8)), 12_000, 1, 0)
	d, notes, left := tinyDisk(dir, g.words), "", 60
	d.Every = 1
	d.fault = func() error {
		if left--; left < 0 {
			return errors.New("no more")
		}
		return nil
	}
	d.Note = func(s string) { notes += s + "\n" }
	if _, err := Explore(t.Context(), g, Options{Memory: 1, Disk: d}); err == nil {
		t.Fatal("it had enough")
	}
	e := reopened(t, g, dir)
	e.room.Close()
	if want := fmt.Sprintf("could not be kept: no more\n%d layers are kept", len(e.layers)); !strings.Contains(notes, want) {
		t.Errorf("%s\nwant %s", notes, want)
	}
}

// TestBitsWithinTheLimit: where two bits a state would take more than the disk may, they are not taken.
func TestBitsWithinTheLimit(t *testing.T) {
	dir := t.TempDir()
	m := randomMaze(rand.New(rand.NewPCG(0, 8)), 12_000, 1, 100)
	d := tinyDisk(dir, m.words)
	d.Limit = 250_000
	got, err := Explore(t.Context(), &numbered{m, 1 << 20, 1 << 30}, Options{Memory: 200 << 10, Disk: d})
	if err != nil || got.Stopped != nil {
		t.Fatal(err, got.Stopped)
	}
	empty(t, dir)
}
