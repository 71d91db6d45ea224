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
	return GreedyByAll(ctx, s, []Heuristic{h}, o)
}

// GreedyByAll is Greedy with several heuristics: each has lists of its own, which take turns,
// and preferred is what any of them prefers.
func GreedyByAll(ctx context.Context, s *Space, list []Heuristic, o Options) *Result {
	return newLazy(s, 0, o, list...).whole(ctx)
}

// Weighted is A* with the estimate multiplied by a weight (Pohl 1970), in the manner of
// Greedy: deferred, with preferred operators. It ends with the first plan, or, since only
// the cost of the way so far rules anything out, with a proof that there is none below
// Options.Below.
func Weighted(ctx context.Context, s *Space, h Heuristic, weight int64, o Options) *Result {
	return newLazy(s, weight, o, h).whole(ctx)
}

// boost is how many turns open lists of preferred operators gain by an improvement.
const boost = 1000

// A lazy search can be stopped and taken up again.
type lazy struct {
	work
	guides []*guide
	weight int64 // 0: the cost of the way does not count
	below  int64
	marked []bool // by operator: preferred at the moment
}

// A guide is a heuristic with its open lists.
type guide struct {
	h      Heuristic
	track  Tracking           // h, if it is one
	prefer Preferring         // likewise
	lists  [2]*queue[attempt] // for all operators, and for preferred ones only
	turn   [2]int64           // the lower one of all is next
	least  int64              // estimate so far
	now    int64              // the estimate of the state at hand
}

// An attempt is an operator in a state.
type attempt struct {
	from uint32
	op   int32
}

func newLazy(s *Space, weight int64, o Options, list ...Heuristic) *lazy {
	name := "greedy"
	if weight > 0 {
		name = "weighted A*"
	}
	l := &lazy{work: newWork(s, name, o), weight: weight, below: Infinite, marked: make([]bool, len(s.ops))}
	for _, h := range list {
		g := &guide{h: h, least: Infinite, lists: [2]*queue[attempt]{newQueue[attempt](true), newQueue[attempt](true)}}
		g.prefer, _ = h.(Preferring)
		g.track, _ = h.(Tracking)
		l.guides = append(l.guides, g)
	}
	if o.Below > 0 {
		l.below = o.Below
	}
	return l
}

// heuristic stands for all, in what is told of the search.
func (l *lazy) heuristic() Heuristic {
	if len(l.guides) == 1 {
		return l.guides[0].h
	}
	var list Most
	for _, g := range l.guides {
		list = append(list, g.h)
	}
	return together{list}
}

// together is the name of several heuristics.
type together struct{ Most }

// Name names them all.
func (t together) Name() string {
	text := t.Most[0].Name()
	for _, h := range t.Most[1:] {
		text += " and " + h.Name()
	}
	return text
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
	for steps := 0; ; steps++ {
		if steps&15 == 15 {
			if err := l.check(ctx, 0, l.queued()); err != nil {
				return l.result(l.heuristic(), Result{Status: Stopped, Err: err})
			}
			if time.Now().After(end) {
				return nil
			}
		}
		x, ok := l.take()
		if !ok {
			return l.result(l.heuristic(), Result{Status: None, Bound: l.below})
		}
		if r := l.attempt(x); r != nil {
			return r
		}
	}
}

// queued is the bytes of open lists, and of what heuristics keep.
func (l *lazy) queued() int64 {
	n := int64(0)
	for _, g := range l.guides {
		n += int64(g.lists[0].size+g.lists[1].size) * 8
		if g.track != nil {
			n += g.track.Kept()
		}
	}
	return n
}

// take takes from the open list whose turn it is; false if all are empty.
func (l *lazy) take() (attempt, bool) {
	var from *guide
	which := 0
	for _, g := range l.guides {
		for k, list := range g.lists {
			if list.size > 0 && (from == nil || g.turn[k] < from.turn[which] || g.turn[k] == from.turn[which] && k > which) {
				from, which = g, k
			}
		}
	}
	if from == nil {
		return attempt{}, false
	}
	from.turn[which]++
	x, _ := from.lists[which].pop()
	return x, true
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
		plan, cost := l.plan(i)
		return l.result(l.heuristic(), Result{Status: Feasible, Plan: plan, Cost: cost})
	}
	if !l.estimate(i, n) {
		n.left = noWay
		return nil
	}
	n.left = short(l.guides[0].now)
	l.stats.Expanded++
	l.ops = l.space.applicable(l.state, l.ops[:0])
	for _, g := range l.guides {
		f := g.now
		if l.weight > 0 {
			f = plus(n.cost, times(l.weight, g.now))
		}
		for _, op := range l.ops {
			g.lists[0].push(f, 0, attempt{uint32(i), op})
			if l.marked[op] {
				g.lists[1].push(f, 0, attempt{uint32(i), op})
			}
		}
	}
	for _, op := range l.ops {
		l.marked[op] = false
	}
	return nil
}

// times is an estimate multiplied by a weight, within the bound of sums.
func times(weight, h int64) int64 {
	if h > mostCost/weight {
		return mostCost
	}
	return weight * h
}

// estimate asks all heuristics, and marks what they prefer; false if there is no way.
func (l *lazy) estimate(i int, n *node) bool {
	better := false
	for k, g := range l.guides {
		if g.track == nil {
			g.now = g.h.Estimate(l.state)
		} else {
			g.now = g.track.Track(n.from(), i, l.state)
		}
		l.stats.Evaluated++
		if i == 0 && k == 0 {
			l.stats.Initial = g.now
		}
		if g.now == Infinite {
			return false
		}
		if g.now < g.least {
			g.least, better = g.now, true
		}
	}
	for _, g := range l.guides {
		if better {
			g.turn[1] -= boost
		}
		if g.prefer == nil {
			continue
		}
		for _, op := range g.prefer.Preferred() {
			l.marked[op] = true
		}
	}
	return true
}
