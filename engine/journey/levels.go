package journey

import (
	"slices"

	"farbank/engine/states"
	"farbank/journey"
)

// levelBytes estimates the memory of a reached state.
const levelBytes = 160

// levels computes one level of states after another, until enough returns true or a level is
// empty. It reports whether the bound excluded no states.
func (s *solver) levels(roots journey.Journey[*states.Node], bound int, enough func(level []*states.Node) bool) bool {
	s.level = map[int]int{}
	level := journey.Collect(journey.Where(roots, s.isNew))
	for n := 0; len(level) > 0 && s.err == nil && s.walker.Err == nil; n++ {
		if enough(level) {
			return true
		}
		open := journey.Where(journey.Choose(level...), func(x *states.Node) bool { return !s.goal(x) })
		if n == bound {
			_, more := journey.First(journey.Then(open, s.move))
			return !more
		}
		level = journey.Collect(journey.Where(journey.Then(open, s.move), s.isNew))
	}
	return true
}

// isNew reports whether n is the first node with its state.
func (s *solver) isNew(n *states.Node) bool {
	if _, met := s.level[n.At]; met {
		return false
	}
	s.level[n.At] = n.Moves
	s.walker.Take(levelBytes)
	return true
}

// shortest computes levels up to the first with a goal and lists the plans that lead there.
func (s *solver) shortest(roots journey.Journey[*states.Node], bound int) bool {
	var levels [][]*states.Node
	starts := journey.Choose(journey.Collect(roots)...)
	found := false
	complete := s.levels(starts, bound, func(level []*states.Node) bool {
		levels = append(levels, level)
		_, found = journey.First(journey.Where(journey.Choose(level...), s.goal))
		return found
	})
	if !found {
		return complete
	}
	s.lead(levels)
	n := len(levels) - 1
	s.take(journey.Where(s.repeat(journey.Where(starts, s.useful), n, func(x *states.Node) journey.Journey[*states.Node] {
		return journey.Where(s.move(x), s.useful)
	}), s.goal))
	return true
}

// lead marks the states that lead, level by level, to the goals of the last one.
func (s *solver) lead(levels [][]*states.Node) {
	last := len(levels) - 1
	s.leads = map[int]bool{}
	for _, x := range levels[last] {
		s.leads[x.At] = s.goal(x)
	}
	for n := last - 1; n >= 0; n-- {
		for _, x := range levels[n] {
			s.leads[x.At] = slices.ContainsFunc(s.walker.From(x.At), func(m states.Move) bool {
				return s.leads[m.To] && s.level[m.To] == n+1
			})
		}
	}
}

// useful reports whether n is on a shortest plan.
func (s *solver) useful(n *states.Node) bool { return s.leads[n.At] && s.level[n.At] == n.Moves }

// ends passes one plan for each reachable goal state.
func (s *solver) ends(roots journey.Journey[*states.Node], bound int) bool {
	return s.levels(roots, bound, func(level []*states.Node) bool {
		s.take(journey.Where(journey.Choose(level...), s.goal))
		return s.full
	})
}
