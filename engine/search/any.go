package search

import (
	"runtime"

	"farbank/graph"
)

// anyStates is how many states, and 16 times as many moves, the search for any plan looks
// at breadth first: a second or two of work, and some 40 MB where states are small.
const anyStates = 1 << 21

// any answers for one plan, whatever it costs: one of fewest moves, if breadth-first
// search finds it soon, else the first that depth-first search meets, which may be very
// long.
func (s *solver) any() error {
	r, err := graph.BreadthFirst(s.ctx, s.space, s.briefly(), false)
	if err != nil {
		return err
	}
	s.addStats(r.Stats)
	switch {
	case r.Found:
		path, err := r.Path(r.Goal)
		if err == nil {
			s.give(path)
		}
		return err
	case r.Stopped == nil:
		s.none(false)
		return nil
	case s.ctx.Err() != nil:
		return s.stopped(r.Stopped)
	}
	if r = nil; s.q.Memory > 0 {
		runtime.GC() // the states seen so far make room for those to come
	}
	return s.anyDeep()
}

// briefly is the options of a search that may be given up for another.
func (s *solver) briefly() graph.Options {
	o := s.options()
	o.States, o.Memory, o.Checkpoint = anyStates, o.Memory/2, nil
	return o
}

// anyDeep answers for the first plan that depth-first search meets.
func (s *solver) anyDeep() error {
	path, r, err := graph.DepthFirst(s.ctx, s.space, s.options())
	if err != nil {
		return err
	}
	s.addStats(r.Stats)
	switch {
	case path != nil:
		s.give(path)
	case r.Stopped != nil:
		return s.stopped(r.Stopped)
	default:
		s.none(false)
	}
	return nil
}
