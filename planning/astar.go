package planning

import (
	"context"
	"slices"
	"time"

	"farbank/solver"
)

// AStar finds a plan of least cost if the heuristic is admissible (Hart, Nilsson and Raphael 1968). The
// heuristic need not be consistent: a state is reopened if a cheaper path to it is found. A nil heuristic
// means uniform-cost search.
func AStar(ctx context.Context, s *Space, h Heuristic, o Options) (*Result, error) {
	a := newAStar(s, h, o)
	return toEnd(ctx, a).checked()
}

// UniformCost finds a plan of least cost without a heuristic (Dijkstra 1959).
func UniformCost(ctx context.Context, s *Space, o Options) (*Result, error) {
	return AStar(ctx, s, nil, o)
}

// An astar is an A* search that runs in time slices.
type astar struct {
	work
	h      Heuristic
	parent ParentAware   // h if it is parent-aware, or nil
	track  PathDependent // h if it is path-dependent, or nil
	open   *queue[uint32]
	bound  int64     // no plan costs less
	below  int64     // only plans with a lower cost count; Infinite means all
	best   int       // the final state of the cheapest plan found, or -1
	fewer  *stubborn // nil means no pruning by stubborn sets
	orbits *orbits   // nil means no pruning by symmetries

	kept      solver.Checkpoint // nil means that nothing is saved
	signed    []byte            // signature of the space, saved in checkpoints
	begun     bool
	expanding int // the state that is being expanded, or -1
}

func newAStar(s *Space, h Heuristic, o Options) *astar {
	name := "A*"
	if h == nil {
		name = "uniform cost"
	}
	a := &astar{work: newWork(s, name, o), h: h, open: newOpenList(s), below: Infinite, best: -1, expanding: -1}
	a.parent, _ = h.(ParentAware)
	a.track, _ = h.(PathDependent)
	a.fold(o.Symmetries)
	if o.Below > 0 {
		a.below = o.Below
	}
	s.pack(s.begin, a.packed)
	i, _ := a.store.add(a.packed)
	left := uint32(0)
	if h != nil {
		a.fewer = newStubborn(s)
		if a.track != nil {
			a.stats.Initial = a.track.Track(-1, i, s.begin)
		} else {
			a.stats.Initial = h.Estimate(s.begin)
		}
		a.stats.Evaluated++
		left = short(a.stats.Initial)
	}
	*a.nodes.of(i) = node{op: -1, left: left}
	if s.isGoal(s.begin) && a.below > 0 {
		a.best, a.below = i, 0
	}
	a.put(i)
	return a
}

// newOpenList returns an empty open list. Among states of equal cost and estimate it is first in, first out, which
// favours those of the least depth. With operators that cost nothing it is last in, first out, since plateaus of
// equal cost and estimate are then deep (Asai and Fukunaga 2017 study such plateaus).
func newOpenList(s *Space) *queue[uint32] {
	free := slices.ContainsFunc(s.ops, func(o operator) bool { return o.cost == 0 })
	return newQueue[uint32](!free)
}

// fold starts pruning by symmetries.
func (a *astar) fold(y *Symmetries) {
	if a.orbits == nil {
		a.orbits = newOrbits(y)
	}
}

// put opens a state, unless it cannot lead to a better plan.
func (a *astar) put(i int) {
	n := a.nodes.of(i)
	n.closed = false
	if n.left == deadEnd {
		return
	}
	if f := n.cost + int64(n.left); f < a.below {
		a.open.push(f, int64(n.left), uint32(i))
	}
}

// tighten excludes plans that cost below or more.
func (a *astar) tighten(below int64) {
	if below < a.below {
		a.below, a.best = below, -1
	}
}

// run searches for about the time slice. It returns nil if the search is not finished.
func (a *astar) run(ctx context.Context, slice time.Duration) *Result {
	if err := a.resume(); err != nil {
		return a.end(Unknown, err)
	}
	end := time.Now().Add(slice)
	steps := 0
	for a.open.size > 0 && a.open.least() < a.below {
		if steps++; steps&63 == 0 || a.h != nil && steps&7 == 0 || a.parent != nil {
			if err := a.check(ctx, a.bound, a.queued()); err != nil {
				a.save()
				return a.end(Unknown, err)
			}
			if a.kept != nil && a.kept.Due() {
				a.save()
			}
			if time.Now().After(end) {
				return nil
			}
		}
		i, f := a.open.pop()
		n := a.nodes.of(int(i))
		if n.closed || n.cost+int64(n.left) != f {
			continue
		}
		a.bound = max(a.bound, f)
		n.closed = true
		a.expanding = int(i)
		if !a.expand(ctx, int(i), n.cost) {
			a.save()
			return a.end(Unknown, context.Cause(ctx))
		}
		a.expanding = -1
	}
	if a.best < 0 {
		a.bound = a.below
		return a.end(Infeasible, nil)
	}
	a.bound = a.nodes.of(a.best).cost
	return a.end(Solved, nil)
}

// queued returns the bytes of the open list, the heuristic and the symmetries.
func (a *astar) queued() int64 {
	n := int64(a.open.size) * 8
	if a.track != nil {
		n += a.track.Kept()
	}
	if a.orbits != nil {
		n += a.orbits.bytes()
	}
	return n
}

// expand generates the successors of a state. It reports false if the context ended meanwhile.
func (a *astar) expand(ctx context.Context, i int, cost int64) bool {
	a.stats.Expanded++
	a.load(i)
	a.ops = a.space.applicable(a.state, a.ops[:0])
	if a.fewer != nil {
		a.ops = a.fewer.reduce(a.state, a.ops)
	}
	announced := false
	for _, op := range a.ops {
		a.stats.Generated++
		a.space.apply(int(op), a.state, a.next, a.packed, a.child)
		g := cost + a.space.ops[op].cost
		if g >= a.below {
			continue
		}
		if a.h != nil && a.stats.Evaluated&15 == 15 && ctx.Err() != nil {
			return false // before the state is added, so that the stored states stay consistent
		}
		j, fresh := a.add(g)
		n := a.nodes.of(j)
		if !fresh && n.cost <= g {
			continue
		}
		left := n.left
		if fresh {
			left = 0
			if a.h != nil {
				left, announced = a.estimate(i, j, int(op), announced), true
			}
		} else if n.closed {
			a.stats.Reopened++
		}
		*n = node{cost: g, parent: uint32(i), op: op, left: left}
		if a.space.isGoal(a.next) {
			plan, g := a.plan(j)
			n.cost, a.below, a.best = g, g, j
			if a.o.OnSolution != nil {
				a.o.OnSolution(plan, g)
			}
		}
		a.put(j)
	}
	return true
}

// add adds the current child and returns its number and whether it is new. If a symmetric state of no
// higher cost represents it, add returns the number of that state. If that state costs more, the child
// becomes the representative.
func (a *astar) add(cost int64) (int, bool) {
	if a.orbits != nil && a.orbits.off() {
		a.orbits = nil
	}
	if a.orbits == nil {
		return a.store.add(a.child)
	}
	at, first := a.orbits.of(a.next)
	if first {
		j, fresh := a.store.add(a.child)
		*at = uint32(j)
		return j, fresh
	}
	old := int(*at)
	if equal(a.store.at(old), a.child) {
		return old, false
	}
	a.orbits.useful++
	was := a.nodes.of(old)
	if was.cost <= cost {
		return old, false
	}
	was.closed = true
	j, fresh := a.store.add(a.child)
	*at = uint32(j)
	return j, fresh
}

// estimate returns the heuristic estimate of the current child.
func (a *astar) estimate(from, to, op int, announced bool) uint32 {
	a.stats.Evaluated++
	if a.track != nil {
		return short(a.track.Track(from, to, a.next))
	}
	if a.parent == nil {
		return short(a.h.Estimate(a.next))
	}
	if !announced {
		a.parent.Expanding(a.state)
	}
	return short(a.parent.EstimateChild(op, a.next))
}

func (a *astar) end(st Status, err error) *Result {
	r := Result{Status: st, Bound: a.bound, Reason: err}
	if a.best >= 0 {
		r.Plan, r.Cost = a.plan(a.best)
		if st == Unknown {
			r.Status = Feasible
		}
	}
	return a.result(a.h, r)
}
