package graph

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"farbank/internal/durable"
	"farbank/internal/testing/long"
	"farbank/solver"
)

// A maze is a random graph. Its states are numbers spread over their words.
type maze struct {
	words  int
	starts []uint64
	edges  map[uint64][]uint64
	goals  map[uint64]bool
}

func (m *maze) Words() int           { return m.words }
func (m *maze) Fork() (Graph, error) { return m, nil }
func (m *maze) Starts(add func(state []uint64) error) error {
	for _, x := range m.starts {
		if err := add(m.pack(nil, x)); err != nil {
			return err
		}
	}
	return nil
}

func (m *maze) pack(out []uint64, x uint64) []uint64 {
	for i := range m.words - 1 {
		out = append(out, x>>(3*i)&7<<40|x>>20)
	}
	return append(out, x)
}

func (m *maze) Expand(batch []uint64, out *Successors) error {
	for i := 0; i*m.words < len(batch); i++ {
		for k, to := range m.edges[batch[(i+1)*m.words-1]] {
			out.States = m.pack(out.States, to)
			out.From = append(out.From, int32(i))
			out.Label = append(out.Label, int32(k))
		}
	}
	return nil
}

func (m *maze) Goals(batch []uint64, goal []bool) error {
	for i := range goal {
		goal[i] = m.goals[batch[(i+1)*m.words-1]]
	}
	return nil
}

// randomMaze generates a graph of about n states. back is the percentage of edges that have a reverse edge.
func randomMaze(r *rand.Rand, n, words, back int) *maze {
	m := &maze{words: words, edges: map[uint64][]uint64{}, goals: map[uint64]bool{}}
	name := func(i int) uint64 { return uint64(i) * 0x9E3779B1 % (1 << 20) }
	for range 1 + r.IntN(3) {
		m.starts = append(m.starts, name(r.IntN(n)))
	}
	for i := range n {
		for range r.IntN(4) {
			j := min(n-1, max(0, i+r.IntN(n/8+4)-n/16))
			m.edges[name(i)] = append(m.edges[name(i)], name(j))
			if r.IntN(100) < back {
				m.edges[name(j)] = append(m.edges[name(j)], name(i))
			}
		}
	}
	for range r.IntN(4) {
		m.goals[name(r.IntN(n))] = true
	}
	return m
}

// tinySizes makes a search use many runs and ranges of few states.
func tinySizes(words int) *sizes {
	return &sizes{buffer: 64 * words, parts: 5, fan: 4, read: 1 << 14, extent: 512, sample: 10}
}

func tinyDisk(dir string, words int) *Disk {
	return &Disk{Dir: dir, Every: time.Hour, sizes: tinySizes(words)}
}

// figures formats the values that all ways of exploring must agree in.
func figures(s *Shape) string {
	return fmt.Sprint(s.Starts, s.States, s.Layers, s.Edges, s.DeadEnds, s.GoalStates, s.FirstGoal, s.Branching, s.Reason)
}

func empty(t *testing.T, dir string) {
	t.Helper()
	if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
		t.Errorf("files were left: %v %v", list, err)
	}
}

// TestExploreOnDisk compares shapes computed on disk, from the start or from some layer on, with those
// computed in memory.
func TestExploreOnDisk(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		g := randomMaze(r, 20+r.IntN(4000), 1+int(seed%3), []int{0, 50, 100, 100, 99}[seed%5])
		want, err := Explore(ctx, g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, memory := range []int64{1, 100 << 10, 160 << 10} {
			opt := Options{Memory: memory, Workers: 1 + int(seed%3), Disk: tinyDisk(dir, g.words)}
			if seed%2 == 0 {
				opt.AtOnce = func() int { return r.IntN(4) }
			}
			got, err := Explore(ctx, g, opt)
			if err != nil || figures(got) != figures(want) {
				t.Fatalf("seed %d, %d bytes: %v\n%s\nwant\n%s", seed, memory, err, figures(got), figures(want))
			}
			empty(t, dir)
		}
	}
}

// numbered is a maze with an index that fails for the state wrong.
type numbered struct {
	*maze
	size  uint64
	wrong uint64
}

func (n *numbered) Fork() (Graph, error)        { return n, nil }
func (n *numbered) Index(sample []uint64) Index { return n }
func (n *numbered) Size() uint64                { return n.size }
func (n *numbered) Unrank(numbers, states []uint64) {
	for i, x := range numbers {
		n.pack(states[:i*n.words], x)
	}
}

func (n *numbered) Rank(states, to []uint64) bool {
	for i := range to {
		if to[i] = states[(i+1)*n.words-1]; to[i] == n.wrong {
			return false
		}
	}
	return true
}

// TestTwoBits compares shapes computed with two bits per state, in memory and in a mapped file, with the
// usual search. The index of some graphs is wrong.
func TestTwoBits(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	notes := map[string]int{}
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 4))
		states := 4000 + r.IntN(12000)
		m := randomMaze(r, states, 1+int(seed%3), []int{0, 50, 100}[seed%3])
		want, err := Explore(ctx, m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		g := &numbered{m, 1 << 20, 1 << 30}
		if seed%4 == 0 {
			g.wrong = uint64(r.IntN(states)) * 0x9E3779B1 % (1 << 20)
		}
		memory := []int64{480 << 10, 200 << 10}[seed/3%2]
		d := tinyDisk(dir, m.words)
		d.Note = func(s string) { notes[s[:8]]++ }
		got, err := Explore(ctx, g, Options{Memory: memory, Workers: 1 + int(seed%3), Disk: d})
		if err != nil || figures(got) != figures(want) {
			t.Fatalf("seed %d: %v\n%s\nwant\n%s", seed, err, figures(got), figures(want))
		}
		empty(t, dir)
	}
	if notes["two bits"] < 3 || notes["the stat"] < 1 {
		t.Errorf("notes %v", notes)
	}
}

// TestBreadthFirstOnDisk compares path lengths on disk with those in memory, and checks the paths.
func TestBreadthFirstOnDisk(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	found := 0
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 2))
		g := randomMaze(r, 20+r.IntN(4000), 1+int(seed%3), []int{0, 50, 100, 100, 99}[seed%5])
		opt := Options{MaxDepth: r.IntN(60)}
		want, err := BreadthFirst(ctx, g, opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, memory := range []int64{1, 100 << 10, 160 << 10} {
			var paths []*Path
			for workers := 1; workers <= 3; workers += 2 {
				opt.Memory, opt.Workers, opt.Disk = memory, workers, tinyDisk(dir, g.words)
				got, err := BreadthFirst(ctx, g, opt)
				if err != nil || got.Status != want.Status || got.Cost != want.Cost || got.Cut != want.Cut || got.Bound != want.Bound {
					t.Fatalf("seed %d, %d bytes: %v %+v\nwant %+v", seed, memory, err, got, want)
				}
				if got.Status.Found() {
					found++
					p, err := got.Path(got.Goal)
					if err != nil {
						t.Fatal(err)
					}
					follow(t, g, p, want.Cost)
					paths = append(paths, p)
				} else if got.Status == solver.Infeasible {
					n := 0
					if err := got.Each(func(states []uint64) bool { n += len(states) / g.words; return true }); err != nil || n != want.Store.Len() {
						t.Fatal(err, n, want.Store.Len())
					}
				}
				if got.Release != nil {
					got.Release()
				}
				empty(t, dir)
			}
			if len(paths) == 2 && memory == 1 && !reflect.DeepEqual(paths[0], paths[1]) {
				t.Fatalf("seed %d: the path depends on the number of workers", seed)
			}
		}
	}
	if found < 30 {
		t.Errorf("only %d paths", found)
	}
}

// TestCountOnDisk compares the number of shortest paths on disk with the one in memory, or beyond 64 bits
// with the shortest-path graph.
func TestCountOnDisk(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	found, wide := 0, 0
	for seed := range uint64(24) {
		r := rand.New(rand.NewPCG(seed, 5))
		g := randomMaze(r, 200+r.IntN(4000), 1+int(seed%3), []int{0, 50, 100, 100, 99}[seed%5])
		if seed%6 == 5 {
			g = ladder(70 + r.IntN(20))
		}
		want, err := BreadthFirst(ctx, g, Options{CountPaths: true})
		if err != nil {
			t.Fatal(err)
		}
		paths := want.Paths
		if want.Status.Found() && paths == nil {
			all, err := NewShortestPaths(ctx, g, Options{UnitCosts: true}, want)
			if err == nil {
				paths, err = all.Count(ctx)
			}
			if err != nil {
				t.Fatal(err)
			}
			wide++
		}
		for _, memory := range []int64{1, 100 << 10, 160 << 10} {
			got, err := BreadthFirst(ctx, g, Options{Memory: memory, Workers: 1 + int(seed%3), Disk: tinyDisk(dir, g.words), CountPaths: true})
			if err != nil || got.Status != want.Status || got.Cost != want.Cost {
				t.Fatalf("seed %d, %d bytes: %v %+v\nwant %+v", seed, memory, err, got, want)
			}
			if got.Status.Found() && (got.Paths != nil || memory == 1) { // otherwise the memory sufficed, but 64 bits did not
				found++
				if got.Paths.Cmp(paths) != 0 {
					t.Fatalf("seed %d, %d bytes: %d paths, want %d", seed, memory, got.Paths, paths)
				}
			}
			if got.Release != nil {
				got.Release()
			}
			empty(t, dir)
		}
	}
	if found < 10 || wide < 3 {
		t.Errorf("%d counted, %d beyond 64 bits", found, wide)
	}
}

// ladder has two edges from each state to the next, so 2^n paths, and other states beside them.
func ladder(n int) *maze {
	m := &maze{words: 1, starts: []uint64{0}, edges: map[uint64][]uint64{}, goals: map[uint64]bool{uint64(n): true}}
	for i := range uint64(n) {
		m.edges[i] = []uint64{i + 1, i + 1}
		for k := range uint64(100) {
			m.edges[i] = append(m.edges[i], 1000+i*200+k)
		}
	}
	return m
}

func follow(t *testing.T, g *maze, p *Path, cost int64) {
	t.Helper()
	at := p.Start[g.words-1]
	for _, e := range p.Edges {
		at = g.edges[at][e.Label]
	}
	if !slices.Contains(g.starts, p.Start[g.words-1]) || !g.goals[at] || int64(len(p.Edges)) != cost {
		t.Fatalf("a path of %d edges from %d to %d", len(p.Edges), p.Start, at)
	}
}

// TestKilledOnDisk fails a search at random writes. It must resume from its last complete layer, with the
// same result.
func TestKilledOnDisk(t *testing.T) {
	ctx := context.Background()
	died := errors.New("died")
	for seed := range uint64(6) {
		dir := t.TempDir()
		r := rand.New(rand.NewPCG(seed, 3))
		g := randomMaze(r, 500+r.IntN(3000), 1+int(seed%2), []int{0, 100, 99}[seed%3])
		want, err := Explore(ctx, g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		resumed := 0
		for try := 0; ; try++ {
			left := 3 + r.IntN(60+20*try)
			d := tinyDisk(dir, g.words)
			d.Every = 1
			d.fault = func() error {
				if left--; left < 0 {
					return died
				}
				return nil
			}
			d.Note = func(s string) {
				if len(s) > 5 && s[:5] == "conti" {
					resumed++
				}
			}
			got, err := Explore(ctx, g, Options{Memory: 1, Disk: d})
			if err == nil {
				if figures(got) != figures(want) {
					t.Fatalf("seed %d:\n%s\nwant\n%s", seed, figures(got), figures(want))
				}
				break
			}
			if !errors.Is(err, died) {
				t.Fatal(err)
			}
		}
		if seed == 0 && resumed == 0 {
			t.Error("the search never resumed")
		}
		empty(t, dir)
	}
}

// TestDamagedOnDisk truncates or changes a file. The search must resume from what is intact, with the same
// result.
func TestDamagedOnDisk(t *testing.T) {
	t.Parallel() // mostly waits for the disk
	ctx := context.Background()
	died := errors.New("died")
	notes := map[string]int{}
	for seed := range long.Of[uint64](8, 16) {
		dir := t.TempDir()
		r := rand.New(rand.NewPCG(seed, 6))
		g := randomMaze(r, 2000, 1+int(seed%2), []int{0, 100}[seed%2])
		want, err := Explore(ctx, g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		d := tinyDisk(dir, g.words)
		left := 150
		d.Every = 1
		d.fault = func() error {
			if left--; left < 0 {
				return died
			}
			return nil
		}
		if _, err := Explore(ctx, g, Options{Memory: 1, Disk: d}); err != nil && !errors.Is(err, died) {
			t.Fatal(err)
		}
		damage(t, r, d.folder("space"), seed%3 == 0)
		d = tinyDisk(dir, g.words)
		d.Note = func(s string) { notes[s[:6]]++ }
		got, err := Explore(ctx, g, Options{Memory: 1, Disk: d})
		if err != nil || figures(got) != figures(want) {
			t.Fatalf("seed %d: %v\n%s\nwant\n%s", seed, err, figures(got), figures(want))
		}
		empty(t, dir)
	}
	if notes["starti"]+notes["using "] == 0 {
		t.Errorf("no damage was reported: %v", notes)
	}
}

// damage changes or truncates a random file of a folder.
func damage(t *testing.T, r *rand.Rand, dir string, manifest bool) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		return // the search had ended
	}
	list = slices.DeleteFunc(list, func(x os.DirEntry) bool {
		return (x.Name() == manifestName) != manifest || x.Name() == durable.LockName
	})
	if len(list) == 0 {
		return
	}
	name := filepath.Join(dir, list[r.IntN(len(list))].Name())
	text, err := os.ReadFile(name)
	if err != nil || len(text) == 0 {
		return
	}
	if r.IntN(2) == 0 {
		text[r.IntN(len(text))] ^= 1 << r.IntN(8)
	} else {
		text = text[:r.IntN(len(text))]
	}
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
}
