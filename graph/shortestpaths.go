package graph

import (
	"context"
	"math/big"
)

// ShortestPaths is the shortest-path graph, of all paths of least cost: the edges from u to v of a cost
// that is exactly the difference of their distances from the start. Goals end a
// path, and a path repeats no state; that matters only where edges cost 0.
type ShortestPaths struct {
	x      *Explicit // without edges that lead to no goal of least cost
	cyclic bool      // edges of cost 0 make a circle
	order  []int32   // the states so that edges go forward, if not cyclic
}

// NewShortestPaths builds the shortest-path graph from the result of BreadthFirst or
// UniformCost, which must have found a goal. unit says that every edge counts 1.
func NewShortestPaths(ctx context.Context, g Graph, opt Options, s *Search, unit bool) (*ShortestPaths, Stats, error) {
	b := newSearcher(ctx, g, opt)
	b.extra = s.Stats.Memory
	beside := s.Stats.Memory - s.Store.Bytes()
	if opt.Memory > 0 {
		s.Store.most = max(1, opt.Memory-beside)
	}
	s.Store.stop = b.done
	if err := s.Store.remember(); err != nil {
		return nil, b.stats, err
	}
	kept := beside + s.Store.Bytes()
	x := &Explicit{Store: b.store}
	old := []int32{} // by number in the new store: the number in s.Store
	for i := range s.Starts {
		b.store.Add(s.Store.State(i))
		old = append(old, int32(i))
	}
	x.Starts = s.Starts
	for i := 0; i < b.store.Len(); {
		if err := b.check(0); err != nil {
			return nil, b.stats, err
		}
		batch := b.store.Batch(i, batchSize)
		if err := x.growShortest(b, batch, s, unit, &old, kept); err != nil {
			return nil, b.stats, err
		}
		i += len(batch) / b.store.words
	}
	t := &ShortestPaths{x: x}
	err := t.prune(ctx)
	if err == nil {
		err = t.sort(ctx)
	}
	b.check(0)
	return t, b.stats, err
}

// near is the distance of state i of s.Store (-1: of one that is not in it) as far
// as it matters here. What the search has not settled when it met the goal is at least
// as far as the goal; farther states lead to no path of least cost, so all of them can
// count as just as far.
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

// prune drops the edges that lead to no goal.
func (t *ShortestPaths) prune(ctx context.Context) error {
	can, err := t.x.reachesGoal(ctx)
	if err == nil {
		t.x.lists.keep(func(to int32) bool { return can[to] })
	}
	return err
}

// sort puts the states in an order in which edges go forward (Kahn 1962).
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

// Count returns the number of paths of least cost. Without circles it takes one pass over
// the edges; with circles, made of edges of cost 0, the ways through these are counted one
// by one, and where they are too many the error is a *CirclesError.
func (t *ShortestPaths) Count(ctx context.Context) (*big.Int, error) {
	if t.cyclic {
		return t.countCircles(ctx)
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

// Paths calls yield for every path of least cost, in lexicographic order of its
// edges, until yield returns false.
func (t *ShortestPaths) Paths(ctx context.Context, yield func(*Path) bool) error {
	_, err := t.x.SimplePaths(ctx, -1, yield)
	return err
}
