package planning

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Beam is beam search (Lowerre 1976): it keeps the width states of least estimate of each layer. If a layer
// is empty before a goal is found, it starts again with twice the width, until no state was pruned. Then
// there is no plan (with cost below Options.Below). It keeps few states, and its first plan usually has few
// steps.
func Beam(ctx context.Context, s *Space, h Heuristic, o Options) (*Result, error) {
	b := newBeam(s, h, o)
	return toEnd(ctx, b).checked()
}

// narrow is the initial width of a beam.
const narrow = 16

// A beam is a beam search that runs in time slices.
type beam struct {
	work
	h     Heuristic
	below int64
	width int
	layer []uint32    // states of the current layer
	at    int         // index of the next state to expand
	cut   bool        // a state was pruned
	ahead []promising // states of the next layer; indexed by their numbers in seen until they are sorted
	seen  *store
	goal  int // index in ahead of the cheapest goal, or -1
}

// A promising is a candidate for the next layer.
type promising struct {
	node
	estimate int64
	number   uint32 // number in seen
}

func newBeam(s *Space, h Heuristic, o Options) *beam {
	b := &beam{work: newWork(s, "beam", o), h: h, below: Infinite, width: narrow, goal: -1, seen: newStore(s.words)}
	if o.Below > 0 {
		b.below = o.Below
	}
	return b
}

// start starts a round from the initial state.
func (b *beam) start() *Result {
	b.store, b.nodes = newStore(b.space.words), column[node]{}
	b.layer, b.at, b.cut, b.goal = b.layer[:0], 0, false, -1
	b.clear()
	b.space.pack(b.space.begin, b.packed)
	b.store.add(b.packed)
	*b.nodes.of(0) = node{op: -1}
	b.stats.Rounds++
	if b.stats.Rounds > 1 {
		b.layer = append(b.layer, 0)
		return nil
	}
	b.stats.Evaluated++
	b.stats.Initial = b.h.Estimate(b.space.begin)
	switch {
	case b.space.isGoal(b.space.begin):
		return b.result(b.h, Result{Status: Feasible, Plan: []int{}})
	case b.stats.Initial == Infinite:
		return b.result(b.h, Result{Status: Infeasible, Bound: Infinite})
	}
	b.layer = append(b.layer, 0)
	return nil
}

// clear empties the next layer.
func (b *beam) clear() {
	b.ahead = b.ahead[:0]
	b.seen.reset()
}

// run searches for about the time slice. It returns nil if the search is not finished.
func (b *beam) run(ctx context.Context, slice time.Duration) *Result {
	end := time.Now().Add(slice)
	if b.stats.Rounds == 0 {
		if r := b.start(); r != nil {
			return r
		}
	}
	for steps := 1; ; steps++ {
		if steps&15 == 0 {
			if err := b.check(ctx, 0, b.seen.bytes()+int64(cap(b.ahead))*40); err != nil {
				return b.result(b.h, Result{Status: Unknown, Reason: err})
			}
			if time.Now().After(end) {
				return nil
			}
		}
		if b.at < len(b.layer) {
			b.expand(int(b.layer[b.at]))
			b.at++
			continue
		}
		if b.goal >= 0 {
			b.take(&b.ahead[b.goal])
			plan, cost := b.plan(int(b.layer[len(b.layer)-1]))
			return b.result(b.h, Result{Status: Feasible, Plan: plan, Cost: cost})
		}
		if len(b.ahead) > 0 {
			b.advance()
			continue
		}
		if !b.cut {
			return b.result(b.h, Result{Status: Infeasible, Bound: b.below})
		}
		b.width *= 2
		b.start()
	}
}

// expand generates the successors of a state.
func (b *beam) expand(i int) {
	b.stats.Expanded++
	b.load(i)
	cost := b.nodes.of(i).cost
	b.ops = b.space.applicable(b.state, b.ops[:0])
	for _, op := range b.ops {
		b.stats.Generated++
		b.space.apply(int(op), b.state, b.next, b.packed, b.child)
		b.meet(node{cost: cost + b.space.ops[op].cost, parent: uint32(i), op: op})
	}
}

// meet adds a child to the next layer. It ignores a state that was kept before, unless Options.Below is set
// and the state is reached at a lower cost.
func (b *beam) meet(n node) {
	if n.cost >= b.below {
		return
	}
	if j := b.store.find(b.child); j >= 0 && (b.below == Infinite || b.nodes.of(j).cost <= n.cost) {
		return
	}
	k, fresh := b.seen.add(b.child)
	if !fresh {
		if p := &b.ahead[k]; n.cost < p.cost {
			n.closed = p.closed // it is still a goal
			p.node = n
			b.aim(k)
		}
		return
	}
	p := promising{node: n, number: uint32(k)}
	goal := b.space.isGoal(b.next)
	if !goal {
		b.stats.Evaluated++
		p.estimate = b.h.Estimate(b.next)
	}
	p.closed = goal // marks a goal until take
	b.ahead = append(b.ahead, p)
	b.aim(k)
}

// aim records a goal that is cheaper than the others of its layer.
func (b *beam) aim(k int) {
	if p := &b.ahead[k]; p.closed && (b.goal < 0 || p.cost < b.ahead[b.goal].cost) {
		b.goal = k
	}
}

// advance selects the best states of the next layer.
func (b *beam) advance() {
	b.ahead = slices.DeleteFunc(b.ahead, func(p promising) bool { return p.estimate == Infinite })
	slices.SortStableFunc(b.ahead, func(x, y promising) int {
		return cmp.Or(cmp.Compare(x.estimate, y.estimate), cmp.Compare(x.cost, y.cost))
	})
	if len(b.ahead) > b.width {
		b.ahead, b.cut = b.ahead[:b.width], true
	}
	b.layer, b.at = b.layer[:0], 0
	for k := range b.ahead {
		b.take(&b.ahead[k])
	}
	b.clear()
}

// take stores a state.
func (b *beam) take(p *promising) {
	i, _ := b.store.add(b.seen.at(int(p.number)))
	n := p.node
	n.closed = false
	*b.nodes.of(i) = n
	b.layer = append(b.layer, uint32(i))
}
