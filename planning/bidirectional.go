package planning

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// ErrOneWay is the reason of a bidirectional search for a task without a reverse: there are too many goal
// states, or an operator has too many predecessors.
var ErrOneWay = errors.New("there are too many goal states or predecessors of a move for a bidirectional search")

// ErrDerived is the reason of a bidirectional search for a task with axioms: derived variables cannot be
// regressed.
var ErrDerived = errors.New("a bidirectional search does not support axioms")

// Bidirectional finds a plan of least cost by near-optimal bidirectional search (NBS: Chen, Holte, Zilles
// and Sturtevant 2017). It searches from the start and from the goals until no pair of open states can be
// joined by a cheaper plan, and expands at most twice as many pairs as any algorithm with the same
// information must. h estimates the cost to the goal, and back, in the space of r, the cost from the start;
// both must be admissible. A nil heuristic means 0. If r is nil, the reason of the result is ErrOneWay or
// ErrDerived.
func Bidirectional(ctx context.Context, s *Space, r *Reverse, h, back Heuristic, o Options) (*Result, error) {
	return bidirectional(ctx, s, r, h, back, o).checked()
}

func bidirectional(ctx context.Context, s *Space, r *Reverse, h, back Heuristic, o Options) *Result {
	if r == nil && s.derive != nil {
		return &Result{Status: Unknown, Reason: ErrDerived, Stats: Stats{Search: bothWays}}
	}
	if r == nil {
		return &Result{Status: Unknown, Reason: ErrOneWay, Stats: Stats{Search: bothWays}}
	}
	return toEnd(ctx, newBothEnds(s, r, h, back, o))
}

const bothWays = "bidirectional"

// An end is one of the two searches. States wait until the sum of their cost and estimate is at most the
// proven bound; then they are ready.
type end struct {
	work
	h       Heuristic
	waiting *queue[uint32] // ordered by cost plus estimate
	ready   *queue[uint32] // ordered by cost
	other   *end
}

// A bothEnds is a bidirectional search that runs in time slices.
type bothEnds struct {
	r     *Reverse
	ends  [2]*end // forward and backward
	least int64   // least cost of an operator
	bound int64   // no plan costs less
	below int64   // only plans with a lower cost count
	met   [2]int  // the states of both searches that the best plan joins, or -1
	o     Options
}

func newBothEnds(s *Space, r *Reverse, h, back Heuristic, o Options) *bothEnds {
	b := &bothEnds{r: r, least: s.least, below: Infinite, met: [2]int{-1, -1}, o: o}
	if o.Below > 0 {
		b.below = o.Below
	}
	for k, space := range []*Space{s, r.Space} {
		b.ends[k] = &end{work: newWork(space, bothWays, o), h: []Heuristic{h, back}[k], waiting: newQueue[uint32](false), ready: newQueue[uint32](false)}
	}
	b.ends[0].other, b.ends[1].other = b.ends[1], b.ends[0]
	b.begin(0, s.begin)
	for _, goal := range r.Goals {
		b.begin(1, goal)
	}
	return b
}

// begin opens a state from which search k starts.
func (b *bothEnds) begin(k int, state State) {
	e := b.ends[k]
	e.space.pack(state, e.child)
	copy(e.next, state)
	b.meet(k, -1, -1, 0)
}

// estimate returns the estimate of the current state.
func (e *end) estimate() uint32 {
	if e.h == nil {
		return 0
	}
	e.stats.Evaluated++
	return short(e.h.Estimate(e.next))
}

// meet records a path to the current state, and a plan if the other search has reached the state.
func (b *bothEnds) meet(k, from, op int, cost int64) {
	e := b.ends[k]
	i, fresh := e.store.add(e.child)
	n := e.nodes.of(i)
	if !fresh && n.cost <= cost {
		return
	}
	left := n.left
	if fresh {
		left = e.estimate()
		if k == 0 && from < 0 {
			e.stats.Initial = int64(left)
		}
	} else if n.closed {
		e.stats.Reopened++
	}
	*n = node{cost: cost, parent: uint32(max(0, from)), op: int32(op), left: left}
	if left == deadEnd {
		return
	}
	if j := e.other.store.find(e.child); j >= 0 {
		if m := e.other.nodes.of(j); m.left != deadEnd && m.cost+cost < b.below {
			b.below = m.cost + cost
			b.met[k], b.met[1-k] = i, j
			b.improved()
		}
	}
	if f := cost + int64(left); f < b.below {
		e.waiting.push(f, cost, uint32(i))
	}
}

func (b *bothEnds) improved() {
	if b.o.OnSolution != nil {
		plan, cost := b.plan()
		b.o.OnSolution(plan, cost)
	}
}

// plan joins the two halves of the best plan.
func (b *bothEnds) plan() ([]int, int64) {
	plan, cost := b.ends[0].plan(b.met[0])
	rest, more := b.ends[1].plan(b.met[1])
	for _, op := range slices.Backward(rest) {
		plan = append(plan, b.r.Operators[op])
	}
	return plan, cost + more
}

// first returns the least key of a queue and its item, after removing outdated items, or Infinite.
func (e *end) first(q *queue[uint32], ready bool) (key int64, i int) {
	for q.size > 0 {
		i, key := int(q.top()), q.least()
		n := e.nodes.of(i)
		f := n.cost
		if !ready {
			f += int64(n.left)
		}
		if !n.closed && f == key {
			return key, i
		}
		q.pop()
	}
	return Infinite, -1
}

// pair chooses the pair of states to expand next. It returns false if no cheaper plan exists.
func (b *bothEnds) pair() (pair [2]int, ok bool) {
	for b.bound < b.below {
		f, cost := [2]int64{}, [2]int64{}
		for k, e := range b.ends {
			for f[k] = e.wait(); f[k] < b.bound; f[k] = e.wait() {
				e.makeReady()
			}
		}
		for moved := true; moved; {
			for k, e := range b.ends {
				cost[k], pair[k] = e.first(e.ready, true)
			}
			if b.joined(cost) <= b.bound {
				return pair, true
			}
			moved = false
			for k, e := range b.ends {
				if f[k] = e.wait(); f[k] <= b.bound && f[k] < Infinite {
					e.makeReady()
					moved = true
				}
			}
		}
		for k := range b.ends {
			if cost[k] == Infinite && f[k] == Infinite {
				return pair, false
			}
		}
		b.bound = min(f[0], f[1], b.joined(cost))
	}
	return pair, false
}

// joined returns the least cost of a plan through two different states with the given costs.
func (b *bothEnds) joined(cost [2]int64) int64 {
	if cost[0] == Infinite || cost[1] == Infinite {
		return Infinite
	}
	return cost[0] + cost[1] + b.least
}

// wait returns the least sum of cost and estimate of a waiting state, or Infinite.
func (e *end) wait() int64 {
	f, _ := e.first(e.waiting, false)
	return f
}

// makeReady moves the first waiting state to the ready states.
func (e *end) makeReady() {
	i, _ := e.waiting.pop()
	e.ready.push(e.nodes.of(int(i)).cost, 0, i)
}

// run searches for about the time slice. It returns nil if the search is not finished.
func (b *bothEnds) run(ctx context.Context, slice time.Duration) *Result {
	until := time.Now().Add(slice)
	for steps := 1; ; steps++ {
		pair, ok := b.pair()
		if !ok {
			return b.over(nil)
		}
		for k, i := range pair {
			if n := b.ends[k].nodes.of(i); !n.closed && n.cost < b.below {
				b.expand(k, i)
			}
		}
		if steps&15 == 0 || b.ends[0].h != nil || b.ends[1].h != nil {
			if err := b.checkBoth(ctx); err != nil {
				return b.over(err)
			}
			if time.Now().After(until) {
				return nil
			}
		}
	}
}

// checkBoth returns why the search must stop, or nil.
func (b *bothEnds) checkBoth(ctx context.Context) error {
	for k, e := range b.ends {
		other := b.ends[1-k]
		queued := int64(e.waiting.size+e.ready.size+other.waiting.size+other.ready.size) * 8
		if err := e.check(ctx, b.bound, queued+other.memory(0)); err != nil {
			return err
		}
	}
	return nil
}

// expand generates the successors of a state in search k.
func (b *bothEnds) expand(k, i int) {
	e := b.ends[k]
	n := e.nodes.of(i)
	n.closed = true
	cost := n.cost
	e.stats.Expanded++
	e.load(i)
	e.ops = e.space.applicable(e.state, e.ops[:0])
	for _, op := range e.ops {
		e.stats.Generated++
		if g := cost + e.space.ops[op].cost; g < b.below {
			e.space.apply(int(op), e.state, e.next, e.packed, e.child)
			b.meet(k, i, int(op), g)
		}
	}
}

// over returns the result.
func (b *bothEnds) over(err error) *Result {
	r := &Result{Bound: b.bound, Reason: err}
	if b.met[0] >= 0 {
		r.Plan, r.Cost = b.plan()
		r.Status = Feasible
	}
	switch {
	case err != nil:
	case r.Plan != nil:
		r.Status, r.Bound = Solved, r.Cost
	default:
		r.Status, r.Bound = Infeasible, b.below
	}
	r.Stats = b.known()
	return r
}

// known returns the combined counts of both searches.
func (b *bothEnds) known() Stats {
	s, t := b.ends[0].soFar(b.ends[0].h), b.ends[1].soFar(b.ends[1].h)
	t.Memory = max(0, t.Memory-s.Memory) // the memory of each includes the other
	s.add(t)
	return s
}

// newBlindEnds returns a bidirectional search without heuristics. It returns nil unless there is a single
// goal state and each move has a unique inverse. Such a search visits about as many states as there are
// within half the cost.
func newBlindEnds(ctx context.Context, s *Space, o Options) *bothEnds {
	r, _ := NewReverse(ctx, s)
	if r == nil || len(r.Goals) != 1 || !r.invertible() {
		return nil
	}
	return newBothEnds(s, r, nil, nil, o)
}

// invertible reports whether each state has at most one predecessor by each operator: all cases of an
// operator test the same variables.
func (r *Reverse) invertible() bool {
	seen := map[string]bool{}
	for k, op := range r.Operators {
		if k > 0 && op != r.Operators[k-1] {
			clear(seen)
		}
		after := fmt.Sprint(r.Space.Task.Operators[k].Pre)
		if seen[after] {
			return false
		}
		seen[after] = true
	}
	return true
}

// tighten excludes plans that cost below or more.
func (b *bothEnds) tighten(below int64) {
	if below < b.below {
		b.below, b.met = below, [2]int{-1, -1}
	}
}

// within sets the memory limit of both searches together.
func (b *bothEnds) within(memory int64) {
	for _, e := range b.ends {
		e.within(memory)
	}
}

// release releases the states of both searches.
func (b *bothEnds) release() {
	for _, e := range b.ends {
		e.release()
		e.waiting, e.ready = newQueue[uint32](false), newQueue[uint32](false)
	}
}
