package graph

import (
	"context"
	"slices"

	"farbank/solver"
)

// Explicit is a reachable graph in memory: states by number, edges by source. Goals are recorded but do not
// end paths. Its methods may be called only if Status is Solved; otherwise the graph is incomplete.
type Explicit struct {
	Status solver.Status
	Reason error // the limit or interrupt that came first; nil means none
	Store  *Store
	Starts int // states 0..Starts-1
	Goal   []bool
	lists  edgeLists
	Stats  Stats
}

// Len returns the number of states.
func (x *Explicit) Len() int { return x.Store.Len() }

// edgesOf returns the outgoing edges of a state: targets, labels and costs.
func (x *Explicit) edgesOf(i int) ([]int32, span) { return x.lists.of(i) }

// Reach builds the reachable graph, with the states in breadth-first order. States at
// depth Options.MaxDepth have no outgoing edges, and with Options.GoalsEnd neither do goals.
func Reach(ctx context.Context, g Graph, opt Options) (*Explicit, error) {
	s := newSearcher(ctx, g, opt)
	x := &Explicit{Store: s.store}
	err := g.Starts(func(state []uint64) error {
		if err := s.room(1); err != nil {
			return err
		}
		s.store.Add(state)
		if opt.States > 0 && s.store.Len() > opt.States {
			return ErrStates
		}
		if s.store.Len()&1023 == 0 {
			return s.check(0)
		}
		return nil
	})
	x.Starts = s.store.Len()
	most, limited := opt.deep()
	depth, layer := 0, x.Starts // number of the first state of the next depth
	for i := 0; err == nil && i < s.store.Len(); {
		if i == layer {
			depth, layer = depth+1, s.store.Len()
		}
		if err = s.check(0); err == nil {
			batch := s.store.Batch(i, min(batchSize, layer-i))
			if limited && depth == most {
				err = x.end(s, batch)
			} else {
				err = x.grow(s, batch, opt.GoalsEnd)
			}
			i += len(batch) / s.store.words
		}
		if err == nil && opt.States > 0 && s.store.Len() > opt.States {
			err = ErrStates
		}
	}
	s.check(0)
	x.Stats = s.stats
	switch {
	case s.interrupted(err):
		x.Reason, err = err, nil
	case err == nil:
		x.Status = solver.Solved
	}
	return x, err
}

// note records which states of a batch are goals.
func (x *Explicit) note(s *searcher, batch []uint64) ([]bool, error) {
	goal := make([]bool, len(batch)/s.store.words)
	if err := s.g.Goals(batch, goal); err != nil {
		return nil, err
	}
	x.Goal = append(x.Goal, goal...)
	return goal, nil
}

// end adds a batch of states without outgoing edges.
func (x *Explicit) end(s *searcher, batch []uint64) error {
	goal, err := x.note(s, batch)
	for range goal {
		x.lists.end()
	}
	s.extra = x.bytes()
	return err
}

// grow adds the edges of a batch of states, the next in order.
func (x *Explicit) grow(s *searcher, batch []uint64, stopAtGoals bool) error {
	goal, err := x.note(s, batch)
	if err != nil {
		return err
	}
	if err := s.expand(batch); err != nil {
		return err
	}
	if err := s.room(s.succ.Len()); err != nil {
		return err
	}
	w, k := s.store.words, 0
	for i := range goal {
		for ; k < s.succ.Len() && int(s.succ.From[k]) == i; k++ {
			if goal[i] && stopAtGoals {
				continue
			}
			j, _ := s.store.Add(s.succ.States[k*w : (k+1)*w])
			x.lists.add(int32(j), Edge{s.succ.Label[k], s.succ.cost(k)})
		}
		x.lists.end()
	}
	s.extra = x.bytes()
	return nil
}

// bytes returns the memory of the edges, and of algorithms on them: the reversed edges, and some words for each state.
func (x *Explicit) bytes() int64 {
	const turned, state = 4, 24
	return x.lists.bytes() + int64(x.lists.edges)*turned + int64(len(x.Goal))*state
}

// reverse returns the reversed edges.
func (x *Explicit) reverse(ctx context.Context, costs bool) (*reversed, error) {
	r := &reversed{first: make([]int64, x.Len()+1), from: make([]int32, x.lists.edges)}
	if costs = costs && !x.lists.unit(); costs {
		r.cost = make([]int64, x.lists.edges)
	}
	err := x.eachList(ctx, func(_ int, to []int32, _ span) {
		for _, t := range to {
			r.first[t+1]++
		}
	})
	for i := range x.Len() {
		r.first[i+1] += r.first[i]
	}
	if err != nil {
		return nil, err
	}
	fill := slices.Clone(r.first)
	return r, x.eachList(ctx, func(i int, to []int32, edges span) {
		for k, t := range to {
			r.from[fill[t]] = int32(i)
			if costs {
				r.cost[fill[t]] = edges.costOf(k)
			}
			fill[t]++
		}
	})
}

// eachList calls do for each state with its edges.
func (x *Explicit) eachList(ctx context.Context, do func(i int, to []int32, edges span)) error {
	for i := range x.Len() {
		if i&0xFFFF == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		to, edges := x.edgesOf(i)
		do(i, to, edges)
	}
	return nil
}

// path returns a Path along edges from a start state.
func (x *Explicit) path(start int, edges []Edge) *Path {
	return &Path{Start: append([]uint64(nil), x.Store.State(start)...), Edges: append([]Edge(nil), edges...)}
}
