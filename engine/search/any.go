package search

import (
	"runtime"

	"farbank/graph"
)

// anyStates is the maximum number of states that the search for any plan visits breadth first. The
// maximum number of moves is 16 times as large.
const anyStates = 1 << 21

// any answers a question for one plan of any cost. It has the fewest moves if breadth-first search
// finds it soon; otherwise it is the first plan that depth-first search finds, which may be very
// long.
func (s *solver) any() error {
	r, err := graph.BreadthFirst(s.ctx, s.space, s.briefly())
	if err != nil {
		return err
	}
	s.addStats(r.Stats)
	switch {
	case r.Status.Found():
		path, err := r.Path(r.Goal)
		if err == nil {
			s.give(path)
		}
		return err
	case r.Reason == nil:
		s.none(false)
		return nil
	case s.ctx.Err() != nil:
		return s.stopped(r.Reason)
	}
	if r = nil; s.q.Memory > 0 {
		runtime.GC() // release the states of the first search
	}
	return s.anyDeep()
}

// briefly returns the options of the limited breadth-first search.
func (s *solver) briefly() graph.Options {
	o := s.options()
	o.States, o.Memory, o.Checkpoint = anyStates, o.Memory/2, nil
	return o
}

// anyDeep answers with the first plan that depth-first search finds.
func (s *solver) anyDeep() error {
	path, r, err := graph.DepthFirst(s.ctx, s.space, s.options())
	if err != nil {
		return err
	}
	s.addStats(r.Stats)
	switch {
	case path != nil:
		s.give(path)
	case r.Reason != nil:
		return s.stopped(r.Reason)
	default:
		s.none(false)
	}
	return nil
}
