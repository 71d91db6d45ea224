package graph

import "context"

// EveryPath returns the states that lie on every path from a start to a goal, in the
// order in which such a path passes them; nil if no path leads to a goal. They are the
// dominators of the goals (Lowry and Medlock 1969), as if one state led to all starts
// and one came after all goals.
//
// It takes one path and goes along it, O(n+e) in all: everything that can be reached
// without the states further along is marked, and how far along that touches the path
// is noted; a state of the path that nothing reaches beyond is on every path.
func (x *Explicit) EveryPath(ctx context.Context) ([]int, error) {
	path := x.onePath()
	if path == nil {
		return nil, nil
	}
	at := make([]int32, x.Len()) // by state: its place on the path, from 1; 0: none
	for k, i := range path {
		at[i] = int32(k + 1)
	}
	w := &passer{x: x, at: at, end: len(path) + 1, seen: make([]bool, x.Len())}
	for i := range x.Starts {
		w.touch(int32(i))
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

// A passer goes along a path and marks what lies beside it.
type passer struct {
	x     *Explicit
	at    []int32
	end   int // the place after the last
	far   int // the furthest place touched
	seen  []bool
	queue []int32
}

// touch notes a state that can be reached.
func (w *passer) touch(i int32) {
	if p := int(w.at[i]); p > 0 {
		w.far = max(w.far, p)
		return
	}
	if !w.seen[i] {
		w.seen[i] = true
		w.queue = append(w.queue, i)
	}
}

// spread marks what can be reached beside the path from what is queued.
func (w *passer) spread(ctx context.Context) error {
	for n := 0; len(w.queue) > 0; n++ {
		if n&4095 == 4095 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		i := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
		if w.x.Goal[i] {
			w.far = w.end
		}
		to, _ := w.x.edgesOf(int(i))
		for _, t := range to {
			w.touch(t)
		}
	}
	return nil
}

// onePath returns the states of a path of fewest edges from a start to a goal.
func (x *Explicit) onePath() []int {
	prev := make([]int32, x.Len())
	for i := range prev {
		prev[i] = -2
	}
	for i := range x.Starts {
		prev[i] = -1
	}
	for i := range prev {
		if x.Goal[i] {
			var path []int
			for k := int32(i); k >= 0; k = prev[k] {
				path = append(path, int(k))
			}
			for a, b := 0, len(path)-1; a < b; a, b = a+1, b-1 {
				path[a], path[b] = path[b], path[a]
			}
			return path
		}
		to, _ := x.edgesOf(i)
		for _, t := range to {
			if prev[t] == -2 {
				prev[t] = int32(i)
			}
		}
	}
	return nil
}
