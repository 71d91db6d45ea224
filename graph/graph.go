package graph

import (
	"context"
	"errors"
	"math"
	"runtime"
	"time"
)

// A Graph is an implicit directed graph. A state is Words() 64-bit words; a batch is
// states one after another.
type Graph interface {
	Words() int

	// Starts calls add for every start state, in a fixed order.
	Starts(add func(state []uint64) error) error

	// Expand appends the successors of the states of a batch to out, those of the
	// first state first, each state's in a fixed order. It may also set the lists of
	// out, which are empty, to memory of its own that stays as it is until the next
	// call.
	Expand(batch []uint64, out *Successors) error

	// Goals sets goal[i] to whether the i-th state of the batch is a goal.
	Goals(batch []uint64, goal []bool) error
}

// Successors are edges out of a batch of states: parallel lists.
type Successors struct {
	States []uint64 // the states they lead to
	From   []int32  // position in the batch of the states they leave
	Label  []int32  // what the caller calls the edge; at least 0
	Cost   []int64  // at least 0; nil: all are 1
}

// cost returns the cost of an edge.
func (s *Successors) cost(k int) int64 {
	if s.Cost == nil {
		return 1
	}
	return s.Cost[k]
}

// Reset empties s, keeping its memory.
func (s *Successors) Reset() {
	s.States, s.From, s.Label, s.Cost = s.States[:0], s.From[:0], s.Label[:0], s.Cost[:0]
}

// Len returns the number of edges.
func (s *Successors) Len() int { return len(s.Label) }

// Options are limits and the progress callback, shared by all searches. The zero Options
// have no limits.
type Options struct {
	Memory   int64 // bytes for states and what is kept with them; 0: no limit
	MaxDepth int   // at most so many edges; 0 or less: no limit, but for NoEdges
	States   int   // Reach, BreadthFirst: at most so many states, else ErrStates; 0: no limit
	Keep     int   // Explore: keep the graph, if it has at most so many states and 16 times as many edges
	Workers  int   // goroutines, where the search can use several and the graph is a Forker
	Progress func(Progress)
	Disk     *Disk // Explore, BreadthFirst: where to go on when Memory is not enough; nil: nowhere

	Checkpoint Checkpoint // nil: nothing is kept
}

// NoEdges is the MaxDepth of a search that looks at the start states only.
const NoEdges = math.MinInt

// Depth is the MaxDepth of paths of at most n edges, also where n is 0.
func Depth(n int) int {
	if n <= 0 {
		return NoEdges
	}
	return n
}

// deep returns the most edges of a path, and whether there is such a limit.
func (o *Options) deep() (most int, limited bool) {
	if o.MaxDepth == NoEdges {
		return 0, true
	}
	return o.MaxDepth, o.MaxDepth > 0
}

// Progress is passed to Options.Progress a few times a second.
type Progress struct {
	States, Depth, Memory int64
	Frontier              int64 // states of the layer at hand, where there are layers
	Left                  int64 // about how many states are still to be met; 0: not known
}

// ErrMemory says that Options.Memory was not enough.
var ErrMemory error = memoryError{}

type memoryError struct{}

func (memoryError) Error() string     { return "the memory limit was reached" }
func (memoryError) MemoryLimit() bool { return true }

// ErrStates says that there are more states than Options.States.
var ErrStates = errors.New("there are more states than the limit")

// ErrCost says that the cost of a path does not fit 64 bits.
var ErrCost = errors.New("the cost of a plan does not fit 64 bits")

// Stats counts the work of a search.
type Stats struct {
	Generated, Expanded, Stored int64
	Depth                       int64 // most edges on a path followed
	Memory                      int64 // bytes in use at the end, which is the most
}

// An Edge is one step of a path.
type Edge struct {
	Label int32
	Cost  int64
}

// A Path leads from a start state along labelled edges.
type Path struct {
	Start []uint64
	Edges []Edge
}

// Cost returns the sum of the costs of the edges, and ErrCost if it does not fit.
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

// batchSize is how many states are expanded at a time: enough to spread the cost of
// a call, few enough to stop soon when asked to.
const batchSize = 64

// A Packed is a Graph whose states, where they are one word, use only the lower Bits()
// bits of it.
type Packed interface {
	Graph
	Bits() int
}

// A Batcher is a Graph that says how many states it likes to expand at a time.
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

// A searcher is what all searches share: the store, the limits, the counts.
type searcher struct {
	ctx   context.Context
	g     Graph
	opt   Options
	store *Store
	stats Stats
	extra int64 // bytes kept beside the store
	succ  Successors
	next  time.Time                     // of the next progress report
	ahead func() (frontier, left int64) // for progress; nil: not known
}

func newSearcher(ctx context.Context, g Graph, opt Options) *searcher {
	s := &searcher{ctx: ctx, g: g, opt: opt, store: NewStore(g.Words()), next: time.Now().Add(200 * time.Millisecond)}
	s.store.stop = s.done
	return s
}

// done returns why the context has ended, if it has.
func (s *searcher) done() error {
	if runtime.GOOS == "js" {
		runtime.Gosched() // a browser takes nobody off the processor
	}
	if s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	return nil
}

// room makes room for n more states, or says why there is none.
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
			s.next = now.Add(200 * time.Millisecond)
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

// interrupted reports whether err is a limit or an interrupt, which a search
// answers with what it knows, rather than a failure.
func (s *searcher) interrupted(err error) bool {
	if err == nil {
		return false
	}
	return errors.Is(err, ErrMemory) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) ||
		s.ctx.Err() != nil && errors.Is(err, context.Cause(s.ctx))
}
