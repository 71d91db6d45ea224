package planning

import (
	"context"
	"time"
)

// Greedy finds a plan quickly, not necessarily a cheap one, by greedy best-first search (Doran and Michie
// 1966). It evaluates states when they are expanded and inserts their successors with the estimate of the
// parent (deferred evaluation). Preferred operators have a second open list, which gets 1000 additional
// expansions whenever the estimate improves (Helmert 2006; Richter and Helmert 2009).
func Greedy(ctx context.Context, s *Space, h Heuristic, o Options) (*Result, error) {
	return GreedyByAll(ctx, s, []Heuristic{h}, o)
}

// GreedyByAll is like Greedy with several heuristics: each has its own open lists, which alternate, and an
// operator is preferred if any heuristic prefers it.
func GreedyByAll(ctx context.Context, s *Space, list []Heuristic, o Options) (*Result, error) {
	return toEnd(ctx, newLazy(s, 0, o, list...)).checked()
}

// Weighted is weighted A* (Pohl 1970): the estimate is multiplied by a weight. Like Greedy, it uses
// deferred evaluation and preferred operators. It ends with the first plan, or with a proof that there is
// none below Options.Below, since it prunes only by the cost so far.
func Weighted(ctx context.Context, s *Space, h Heuristic, weight int64, o Options) (*Result, error) {
	return toEnd(ctx, newLazy(s, weight, o, h)).checked()
}

// boost is the number of additional expansions of preferred open lists after an improvement.
const boost = 1000

// A lazy is a best-first search with deferred evaluation that runs in time slices.
type lazy struct {
	work
	guides []*guide
	weight int64 // 0 for greedy search, which ignores the cost so far
	below  int64
	marked []bool // by operator: whether it is preferred in the current state

	stop  func(state State, packed []uint64) bool // if not nil: other states at which a path may end
	avoid func(state State) bool                  // if not nil: states that no path may visit
}

// A guide is a heuristic with its open lists.
type guide struct {
	h      Heuristic
	track  PathDependent      // h if it is path-dependent, or nil
	prefer PreferredOperators // h if it prefers operators, or nil
	lists  [2]*queue[attempt] // for all operators, and for preferred ones only
	turn   [2]int64           // priorities; the list with the lowest one is next
	least  int64              // lowest estimate so far
	now    int64              // the estimate of the current state
	novel  *novelty           // if not nil, the list for all operators is sorted by novelty first
}

// An attempt is a successor: an operator in a state.
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
		g.prefer, _ = h.(PreferredOperators)
		g.track, _ = h.(PathDependent)
		l.guides = append(l.guides, g)
	}
	if o.Below > 0 {
		l.below = o.Below
	}
	return l
}

// byNovelty sorts the successors of all operators by novelty, partitioned by the last heuristic, in its first open list.
func (l *lazy) byNovelty() *lazy {
	if n := len(l.guides); n > 1 {
		l.guides[n-1].novel = newNovelty(l.space)
	}
	return l
}

// heuristic returns one heuristic that stands for all in the statistics.
func (l *lazy) heuristic() Heuristic {
	if len(l.guides) == 1 {
		return l.guides[0].h
	}
	var list Max
	for _, g := range l.guides {
		list = append(list, g.h)
	}
	return together{list}
}

// together is a maximum of heuristics with another name.
type together struct{ Max }

// Name returns the names joined by "and".
func (t together) Name() string {
	text := t.Max[0].Name()
	for _, h := range t.Max[1:] {
		text += " and " + h.Name()
	}
	return text
}

// run searches for about the time slice. It returns nil if the search is not finished.
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
				return l.result(l.heuristic(), Result{Status: Unknown, Reason: err})
			}
			if time.Now().After(end) {
				return nil
			}
		}
		x, ok := l.take()
		if !ok {
			return l.result(l.heuristic(), Result{Status: Infeasible, Bound: l.below})
		}
		if r := l.attempt(x); r != nil {
			return r
		}
	}
}

// queued returns the bytes of the open lists and the heuristics.
func (l *lazy) queued() int64 {
	n := int64(0)
	for _, g := range l.guides {
		n += int64(g.lists[0].size+g.lists[1].size) * 8
		if g.track != nil {
			n += g.track.Kept()
		}
		if g.novel != nil {
			n += g.novel.bytes()
		}
	}
	return n
}

// take removes an item from the open list with the lowest priority value. It returns false if all are
// empty.
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

// attempt applies an operator and visits the successor unless it is pruned.
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
	if !fresh && (l.weight == 0 || n.cost <= g || n.left == deadEnd) {
		return nil
	}
	if !fresh {
		l.stats.Reopened++
	}
	*n = node{cost: g, parent: x.from, op: x.op, left: n.left}
	return l.visit(i)
}

// visit evaluates a state and inserts its successors into the open lists.
func (l *lazy) visit(i int) *Result {
	l.load(i)
	n := l.nodes.of(i)
	if l.space.isGoal(l.state) || l.stop != nil && l.stop(l.state, l.packed) {
		plan, cost := l.plan(i)
		return l.result(l.heuristic(), Result{Status: Feasible, Plan: plan, Cost: cost})
	}
	if l.avoid != nil && l.avoid(l.state) || !l.estimate(i, n) {
		n.left = deadEnd
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
		first, second := f, int64(0)
		if g.novel != nil {
			first, second = l.novelty(g, i, n), plus(times(1<<20, g.now), min(n.cost, 1<<20-1))
		}
		for _, op := range l.ops {
			g.lists[0].push(first, second, attempt{uint32(i), op})
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

// novelty returns the novelty of the current state for a guide.
func (l *lazy) novelty(g *guide, i int, n *node) int64 {
	if from := n.from(); from >= 0 {
		return g.novel.of(i, l.state, g.now, from, l.store.at(from))
	}
	return g.novel.of(i, l.state, g.now, -1, nil)
}

// times returns the product of a weight and an estimate, at most maxCost.
func times(weight, h int64) int64 {
	if h > maxCost/weight {
		return maxCost
	}
	return weight * h
}

// estimate evaluates all heuristics and marks the operators they prefer. It returns false if the state is a
// dead end.
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
