package planning

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"time"
)

// Options are the bounds of a search and who is told of it. The zero Options have none.
type Options struct {
	Memory   int64          // bytes for states and open lists; 0: no limit
	Progress func(Progress) // called a few times a second

	// Improved is called with each plan that is better than those before, and with its
	// cost; the plan is the callee's.
	Improved func(plan []int, cost int64)

	// Below, if not 0, asks only for plans that cost less.
	Below int64

	// Symmetries, if not nil, are those of the space: of symmetric states A* looks at one.
	Symmetries *Symmetries

	// Checkpoint returns where a search of a name is kept, or nil; nil: nowhere. A* and uniform-cost
	// search are, unless their heuristic keeps something of each state.
	Checkpoint func(search string) Checkpoint
}

// Tables is what Progress has for the name of a search while tables are worked out.
const Tables = "tables"

// Progress is told while a search works, and when one begins or tables are worked out.
type Progress struct {
	Search   string
	Expanded int64
	Stored   int64
	Bound    int64 // no plan costs less
	Memory   int64
}

// tell says what begins.
func (o *Options) tell(search string) {
	if o.Progress != nil {
		o.Progress(Progress{Search: search})
	}
}

// Status says how a search ended.
type Status uint8

const (
	Stopped  Status = iota // a limit or the end of the context came first
	Solved                 // a plan; of a search that proves, one of least cost
	Feasible               // a plan that was not proven to be of least cost
	None                   // proven: there is no plan (none below Options.Below, if that was given)
)

// A Result is what a search found out.
type Result struct {
	Status Status
	Plan   []int // numbers of operators
	Cost   int64
	Bound  int64 // proven: no plan costs less
	Err    error // Stopped, Feasible: why the search ended, if not because it was done
	Stats  Stats
}

// Stats is what a search came to.
type Stats struct {
	Search    string
	Heuristic string
	Initial   int64 // the estimate at the start
	Expanded  int64
	Evaluated int64
	Generated int64
	Reopened  int64
	Stored    int64
	Memory    int64
	Rounds    int64 // of an iterated search

	Others []Stats // searches that were tried beside it
}

// ErrMemory is why a search ends that has used Options.Memory.
var ErrMemory error = memoryError{}

type memoryError struct{}

func (memoryError) Error() string     { return "the memory limit was reached" }
func (memoryError) MemoryLimit() bool { return true }

// ErrStates is why a search ends that holds MaxStates.
var ErrStates = errors.New("there are too many states to be numbered")

// A Heuristic estimates what is left to be done: the cost of a cheapest plan from a state,
// Infinite only if there is none. It serves one goroutine.
type Heuristic interface {
	Name() string
	Estimate(State) int64
}

// A Parental heuristic may know more of a state by its parent. Expanding announces the
// parent; EstimateChild is then asked about what operators lead to from there.
type Parental interface {
	Heuristic
	Expanding(parent State)
	EstimateChild(op int, child State) int64
}

// A Preferring heuristic tells with its estimate which operators look good in a state.
type Preferring interface {
	Heuristic
	// Preferred are operators that apply in the state estimated last, valid until the next.
	Preferred() []int32
}

// soFar is what a search has come to.
func (w *work) soFar(h Heuristic) Stats {
	return w.result(h, Result{}).Stats
}

// A work is what all searches that hold states have: the states, and how each was met.
type work struct {
	space *Space
	o     Options
	name  string
	store *store
	nodes column[node]
	stats Stats
	ops   []int32 // scratch
	told  time.Time

	state, next   State
	packed, child []uint64
}

// within is a new bound of memory.
func (w *work) within(memory int64) { w.o.Memory = memory }

// release lets go of the states: the search has ended.
func (w *work) release() {
	w.stats.Stored = int64(w.store.count)
	w.store, w.nodes = nil, column[node]{}
}

// A node is how a state was met.
type node struct {
	cost   int64 // of the cheapest way known
	parent uint32
	op     int32 // -1: the start
	left   uint32
	closed bool
}

// from is the state before; -1: none.
func (n *node) from() int {
	if n.op < 0 {
		return -1
	}
	return int(n.parent)
}

// unlimited is the greatest estimate that a node can have; noWay stands for Infinite.
const (
	noWay     = 1<<32 - 1
	unlimited = noWay - 1
)

// short is an estimate as a node has it.
func short(h int64) uint32 {
	if h == Infinite {
		return noWay
	}
	return uint32(min(h, unlimited))
}

func newWork(s *Space, name string, o Options) work {
	n := len(s.fields)
	return work{space: s, o: o, name: name, store: newStore(s.words), told: time.Now(),
		state: make(State, n), next: make(State, n), packed: make([]uint64, s.words), child: make([]uint64, s.words)}
}

// plan is the operators that lead to a state, and what they cost together. That may be less than the state has
// noted: a state before it may have been met on a cheaper way since.
func (w *work) plan(i int) (list []int, cost int64) {
	list = []int{}
	for n := w.nodes.of(i); n.op >= 0; n = w.nodes.of(int(n.parent)) {
		list = append(list, int(n.op))
		cost += w.space.ops[n.op].cost
	}
	slices.Reverse(list)
	return list, cost
}

// load makes a stored state the one at hand.
func (w *work) load(i int) {
	copy(w.packed, w.store.at(i))
	w.space.unpack(w.packed, w.state)
}

// memory is what is in use; queued is what an item of an open list takes, and how many are there.
func (w *work) memory(queued int64) int64 {
	return w.store.bytes() + int64(len(w.nodes.pages))<<pageBits*24 + queued
}

// check says why the search has to end, now and then.
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
		runtime.Gosched() // a browser takes nobody off the processor
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if w.o.Progress != nil && time.Since(w.told) > 200*time.Millisecond {
		w.told = time.Now()
		w.o.Progress(Progress{w.name, w.stats.Expanded, w.stats.Stored, bound, m})
	}
	return nil
}

// result is what is known where a search ends for a reason.
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
