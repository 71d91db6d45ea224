package planning

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Beam is beam search (Lowerre 1976): layer by layer, of each only so many states as it is wide, those of the least
// estimates. Where a layer is empty before a goal is met, it begins again twice as wide, until nothing was left out:
// then there is no plan (none below Options.Below). It keeps few states, and its first plan is mostly one of few steps.
func Beam(ctx context.Context, s *Space, h Heuristic, o Options) *Result {
	b := newBeam(s, h, o)
	for {
		if r := b.run(ctx, time.Hour); r != nil {
			return r
		}
	}
}

// narrow is how wide a beam is at first.
const narrow = 16

// A beam can be stopped and taken up again between two states.
type beam struct {
	work
	h     Heuristic
	below int64
	width int
	layer []uint32    // states of the layer at hand
	at    int         // the next of them
	cut   bool        // a state was left out
	ahead []promising // states of the next layer, by their number in seen until they are sorted
	seen  *store
	goal  int // the place in ahead of the cheapest goal; -1: none
}

// A promising state may come into the next layer.
type promising struct {
	node
	estimate int64
	number   uint32 // in seen
}

func newBeam(s *Space, h Heuristic, o Options) *beam {
	b := &beam{work: newWork(s, "beam", o), h: h, below: Infinite, width: narrow, goal: -1, seen: newStore(s.words)}
	if o.Below > 0 {
		b.below = o.Below
	}
	return b
}

// start begins at the start.
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
		return b.result(b.h, Result{Status: None, Bound: Infinite})
	}
	b.layer = append(b.layer, 0)
	return nil
}

// clear makes the next layer empty.
func (b *beam) clear() {
	b.ahead = b.ahead[:0]
	b.seen.reset()
}

// run searches for about so long; the result is nil if it is not done by then.
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
				return b.result(b.h, Result{Status: Stopped, Err: err})
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
			return b.result(b.h, Result{Status: None, Bound: b.below})
		}
		b.width *= 2
		b.start()
	}
}

// expand meets the states after one.
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

// meet looks at a child. A state that was kept before is of no use, unless only plans below a cost count and it is
// reached at less.
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
			n.closed = p.closed // it stays a goal
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
	p.closed = goal // until it is taken
	b.ahead = append(b.ahead, p)
	b.aim(k)
}

// aim notes a goal that is cheaper than others of its layer.
func (b *beam) aim(k int) {
	if p := &b.ahead[k]; p.closed && (b.goal < 0 || p.cost < b.ahead[b.goal].cost) {
		b.goal = k
	}
}

// advance keeps the best states of the next layer.
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

// take keeps a state.
func (b *beam) take(p *promising) {
	i, _ := b.store.add(b.seen.at(int(p.number)))
	n := p.node
	n.closed = false
	*b.nodes.of(i) = n
	b.layer = append(b.layer, uint32(i))
}
