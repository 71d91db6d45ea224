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
)

// kept is a checkpoint in memory, due at every so many questions.
type kept struct {
	file  []byte
	every int
	asked int
	saves int
	end   func() // called when it has been saved so often
	often int
}

func (k *kept) Due() bool { k.asked++; return k.asked%k.every == 0 }

func (k *kept) Save(write func(io.Writer) error) error {
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

func (k *kept) Restore(read func(io.Reader) error) (bool, error) {
	if k.file == nil {
		return false, nil
	}
	return true, read(bytes.NewReader(k.file))
}

// errEnd is what ends a search in these tests, as the end of the program would: what is
// saved after it counts in half of them.
var errEnd = errors.New("the end")

// grid is a graph of points with edges both ways, or one way where costs are asked for.
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

// summary is what must not depend on where a search was ended.
func summary(s *Search, err error) string {
	if err != nil {
		return err.Error()
	}
	if s.Stopped != nil {
		return "stopped"
	}
	p, err := s.Path(s.Goal)
	return fmt.Sprint(s.Found, s.Goal, s.Cost, s.Bound, s.Complete, s.Paths, s.Stats.Generated, s.Stats.Expanded, s.Store.Len(), s.Starts, p, err)
}

// TestSearchesGoOn ends searches again and again, and holds that they come to the same.
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
			return summary(BreadthFirst(ctx, g, opt, false))
		},
		"paths": func(ctx context.Context, g Graph, _ *grid, opt Options) string {
			return summary(BreadthFirst(ctx, g, opt, true))
		},
		"explore": func(ctx context.Context, g Graph, _ *grid, opt Options) string {
			s, err := Explore(ctx, g, opt)
			if err != nil || s.Stopped != nil {
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
				k := &kept{every: every}
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
						k.file = before // killed, rather
						k.often += 2
					}
				}
				if got != want {
					t.Fatalf("%s, %d, every %d: after %d ends\n%s\nwant\n%s", name, variant, every, ends, got, want)
				}
			}
		}
	}
}

// TestForeignCheckpoint: what another search saved is refused.
func TestForeignCheckpoint(t *testing.T) {
	g := &grid{size: 40, words: 1}
	k := &kept{every: 1}
	if _, err := BreadthFirst(context.Background(), g, Options{Checkpoint: k}, false); err != nil {
		t.Fatal(err)
	}
	k.end = nil
	if _, err := BreadthFirst(context.Background(), &grid{size: 40, words: 2}, Options{Checkpoint: k}, false); err == nil {
		t.Error("states of another size")
	}
	if _, err := BreadthFirst(context.Background(), g, Options{Checkpoint: k}, true); err == nil {
		t.Error("without paths")
	}
	if _, err := Explore(context.Background(), g, Options{Checkpoint: k}); err == nil {
		t.Error("another search")
	}
	for n := range k.file {
		cut := &kept{file: k.file[:n], every: 1 << 30}
		if _, err := BreadthFirst(context.Background(), g, Options{Checkpoint: cut}, false); err == nil {
			t.Fatal("cut at", n)
		}
	}
	if !reflect.DeepEqual(k.file, bytes.Clone(k.file)) {
		t.Error("it was changed")
	}
}

// TestLessMemory: a search that was saved does not fit less memory than it takes, says so, and leaves what is saved as
// it was, for one that has more; with a disk it goes on there.
func TestLessMemory(t *testing.T) {
	manhattan := func(batch []uint64, left []int64) error { return nil }
	for name, run := range map[string]func(ctx context.Context, g Graph, opt Options) (*Search, error){
		"breadth first": func(ctx context.Context, g Graph, opt Options) (*Search, error) {
			return BreadthFirst(ctx, g, opt, false)
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
		k := &kept{every: 20, often: 6, end: func() { cancel(errEnd) }}
		run(ctx, g, Options{Checkpoint: k})
		k.every = 1 << 30
		if k.file == nil {
			t.Fatal(name, "nothing was saved")
		}
		file := bytes.Clone(k.file)
		s, err := run(t.Context(), g, Options{Memory: 100 << 10, Checkpoint: k})
		if err != nil || s.Stopped != ErrMemory || !bytes.Equal(k.file, file) {
			t.Errorf("%s: %v, %v, saved again: %v", name, err, s.Stopped, !bytes.Equal(k.file, file))
		}
		if got := whole(run(t.Context(), g, Options{Checkpoint: k})); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
		if name == "A*" {
			continue
		}
		dir := t.TempDir()
		s, err = run(t.Context(), g, Options{Memory: 100 << 10, Checkpoint: &kept{file: file, every: 1 << 30}, Disk: tinyDisk(dir, 1)})
		if err != nil || !s.Complete || fmt.Sprint(s.Stats.Stored) != want {
			t.Errorf("on disk: %v %+v", err, s)
		}
		s.Release()
		empty(t, dir)
	}
}

// whole is how many states there are.
func whole(s *Search, err error) string {
	if err != nil || !s.Complete {
		return fmt.Sprint(err, s.Stopped)
	}
	return fmt.Sprint(s.Stats.Stored)
}

// TestEndsOnDisk: a search with a checkpoint and a disk goes on where it was, in memory or on disk.
func TestEndsOnDisk(t *testing.T) {
	g := randomMaze(rand.New(rand.NewPCG(1, 2)), 40_000, 1, 100)
	want, err := Explore(t.Context(), g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	k := &kept{every: 5}
	inMemory, onDisk := 0, 0
	for ends := 0; ; ends++ {
		if ends > 400 {
			t.Fatal("it comes to no end")
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		left := 60 * ends
		d := tinyDisk(dir, 1)
		d.Every = 1
		d.Note = func(note string) {
			if strings.HasPrefix(note, "going on in") {
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
		if err == nil && s.Stopped == nil {
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
		t.Errorf("it has gone on %d times in memory, %d on disk", inMemory, onDisk)
	}
	empty(t, dir)
}
