package graph

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"farbank/internal/durable"
	"farbank/internal/testing/long"
	"farbank/solver"
)

// stopsAt makes only the n-th write fail. The files are then as after a full disk or an interrupt.
func stopsAt(d *Disk, n int) (*Disk, error) {
	stop := errors.New("stopped")
	var writes atomic.Int64
	d.fault = func() error {
		if writes.Add(1) == int64(n) {
			return stop
		}
		return nil
	}
	return d, stop
}

// stopCases calls do with searches that start on disk, or whose memory is full in the middle of a layer.
func stopCases(do func(name string, r *rand.Rand, g *maze, memory int64)) {
	for i, back := range []int{100, 99, 0} {
		for k, memory := range []int64{72 << 10, 90 << 10} {
			if i%2 != k && !long.Enabled() {
				continue
			}
			r := rand.New(rand.NewPCG(uint64(i), 8))
			do(fmt.Sprintf("back %d, %d bytes", back, memory), r, randomMaze(r, 12_000, 1, back), memory)
		}
	}
}

// TestStoppedExploring fails an exploration at every write in turn. The resumed exploration must find the
// same shape.
func TestStoppedExploring(t *testing.T) {
	t.Parallel() // mostly waits for the disk
	ctx := context.Background()
	stopCases(func(name string, r *rand.Rand, g *maze, memory int64) {
		want, err := Explore(ctx, g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for n := 1 + r.IntN(3); ; n += 1 + r.IntN(1+long.Of(3*n, n/2)) {
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

// TestStoppedSearching fails a search for a goal at every write in turn. The resumed search must have the
// same result.
func TestStoppedSearching(t *testing.T) {
	t.Parallel() // mostly waits for the disk
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
		for n := 1 + r.IntN(3); ; n += 1 + r.IntN(1+long.Of(3*n, n/2)) {
			dir := t.TempDir()
			d, stop := stopsAt(tinyDisk(dir, g.words), n)
			got, err := BreadthFirst(ctx, g, Options{Memory: memory, Disk: d})
			stopped := errors.Is(err, stop)
			if stopped {
				got, err = BreadthFirst(ctx, g, Options{Memory: memory, Disk: tinyDisk(dir, g.words)})
			}
			if err != nil || got.Status == solver.Unknown || got.Status.Found() != (len(g.goals) > 0) || got.Status.Found() && got.Cost != far || !got.Status.Found() && got.Stats.Stored != shape.States {
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

// farthest returns a state of the last layer.
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

// TestManyPathsInMemory checks that a search whose memory suffices stays in memory, even if the number of
// paths exceeds 64 bits.
func TestManyPathsInMemory(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	g := ladder(140)
	opt := Options{Memory: 64 << 20, Disk: tinyDisk(dir, g.words)}
	opt.CountPaths, opt.UnitCosts = true, true
	got, err := BreadthFirst(ctx, g, opt)
	if err != nil || !got.Status.Found() || got.Reason != nil {
		t.Fatalf("%v %+v", err, got)
	}
	all, err := NewShortestPaths(ctx, g, opt, got)
	if err != nil {
		t.Fatal(err)
	}
	n, err := all.Count(ctx)
	if err != nil || n.BitLen() != 141 || n.TrailingZeroBits() != 140 {
		t.Fatal(n, err)
	}
	empty(t, dir)
}

// leftOnDisk explores until a write fails, so that the folder is kept.
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

// reopened opens the folder that was kept.
func reopened(t *testing.T, g *maze, dir string) *external {
	t.Helper()
	e, err := openExternal(t.Context(), g, Options{Disk: tinyDisk(dir, g.words)}, "space")
	if err != nil || len(e.layers) < 2 {
		t.Fatal(err)
	}
	return e
}

// TestKeptFiles checks that only the files that are needed are kept, with private permissions, and that no
// file stays open.
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
	if len(first) > len(second)+3 { // the previous manifest and its files
		t.Errorf("%d files were kept, %d are needed", len(first), len(second))
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
		t.Errorf("%v: %d bytes, want %d", err, e.room.Used(), used)
	}
	e.room.Close()
}

// TestInterruptedResuming checks that an interrupt while resuming keeps all files.
func TestInterruptedResuming(t *testing.T) {
	dir := t.TempDir()
	g := leftOnDisk(t, dir, time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := Explore(ctx, g, Options{Memory: 1, Disk: tinyDisk(dir, g.words)})
	if err != nil || got.Reason != context.Canceled {
		t.Fatal(err, got)
	}
	reopened(t, g, dir).room.Close()
}

// TestUnreadableIsNotDamaged checks that a file that cannot be opened is not treated as damage, which would
// delete the others.
func TestUnreadableIsNotDamaged(t *testing.T) {
	dir := t.TempDir()
	g := leftOnDisk(t, dir, time.Hour)
	e := reopened(t, g, dir)
	e.room.Close()
	name := e.room.Path(e.layers[0].File.Name)
	if err := errors.Join(os.Rename(name, name+"x"), os.Symlink(name, name)); err != nil { // a symbolic link to itself
		t.Fatal(err)
	}
	got, err := Explore(t.Context(), g, Options{Memory: 1, Disk: tinyDisk(dir, g.words)})
	if err != nil || got.Reason == nil {
		t.Fatal(err, got)
	}
	if err := errors.Join(os.Remove(name), os.Rename(name+"x", name)); err != nil {
		t.Fatal(err)
	}
	reopened(t, g, dir).room.Close()
}

// TestLastManifestFails checks the note on the number of saved layers if the last manifest cannot be
// written.
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
		t.Fatal("the exploration did not fail")
	}
	e := reopened(t, g, dir)
	e.room.Close()
	if want := fmt.Sprintf("could not be saved: no more\n%d layers were saved", len(e.layers)); !strings.Contains(notes, want) {
		t.Errorf("%s\nwant %s", notes, want)
	}
}

// TestBitsWithinTheLimit checks that two bits per state are not used if they would exceed the disk limit.
func TestBitsWithinTheLimit(t *testing.T) {
	dir := t.TempDir()
	m := randomMaze(rand.New(rand.NewPCG(0, 8)), 12_000, 1, 100)
	d := tinyDisk(dir, m.words)
	d.Limit = 250_000
	got, err := Explore(t.Context(), &numbered{m, 1 << 20, 1 << 30}, Options{Memory: 200 << 10, Disk: d})
	if err != nil || got.Reason != nil {
		t.Fatal(err, got.Reason)
	}
	empty(t, dir)
}
