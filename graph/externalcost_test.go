package graph

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank/internal/testing/long"
)

// seeds returns the number of random graphs of a test.
func seeds(few, many uint64) uint64 {
	if long.Enabled() {
		return many
	}
	return few
}

// A toll is a maze with edge costs.
type toll struct {
	*maze
	cost map[uint64][]int64
}

func (m *toll) Fork() (Graph, error) { return m, nil }
func (m *toll) Expand(batch []uint64, out *Successors) error {
	for i := 0; i*m.words < len(batch); i++ {
		out.Cost = append(out.Cost, m.cost[batch[(i+1)*m.words-1]]...)
	}
	return m.maze.Expand(batch, out)
}

// withTolls gives the edges of a maze costs of one of several distributions. Some have edges of cost 0. In
// others nearly every state has a different distance.
func withTolls(r *rand.Rand, m *maze, kind int) *toll {
	t := &toll{m, map[uint64][]int64{}}
	for _, from := range sortedKeys(m.edges) {
		for range m.edges[from] {
			c := int64(0)
			switch kind {
			case 0:
				c = 1 + r.Int64N(3)
			case 1:
				c = r.Int64N(3)
			case 2:
				c = max(0, r.Int64N(12)-8)
			case 3:
				c = 1 + r.Int64N(1_000_000)
			case 4:
				c = 1 << r.IntN(50)
			}
			t.cost[from] = append(t.cost[from], c)
		}
	}
	return t
}

func sortedKeys(m map[uint64][]uint64) (keys []uint64) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

const tollKinds = 5

// followTolls checks a path.
func followTolls(t *testing.T, name string, g *toll, p *Path, cost int64) {
	t.Helper()
	at := p.Start[g.words-1]
	paid := int64(0)
	ok := slices.Contains(g.starts, at)
	for _, e := range p.Edges {
		ok = ok && g.cost[at][e.Label] == e.Cost
		paid += e.Cost
		at = g.edges[at][e.Label]
	}
	if !ok || !g.goals[at] || paid != cost {
		t.Fatalf("%s: a path of cost %d (want %d) from %d to %d", name, paid, cost, p.Start, at)
	}
}

// TestUniformCostOnDisk compares path costs on disk, from the start or after the memory is full, with those
// in memory.
func TestUniformCostOnDisk(t *testing.T) {
	t.Parallel() // mostly waits for the disk
	ctx, dir := context.Background(), t.TempDir()
	found, none, over := 0, 0, 0
	for seed := range seeds(24, 4000) {
		r := rand.New(rand.NewPCG(seed, 11))
		n := 20 + r.IntN(300)
		if seed%20 == 0 {
			n = 1000 + r.IntN(3000)
		}
		g := withTolls(r, randomMaze(r, n, 1+int(seed%3), []int{0, 50, 100, 100}[seed%4]), int(seed%tollKinds))
		want, err := UniformCost(ctx, g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, memory := range []int64{1, 8 << 10, 60 << 10, 200 << 10} {
			name := fmt.Sprintf("seed %d, %d bytes", seed, memory)
			var paths []*Path
			for workers := 1; workers <= 3; workers += 2 {
				d := tinyDisk(dir, g.words)
				d.Note = func(s string) {
					if strings.HasPrefix(s, "memory is full") {
						over++
					}
				}
				got, err := UniformCost(ctx, g, Options{Memory: memory, Workers: workers, Disk: d})
				if err != nil || got.Status != want.Status || got.Cost != want.Cost || got.Reason != nil {
					t.Fatalf("%s: %v %+v\nwant %+v", name, err, got, want)
				}
				if got.Status.Found() {
					found++
					p, err := got.Path(got.Goal)
					if err != nil {
						t.Fatal(name, err)
					}
					followTolls(t, name, g, p, want.Cost)
					paths = append(paths, p)
				} else {
					none++
					n := 0
					if err := got.Each(func(states []uint64) bool { n += len(states) / g.words; return true }); err != nil || n != want.Store.Len() {
						t.Fatal(name, err, n, want.Store.Len())
					}
				}
				if got.Release != nil {
					got.Release()
				}
				empty(t, dir)
			}
			if len(paths) == 2 && memory == 1 && fmt.Sprint(paths[0]) != fmt.Sprint(paths[1]) {
				t.Fatalf("%s: the path depends on the number of workers", name)
			}
		}
	}
	if found < 15 || none < 15 || over < 5 {
		t.Errorf("%d paths, %d times no path, %d times continued from memory", found, none, over)
	}
}

// TestStoppedByCost fails a search at random writes. The resumed search must find the same cost.
func TestStoppedByCost(t *testing.T) {
	t.Parallel() // mostly waits for the disk
	ctx := context.Background()
	resumed := 0
	for seed := range seeds(6, 100) {
		r := rand.New(rand.NewPCG(seed, 12))
		g := withTolls(r, randomMaze(r, 300, 1, []int{0, 100, 99}[seed%3]), int(seed%tollKinds))
		if seed%2 == 0 {
			g.goals = map[uint64]bool{}
		}
		want, err := UniformCost(ctx, g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for n := 1 + r.IntN(3); ; n += 1 + r.IntN(4+8*n) {
			dir := t.TempDir()
			d, stop := stopsAt(tinyDisk(dir, g.words), n)
			d.Every = 1
			memory := []int64{1, 1, 14 << 10}[seed%3]
			got, err := UniformCost(ctx, g, Options{Memory: memory, Disk: d})
			stopped := errors.Is(err, stop)
			if stopped {
				again := tinyDisk(dir, g.words)
				again.Note = func(s string) {
					if strings.HasPrefix(s, "continuing in") {
						resumed++
					}
				}
				got, err = UniformCost(ctx, g, Options{Memory: memory, Disk: again})
			}
			if err != nil || got.Status != want.Status || got.Cost != want.Cost || !got.Status.Found() && got.Stats.Stored != int64(want.Store.Len()) {
				t.Fatalf("seed %d, write %d: %v %+v\nwant %+v", seed, n, err, got, want)
			}
			if got.Status.Found() {
				p, err := got.Path(got.Goal)
				if err != nil {
					t.Fatal(err)
				}
				followTolls(t, fmt.Sprint("seed ", seed), g, p, want.Cost)
			}
			if got.Release != nil {
				got.Release()
			}
			empty(t, dir)
			if !stopped {
				break
			}
		}
	}
	if resumed < 2 {
		t.Errorf("the search resumed only %d times", resumed)
	}
}

// TestDamagedByCost checks that damaged files do not change the result.
func TestDamagedByCost(t *testing.T) {
	t.Parallel() // mostly waits for the disk
	ctx := context.Background()
	for seed := range seeds(10, 400) {
		dir := t.TempDir()
		r := rand.New(rand.NewPCG(seed, 13))
		g := withTolls(r, randomMaze(r, 1500, 1+int(seed%2), []int{0, 100}[seed%2]), int(seed%tollKinds))
		want, err := UniformCost(ctx, g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		d, stop := stopsAt(tinyDisk(dir, g.words), 20+r.IntN(100))
		d.Every = 1
		first, err := UniformCost(ctx, g, Options{Memory: 1, Disk: d})
		if err != nil && !errors.Is(err, stop) {
			t.Fatal(err)
		}
		if first.Release != nil {
			first.Release()
		}
		damage(t, r, d.folder("cost"), seed%3 == 0)
		got, err := UniformCost(ctx, g, Options{Memory: 1, Disk: tinyDisk(dir, g.words)})
		if err != nil || got.Status != want.Status || got.Cost != want.Cost {
			t.Fatalf("seed %d: %v %+v\nwant %+v", seed, err, got, want)
		}
		if got.Release != nil {
			got.Release()
		}
		empty(t, dir)
	}
}

// TestCountByCostOnDisk compares the number of paths of least cost with the shortest-path graph. If an edge
// costs 0, the number must be missing.
func TestCountByCostOnDisk(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	counted, free := 0, 0
	for seed := range seeds(25, 2000) {
		r := rand.New(rand.NewPCG(seed, 14))
		g := withTolls(r, randomMaze(r, 50+r.IntN(1000), 1+int(seed%2), []int{0, 50, 100}[seed%3]), int(seed%tollKinds))
		want, err := UniformCost(ctx, g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := CountByCost(ctx, g, Options{Memory: 1, Workers: 1 + int(seed%2), Disk: tinyDisk(dir, g.words)})
		if err != nil {
			t.Fatal(err)
		}
		if got.Release != nil {
			got.Release()
		}
		if got.Reason == errFree {
			if kind := seed % tollKinds; kind != 1 && kind != 2 {
				t.Fatalf("seed %d: no edge costs 0", seed)
			}
			free++
			empty(t, dir)
			continue
		}
		if got.Reason != nil || got.Status != want.Status || got.Cost != want.Cost {
			t.Fatalf("seed %d: %+v\nwant %+v", seed, got, want)
		}
		if got.Status.Found() {
			all, err := NewShortestPaths(ctx, g, Options{}, want)
			if err != nil {
				t.Fatal(err)
			}
			n, err := all.Count(ctx)
			if err != nil || got.Paths == nil || got.Paths.Cmp(n) != 0 {
				t.Fatalf("seed %d: %v paths, want %v: %v", seed, got.Paths, n, err)
			}
			counted++
		}
		empty(t, dir)
	}
	if counted < 4 || free < 2 {
		t.Errorf("%d counted, %d free", counted, free)
	}
}

// TestCostsThatDoNotFit checks that an overflow is the same error as in memory.
func TestCostsThatDoNotFit(t *testing.T) {
	g := &toll{&maze{words: 1, starts: []uint64{0}, edges: map[uint64][]uint64{0: {1}, 1: {2}}, goals: map[uint64]bool{2: true}},
		map[uint64][]int64{0: {1<<63 - 1}, 1: {1}}}
	if _, err := UniformCost(t.Context(), g, Options{Memory: 1, Disk: tinyDisk(t.TempDir(), 1)}); err != ErrCost {
		t.Fatal(err)
	}
	g.cost[1][0] = 0
	got, err := UniformCost(t.Context(), g, Options{Memory: 1, Disk: tinyDisk(t.TempDir(), 1)})
	if err != nil || !got.Status.Found() || got.Cost != 1<<63-1 {
		t.Fatal(err, got)
	}
}
