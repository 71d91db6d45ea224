package graph

import (
	"context"
	"math/big"

	"farbank/solver"
)

// ShortestPaths is the shortest-path graph: the union of all paths of least cost. It has an edge from u to
// v if the cost of the edge equals the difference of their distances from the start. A path ends at the
// first goal and repeats no state; the latter matters only if edges cost 0. Its methods may be called only if Status is
// Solved; otherwise the graph is incomplete.
type ShortestPaths struct {
	Status solver.Status
	Reason error // the limit or interrupt that came first; nil means none
	Stats  Stats

	x      *Explicit // without edges from which no goal of least cost can be reached
	cyclic bool      // edges of cost 0 form a cycle
	order  []int32   // the states in topological order, if not cyclic
}

// NewShortestPaths builds the shortest-path graph from the result of BreadthFirst or UniformCost, which
// must have found a goal. Set Options.UnitCosts for a result of BreadthFirst.
func NewShortestPaths(ctx context.Context, g Graph, opt Options, s *Search) (*ShortestPaths, error) {
	b := newSearcher(ctx, g, opt)
	t := &ShortestPaths{x: &Explicit{Store: b.store}}
	err := t.build(b, s)
	t.Stats = b.stats
	switch {
	case b.interrupted(err):
		t.Reason, err = err, nil
	case err == nil:
		t.Status = solver.Solved
	}
	return t, err
}

// build adds the states and edges of the shortest paths of s.
func (t *ShortestPaths) build(b *searcher, s *Search) error {
	x, opt := t.x, b.opt
	b.extra = s.Stats.Memory
	beside := s.Stats.Memory - s.Store.Bytes()
	if opt.Memory > 0 {
		s.Store.most = max(1, opt.Memory-beside)
	}
	s.Store.stop = b.done
	if err := s.Store.remember(); err != nil {
		return err
	}
	kept := beside + s.Store.Bytes()
	old := []int32{} // by number in the new store: the number in s.Store
	for i := range s.Starts {
		b.store.Add(s.Store.State(i))
		old = append(old, int32(i))
	}
	x.Starts = s.Starts
	for i := 0; i < b.store.Len(); {
		if err := b.check(0); err != nil {
			return err
		}
		batch := b.store.Batch(i, batchSize)
		if err := x.growShortest(b, batch, s, opt.UnitCosts, &old, kept); err != nil {
			return err
		}
		i += len(batch) / b.store.words
	}
	err := t.prune(b.ctx)
	if err == nil {
		err = t.sort(b.ctx)
	}
	b.check(0)
	return err
}

// near returns the distance of state i of s.Store, at most the distance of the goal; i is -1 for a state
// that is not in the store. A state that was not settled when the search reached the goal is at least as
// far as the goal. No path of least cost passes a farther state, so near returns the distance of the goal
// for it.
func (s *Search) near(i int) int64 {
	if i < 0 {
		return s.Cost
	}
	if d := s.distance(i); d >= 0 && d < s.Cost {
		return d
	}
	return s.Cost
}

func (x *Explicit) growShortest(b *searcher, batch []uint64, s *Search, unit bool, old *[]int32, kept int64) error {
	n, w := len(batch)/b.store.words, b.store.words
	base := len(x.Goal)
	goal := make([]bool, n)
	if err := b.g.Goals(batch, goal); err != nil {
		return err
	}
	x.Goal = append(x.Goal, goal...)
	if err := b.expand(batch); err != nil {
		return err
	}
	if err := b.room(b.succ.Len()); err != nil {
		return err
	}
	k := 0
	for i := range n {
		d := s.near(int((*old)[base+i]))
		for ; k < b.succ.Len() && int(b.succ.From[k]) == i; k++ {
			c := b.succ.cost(k)
			if unit {
				c = 1
			}
			state := b.succ.States[k*w : (k+1)*w]
			if goal[i] || c > s.Cost-d {
				continue
			}
			j := s.Store.Find(state)
			if s.near(j) != d+c {
				continue
			}
			t, fresh := b.store.Add(state)
			if fresh {
				*old = append(*old, int32(j))
			}
			x.lists.add(int32(t), Edge{b.succ.Label[k], b.succ.cost(k)})
		}
		x.lists.end()
	}
	b.extra = kept + x.bytes() + int64(cap(*old))*4
	return nil
}

// prune removes the edges from which no goal can be reached.
func (t *ShortestPaths) prune(ctx context.Context) error {
	can, err := t.x.reachesGoal(ctx)
	if err == nil {
		t.x.lists.keep(func(to int32) bool { return can[to] })
	}
	return err
}

// sort computes a topological order of the states (Kahn 1962), if there is one.
func (t *ShortestPaths) sort(ctx context.Context) error {
	x := t.x
	in := make([]int32, x.Len())
	err := x.eachList(ctx, func(_ int, to []int32, _ span) {
		for _, j := range to {
			in[j]++
		}
	})
	t.order = make([]int32, 0, x.Len())
	for i, n := range in {
		if n == 0 {
			t.order = append(t.order, int32(i))
		}
	}
	for k := 0; k < len(t.order) && err == nil; k++ {
		if k&0xFFFF == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		to := x.lists.to(int(t.order[k]))
		for _, j := range to {
			if in[j]--; in[j] == 0 {
				t.order = append(t.order, j)
			}
		}
	}
	t.cyclic = len(t.order) < x.Len()
	return err
}

// Count returns the number of paths of least cost. If the graph is acyclic, it takes one pass over the
// edges. If edges of cost 0 form cycles, it enumerates the simple paths through each strongly connected
// component; if these are too many, it returns a *CyclesError.
func (t *ShortestPaths) Count(ctx context.Context) (*big.Int, error) {
	if t.cyclic {
		return t.countCyclic(ctx)
	}
	count := make([]*big.Int, t.x.Len())
	total := new(big.Int)
	for k, i := range t.order {
		if k&0xFFFF == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		c := count[i]
		if int(i) < t.x.Starts {
			if c == nil {
				c = new(big.Int)
			}
			c.Add(c, big.NewInt(1))
		}
		count[i] = nil
		if c == nil {
			continue
		}
		if t.x.Goal[i] {
			total.Add(total, c)
			continue
		}
		to := t.x.lists.to(int(i))
		for _, j := range to {
			if count[j] == nil {
				count[j] = new(big.Int)
			}
			count[j].Add(count[j], c)
		}
	}
	return total, nil
}

// Paths calls yield for every path of least cost, in lexicographic order of its edges, until yield returns
// false.
func (t *ShortestPaths) Paths(ctx context.Context, yield func(*Path) bool) error {
	_, err := t.x.SimplePaths(ctx, -1, yield)
	return err
}
