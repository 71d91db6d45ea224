package planning

import (
	"context"
	"time"
)

// IDAStar finds a plan of least cost with little memory: a depth-first search for plans whose cost plus
// estimate is at most a bound, which increases (Korf 1985), with a transposition table (Reinefeld and
// Marsland 1994). It never undoes an operator at once. The heuristic must be admissible.
func IDAStar(ctx context.Context, s *Space, h Heuristic, o Options) (*Result, error) {
	d := newDeepening(s, h, o)
	return toEnd(ctx, d).checked()
}

// A failed is an entry of the transposition table: no goal is reachable from the state within the budget. A
// newer entry replaces an older one.
type failed struct {
	hash   uint64
	budget int64
}

const (
	fewFailed = 1 << 8
	maxFailed = 1 << 22 // maximum number of entries
)

// A deepening is an IDA* search that runs in time slices.
type deepening struct {
	work
	h      Heuristic
	parts  *Additive // h if it is additive, or nil
	inner  rounds    // a faster implementation for special tasks, or nil
	table  []failed
	path   []pathNode
	depth  int
	bound  int64
	least  int64 // known lower bound of the cost of a plan
	next   int64 // least sum of cost and estimate beyond the bound
	begun  bool
	budget int64 // maximum cost of a plan that the caller asks for
}

// A rounds is a search with a bound that runs in time slices.
type rounds interface {
	begin(bound, left int64) // left is the estimate at the start
	work(tries int) standing
	found() (plan []int, cost int64)
	counts() (expanded, generated, next int64) // next is the least sum of cost and estimate beyond the bound
}

// A pathNode is a state on the path and the operators not tried yet.
type pathNode struct {
	state  State
	packed []uint64
	hash   uint64
	cost   int64
	parts  []int32 // values of the tables of an additive heuristic
	ops    []int32
	op     int32 // operator that led here
}

func newDeepening(s *Space, h Heuristic, o Options) *deepening {
	d := &deepening{work: newWork(s, "IDA*", o), h: h, table: make([]failed, fewFailed), budget: Infinite}
	d.parts, _ = h.(*Additive)
	if run := newBlankRun(s, d.parts); run != nil {
		d.inner = run
	}
	if t, ok := h.(*Permutation); ok {
		d.inner = newPermutationRun(t)
	}
	if o.Below > 0 {
		d.budget = o.Below - 1
	}
	return d
}

// tighten excludes plans that cost below or more.
func (d *deepening) tighten(below int64) { d.budget = min(d.budget, below-1) }

// pathNode returns the node at a depth.
func (d *deepening) pathNode(i int) *pathNode {
	if i == len(d.path) {
		r := pathNode{state: make(State, len(d.space.fields)), packed: make([]uint64, d.space.words)}
		if d.parts != nil {
			r.parts = make([]int32, len(d.parts.tables))
		}
		d.path = append(d.path, r)
	}
	return &d.path[i]
}

// run searches for about the time slice. It returns nil if the search is not finished.
func (d *deepening) run(ctx context.Context, slice time.Duration) *Result {
	end := time.Now().Add(slice)
	if !d.begun {
		d.begun = true
		d.o.announce(d.name)
		if r := d.first(); r != nil {
			return r
		}
	}
	if d.inner != nil {
		return d.runInner(ctx, end)
	}
	for steps := 1; ; steps++ {
		if steps&0xfff == 0 {
			if err := d.check(ctx, d.bound, 0); err != nil {
				return d.end(Result{Status: Unknown, Bound: d.bound, Reason: err})
			}
			if time.Now().After(end) {
				return nil
			}
			d.grow()
		}
		if d.depth >= 0 {
			if r := d.step(); r != nil {
				return r
			}
			continue
		}
		if d.next == Infinite || d.next > d.budget {
			return d.end(Result{Status: Infeasible, Bound: min(d.next, d.budget)})
		}
		d.round(d.next)
	}
}

// runInner is run for d.inner.
func (d *deepening) runInner(ctx context.Context, end time.Time) *Result {
	for {
		done := d.inner.work(1 << 14)
		d.stats.Expanded, d.stats.Generated, d.next = d.inner.counts()
		d.stats.Evaluated = d.stats.Generated
		switch done {
		case goalFound:
			plan, cost := d.inner.found()
			return d.end(Result{Status: Solved, Plan: plan, Cost: cost, Bound: cost})
		case roundOver:
			if d.next == Infinite || d.next > d.budget {
				return d.end(Result{Status: Infeasible, Bound: min(d.next, d.budget)})
			}
			d.round(d.next)
		}
		if err := d.check(ctx, d.bound, 0); err != nil {
			return d.end(Result{Status: Unknown, Bound: d.bound, Reason: err})
		}
		if time.Now().After(end) {
			return nil
		}
	}
}

func (d *deepening) end(r Result) *Result { return d.result(d.h, r) }

// first evaluates the start and begins the first round.
func (d *deepening) first() *Result {
	r := d.pathNode(0)
	copy(r.state, d.space.begin)
	d.space.pack(r.state, r.packed)
	r.op = -1
	e := d.h.Estimate(r.state)
	if d.parts != nil {
		d.parts.fill(r.state, r.parts)
	}
	d.stats.Initial = e
	if e == Infinite {
		return d.end(Result{Status: Infeasible, Bound: Infinite})
	}
	if d.space.isGoal(r.state) {
		return d.end(Result{Status: Solved, Plan: []int{}})
	}
	if e > d.budget {
		return d.end(Result{Status: Infeasible, Bound: e})
	}
	d.round(max(e, d.least))
	return nil
}

// round starts a round with a new bound.
func (d *deepening) round(bound int64) {
	d.bound, d.next, d.depth = bound, Infinite, 0
	d.stats.Rounds++
	if d.inner != nil {
		d.inner.begin(bound, d.stats.Initial)
		return
	}
	d.grow()
	r := d.pathNode(0)
	r.hash = hash(r.packed)
	r.ops = d.space.applicable(r.state, r.ops[:0])
	d.stats.Expanded++
}

// grow enlarges the table with the number of expanded states.
func (d *deepening) grow() {
	n := len(d.table)
	for n < maxFailed && int64(n) < d.stats.Expanded && (d.o.Memory == 0 || int64(n)*32 <= d.o.Memory) {
		n *= 2
	}
	if n > len(d.table) {
		old := d.table
		d.table = make([]failed, n)
		for _, f := range old {
			d.table[f.hash&uint64(n-1)] = f
		}
		d.stats.Memory = int64(n) * 16
	}
}

// step tries the next operator of the last state on the path, or leaves that state.
func (d *deepening) step() *Result {
	d.pathNode(d.depth + 1)
	r, n := &d.path[d.depth], &d.path[d.depth+1]
	if len(r.ops) == 0 {
		d.leave(r)
		return nil
	}
	op := r.ops[len(r.ops)-1]
	r.ops = r.ops[:len(r.ops)-1]
	d.space.apply(int(op), r.state, n.state, r.packed, n.packed)
	d.stats.Generated++
	n.cost, n.op = r.cost+d.space.ops[op].cost, op
	if d.depth > 0 && equal(n.packed, d.path[d.depth-1].packed) {
		return nil
	}
	left := d.estimate(r, n, op)
	if left == Infinite {
		return nil
	}
	if f := n.cost + left; f > d.bound {
		d.next = min(d.next, f)
		return nil
	}
	if d.space.isGoal(n.state) {
		plan := []int{}
		for _, x := range d.path[1 : d.depth+2] {
			plan = append(plan, int(x.op))
		}
		return d.end(Result{Status: Solved, Plan: plan, Cost: n.cost, Bound: n.cost})
	}
	n.hash = 0
	if d.space.least > 0 && d.bound-n.cost-left < 1 { // without slack the subtree is small and needs no table, unless operators cost 0
		d.enter(r, n)
		return nil
	}
	n.hash = hash(n.packed)
	if e := d.table[n.hash&uint64(len(d.table)-1)]; e.hash == n.hash && e.budget >= d.bound-n.cost {
		return nil
	}
	d.enter(r, n)
	return nil
}

// enter extends the path by a state, unless it is on the path already.
func (d *deepening) enter(r, n *pathNode) {
	if n.cost == r.cost { // only a cycle of cost 0 can be followed forever within the bound
		for i := range d.path[:d.depth+1] {
			if equal(d.path[i].packed, n.packed) {
				return
			}
		}
	}
	d.stats.Expanded++
	n.ops = d.space.applicable(n.state, n.ops[:0])
	d.depth++
	d.note(n)
}

// note records that no goal is reachable from a state within the bound, already when it is entered. The
// record prunes cycles back to the state; these lead to no plan that the state itself does not lead to. If
// the state does lead to a goal, the search ends.
func (d *deepening) note(r *pathNode) {
	if r.hash != 0 {
		d.table[r.hash&uint64(len(d.table)-1)] = failed{r.hash, d.bound - r.cost}
	}
}

// leave removes the last state from the path. It records the failure again, since the entry may have been
// replaced.
func (d *deepening) leave(r *pathNode) {
	d.note(r)
	d.depth--
}

// estimate returns the estimate of a state. An additive heuristic looks up only the table that changes.
func (d *deepening) estimate(r, n *pathNode, op int32) int64 {
	d.stats.Evaluated++
	if d.parts == nil {
		return d.h.Estimate(n.state)
	}
	return d.parts.change(n.state, r.parts, n.parts, op)
}
