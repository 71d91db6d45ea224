package branch

import (
	"container/heap"
	"context"
	"math"
	"sync"

	"farbank/internal/durable"
	"farbank/milp/internal/program"
	"farbank/milp/simplex"
)

// node is a part of the search space: the bounds its branchings set, from the node
// up to the root.
type node struct {
	parent *node
	set    []decision
	bound  float64 // on the objective, from the parent's relaxation
	depth  int
	basis  *simplex.Basis
	// The branching on one column, for its pseudocost.
	col  int32
	up   bool
	frac float64
}

// decision is a new bound.
type decision struct {
	col   int32
	upper bool
	value float64
}

// openNodes is a heap with the best bound first, and the deepest of equal ones.
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

// tree is what the workers share: the open nodes, the best solution, the limits.
type tree struct {
	mu      sync.Mutex
	wake    *sync.Cond
	open    openNodes
	at      []*node   // by worker: the node that it is at, or from which it went; nil when idle
	signed  []byte    // the signature of the program, where it is kept
	saved   bool      // it was kept
	busy    []float64 // bound of what each worker is at; +Inf when idle
	active  int       // workers at a node
	stop    bool
	limited bool // stopped by a limit
	holes   bool // a part was given up without proof

	p         *program.Program
	accept    func(x []float64) (point, full []float64, ok bool)
	found     bool
	best      []float64 // of the program
	full      []float64 // of the problem as given
	objective float64   // minimised, of best
	cutoff    float64   // only what is below counts

	nodes      int64
	iterations int64
	cuts       int64
	memory     int64 // bytes of the open nodes
	limits     Options
	rootBound  float64
	report     *reporter
	costs      *pseudocosts
	inner      bool  // a search within another
	since      int64 // node at which the last solution was found
}

func newTree(p *program.Program, o Options, report *reporter) *tree {
	t := &tree{p: p, objective: math.Inf(1), cutoff: math.Inf(1), limits: o, report: report, rootBound: math.Inf(-1)}
	t.wake = sync.NewCond(&t.mu)
	t.costs = newPseudocosts(p.N)
	return t
}

// push opens a node.
func (t *tree) push(n *node) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n.bound >= t.cutoff {
		return
	}
	heap.Push(&t.open, n)
	t.memory += nodeBytes(n)
	t.wake.Signal()
}

func nodeBytes(n *node) int64 {
	size := int64(160 + 24*len(n.set))
	if n.basis != nil {
		size += int64(n.basis.Bytes()) / 2 // two children share one
	}
	return size
}

// next waits for a node. It is nil when the search is over.
func (t *tree) next(ctx context.Context, worker int) *node {
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		if t.stop || ctx.Err() != nil {
			t.stop, t.limited = true, t.limited || ctx.Err() != nil
			t.wake.Broadcast()
			return nil
		}
		for len(t.open) > 0 {
			n := heap.Pop(&t.open).(*node)
			t.memory -= nodeBytes(n)
			if n.bound >= t.cutoff {
				// The best bound is first: all others are worse.
				clear(t.open)
				t.open, t.memory = t.open[:0], 0
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

// done says that a worker has finished with its node and all it followed from there.
func (t *tree) done(worker int) {
	t.mu.Lock()
	t.active--
	t.busy[worker], t.at[worker] = math.Inf(1), nil
	t.wake.Broadcast()
	t.mu.Unlock()
}

// bound is what no solution can be below.
func (t *tree) bound() float64 {
	if t.busy == nil {
		return min(t.rootBound, t.objective) // still at the root
	}
	b := t.objective
	if t.found {
		// Nodes that could only have been better by less than the gap were left out.
		b -= t.slack()
	}
	for _, n := range t.open[:min(1, len(t.open))] {
		b = min(b, n.bound)
	}
	for _, v := range t.busy {
		b = min(b, v)
	}
	return max(b, min(t.rootBound, t.objective))
}

// slack is by how much a solution may be better than the best and yet not be looked for.
func (t *tree) slack() float64 { return max(t.limits.AbsoluteGap, t.limits.Gap*math.Abs(t.objective)) }

// begin counts a node and looks at the limits; it is false when the search must end.
func (t *tree) begin(ctx context.Context, worker int, n *node, iterations int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.iterations += iterations
	if t.stop {
		return false
	}
	if ctx.Err() != nil || t.limits.Nodes > 0 && t.nodes >= t.limits.Nodes || t.limits.Memory > 0 && t.memory > t.limits.Memory {
		t.stop, t.limited = true, true
		t.wake.Broadcast()
		return false
	}
	t.nodes++
	t.busy[worker], t.at[worker] = n.bound, n
	if c := t.limits.Checkpoint; durable.Possible && c != nil && c.Due() {
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

// closeEnough says that the gap asked for is reached.
func (t *tree) closeEnough() bool {
	if t.limits.Gap <= 0 && t.limits.AbsoluteGap <= 0 {
		return false
	}
	b := t.bound()
	return t.objective-b <= t.limits.AbsoluteGap || gap(t.objective, b) <= t.limits.Gap
}

// deep is the share of the gap within which a dive goes on.
const deep = 0.25

// promising says that a dive should go on at a node with this bound, once there is a
// solution: not if it has come far from the best bound.
func (t *tree) promising(bound float64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.found {
		return true
	}
	low := t.bound()
	return bound <= low+deep*(t.cutoff-low)
}

// offer checks a point and keeps it if it is the best. It says whether the point is
// a solution at all.
func (t *tree) offer(x []float64, from string) bool {
	point, full, ok := t.accept(x)
	if !ok {
		return false
	}
	t.keep(point, full, t.p.Value(point), from)
	return true
}

// keep takes a solution if it is the best: as a point of the program, and of the
// problem as given.
func (t *tree) keep(point, full []float64, value float64, from string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.found && value >= t.objective {
		return
	}
	t.found, t.best, t.full, t.objective = true, point, full, value
	t.since = t.nodes
	t.cutoff = t.cutoffFor(value)
	t.report.incumbent(t, from)
}

// cutoffFor gives the value that a better solution must be below.
func (t *tree) cutoffFor(value float64) float64 {
	need := 1e-9 * max(1, math.Abs(value))
	if g := t.p.Granularity; g > 0 {
		need = max(need, g*(1-1e-4)-1e-7*max(1, math.Abs(value)*1e-2))
	}
	need = max(need, t.limits.AbsoluteGap, t.limits.Gap*math.Abs(value))
	return value - need
}

// state gives the best objective and the cutoff.
func (t *tree) state() (found bool, cutoff float64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.found, t.cutoff
}

// incumbentPoint gives the best point, or nil; it is not to be changed.
func (t *tree) incumbentPoint() []float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.best
}
