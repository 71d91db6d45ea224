package graph

import (
	"context"
	"slices"

	"farbank/solver"
)

// GoalStates is the result of [ReachableGoals].
//
// Status is Solved if all goals within MaxDepth were found and there is one, Feasible if only some were found,
// Infeasible if no goal is reachable, and Unknown if none was found but Reason is a limit or Cut is set.
type GoalStates struct {
	Status solver.Status
	Reason error // the limit or interrupt that came first; nil means none
	Count  int64 // goals reached by paths that pass no other goal
	Cut    bool  // MaxDepth pruned a state
	Stats  Stats
}

// ReachableGoals finds, breadth first, every goal that a path without another goal leads to, and calls yield with such
// a path of fewest edges, until yield returns false. With a nil yield it only counts the goals.
func ReachableGoals(ctx context.Context, g Graph, opt Options, yield func(*Path) bool) (*GoalStates, error) {
	e := &goalSearch{searcher: newSearcher(ctx, g, opt), yield: yield, res: &GoalStates{}}
	err := e.run()
	e.check(e.stats.Depth)
	e.res.Stats = e.stats
	if e.interrupted(err) {
		e.res.Reason, err = err, nil
	}
	e.res.Status = e.status(err)
	return e.res, err
}

// status returns the status of a search that failed with err or not.
func (e *goalSearch) status(err error) solver.Status {
	whole := err == nil && e.res.Reason == nil && !e.full
	switch some := e.res.Count > 0; {
	case some && whole:
		return solver.Solved
	case some:
		return solver.Feasible
	case whole && !e.res.Cut:
		return solver.Infeasible
	}
	return solver.Unknown
}

type goalSearch struct {
	*searcher
	yield func(*Path) bool
	res   *GoalStates
	came  paged[arrival] // by state, if paths are needed
	depth int
	full  bool // yield returned false
}

// An arrival is the edge by which a state was first reached.
type arrival struct {
	from int32 // -1 for a start
	edge Edge
}

func (e *goalSearch) run() error {
	err := e.g.Starts(func(state []uint64) error {
		err := e.room(1)
		if err == nil {
			e.meet(state, -1, Edge{})
		}
		if err == nil && e.store.Len()&1023 == 0 {
			err = e.check(0)
		}
		return err
	})
	most, limited := e.opt.deep()
	for from := 0; err == nil && !e.full && from < e.store.Len(); e.depth++ {
		to := e.store.Len()
		for err == nil && !e.full && from < to {
			batch := e.store.Batch(from, min(e.batchSize(), to-from))
			err = e.batch(from, batch, limited && e.depth >= most)
			from += len(batch) / e.store.words
		}
	}
	return err
}

func (e *goalSearch) meet(state []uint64, from int32, edge Edge) {
	if _, fresh := e.store.Add(state); fresh && e.yield != nil {
		e.came.append(arrival{from, edge})
	}
}

// batch yields the goals of a batch of states, whose first has the number at, and adds the successors of the others
// unless far is set.
func (e *goalSearch) batch(at int, batch []uint64, far bool) error {
	if err := e.check(int64(e.depth)); err != nil {
		return err
	}
	w := e.store.words
	goal := make([]bool, len(batch)/w)
	if err := e.g.Goals(batch, goal); err != nil {
		return err
	}
	for i, is := range goal {
		if is && !e.full {
			e.res.Count++
			e.full = e.yield != nil && !e.yield(e.path(at+i))
		}
	}
	if e.full || far && e.res.Cut {
		return nil
	}
	if err := e.expand(batch); err != nil {
		return err
	}
	if err := e.room(e.succ.Len()); err != nil {
		return err
	}
	for k, f := range e.succ.From {
		switch {
		case goal[f]:
		case far:
			e.res.Cut = true
		default:
			e.meet(e.succ.States[k*w:(k+1)*w], int32(at)+f, Edge{e.succ.Label[k], e.succ.cost(k)})
		}
	}
	e.extra = e.came.bytes()
	return nil
}

func (e *goalSearch) path(i int) *Path {
	p := &Path{}
	for {
		a := e.came.at(i)
		if a.from < 0 {
			break
		}
		p.Edges = append(p.Edges, a.edge)
		i = int(a.from)
	}
	slices.Reverse(p.Edges)
	p.Start = slices.Clone(e.store.State(i))
	return p
}
