package planning

import (
	"context"
	"slices"
	"time"
)

// A bounded search looks for a plan that costs at most the bound that all searches of a portfolio have proven
// (bounded-cost search: Stern, Puzis, Felner 2011; Thayer and others 2012). It generates only states whose cost and
// admissible estimate together are within the bound, and expands them by FF, with preferred operators. So it finds
// optimal plans among many states of equal cost and estimate, where A* has no preference. Successors beyond the bound
// wait until it has risen. If none is within it, the least of them is a bound itself.
type bounded struct {
	work
	h      Heuristic // admissible
	ff     *FF
	proved func() int64 // the bound of the portfolio
	bound  int64
	below  int64
	open   [2]*queue[attempt] // for all operators, and for preferred ones only, by the estimate of the parent
	turn   [2]int64
	least  int64           // lowest estimate of FF so far
	later  *queue[attempt] // by cost and estimate
	marked []bool          // by operator: whether it is preferred in the current state
}

func newBounded(s *Space, h Heuristic, proved func() int64, o Options) *bounded {
	b := &bounded{work: newWork(s, "bounded cost", o), h: h, ff: NewFF(s, 1), proved: proved, below: Infinite, least: Infinite,
		later: newQueue[attempt](true), marked: make([]bool, len(s.ops))}
	for k := range b.open {
		b.open[k] = newQueue[attempt](true)
	}
	if o.Below > 0 {
		b.below = o.Below
	}
	b.stats.Initial = h.Estimate(s.begin)
	return b
}

func (b *bounded) known() Stats { return b.soFar(b.h) }

// release releases the states and the open lists.
func (b *bounded) release() {
	b.work.release()
	for k := range b.open {
		b.open[k] = newQueue[attempt](true)
	}
	b.later = newQueue[attempt](true)
}

// tighten excludes plans that cost below or more.
func (b *bounded) tighten(below int64) { b.below = min(b.below, below) }

// queued returns the bytes of the open lists.
func (b *bounded) queued() int64 { return int64(b.open[0].size+b.open[1].size+b.later.size) * 8 }

// run searches for about the time slice. It returns nil if the search is not finished.
func (b *bounded) run(ctx context.Context, slice time.Duration) *Result {
	end := time.Now().Add(slice)
	b.bound = max(b.bound, b.proved())
	if b.store.count == 0 {
		b.space.pack(b.space.begin, b.packed)
		b.store.add(b.packed)
		*b.nodes.of(0) = node{op: -1, left: short(b.stats.Initial)}
		b.bound = max(b.bound, b.stats.Initial)
		if r := b.expand(0); r != nil {
			return r
		}
	}
	for steps := 0; b.bound < b.below; steps++ {
		if steps&15 == 15 {
			if err := b.check(ctx, b.bound, b.queued()); err != nil {
				return b.result(b.h, Result{Status: Unknown, Bound: b.bound, Reason: err})
			}
			if time.Now().After(end) {
				return nil
			}
		}
		if b.later.size > 0 && (b.later.least() <= b.bound || b.open[0].size+b.open[1].size == 0) {
			x, f := b.later.pop()
			b.bound = max(b.bound, f)
			if r := b.attempt(x, true); r != nil {
				return r
			}
			continue
		}
		x, ok := b.take()
		if !ok {
			break
		}
		if r := b.attempt(x, false); r != nil {
			return r
		}
	}
	b.bound = b.below
	return b.result(b.h, Result{Status: Infeasible, Bound: b.below})
}

// take removes an item from the open list whose turn it is. It returns false if both are empty.
func (b *bounded) take() (attempt, bool) {
	k := 0
	if b.open[0].size == 0 || b.open[1].size > 0 && b.turn[1] <= b.turn[0] {
		k = 1
	}
	if b.open[k].size == 0 {
		return attempt{}, false
	}
	b.turn[k]++
	x, _ := b.open[k].pop()
	return x, true
}

// attempt applies an operator and expands the successor if it is within the bound and no cheaper path is known. An
// attempt that waited has generated its successor before.
func (b *bounded) attempt(x attempt, waited bool) *Result {
	g := b.nodes.of(int(x.from)).cost + b.space.ops[x.op].cost
	if g >= b.below {
		return nil
	}
	b.load(int(x.from))
	b.stats.Generated++
	b.space.apply(int(x.op), b.state, b.next, b.packed, b.child)
	i, fresh := b.store.add(b.child)
	n := b.nodes.of(i)
	switch {
	case fresh:
		b.stats.Evaluated++
		*n = node{left: short(b.h.Estimate(b.next))}
	case g > n.cost, n.closed && g == n.cost, g == n.cost && !waited:
		return nil
	case n.closed:
		b.stats.Reopened++
	}
	*n = node{cost: g, parent: x.from, op: x.op, left: n.left}
	if n.left == deadEnd {
		return nil
	}
	f := g + int64(n.left)
	if f >= b.below {
		return nil
	}
	if f > b.bound {
		b.later.push(f, 0, x)
		return nil
	}
	return b.expand(i)
}

// expand inserts the successors of a state into the open lists.
func (b *bounded) expand(i int) *Result {
	b.load(i)
	n := b.nodes.of(i)
	n.closed = true
	if b.space.isGoal(b.state) {
		plan, cost := b.plan(i)
		if cost <= b.bound {
			if b.o.OnSolution != nil {
				b.o.OnSolution(slices.Clone(plan), cost)
			}
			return b.result(b.h, Result{Status: Solved, Plan: plan, Cost: cost, Bound: cost})
		}
		return nil
	}
	e := b.ff.Estimate(b.state)
	if e == Infinite {
		n.left = deadEnd
		return nil
	}
	b.stats.Expanded++
	if e < b.least {
		b.least = e
		b.turn[1] -= boost
	}
	for _, op := range b.ff.Preferred() {
		b.marked[op] = true
	}
	b.ops = b.space.applicable(b.state, b.ops[:0])
	for _, op := range b.ops {
		b.open[0].push(e, 0, attempt{uint32(i), op})
		if b.marked[op] {
			b.open[1].push(e, 0, attempt{uint32(i), op})
		}
	}
	for _, op := range b.ff.Preferred() {
		b.marked[op] = false
	}
	return nil
}
