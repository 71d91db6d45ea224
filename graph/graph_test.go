package graph_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"farbank/graph"
)

// A table is a small explicit graph. Its states are numbers from 0.
type table struct {
	starts []uint64
	edges  map[uint64][]arc
	goals  map[uint64]bool
	words  int
}

type arc struct {
	to    uint64
	label int32
	cost  int64
}

func (t *table) Words() int { return t.words }

func (t *table) pack(x uint64) []uint64 {
	s := make([]uint64, t.words)
	s[t.words-1] = x
	return s
}

func (t *table) Starts(add func([]uint64) error) error {
	for _, x := range t.starts {
		if err := add(t.pack(x)); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) Expand(batch []uint64, out *graph.Successors) error {
	for i := 0; i*t.words < len(batch); i++ {
		for _, a := range t.edges[batch[(i+1)*t.words-1]] {
			out.States = append(out.States, t.pack(a.to)...)
			out.From = append(out.From, int32(i))
			out.Label = append(out.Label, a.label)
			out.Cost = append(out.Cost, a.cost)
		}
	}
	return nil
}

func (t *table) Goals(batch []uint64, goal []bool) error {
	for i := range goal {
		goal[i] = t.goals[batch[(i+1)*t.words-1]]
	}
	return nil
}

func (t *table) Fork() (graph.Graph, error) { return t, nil }

func (t *table) Bits() int { return 20 }

// randomTable generates a graph of n states.
func randomTable(r *rand.Rand, n, words int, unit bool) *table {
	t := &table{starts: []uint64{0}, edges: map[uint64][]arc{}, goals: map[uint64]bool{}, words: words}
	for range 2 * n {
		from, to, cost := r.Uint64N(uint64(n)), r.Uint64N(uint64(n)), int64(1)
		if !unit {
			cost = r.Int64N(4)
		}
		t.edges[from] = append(t.edges[from], arc{to, int32(len(t.edges[from])), cost})
	}
	for range 1 + r.IntN(3) {
		t.goals[r.Uint64N(uint64(n))] = true
	}
	return t
}

// distances computes the distances by the Bellman-Ford algorithm.
func (t *table) distances() map[uint64]int64 {
	d := map[uint64]int64{}
	for _, s := range t.starts {
		d[s] = 0
	}
	for changed := true; changed; {
		changed = false
		for from, arcs := range t.edges {
			at, ok := d[from]
			for _, a := range arcs {
				if old, known := d[a.to]; ok && (!known || at+a.cost < old) {
					d[a.to], changed = at+a.cost, true
				}
			}
		}
	}
	return d
}

func (t *table) nearest() (int64, bool) {
	best, found := int64(0), false
	for x, d := range t.distances() {
		if t.goals[x] && (!found || d < best) {
			best, found = d, true
		}
	}
	return best, found
}

func TestLeastCost(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		unit := seed%2 == 0
		g := randomTable(r, 3+r.IntN(30), 1+int(seed%3), unit)
		want, ok := g.nearest()
		opt := graph.Options{MaxDepth: -1, Workers: 1 + int(seed%4)}
		s, err := graph.UniformCost(ctx, g, opt)
		if err != nil || s.Status.Found() != ok || ok && s.Cost != want {
			t.Fatalf("seed %d: uniform cost: %v %v %d, want %v %d", seed, err, s.Status, s.Cost, ok, want)
		}
		if ok {
			p, err := s.Path(s.Goal)
			if c, _ := p.Cost(); err != nil || c != want {
				t.Fatalf("seed %d: the path costs %d, want %d", seed, c, want)
			}
		}
		if !unit {
			continue
		}
		b, err := graph.BreadthFirst(ctx, g, counting(opt, seed%4 == 0))
		if err != nil || b.Status.Found() != ok || ok && b.Cost != want {
			t.Fatalf("seed %d: breadth first: %v %v %d, want %v %d", seed, err, b.Status, b.Cost, ok, want)
		}
	}
}

// grid is a graph large enough for several workers: the steps in a square.
type grid struct{ side uint64 }

func (g grid) Words() int { return 1 }
func (g grid) Bits() int  { return 44 }

func (g grid) Starts(add func([]uint64) error) error { return add([]uint64{0}) }

func (g grid) Expand(batch []uint64, out *graph.Successors) error {
	for i, s := range batch {
		x, y := s>>22, s&(1<<22-1)
		for label, to := range [][2]uint64{{x + 1, y}, {x, y + 1}, {x - 1, y}, {x, y - 1}} {
			if to[0] < g.side && to[1] < g.side {
				out.States = append(out.States, to[0]<<22|to[1])
				out.From = append(out.From, int32(i))
				out.Label = append(out.Label, int32(label))
			}
		}
	}
	out.Cost = nil
	return nil
}

func (g grid) Goals(batch []uint64, goal []bool) error {
	for i, s := range batch {
		goal[i] = s == (g.side-1)<<22|(g.side-1)
	}
	return nil
}

func (g grid) Fork() (graph.Graph, error) { return g, nil }

// wide is a grid with wide layers: edges lead from the first state to all of the first row.
type wide struct{ grid }

func (w wide) Expand(batch []uint64, out *graph.Successors) error {
	for i, s := range batch {
		x, y := s>>22, s&(1<<22-1)
		if x == 0 && y == 0 {
			for c := uint64(1); c < w.side; c++ {
				out.States, out.From, out.Label = append(out.States, c), append(out.From, int32(i)), append(out.Label, int32(c))
			}
		}
		if x+1 < w.side {
			out.States, out.From, out.Label = append(out.States, (x+1)<<22|y), append(out.From, int32(i)), append(out.Label, 0)
		}
	}
	out.Cost = nil
	return nil
}

func (w wide) Fork() (graph.Graph, error) { return w, nil }

// TestWorkers checks that the results do not depend on the number of workers.
func TestWorkers(t *testing.T) {
	ctx := context.Background()
	for _, g := range []graph.Graph{grid{300}, wide{grid{9000}}} {
		var first string
		for workers := 1; workers <= 5; workers++ {
			opt := graph.Options{MaxDepth: -1, Workers: workers}
			if g.(graph.Packed).Bits() > 0 && workers == 5 {
				opt.Memory = 1 << 40
			}
			if _, big := g.(wide); big {
				opt.MaxDepth = 6
			}
			s, err := graph.BreadthFirst(ctx, g, opt)
			if err != nil {
				t.Fatal(err)
			}
			c, err := graph.BreadthFirst(ctx, g, counting(opt, true))
			if err != nil {
				t.Fatal(err)
			}
			text := fmt.Sprint(s.Status, s.Cost, s.Store.Len(), c.Store.Len(), c.Paths, s.Stats.Generated)
			for i := 0; i < s.Store.Len(); i += 997 {
				p, err := s.Path(i)
				if err != nil {
					t.Fatal(err)
				}
				text += fmt.Sprint(s.Store.State(i), len(p.Edges), c.Store.State(i))
			}
			if first == "" {
				first = text
			}
			if text != first {
				t.Errorf("%T: the result with %d workers differs", g, workers)
			}
		}
	}
}

// TestStore compares the store with a map, for states of one and two words.
func TestStore(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, words := range []int{1, 2} {
		s := graph.NewStore(words)
		number := map[[2]uint64]int{}
		var batch []uint64
		var want []uint32
		for range 200_000 {
			x := [2]uint64{r.Uint64N(60_000), 0}
			state := x[:words]
			if _, ok := number[x]; !ok {
				number[x] = len(number)
			}
			batch = append(batch, state...)
			want = append(want, uint32(number[x]))
			if len(want) == 1000 {
				ids := make([]uint32, len(want))
				s.AddBatch(batch, ids)
				for i := range ids {
					if ids[i] != want[i] {
						t.Fatalf("state %d has number %d, want %d", batch[i*words], ids[i], want[i])
					}
				}
				batch, want = batch[:0], want[:0]
			}
		}
		if s.Len() != len(number) {
			t.Errorf("%d states, want %d", s.Len(), len(number))
		}
		for x, n := range number {
			if s.Find(x[:words]) != n || s.State(n)[0] != x[0] {
				t.Fatalf("state %v is not number %d", x, n)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	s, err := graph.BreadthFirst(context.Background(), grid{2000}, graph.Options{MaxDepth: -1, Memory: 1 << 20})
	if err != nil || !errors.Is(s.Reason, graph.ErrMemory) {
		t.Errorf("%v %v", err, s.Reason)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s, err = graph.BreadthFirst(ctx, grid{2000}, graph.Options{})
	if err != nil || !errors.Is(s.Reason, context.Canceled) {
		t.Errorf("%v %v", err, s.Reason)
	}
	s, err = graph.BreadthFirst(context.Background(), grid{2000}, graph.Options{MaxDepth: 3})
	if err != nil || s.Status.Found() || !s.Cut || s.Bound != 4 {
		t.Errorf("%v %+v", err, s)
	}
}

func ExampleBreadthFirst() {
	s, err := graph.BreadthFirst(context.Background(), grid{10}, graph.Options{CountPaths: true})
	if err != nil {
		panic(err)
	}
	p, err := s.Path(s.Goal)
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Cost, len(p.Edges), s.Paths)
	// Output: 18 18 48620
}

func ExampleExplore() {
	sh, err := graph.Explore(context.Background(), grid{3}, graph.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(sh.States, sh.Layers, sh.Edges)
	// Output: 9 [1 2 3 2 1] 24
}

// counting returns o with CountPaths set to on.
func counting(o graph.Options, on bool) graph.Options {
	o.CountPaths = on
	return o
}
