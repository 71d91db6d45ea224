package branch

import (
	"container/heap"
	"context"
	"math"
	"sync"

	"farbank/milp/internal/program"
	"farbank/milp/simplex"
	"farbank/solver"
)

// A node is a part of the search space: the bounds that its branchings set, from the node up to the
// root.
type node struct {
	parent *node
	set    []decision
	bound  float64 // on the objective, from the parent's relaxation
	depth  int
	basis  *simplex.Basis
	// The column of the branching, for its pseudocost.
	col  int32
	up   bool
	frac float64
}

// A decision is a new bound.
type decision struct {
	col   int32
	upper bool
	value float64
}

// openNodes is a heap: the best bound first, and the deepest of equal ones.
type openNodes []*node

func (o openNodes) Len() int { return len(o) }
func (o openNodes) Less(a, b int) bool {
	if o[a].bound != o[b].bound {
		return o[a].bound < o[b].bound
	}
	return o[a].depth > o[b].depth
}
func (o openNodes) Swap(a, b int) { o[a], o[b] = o[b], o[a] }
func (o *openNodes) Push(x any)   { *o = append(*o, x.(*node)) }
func (o *openNodes) Pop() any {
	old := *o
	n := old[len(old)-1]
	old[len(old)-1] = nil
	*o = old[:len(old)-1]
	return n
}

// tree is the state that the workers share: the open nodes, the best solution, the limits.
type tree struct {
	mu     sync.Mutex
	wake   *sync.Cond
	open   openNodes
	at     []*node   // by worker: the node that it processes, or the root of its dive; nil when idle
	signed []byte    // the signature of the program, if there is a checkpoint
	saved  bool      // a checkpoint was written
	busy   []float64 // bound of each worker's node; +Inf when idle
	active int       // workers that process a node
	stop   bool
	reason error // the limit or interrupt that ended the search, or nil
	holes  bool  // a part was abandoned without proof

	p         *program.Program
	accept    func(x []float64) (point, full []float64, ok bool)
	found     bool
	best      []float64 // of the program
	full      []float64 // of the problem as given
	objective float64   // of best, minimized
	cutoff    float64   // only solutions below count

	nodes      int64
	iterations int64
	cuts       int64
	memory     int64 // bytes of the open nodes
	packed     packed
	limits     Options
	rootBound  float64
	reduced    *rootCosts // of the root's relaxation, or nil
	report     *reporter
	costs      *pseudocosts
	inner      bool  // a search within another
	pool       *pool // of the best solutions, or nil
	added      *rowPool
	priority   []int // by column, or nil
	asked      *askedBranch
	since      int64 // node at which the last solution was found
}

func newTree(p *program.Program, o Options, report *reporter) *tree {
	t := &tree{p: p, objective: math.Inf(1), cutoff: math.Inf(1), limits: o, report: report, rootBound: math.Inf(-1)}
	t.wake = sync.NewCond(&t.mu)
	t.costs = newPseudocosts(p.N)
	t.packed = packed{from: packFrom, folder: o.Disk}
	if o.Memory > 0 {
		t.packed.from = min(packFrom, o.Memory/4)
	}
	return t
}

// push adds an open node.
func (t *tree) push(n *node) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n.bound >= t.cutoff {
		return
	}
	heap.Push(&t.open, n)
	t.memory += nodeBytes(n)
	t.wake.Signal()
	if t.memory > t.packed.from {
		t.pack()
	}
}

func nodeBytes(n *node) int64 {
	size := int64(160 + 24*len(n.set))
	if n.basis != nil {
		size += int64(n.basis.Bytes()) / 2 // two children share one
	}
	return size
}

// next waits for a node. It returns nil when the search is over.
func (t *tree) next(ctx context.Context, worker int) *node {
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		if ctx.Err() != nil {
			t.limit(context.Cause(ctx))
		}
		if t.stop {
			t.wake.Broadcast()
			return nil
		}
		for t.unpack() {
			n := heap.Pop(&t.open).(*node)
			t.memory -= nodeBytes(n)
			if n.bound >= t.cutoff {
				// The heap has the best bound first, so all others are pruned as well.
				clear(t.open)
				t.open, t.memory = t.open[:0], 0
				t.packed.clear()
				break
			}
			t.active++
			t.busy[worker], t.at[worker] = n.bound, n
			return n
		}
		if t.active == 0 {
			t.wake.Broadcast()
			return nil
		}
		t.wake.Wait()
	}
}

// done marks a worker as idle.
func (t *tree) done(worker int) {
	t.mu.Lock()
	t.active--
	t.busy[worker], t.at[worker] = math.Inf(1), nil
	t.wake.Broadcast()
	t.mu.Unlock()
}

// bound returns the dual bound: no solution is better.
func (t *tree) bound() float64 {
	if t.busy == nil {
		return min(t.rootBound, t.objective) // still at the root
	}
	b := t.objective
	if t.found {
		// Nodes within the gap of the best solution were pruned.
		b -= t.slack()
	}
	for _, n := range t.open[:min(1, len(t.open))] {
		b = min(b, n.bound)
	}
	b = min(b, t.packed.bound())
	for _, v := range t.busy {
		b = min(b, v)
	}
	return max(b, min(t.rootBound, t.objective))
}

// slack returns the amount within which better solutions are not searched.
func (t *tree) slack() float64 {
	if t.pool != nil {
		return 0
	}
	return max(t.limits.AbsoluteGap, t.limits.Gap*math.Abs(t.objective))
}

// exceeded returns the limit that is reached, or nil. t.mu is locked.
func (t *tree) exceeded(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case t.limits.Nodes > 0 && t.nodes >= t.limits.Nodes:
		return solver.ErrEffort
	case t.limits.Memory > 0 && t.memory+t.packed.memory > t.limits.Memory:
		return solver.ErrMemory
	}
	return nil
}

// limit ends the search of all workers without a proof. The first reason is kept. t.mu is locked.
func (t *tree) limit(reason error) {
	if t.stop = true; t.reason == nil {
		t.reason = reason
	}
	t.wake.Broadcast()
}

// begin counts a node and checks the limits. It returns false if the search must end.
func (t *tree) begin(ctx context.Context, worker int, n *node, iterations int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.iterations += iterations
	if t.stop {
		return false
	}
	if err := t.exceeded(ctx); err != nil {
		t.limit(err)
		return false
	}
	t.nodes++
	t.busy[worker], t.at[worker] = n.bound, n
	if c := t.limits.Checkpoint; c != nil && c.Due() {
		t.save()
	}
	if t.found && t.closeEnough() {
		t.stop = true
		t.wake.Broadcast()
		return false
	}
	t.report.tick(t)
	return true
}

// closeEnough reports whether the requested gap is reached.
func (t *tree) closeEnough() bool {
	if t.limits.Gap <= 0 && t.limits.AbsoluteGap <= 0 || t.pool != nil {
		return false
	}
	b := t.bound()
	return t.objective-b <= t.limits.AbsoluteGap || gap(t.objective, b) <= t.limits.Gap
}

// deep is the fraction of the gap within which a dive continues.
const deep = 0.25

// promising reports whether a dive should continue at a node with this bound: always before the
// first solution, then only near the best bound.
func (t *tree) promising(bound float64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.found {
		return true
	}
	low := t.bound()
	return bound <= low+deep*(t.cutoff-low)
}

// offer checks a point and keeps it if it is the best. It reports whether the point is a solution.
func (t *tree) offer(x []float64, from string) bool {
	point, full, ok := t.accept(x)
	if !ok {
		return false
	}
	t.keep(point, full, t.p.Value(point), from)
	return true
}

// keep stores a solution if it is the best: as a point of the program, and of the given problem.
func (t *tree) keep(point, full []float64, value float64, from string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.pool != nil && t.pool.add(full, value) {
		t.cutoff = t.pool.cutoff()
	}
	if t.found && value >= t.objective {
		return
	}
	t.found, t.best, t.full, t.objective = true, point, full, value
	t.since = t.nodes
	if t.pool == nil {
		t.cutoff = t.cutoffFor(value)
	}
	t.report.incumbent(t, from)
}

// cutoffFor returns the value that a better solution must be below.
func (t *tree) cutoffFor(value float64) float64 {
	need := 1e-9 * max(1, math.Abs(value))
	if g := t.p.Granularity; g > 0 {
		need = max(need, g*(1-1e-4)-1e-7*max(1, math.Abs(value)*1e-2))
	}
	need = max(need, t.limits.AbsoluteGap, t.limits.Gap*math.Abs(value))
	return value - need
}

// state returns whether there is a solution, and the cutoff.
func (t *tree) state() (found bool, cutoff float64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.found, t.cutoff
}

// incumbentPoint returns the best point, or nil. The caller must not change it.
func (t *tree) incumbentPoint() []float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.best
}
