package graph

import (
	"context"
	"slices"
)

// EveryPath returns the states that lie on every path from a start to a goal, in the order of such a path,
// or nil if no path leads to a goal. They are the dominators of the goals (Lowry and Medlock 1969), with a
// virtual source before all starts and a virtual sink after all goals.
//
// It walks along one path in O(n+e): it marks everything reachable without the later states of the path, and records
// how far along the path this leads. A state of the path beyond which nothing leads is on every path.
func (x *Explicit) EveryPath(ctx context.Context) ([]int, error) {
	path := x.onePath()
	if path == nil {
		return nil, nil
	}
	w := &dominators{x: x, at: make([]int32, x.Len()), on: newBitset(x.Len()), seen: newBitset(x.Len()), end: len(path) + 1}
	for k, i := range path {
		w.on.set(i)
		w.at[i] = int32(k + 1)
	}
	if x.goals() == 1 {
		w.last = len(path) // the goal at the end of the path is the only one
	} else {
		w.last = w.end
	}
	for i := range x.Starts {
		w.touch(int32(i)) // each start is another way
	}
	err := w.spread(ctx)
	var every []int
	for k, i := range path {
		if err != nil {
			return nil, err
		}
		if w.far == k+1 {
			every = append(every, i)
		}
		w.queue = append(w.queue, int32(i))
		err = w.spread(ctx)
	}
	return every, err
}

func (x *Explicit) goals() int {
	n := 0
	for _, g := range x.Goal {
		if g {
			n++
		}
	}
	return n
}

// A dominators walks along a path and marks the states beside it.
type dominators struct {
	x     *Explicit
	at    []int32 // by state: its place on the path, from 1; 0 if it is not on it
	on    bitset  // states of the path
	seen  bitset  // marked states beside it
	far   int     // the farthest place on the path that was reached, from 1
	last  int     // the maximum of far: no need to search further
	end   int     // the place after the last one
	head  int
	queue []int32 // from head on: states to expand, in breadth-first order
}

// touch records a state that can be reached.
func (w *dominators) touch(i int32) {
	switch {
	case w.on.has(int(i)):
		w.far = max(w.far, int(w.at[i]))
	default:
		w.seen.set(int(i))
		w.queue = append(w.queue, i)
	}
}

// spread marks what is reachable from the queue beside the path.
func (w *dominators) spread(ctx context.Context) error {
	for ; w.head < len(w.queue) && w.far < w.last; w.head++ {
		if w.head&4095 == 4095 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		i := w.queue[w.head]
		if w.x.Goal[i] {
			w.far = w.end
		}
		for _, t := range w.x.lists.to(int(i)) {
			if !w.seen.has(int(t)) {
				w.touch(t)
			}
		}
	}
	return nil
}

// onePath returns the states of a path of fewest edges from a start to a goal.
func (x *Explicit) onePath() []int {
	goal := slices.Index(x.Goal, true)
	if goal < 0 {
		return nil
	}
	prev := make([]int32, goal+1) // by state: its first predecessor plus 1
	for i := 0; goal >= x.Starts && prev[goal] == 0; i++ {
		for _, t := range x.lists.to(i) {
			if int(t) <= goal && prev[t] == 0 {
				prev[t] = int32(i + 1)
			}
		}
	}
	path := []int{goal}
	for i := goal; i >= x.Starts; {
		i = int(prev[i] - 1)
		path = append(path, i)
	}
	slices.Reverse(path)
	return path
}
