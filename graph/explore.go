package graph

import "context"

// A Shape describes a reachable space.
type Shape struct {
	Starts     int64
	States     int64
	Layers     []int64 // states by least number of edges from a start
	Edges      int64
	DeadEnds   int64 // states without edges out that are no goal
	GoalStates int64
	FirstGoal  int64   // the first layer with a goal; -1: none
	Branching  []int64 // Branching[k]: states with k edges out
	Stopped    error   // the limit or interrupt that came first; nil: it is complete
	Stats      Stats
}

// Explore visits everything reachable, breadth first, and describes it. Goals end
// nothing. MaxDepth is not obeyed.
func Explore(ctx context.Context, g Graph, opt Options) (*Shape, error) {
	e := &explorer{searcher: newSearcher(ctx, g, opt), shape: &Shape{FirstGoal: -1}}
	err := e.run()
	e.check(e.stats.Depth)
	e.shape.Stats = e.stats
	e.shape.States = int64(e.store.Len())
	if interrupted(err) {
		e.shape.Stopped, err = err, nil
	}
	return e.shape, err
}

type explorer struct {
	*searcher
	shape *Shape
	goal  [batchSize]bool
	out   [batchSize]int
}

func (e *explorer) run() error {
	err := e.g.Starts(func(state []uint64) error {
		e.store.Add(state)
		e.shape.Starts = int64(e.store.Len())
		if e.store.Len()&1023 == 0 {
			return e.check(0)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for from, to, depth := 0, e.store.Len(), 0; from < to; from, to, depth = to, e.store.Len(), depth+1 {
		e.shape.Layers = append(e.shape.Layers, int64(to-from))
		for i := from; i < to; {
			if err := e.check(int64(depth)); err != nil {
				return err
			}
			batch := e.store.Batch(i, min(batchSize, to-i))
			if err := e.visit(batch, int64(depth)); err != nil {
				return err
			}
			i += len(batch) / e.store.words
		}
	}
	return nil
}

func (e *explorer) visit(batch []uint64, depth int64) error {
	w := e.store.words
	n := len(batch) / w
	if err := e.g.Goals(batch, e.goal[:n]); err != nil {
		return err
	}
	if err := e.expand(batch); err != nil {
		return err
	}
	clear(e.out[:n])
	for k, from := range e.succ.From {
		e.out[from]++
		e.store.Add(e.succ.States[k*w : (k+1)*w])
	}
	sh := e.shape
	sh.Edges += int64(e.succ.Len())
	for i := range n {
		if e.goal[i] {
			sh.GoalStates++
			if sh.FirstGoal < 0 {
				sh.FirstGoal = depth
			}
		} else if e.out[i] == 0 {
			sh.DeadEnds++
		}
		for len(sh.Branching) <= e.out[i] {
			sh.Branching = append(sh.Branching, 0)
		}
		sh.Branching[e.out[i]]++
	}
	return nil
}
