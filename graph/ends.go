package graph

import (
	"context"
	"slices"
)

// Last is what Ends found.
type Last struct {
	Goals   int64 // met, by paths that pass no other
	Cut     bool  // MaxDepth kept something away
	Stopped error // the limit or interrupt that came first; nil: all were met, or yield had enough
	Stats   Stats
}

// Ends meets every goal that a path leads to which passes no other goal, breadth first,
// and calls yield with such a path of the fewest edges, until yield returns false. A nil
// yield only has them counted.
func Ends(ctx context.Context, g Graph, opt Options, yield func(*Path) bool) (*Last, error) {
	e := &goalSearch{searcher: newSearcher(ctx, g, opt), yield: yield, last: &Last{}}
	err := e.run()
	e.check(e.stats.Depth)
	e.last.Stats = e.stats
	if e.interrupted(err) {
		e.last.Stopped, err = err, nil
	}
	return e.last, err
}

type goalSearch struct {
	*searcher
	yield func(*Path) bool
	last  *Last
	came  paged[arrival] // by state, where paths are wanted
	depth int
	full  bool // yield had enough
}

// An arrival is how a state was first reached.
type arrival struct {
	from int32 // -1: a start
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

// batch gives the goals of a batch of states, whose first has the number at, and meets
// the successors of the others, unless that is too far.
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
			e.last.Goals++
			e.full = e.yield != nil && !e.yield(e.path(at+i))
		}
	}
	if e.full || far && e.last.Cut {
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
			e.last.Cut = true
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
