package graph

import "context"

// Explicit is a reachable graph in memory: states by number, edges by the state
// they leave. Goals are given but do not end anything by themselves.
type Explicit struct {
	Store  *Store
	Starts int // the states 0..Starts-1
	Goal   []bool
	first  []int64 // edges of state i: first[i]..first[i+1]
	to     []int32
	edge   []Edge
	Stats  Stats
}

// Len returns the number of states.
func (x *Explicit) Len() int { return x.Store.Len() }

// edgesOf returns the targets and labels of the edges out of a state.
func (x *Explicit) edgesOf(i int) ([]int32, []Edge) {
	a, b := x.first[i], x.first[i+1]
	return x.to[a:b], x.edge[a:b]
}

// Reach builds the graph of everything reachable, the states in breadth-first
// order. If stopAtGoals is set no edges leave goal states. A limit or an interrupt is
// an error here, since half a graph answers nothing.
func Reach(ctx context.Context, g Graph, opt Options, stopAtGoals bool) (*Explicit, error) {
	s := newSearcher(ctx, g, opt)
	x := &Explicit{Store: s.store, first: []int64{0}}
	err := g.Starts(func(state []uint64) error {
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
	for i := 0; err == nil && i < s.store.Len(); {
		if err = s.check(0); err == nil {
			batch := s.store.Batch(i, batchSize)
			err = x.grow(s, batch, stopAtGoals)
			i += len(batch) / s.store.words
		}
		if err == nil && opt.States > 0 && s.store.Len() > opt.States {
			err = ErrStates
		}
	}
	s.check(0)
	x.Stats = s.stats
	return x, err
}

// grow adds the edges of a batch of states, the next in order.
func (x *Explicit) grow(s *searcher, batch []uint64, stopAtGoals bool) error {
	n := len(batch) / s.store.words
	goal := make([]bool, n)
	if err := s.g.Goals(batch, goal); err != nil {
		return err
	}
	x.Goal = append(x.Goal, goal...)
	if err := s.expand(batch); err != nil {
		return err
	}
	w, k := s.store.words, 0
	for i := range n {
		for ; k < s.succ.Len() && int(s.succ.From[k]) == i; k++ {
			if goal[i] && stopAtGoals {
				continue
			}
			j, _ := s.store.Add(s.succ.States[k*w : (k+1)*w])
			x.to = append(x.to, int32(j))
			x.edge = append(x.edge, Edge{s.succ.Label[k], s.succ.cost(k)})
		}
		x.first = append(x.first, int64(len(x.to)))
	}
	s.extra = int64(len(x.to))*20 + int64(len(x.first))*9
	return nil
}

// reverse returns the edges turned around, as lists of sources by target.
func (x *Explicit) reverse() (first []int64, from []int32) {
	first = make([]int64, x.Len()+1)
	for _, t := range x.to {
		first[t+1]++
	}
	for i := range x.Len() {
		first[i+1] += first[i]
	}
	from = make([]int32, len(x.to))
	fill := append([]int64(nil), first...)
	for i := range x.Len() {
		to, _ := x.edgesOf(i)
		for _, t := range to {
			from[fill[t]] = int32(i)
			fill[t]++
		}
	}
	return first, from
}

// reachesGoal returns which states some path leads from to a goal.
func (x *Explicit) reachesGoal() []bool {
	first, from := x.reverse()
	can := make([]bool, x.Len())
	var queue []int32
	for i, g := range x.Goal {
		if g {
			can[i] = true
			queue = append(queue, int32(i))
		}
	}
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, j := range from[first[i]:first[i+1]] {
			if !can[j] {
				can[j] = true
				queue = append(queue, j)
			}
		}
	}
	return can
}

// path makes a Path of the edges followed from a start state.
func (x *Explicit) path(start int, edges []Edge) *Path {
	return &Path{Start: append([]uint64(nil), x.Store.State(start)...), Edges: append([]Edge(nil), edges...)}
}
