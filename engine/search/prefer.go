package search

import (
	"farbank/engine"
	"farbank/graph"
	"farbank/model"
)

// preferred gives the shortest plan with the fewest changes of mover; a shortest plan
// is known to exist.
func (s *solver) preferred(r *graph.Search, unit bool, path *graph.Path) error {
	first, err := s.space.Plan(path)
	if err != nil {
		return err
	}
	t, stats, err := graph.NewShortestPaths(s.ctx, s.space, s.options(), r, unit)
	s.addStats(stats)
	var best *graph.Path
	if err == nil {
		left := max(0, s.q.Memory-s.a.Stats.Memory)
		if s.q.Memory > 0 && left == 0 {
			err = graph.ErrMemory
		} else {
			best, _, err = t.FewestSwitches(s.ctx, left, movers(s.space.Problem))
		}
	}
	if err != nil { // a shortest plan, but not known to be the preferred one
		s.a.Best = &first
		return s.stopped(err)
	}
	s.give(best)
	return nil
}

// movers returns the number of the mover of each ground move.
func movers(p *model.Problem) func(label int32) int32 {
	number := map[string]int32{}
	class := make([]int32, len(p.Moves))
	for i, m := range p.Moves {
		name := engine.Mover(m)
		n, ok := number[name]
		if !ok {
			n = int32(len(number))
			number[name] = n
		}
		class[i] = n
	}
	return func(label int32) int32 { return class[label] }
}
