package planning

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// ErrOneWay is why a search from both ends does not begin.
var ErrOneWay = errors.New("the goal, or what was before a move, falls into too many cases for a search from both ends")

// ErrDerived is why it does not begin where something is derived: what was before cannot be told from that.
var ErrDerived = errors.New("axioms cannot be told backwards, as a search from both ends needs them")

// Bidirectional finds a plan of least cost by searching from the start and from the goals, until no pair of open
// states can be joined by a cheaper one (near-optimal bidirectional search, NBS: Chen, Holte, Zilles and Sturtevant
// 2017): it expands at most twice as many states as any search must that knows no more. h estimates what is left to
// the goal, back what a state costs from the start, in the space of r; both must be admissible. Nil ones know
// nothing. The result is ErrOneWay where r is nil, or ErrDerived.
func Bidirectional(ctx context.Context, s *Space, r *Reverse, h, back Heuristic, o Options) *Result {
	if r == nil && s.derive != nil {
		return &Result{Status: Stopped, Err: ErrDerived, Stats: Stats{Search: bothWays}}
	}
	if r == nil {
		return &Result{Status: Stopped, Err: ErrOneWay, Stats: Stats{Search: bothWays}}
	}
	b := newBothEnds(s, r, h, back, o)
	for {
		if result := b.run(ctx, time.Hour); result != nil {
			return result
		}
	}
}

const bothWays = "bidirectional"

// An end is the search from one of both ends. States wait until their cost and estimate is no more than what is
// proven; then they are ready.
type end struct {
	work
	h       Heuristic
	waiting *queue[uint32] // by cost and estimate
	ready   *queue[uint32] // by cost
	other   *end
}

// A bothEnds is the whole of it; it can be stopped and taken up again.
type bothEnds struct {
	r     *Reverse
	ends  [2]*end // from the start, and from the goals
	least int64   // of an operator
	bound int64   // no plan costs less
	below int64   // plans that cost as much do not matter
	met   [2]int  // the states of both ends that the best plan joins; -1: none
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

// begin opens a state where a search begins.
func (b *bothEnds) begin(k int, state State) {
	e := b.ends[k]
	e.space.pack(state, e.child)
	copy(e.next, state)
	b.meet(k, -1, -1, 0)
}

// estimate asks the heuristic about the state just met.
func (e *end) estimate() uint32 {
	if e.h == nil {
		return 0
	}
	e.stats.Evaluated++
	return short(e.h.Estimate(e.next))
}

// meet notes the state just met, and the plan that it makes where the other search has met it.
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
	if left == noWay {
		return
	}
	if j := e.other.store.find(e.child); j >= 0 {
		if m := e.other.nodes.of(j); m.left != noWay && m.cost+cost < b.below {
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
	if b.o.Improved != nil {
		plan, cost := b.plan()
		b.o.Improved(plan, cost)
	}
}

// plan joins both halves.
func (b *bothEnds) plan() ([]int, int64) {
	plan, cost := b.ends[0].plan(b.met[0])
	rest, more := b.ends[1].plan(b.met[1])
	for _, op := range slices.Backward(rest) {
		plan = append(plan, b.r.Operators[op])
	}
	return plan, cost + more
}

// first is the first key of a queue and its item, once what has been overtaken is gone; Infinite: there is none.
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

// pair chooses the states to be expanded next; false if no plan is cheaper than what is known.
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

// joined is the least cost of a plan by way of two states of such costs that are not the same.
func (b *bothEnds) joined(cost [2]int64) int64 {
	if cost[0] == Infinite || cost[1] == Infinite {
		return Infinite
	}
	return cost[0] + cost[1] + b.least
}

// wait is the least cost and estimate of a state that waits; Infinite: there is none.
func (e *end) wait() int64 {
	f, _ := e.first(e.waiting, false)
	return f
}

// makeReady takes the state that has it out of the waiting.
func (e *end) makeReady() {
	i, _ := e.waiting.pop()
	e.ready.push(e.nodes.of(int(i)).cost, 0, i)
}

// run searches for about so long; the result is nil if it is not done by then.
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

// checkBoth says why the search has to end, now and then.
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

// expand meets the states beside one.
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

// over is the result.
func (b *bothEnds) over(err error) *Result {
	r := &Result{Bound: b.bound, Err: err}
	if b.met[0] >= 0 {
		r.Plan, r.Cost = b.plan()
		r.Status = Feasible
	}
	switch {
	case err != nil:
	case r.Plan != nil:
		r.Status, r.Bound = Solved, r.Cost
	default:
		r.Status, r.Bound = None, b.below
	}
	r.Stats = b.known()
	return r
}

// known is what both ends have come to.
func (b *bothEnds) known() Stats {
	s, t := b.ends[0].soFar(b.ends[0].h), b.ends[1].soFar(b.ends[1].h)
	t.Memory = max(0, t.Memory-s.Memory) // each tells that of both
	s.add(t)
	return s
}

// newBlindEnds is a search from both ends without heuristics, where the goal is one state and each move has one that
// undoes it: then it meets about as many states as have half the cost. nil: the task is not of that kind.
func newBlindEnds(ctx context.Context, s *Space, o Options) *bothEnds {
	short, cancel := context.WithTimeout(ctx, bothEndsTime)
	defer cancel()
	r := NewReverse(short, s)
	if r == nil || len(r.Goals) != 1 || !r.invertible() {
		return nil
	}
	return newBothEnds(s, r, nil, nil, o)
}

// invertible reports whether no state may be that of two cases after an operator: all cases of one look at the same
// variables.
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

// tighten says that only plans that cost less matter from now on.
func (b *bothEnds) tighten(below int64) {
	if below < b.below {
		b.below, b.met = below, [2]int{-1, -1}
	}
}

// within is a new bound of memory, for both ends together.
func (b *bothEnds) within(memory int64) {
	for _, e := range b.ends {
		e.within(memory)
	}
}

// release lets go of the states of both.
func (b *bothEnds) release() {
	for _, e := range b.ends {
		e.release()
		e.waiting, e.ready = newQueue[uint32](false), newQueue[uint32](false)
	}
}
