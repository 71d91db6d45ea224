package search

import (
	"cmp"

	"farbank/engine"
	"farbank/graph"
	"farbank/model"
)

// preferred answers with a shortest plan in which the mover changes least often. path is a shortest
// plan.
func (s *solver) preferred(r *graph.Search, unit bool, path *graph.Path) error {
	first, err := s.space.Plan(path)
	if err != nil {
		return err
	}
	o := s.options()
	o.UnitCosts = unit
	t, err := graph.NewShortestPaths(s.ctx, s.space, o, r)
	s.addStats(t.Stats)
	var best *graph.Path
	if err = cmp.Or(err, t.Reason); err == nil {
		left := max(0, s.q.Memory-s.a.Stats.Memory)
		if s.q.Memory > 0 && left == 0 {
			err = graph.ErrMemory
		} else {
			best, _, err = t.FewestSwitches(s.ctx, left, movers(s.space.Problem))
		}
	}
	if err != nil { // path is a shortest plan, but it need not be the preferred one
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
