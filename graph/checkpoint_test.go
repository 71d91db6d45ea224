package graph

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"farbank/solver"
)

// memoryCheckpoint is a checkpoint in memory. It is due at every every-th call of Due.
type memoryCheckpoint struct {
	file  []byte
	every int
	asked int
	saves int
	end   func() // called after often saves
	often int
}

func (k *memoryCheckpoint) Due() bool { k.asked++; return k.asked%k.every == 0 }

func (k *memoryCheckpoint) Save(write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		panic(err)
	}
	k.file = b.Bytes()
	if k.saves++; k.saves == k.often {
		k.end()
	}
	return nil
}

func (k *memoryCheckpoint) Restore(read func(io.Reader) error) (bool, error) {
	if k.file == nil {
		return false, nil
	}
	return true, read(bytes.NewReader(k.file))
}

// errEnd simulates the end of the program: it cancels a search. In half of the tests the saves after it are
// discarded.
var errEnd = errors.New("the end")

// grid is a graph of points with edges to neighbours in all directions, with costs if costs is set.
type grid struct {
	size  uint64
	costs bool
	words int
}

func (g *grid) Words() int { return g.words }
func (g *grid) Starts(add func([]uint64) error) error {
	for i := range uint64(2) {
		s := make([]uint64, g.words)
		s[g.words-1] = i * (g.size + 2)
		if err := add(s); err != nil {
			return err
		}
	}
	return nil
}
func (g *grid) Expand(batch []uint64, out *Successors) error {
	w := g.words
	for i := range len(batch) / w {
		at := batch[(i+1)*w-1]
		x, y := at%g.size, at/g.size
		add := func(label int32, x, y uint64, cost int64) {
			if x >= g.size || y >= g.size || (x*7+y*3)%5 == 4 {
				return
			}
			s := make([]uint64, w)
			s[w-1] = y*g.size + x
			out.States, out.From, out.Label = append(out.States, s...), append(out.From, int32(i)), append(out.Label, label)
			if g.costs {
				out.Cost = append(out.Cost, cost)
			}
		}
		add(0, x+1, y, int64(x%3))
		add(1, x, y+1, 2)
		add(2, x-1, y, 1)
		add(3, x+2, y+1, 4)
	}
	return nil
}
func (g *grid) Goals(batch []uint64, goal []bool) error {
	for i := range goal {
		at := batch[(i+1)*g.words-1]
		goal[i] = at%g.size > g.size-4 && at/g.size > g.size-3
	}
	return nil
}
func (g *grid) Fork() (Graph, error) { return g, nil }

type packedGrid struct{ grid }

func (g *packedGrid) Bits() int            { return 17 }
func (g *packedGrid) Fork() (Graph, error) { return g, nil }

// summary formats the part of a result that must not depend on where a search was interrupted.
func summary(s *Search, err error) string {
	if err != nil {
		return err.Error()
	}
	if s.Reason != nil {
		return "stopped"
	}
	p, err := s.Path(s.Goal)
	return fmt.Sprint(s.Status, s.Goal, s.Cost, s.Bound, s.Paths, s.Stats.Generated, s.Stats.Expanded, s.Store.Len(), s.Starts, p, err)
}

// TestSearchesGoOn interrupts searches repeatedly and compares their result with an uninterrupted search.
func TestSearchesGoOn(t *testing.T) {
	manhattan := func(g *grid) Heuristic {
		return func(batch []uint64, left []int64) error {
			for i := range left {
				left[i] = int64(g.size-1-batch[(i+1)*g.words-1]/g.size) / 2
			}
			return nil
		}
	}
	type search func(ctx context.Context, g Graph, base *grid, opt Options) string
	searches := map[string]search{
		"breadth first": func(ctx context.Context, g Graph, _ *grid, opt Options) string {
			return summary(BreadthFirst(ctx, g, opt))
		},
		"paths": func(ctx context.Context, g Graph, _ *grid, opt Options) string {
			opt.CountPaths = true
			return summary(BreadthFirst(ctx, g, opt))
		},
		"explore": func(ctx context.Context, g Graph, _ *grid, opt Options) string {
			s, err := Explore(ctx, g, opt)
			if err != nil || s.Reason != nil {
				return fmt.Sprint("stopped", err)
			}
			s.Stats.Memory, s.Stats.Stored = 0, 0
			return fmt.Sprintf("%+v", *s)
		},
		"uniform cost": func(ctx context.Context, g Graph, _ *grid, opt Options) string {
			return summary(UniformCost(ctx, g, opt))
		},
		"A*": func(ctx context.Context, g Graph, base *grid, opt Options) string {
			return summary(AStar(ctx, g, manhattan(base), opt))
		},
		"greedy": func(ctx context.Context, g Graph, base *grid, opt Options) string {
			return summary(Greedy(ctx, g, manhattan(base), opt))
		},
	}
	for name, run := range searches {
		for variant := range 8 {
			base := &grid{size: 90, words: 1 + variant/4, costs: name != "breadth first" && name != "paths" && name != "explore"}
			if variant%2 == 1 {
				base.size = 300
			}
			var g Graph = base
			if variant < 4 {
				p := &packedGrid{*base}
				g, base = p, &p.grid
			}
			opt := Options{Workers: 1 + variant/2%2}
			want := run(context.Background(), g, base, opt)
			for _, every := range []int{1, 7, 40} {
				k := &memoryCheckpoint{every: every}
				opt.Checkpoint = k
				got := "stopped"
				ends := 0
				for ; got[:4] == "stop" && ends < 400; ends++ {
					ctx, cancel := context.WithCancelCause(context.Background())
					before := k.file
					k.saves, k.often = 0, 3+ends
					k.end = func() { cancel(errEnd) }
					got = run(ctx, g, base, opt)
					if ends%2 == 1 && k.saves > k.often && before != nil {
						k.file = before // as if the process were killed
						k.often += 2
					}
				}
				if got != want {
					t.Fatalf("%s, %d, every %d: after %d interrupts\n%s\nwant\n%s", name, variant, every, ends, got, want)
				}
			}
		}
	}
}

// TestForeignCheckpoint checks that the checkpoint of another search, or a truncated one, is refused.
func TestForeignCheckpoint(t *testing.T) {
	g := &grid{size: 40, words: 1}
	k := &memoryCheckpoint{every: 1}
	if _, err := BreadthFirst(context.Background(), g, Options{Checkpoint: k}); err != nil {
		t.Fatal(err)
	}
	k.end = nil
	if _, err := BreadthFirst(context.Background(), &grid{size: 40, words: 2}, Options{Checkpoint: k}); err == nil {
		t.Error("accepted states of another size")
	}
	if _, err := BreadthFirst(context.Background(), g, Options{Checkpoint: k, CountPaths: true}); err == nil {
		t.Error("accepted a search without path counts")
	}
	if _, err := Explore(context.Background(), g, Options{Checkpoint: k}); err == nil {
		t.Error("accepted another search")
	}
	for n := range k.file {
		cut := &memoryCheckpoint{file: k.file[:n], every: 1 << 30}
		if _, err := BreadthFirst(context.Background(), g, Options{Checkpoint: cut}); err == nil {
			t.Fatal("accepted a checkpoint truncated at", n)
		}
	}
	if !reflect.DeepEqual(k.file, bytes.Clone(k.file)) {
		t.Error("the checkpoint was changed")
	}
}

// TestLessMemory resumes a search with less memory than the saved states need. It must report this and
// leave the checkpoint unchanged, so that a search with more memory can resume. With a disk it continues
// there.
func TestLessMemory(t *testing.T) {
	manhattan := func(batch []uint64, left []int64) error { return nil }
	for name, run := range map[string]func(ctx context.Context, g Graph, opt Options) (*Search, error){
		"breadth first": func(ctx context.Context, g Graph, opt Options) (*Search, error) {
			return BreadthFirst(ctx, g, opt)
		},
		"uniform cost": UniformCost,
		"A*": func(ctx context.Context, g Graph, opt Options) (*Search, error) {
			return AStar(ctx, g, manhattan, opt)
		},
	} {
		g := randomMaze(rand.New(rand.NewPCG(1, 2)), 40_000, 1, 100)
		g.goals = map[uint64]bool{}
		want := whole(run(t.Context(), g, Options{}))
		ctx, cancel := context.WithCancelCause(t.Context())
		k := &memoryCheckpoint{every: 20, often: 6, end: func() { cancel(errEnd) }}
		run(ctx, g, Options{Checkpoint: k})
		k.every = 1 << 30
		if k.file == nil {
			t.Fatal(name, "nothing was saved")
		}
		file := bytes.Clone(k.file)
		s, err := run(t.Context(), g, Options{Memory: 100 << 10, Checkpoint: k})
		if err != nil || s.Reason != ErrMemory || !bytes.Equal(k.file, file) {
			t.Errorf("%s: %v, %v, saved again: %v", name, err, s.Reason, !bytes.Equal(k.file, file))
		}
		if got := whole(run(t.Context(), g, Options{Checkpoint: k})); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
		if name == "A*" {
			continue
		}
		dir := t.TempDir()
		s, err = run(t.Context(), g, Options{Memory: 100 << 10, Checkpoint: &memoryCheckpoint{file: file, every: 1 << 30}, Disk: tinyDisk(dir, 1)})
		if err != nil || s.Status == solver.Unknown || fmt.Sprint(s.Stats.Stored) != want {
			t.Errorf("on disk: %v %+v", err, s)
		}
		s.Release()
		empty(t, dir)
	}
}

// whole returns the number of states of a complete search.
func whole(s *Search, err error) string {
	if err != nil || s.Status == solver.Unknown {
		return fmt.Sprint(err, s.Reason)
	}
	return fmt.Sprint(s.Stats.Stored)
}

// TestEndsOnDisk interrupts a search with a checkpoint and a disk. It must resume in memory or on disk.
func TestEndsOnDisk(t *testing.T) {
	g := randomMaze(rand.New(rand.NewPCG(1, 2)), 40_000, 1, 100)
	want, err := Explore(t.Context(), g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	k := &memoryCheckpoint{every: 5}
	inMemory, onDisk := 0, 0
	for ends := 0; ; ends++ {
		if ends > 400 {
			t.Fatal("the search does not end")
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		left := 60 * ends
		d := tinyDisk(dir, 1)
		d.Every = 1
		d.Note = func(note string) {
			if strings.HasPrefix(note, "continuing in") {
				onDisk++
			}
		}
		d.fault = func() error {
			if left--; left < 0 {
				cancel(errEnd)
				return errEnd
			}
			return nil
		}
		if k.file != nil {
			inMemory++
		}
		if k.saves, k.often, k.end = 0, 4, func() { cancel(errEnd) }; ends > 6 {
			k.often = 0
		}
		s, err := Explore(ctx, g, Options{Memory: 400 << 10, Checkpoint: k, Disk: d})
		if err == nil && s.Reason == nil {
			if figures(s) != figures(want) {
				t.Errorf("%s\nwant\n%s", figures(s), figures(want))
			}
			break
		}
		if err != nil && !errors.Is(err, errEnd) {
			t.Fatal(err)
		}
	}
	if inMemory < 3 || onDisk == 0 {
		t.Errorf("resumed %d times in memory, %d on disk", inMemory, onDisk)
	}
	empty(t, dir)
}
