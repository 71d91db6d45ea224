package planning

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"farbank/solver"
)

// Options holds the limits and callbacks of a search. The zero value sets none.
type Options struct {
	Memory   int64          // limit in bytes for states and open lists; 0 means no limit
	Progress func(Progress) // called a few times a second

	// OnSolution is called with each plan that is better than those before, and with its cost. The callee
	// owns the plan.
	OnSolution func(plan []int, cost int64)

	// Below, if not 0, restricts the search to plans of lower cost.
	Below int64

	// Symmetries, if not nil, are symmetries of the space; A* expands only one of several symmetric states.
	Symmetries *Symmetries

	// Checkpoints, if not nil, returns the checkpoint for a search by name, which may be nil. A* and
	// uniform-cost search use it, unless their heuristic is path-dependent.
	Checkpoints func(search string) solver.Checkpoint
}

// Tables is the search name in Progress while tables are computed.
const Tables = "tables"

// Progress is passed to Options.Progress while a search runs, and when a search or the computation of
// tables starts.
type Progress struct {
	Search   string
	Expanded int64
	Stored   int64
	Bound    int64 // no plan costs less
	Memory   int64
}

// announce reports the start of a search.
func (o *Options) announce(search string) {
	if o.Progress != nil {
		o.Progress(Progress{Search: search})
	}
}

// A Status is the outcome of a search.
type Status = solver.Status

// The statuses of searches.
const (
	Unknown    = solver.Unknown    // a limit or the end of the context came first
	Feasible   = solver.Feasible   // a plan that is not proven optimal
	Solved     = solver.Solved     // a plan; from an optimal search, one of least cost
	Infeasible = solver.Infeasible // no plan exists (none below Options.Below, if that is set)
)

// A Result is the result of a search.
type Result struct {
	Status Status
	Plan   []int // numbers of operators
	Cost   int64
	Bound  int64 // proven lower bound of the cost of a plan
	Reason error // if Unknown or Feasible: the limit that ended the search; nil if it ended normally
	Stats  Stats
}

// Stats holds the counts of a search.
type Stats struct {
	Search    string
	Heuristic string
	Initial   int64 // estimate of the initial state
	Expanded  int64
	Evaluated int64
	Generated int64
	Reopened  int64
	Stored    int64
	Memory    int64
	Rounds    int64 // number of rounds of an iterative search

	Others []Stats // other searches of a portfolio
}

// ErrMemory is the reason of a search that reached Options.Memory.
var ErrMemory = solver.ErrMemory

// ErrStates is the reason of a search that reached MaxStates.
var ErrStates = errors.New("there are too many states to be numbered")

// A Heuristic estimates the cost of a cheapest plan from a state. It returns Infinite only if there is no
// plan. It is not safe for concurrent use.
type Heuristic interface {
	Name() string
	Estimate(State) int64
}

// A ParentAware heuristic uses information about the parent of a state. Expanding announces the parent;
// EstimateChild then estimates its successors.
type ParentAware interface {
	Heuristic
	Expanding(parent State)
	EstimateChild(op int, child State) int64
}

// A PreferredOperators heuristic also selects promising operators when it estimates a state.
type PreferredOperators interface {
	Heuristic
	// Preferred returns applicable operators of the state estimated last. The slice is valid until the next
	// estimate.
	Preferred() []int32
}

// toEnd runs a search to its end.
func toEnd(ctx context.Context, c interface {
	run(ctx context.Context, slice time.Duration) *Result
}) *Result {
	for {
		if r := c.run(ctx, time.Hour); r != nil {
			return r
		}
	}
}

// checked returns the result, or its reason as an error if that is a *solver.CheckpointError.
func (r *Result) checked() (*Result, error) {
	if _, broken := r.Reason.(*solver.CheckpointError); broken {
		return nil, r.Reason
	}
	return r, nil
}

// soFar returns the current counts of a search.
func (w *work) soFar(h Heuristic) Stats {
	return w.result(h, Result{}).Stats
}

// A work is the common part of searches that store states: the states and how each was reached.
type work struct {
	space    *Space
	o        Options
	name     string
	store    *store
	nodes    column[node]
	stats    Stats
	ops      []int32 // scratch
	reported time.Time

	state, next   State
	packed, child []uint64
}

// within sets the memory limit.
func (w *work) within(memory int64) { w.o.Memory = memory }

// release releases the states after the end of the search.
func (w *work) release() {
	w.stats.Stored = int64(w.store.count)
	w.store, w.nodes = nil, column[node]{}
}

// A node describes how a state was reached.
type node struct {
	cost   int64 // cost of the cheapest known path
	parent uint32
	op     int32 // operator that led here, or -1 for the start
	left   uint32
	closed bool
}

// from returns the number of the parent, or -1.
func (n *node) from() int {
	if n.op < 0 {
		return -1
	}
	return int(n.parent)
}

// deadEnd is the estimate of a node for Infinite, unlimited the greatest other one.
const (
	deadEnd   = 1<<32 - 1
	unlimited = deadEnd - 1
)

// short converts an estimate to the form in a node.
func short(h int64) uint32 {
	if h == Infinite {
		return deadEnd
	}
	return uint32(min(h, unlimited))
}

func newWork(s *Space, name string, o Options) work {
	n := len(s.fields)
	return work{space: s, o: o, name: name, store: newStore(s.words), reported: time.Now(),
		state: make(State, n), next: make(State, n), packed: make([]uint64, s.words), child: make([]uint64, s.words)}
}

// plan returns the operators of the path to a state and their total cost. This may be less than the cost in
// the node, since a cheaper path to a predecessor may have been found.
func (w *work) plan(i int) (list []int, cost int64) {
	list = []int{}
	for n := w.nodes.of(i); n.op >= 0; n = w.nodes.of(int(n.parent)) {
		list = append(list, int(n.op))
		cost += w.space.ops[n.op].cost
	}
	slices.Reverse(list)
	return list, cost
}

// load makes a stored state the current one.
func (w *work) load(i int) {
	copy(w.packed, w.store.at(i))
	w.space.unpack(w.packed, w.state)
}

// memory returns the bytes in use, given those of the open lists.
func (w *work) memory(queued int64) int64 {
	return w.store.bytes() + int64(len(w.nodes.pages))<<pageBits*24 + queued
}

// check returns why the search must stop, or nil, and reports the progress.
func (w *work) check(ctx context.Context, bound, queued int64) error {
	w.stats.Stored = int64(w.store.count)
	if w.store.count >= MaxStates {
		return ErrStates
	}
	m := w.memory(queued)
	w.stats.Memory = max(w.stats.Memory, m)
	if w.o.Memory > 0 && m > w.o.Memory {
		return ErrMemory
	}
	if runtime.GOOS == "js" {
		runtime.Gosched() // lets the event loop of the browser run: there is no preemption
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if w.o.Progress != nil && time.Since(w.reported) > 200*time.Millisecond {
		w.reported = time.Now()
		w.o.Progress(Progress{w.name, w.stats.Expanded, w.stats.Stored, bound, m})
	}
	return nil
}

// result completes the result of a search with its counts.
func (w *work) result(h Heuristic, r Result) *Result {
	w.stats.Search = w.name
	if w.store != nil {
		w.stats.Stored = int64(w.store.count)
	}
	if h != nil {
		w.stats.Heuristic = h.Name()
	}
	r.Stats = w.stats
	return &r
}
