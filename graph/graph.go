package graph

import (
	"context"
	"errors"
	"math"
	"runtime"
	"time"

	"farbank/solver"
)

// A Graph is an implicit directed graph. A state consists of Words() 64-bit words; a batch holds several
// states one after another.
type Graph interface {
	Words() int

	// Starts calls add for every start state, in a fixed order.
	Starts(add func(state []uint64) error) error

	// Expand appends the successors of a batch of states to out, ordered by source state; the order of the
	// successors of a state is fixed. Instead of appending, it may set the lists of out, which are empty,
	// to memory of its own, which must not change until the next call.
	Expand(batch []uint64, out *Successors) error

	// Goals sets goal[i] to whether the i-th state of the batch is a goal.
	Goals(batch []uint64, goal []bool) error
}

// Successors holds the edges out of a batch of states as parallel lists.
type Successors struct {
	States []uint64 // targets
	From   []int32  // positions of the sources in the batch
	Label  []int32  // labels chosen by the graph, at least 0
	Cost   []int64  // at least 0; nil if all are 1
}

// cost returns the cost of an edge.
func (s *Successors) cost(k int) int64 {
	if s.Cost == nil {
		return 1
	}
	return s.Cost[k]
}

// Reset empties s but keeps its memory.
func (s *Successors) Reset() {
	s.States, s.From, s.Label, s.Cost = s.States[:0], s.From[:0], s.Label[:0], s.Cost[:0]
}

// Len returns the number of edges.
func (s *Successors) Len() int { return len(s.Label) }

// Options holds the limits and the progress callback that all searches share. The zero value sets no
// limits.
type Options struct {
	Memory   int64 // limit in bytes for states and the data stored with them; 0 means no limit
	MaxDepth int   // maximum number of edges of a path; 0 or less means no limit, except for NoEdges
	States   int   // Reach, BreadthFirst: maximum number of states, or the Reason is ErrStates; 0 means no limit
	Keep     int   // Explore: return the graph if it has at most Keep states and 16*Keep edges
	Workers  int   // number of goroutines, if the search supports several and the graph is a Forker
	Progress func(Progress)

	// AtOnce returns how many of the workers may run at the same time. It is called before each step of a search, so that
	// processors can be left to other programs for a while. nil means all.
	AtOnce func() int

	Disk *Disk // Explore, BreadthFirst, UniformCost: where to continue when Memory is full; nil means not at all

	CountPaths bool // BreadthFirst: also count the shortest paths to all goals, unless their number exceeds 64 bits
	UnitCosts  bool // NewShortestPaths: every edge costs 1, as in BreadthFirst
	GoalsEnd   bool // Reach: goals have no outgoing edges

	Checkpoint solver.Checkpoint // saves and restores the search; nil means never
}

// atOnce returns how many of n workers may run at the same time, 1 at least.
func (o *Options) atOnce(n int) int {
	if o.AtOnce == nil {
		return n
	}
	return min(n, max(1, o.AtOnce()))
}

// NoEdges is the MaxDepth of a search that checks only the start states.
const NoEdges = math.MinInt

// Depth returns the MaxDepth for paths of at most n edges, including n = 0.
func Depth(n int) int {
	if n <= 0 {
		return NoEdges
	}
	return n
}

// deep returns the maximum number of edges of a path, and whether there is a limit.
func (o *Options) deep() (most int, limited bool) {
	if o.MaxDepth == NoEdges {
		return 0, true
	}
	return o.MaxDepth, o.MaxDepth > 0
}

// Progress is passed to Options.Progress every 200 ms.
type Progress struct {
	States, Depth, Memory int64
	Frontier              int64 // number of states of the current layer, if there are layers
	Left                  int64 // estimated number of states still to be found; 0 if unknown
}

// ErrMemory is the reason of a result if Options.Memory was not enough. It is [solver.ErrMemory].
var ErrMemory = solver.ErrMemory

// ErrStates is the reason of a result if there are more states than Options.States.
var ErrStates = errors.New("there are more states than the limit")

// ErrCost reports that the cost of a path overflows 64 bits.
var ErrCost = errors.New("the cost of a plan does not fit 64 bits")

// Stats counts the work of a search.
type Stats struct {
	Generated, Expanded, Stored int64
	Depth                       int64 // maximum number of edges of a path that was followed
	Memory                      int64 // bytes in use at the end, which is the peak
}

// An Edge is one step of a path.
type Edge struct {
	Label int32
	Cost  int64
}

// A Path is a sequence of edges from a start state.
type Path struct {
	Start []uint64
	Edges []Edge
}

// Cost returns the sum of the costs of the edges, or ErrCost if it overflows.
func (p *Path) Cost() (int64, error) {
	var c int64
	for _, e := range p.Edges {
		if e.Cost > math.MaxInt64-c {
			return 0, ErrCost
		}
		c += e.Cost
	}
	return c, nil
}

// batchSize is the number of states expanded at a time. It amortizes the cost of a call and still allows a
// search to stop soon.
const batchSize = 64

// A Packed is a Graph whose states, if they have one word, use only the lowest Bits() bits of it.
type Packed interface {
	Graph
	Bits() int
}

// A Batcher is a Graph that chooses the number of states to expand at a time.
type Batcher interface {
	Graph
	Batch() int
}

func sizeOf(g Graph) int {
	if b, ok := g.(Batcher); ok {
		return b.Batch()
	}
	return batchSize
}

// Progress is reported after firstReport, and then at intervals that grow to reportEvery.
const (
	firstReport = 5 * time.Millisecond
	reportEvery = 200 * time.Millisecond
)

// A searcher holds the data that all searches share: the store, the limits and the counts.
type searcher struct {
	ctx   context.Context
	g     Graph
	opt   Options
	store *Store
	stats Stats
	extra int64 // bytes used in addition to the store
	succ  Successors
	next  time.Time // time of the next progress report
	begun time.Time
	ahead func() (frontier, left int64) // for progress; nil if unknown
}

func newSearcher(ctx context.Context, g Graph, opt Options) *searcher {
	s := &searcher{ctx: ctx, g: g, opt: opt, store: NewStore(g.Words()), begun: time.Now()}
	s.next = s.begun.Add(firstReport)
	s.store.stop = s.done
	return s
}

// done returns the cause if the context has ended.
func (s *searcher) done() error {
	if runtime.GOOS == "js" {
		runtime.Gosched() // lets the event loop of the browser run: there is no preemption
	}
	if s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	return nil
}

// room reserves memory for n more states, or returns why it cannot.
func (s *searcher) room(n int) error {
	if s.opt.Memory > 0 {
		s.store.most = max(1, s.opt.Memory-s.extra)
	}
	return s.store.ready(n)
}

func (s *searcher) batchSize() int { return sizeOf(s.g) }

// check returns why the search must stop now, or nil.
func (s *searcher) check(depth int64) error {
	if err := s.done(); err != nil {
		return err
	}
	s.stats.Depth = max(s.stats.Depth, depth)
	s.stats.Stored = int64(s.store.Len())
	s.stats.Memory = s.store.Bytes() + s.extra
	if s.opt.Memory > 0 && s.stats.Memory > s.opt.Memory {
		return ErrMemory
	}
	if s.opt.Progress != nil {
		if now := time.Now(); now.After(s.next) {
			s.next = now.Add(min(max(firstReport, now.Sub(s.begun)/4), reportEvery))
			p := Progress{States: s.stats.Stored, Depth: depth, Memory: s.stats.Memory}
			if s.ahead != nil {
				p.Frontier, p.Left = s.ahead()
			}
			s.opt.Progress(p)
		}
	}
	return nil
}

// expand computes the successors of a batch into s.succ.
func (s *searcher) expand(batch []uint64) error {
	s.succ.Reset()
	err := s.g.Expand(batch, &s.succ)
	s.stats.Expanded += int64(len(batch) / s.store.words)
	s.stats.Generated += int64(s.succ.Len())
	return err
}

// interrupted reports whether err is a limit or an interrupt rather than a failure. A search then returns
// the partial result.
func (s *searcher) interrupted(err error) bool {
	if err == nil {
		return false
	}
	return errors.Is(err, ErrMemory) || errors.Is(err, ErrStates) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) ||
		s.ctx.Err() != nil && errors.Is(err, context.Cause(s.ctx))
}
