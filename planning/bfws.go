package planning

import (
	"context"
	"time"
)

// Width is best-first width search, BFWS(f5) of Lipovetzky and Geffner (2017). It expands states of novelty
// 1 first: those with a fact that is new among all states with the same number of open goals and of
// achieved facts of a relaxed plan. It does not compare distance estimates, so it finds plans where these
// are misleading.
func Width(ctx context.Context, s *Space, o Options) (*Result, error) {
	w := newWidth(s, o)
	return toEnd(ctx, w).checked()
}

// DualWidth is dual-BFWS of the same authors. It first expands only states of novelty 1, which are few. If
// that fails, it runs Width, which is complete, with novelty computed for pairs of facts as well.
func DualWidth(ctx context.Context, s *Space, o Options) (*Result, error) {
	d := newDualWidth(s, o)
	return toEnd(ctx, d).checked()
}

// A dualWidth runs both searches in turn, in time slices.
type dualWidth struct{ *width }

func newDualWidth(s *Space, o Options) *dualWidth {
	w := newWidth(s, o)
	w.name, w.narrow = "dual-BFWS", true
	return &dualWidth{w}
}

func (d *dualWidth) run(ctx context.Context, slice time.Duration) *Result {
	r := d.width.run(ctx, slice)
	if r == nil || r.Status != Infeasible || !d.pruned {
		return r
	}
	w := newWidth(d.space, d.o)
	w.name, w.stats = d.name, d.stats
	w.pairs = map[[2]int32]bitset{}
	d.width = w
	return nil
}

type width struct {
	work
	narrow  bool                // prune states that are not of novelty 1
	pruned  bool                // a state was pruned
	pairs   map[[2]int32]bitset // like seen, for pairs of facts; nil if pairs are not used
	goals   *GoalCount
	ff      *FF
	open    *queue[uint32]
	seen    map[[2]int32]bitset // by number of open goals and of achieved relaxed facts: the facts seen
	facts   column[progress]
	relaxed [][]int32 // by anchor: the facts of its relaxed plan
	noted   int64     // bytes of relaxed, and of the sets of achieved facts
}

// A progress holds the facts that a path has achieved since the number of open goals last decreased.
type progress struct {
	anchor int32
	goals  int32
	met    bitset // achieved facts of the relaxed plan of the anchor
}

func newWidth(s *Space, o Options) *width {
	return &width{work: newWork(s, "BFWS", o), goals: NewGoalCount(s), ff: NewFF(s, 0), open: newQueue[uint32](true), seen: map[[2]int32]bitset{}}
}

func (w *width) run(ctx context.Context, slice time.Duration) *Result {
	end := time.Now().Add(slice)
	if w.store.count == 0 {
		w.space.pack(w.space.begin, w.packed)
		w.store.add(w.packed)
		*w.nodes.of(0) = node{op: -1}
		copy(w.next, w.space.begin)
		if w.space.isGoal(w.next) {
			return w.result(nil, Result{Status: Feasible, Plan: []int{}})
		}
		w.enter(0, progress{anchor: -1, goals: -1})
	}
	for steps := 0; w.open.size > 0; steps++ {
		if steps&15 == 15 {
			if err := w.check(ctx, 0, int64(w.open.size)*5+w.extra()); err != nil {
				return w.result(nil, Result{Status: Unknown, Reason: err})
			}
			if time.Now().After(end) {
				return nil
			}
		}
		i, _ := w.open.pop()
		if r := w.expand(int(i)); r != nil {
			return r
		}
	}
	return w.result(nil, Result{Status: Infeasible, Bound: Infinite})
}

// extra returns the bytes of the recorded facts.
func (w *width) extra() int64 {
	n := w.space.Facts()
	return int64(w.store.count)*48 + w.noted + int64(len(w.seen)*n/8) + int64(len(w.pairs))*int64(n)*int64(n)/16
}

func (w *width) expand(i int) *Result {
	w.stats.Expanded++
	w.load(i)
	before := *w.facts.of(i)
	cost := w.nodes.of(i).cost
	w.ops = w.space.applicable(w.state, w.ops[:0])
	for _, op := range w.ops {
		w.stats.Generated++
		w.space.apply(int(op), w.state, w.next, w.packed, w.child)
		j, fresh := w.store.add(w.child)
		if !fresh {
			continue
		}
		*w.nodes.of(j) = node{cost: cost + w.space.ops[op].cost, parent: uint32(i), op: op}
		if w.space.isGoal(w.next) {
			plan, cost := w.plan(j)
			return w.result(nil, Result{Status: Feasible, Plan: plan, Cost: cost})
		}
		w.enter(j, before)
	}
	return nil
}

// enter adds the current state to the open list.
func (w *width) enter(i int, before progress) {
	s := w.next
	now := progress{before.anchor, int32(w.goals.Count(s)), before.met}
	if before.goals < 0 || now.goals < before.goals {
		w.stats.Evaluated++
		if w.ff.Estimate(s) == Infinite {
			return
		}
		now.anchor, now.met = int32(len(w.relaxed)), nil
		w.relaxed = append(w.relaxed, w.ff.facts())
		w.noted += 24 + int64(cap(w.relaxed[now.anchor]))*4
	}
	facts := w.relaxed[now.anchor]
	met := newBitset(len(facts))
	w.noted += int64(len(met)) * 8
	copy(met, now.met)
	count := int32(0)
	for k, f := range facts {
		if !met.has(k) && w.holds(s, f) {
			met.add(k)
		}
		if met.has(k) {
			count++
		}
	}
	now.met = met
	*w.facts.of(i) = now
	kind, novelty := [2]int32{now.goals, count}, int64(3)
	switch fresh, pair := w.fresh(s, kind), w.freshPair(s, kind); {
	case fresh:
		novelty = 1
	case w.narrow:
		w.pruned = true
		return
	case pair:
		novelty = 2
	}
	w.open.push(novelty, int64(now.goals), uint32(i))
}

func (w *width) holds(s State, fact int32) bool {
	v := w.ff.variable[fact]
	return int(s[v]) == int(fact)-w.space.offset[v]
}

// fresh records the facts of a state and reports whether one is new among states of its kind.
func (w *width) fresh(s State, kind [2]int32) bool {
	seen := w.seen[kind]
	if seen == nil {
		seen = newBitset(w.space.Facts())
		w.seen[kind] = seen
	}
	found := false
	for v, x := range s {
		if f := w.space.offset[v] + int(x); !seen.has(f) {
			seen.add(f)
			found = true
		}
	}
	return found
}

// pairLimit is the maximum number of pairs of facts for which pairs are used.
const pairLimit = 1 << 22

// freshPair records the pairs of facts of a state and reports whether one is new among states of its kind.
// It reports false if there are more than pairLimit pairs.
func (w *width) freshPair(s State, kind [2]int32) bool {
	n := w.space.Facts()
	if w.pairs == nil || n*n/2 > pairLimit {
		return false
	}
	seen := w.pairs[kind]
	if seen == nil {
		seen = newBitset(n * (n - 1) / 2)
		w.pairs[kind] = seen
	}
	found := false
	for v, x := range s {
		f := w.space.offset[v] + int(x)
		for u, y := range s[:v] {
			if k := f*(f-1)/2 + w.space.offset[u] + int(y); !seen.has(k) {
				seen.add(k)
				found = true
			}
		}
	}
	return found
}
