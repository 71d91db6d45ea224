package planning

import (
	"context"
	"time"
)

// Greedy finds a plan, soon rather than cheap: best first by the estimate alone (Doran and
// Michie 1966). An operator is put off until its turn comes, with the estimate of the state
// before it (deferred evaluation), and operators that the heuristic prefers have an open
// list of their own, which is favoured by a thousand steps whenever the estimate becomes
// better (Helmert 2006; Richter and Helmert 2009).
func Greedy(ctx context.Context, s *Space, h Heuristic, o Options) *Result {
	return newLazy(s, h, 0, o).whole(ctx)
}

// Weighted is A* with the estimate multiplied by a weight (Pohl 1970), in the manner of
// Greedy: deferred, with preferred operators. It ends with the first plan, or, since only
// the cost of the way so far rules anything out, with a proof that there is none below
// Options.Below.
func Weighted(ctx context.Context, s *Space, h Heuristic, weight int64, o Options) *Result {
	return newLazy(s, h, weight, o).whole(ctx)
}

// boost is how many turns open lists of preferred operators gain by an improvement.
const boost = 1000

// A lazy search can be stopped and taken up again.
type lazy struct {
	work
	h      Heuristic
	prefer Preferring
	weight int64 // 0: the cost of the way does not count
	below  int64
	all    *queue[attempt]
	good   *queue[attempt] // preferred operators only
	turn   [2]int64        // of all and good: the lower one is next
	least  int64           // estimate so far
	marked []bool          // by operator: preferred at the moment
}

// An attempt is an operator in a state.
type attempt struct {
	from uint32
	op   int32
}

func newLazy(s *Space, h Heuristic, weight int64, o Options) *lazy {
	name := "greedy"
	if weight > 0 {
		name = "weighted A*"
	}
	l := &lazy{work: newWork(s, name, o), h: h, weight: weight, below: Infinite, least: Infinite,
		all: newQueue[attempt](true), good: newQueue[attempt](true), marked: make([]bool, len(s.ops))}
	l.prefer, _ = h.(Preferring)
	if o.Below > 0 {
		l.below = o.Below
	}
	return l
}

func (l *lazy) whole(ctx context.Context) *Result {
	for {
		if r := l.run(ctx, time.Hour); r != nil {
			return r
		}
	}
}

// run searches for about so long; the result is nil if it is not done by then.
func (l *lazy) run(ctx context.Context, slice time.Duration) *Result {
	end := time.Now().Add(slice)
	if l.store.count == 0 {
		l.space.pack(l.space.begin, l.packed)
		l.store.add(l.packed)
		*l.nodes.of(0) = node{op: -1}
		if r := l.visit(0); r != nil {
			return r
		}
	}
	for steps := 0; l.all.size+l.good.size > 0; steps++ {
		if steps&15 == 15 {
			if err := l.check(ctx, 0, int64(l.all.size+l.good.size)*8); err != nil {
				return l.result(l.h, Result{Status: Stopped, Err: err})
			}
			if time.Now().After(end) {
				return nil
			}
		}
		if r := l.attempt(l.take()); r != nil {
			return r
		}
	}
	return l.result(l.h, Result{Status: None, Bound: l.below})
}

// take takes from the open list whose turn it is.
func (l *lazy) take() attempt {
	k := 0
	if l.all.size == 0 || l.good.size > 0 && l.turn[1] <= l.turn[0] {
		k = 1
	}
	l.turn[k]++
	var x attempt
	if k == 1 {
		x, _ = l.good.pop()
	} else {
		x, _ = l.all.pop()
	}
	return x
}

// attempt makes an operator, and visits the state after it if there is reason to.
func (l *lazy) attempt(x attempt) *Result {
	from := l.nodes.of(int(x.from))
	g := from.cost + l.space.ops[x.op].cost
	if g >= l.below {
		return nil
	}
	l.load(int(x.from))
	l.stats.Generated++
	l.space.apply(int(x.op), l.state, l.next, l.packed, l.child)
	i, fresh := l.store.add(l.child)
	n := l.nodes.of(i)
	if !fresh && (l.weight == 0 || n.cost <= g || n.left == noWay) {
		return nil
	}
	if !fresh {
		l.stats.Reopened++
	}
	*n = node{cost: g, parent: x.from, op: x.op, left: n.left}
	return l.visit(i)
}

// visit estimates what is left from a state, and puts its operators into the open lists.
func (l *lazy) visit(i int) *Result {
	l.load(i)
	n := l.nodes.of(i)
	if l.space.isGoal(l.state) {
		return l.result(l.h, Result{Status: Feasible, Plan: l.plan(i), Cost: n.cost})
	}
	e := l.h.Estimate(l.state)
	l.stats.Evaluated++
	if i == 0 {
		l.stats.Initial = e
	}
	n.left = short(e)
	if e == Infinite {
		return nil
	}
	if e < l.least {
		l.least = e
		l.turn[1] -= boost
	}
	l.stats.Expanded++
	f := e
	if l.weight > 0 {
		f = n.cost + l.weight*e
	}
	if l.prefer != nil {
		for _, op := range l.prefer.Preferred() {
			l.marked[op] = true
		}
	}
	l.ops = l.space.applicable(l.state, l.ops[:0])
	for _, op := range l.ops {
		l.all.push(f, 0, attempt{uint32(i), op})
		if l.marked[op] {
			l.good.push(f, 0, attempt{uint32(i), op})
			l.marked[op] = false
		}
	}
	return nil
}
