package search

import (
	"farbank/engine"
	"farbank/graph"
)

// strategies lists the strategies that the engine offers. Bidirectional search needs moves that can
// be undone, which the engine cannot do; the engine planning offers it.
var strategies = []engine.Strategy{engine.BreadthFirst, engine.DepthFirst, engine.IterativeDeepening, engine.UniformCost,
	engine.Greedy, engine.AStar, engine.IDAStar}

// unfit returns the reason why a strategy does not fit a question, or "".
func unfit(q engine.Question) string {
	switch q.Strategy {
	case engine.DefaultStrategy:
		return ""
	case engine.Greedy, engine.AStar, engine.IDAStar:
		if q.Bounded {
			return "the strategy " + q.Strategy.String() + " does not go with a bound on the number of moves"
		}
	}
	return ""
}

// byStrategy answers a question for one plan by the requested strategy.
func (s *solver) byStrategy() error {
	unit, o := s.space.Problem.UnitCosts(), s.options()
	var r *graph.Search
	var path *graph.Path
	var err error
	proves := unit // the plan is optimal
	why := ""
	switch s.q.Strategy {
	case engine.BreadthFirst:
		why = "breadth-first search finds the fewest moves, not the lowest cost"
		s.onDisk(&o)
		r, err = graph.BreadthFirst(s.ctx, s.space, o)
	case engine.IterativeDeepening:
		why = "iterative deepening finds the fewest moves, not the lowest cost"
		path, r, err = graph.IterativeDeepening(s.ctx, s.space, o)
	case engine.DepthFirst:
		proves, why = false, "depth-first search returns the first plan that it finds"
		path, r, err = graph.DepthFirst(s.ctx, s.space, o)
	case engine.UniformCost:
		proves = true
		if s.q.Bounded {
			return s.within()
		}
		s.onDisk(&o)
		r, err = graph.UniformCost(s.ctx, s.space, o)
	case engine.Greedy:
		proves, why = false, "greedy search follows the estimate and ignores the cost of the path"
		r, err = graph.Greedy(s.ctx, s.space, newEstimate(s.space, s.q.FreeEnd).unmet, o)
	case engine.AStar:
		proves = true
		r, err = graph.AStar(s.ctx, s.space, newEstimate(s.space, s.q.FreeEnd).cost, o)
	case engine.IDAStar:
		proves = true
		path, r, err = graph.IDAStar(s.ctx, s.space, newEstimate(s.space, s.q.FreeEnd).cost, o)
	}
	if err != nil {
		return err
	}
	return s.verdict(r, path, proves, why)
}

// verdict records the result of a search by a strategy. proves reports whether its plan is optimal;
// if not, why is the reason.
func (s *solver) verdict(r *graph.Search, path *graph.Path, proves bool, why string) error {
	s.addStats(r.Stats)
	if proves {
		s.bound(r.Bound)
	}
	switch {
	case r.Status.Found() && path == nil:
		var err error
		if path, err = r.Path(r.Goal); err != nil {
			return err
		}
	case r.Reason != nil:
		return s.stopped(r.Reason)
	case !r.Status.Found():
		s.a.Bound = nil
		s.none(r.Cut)
		return s.noneLeft(r)
	}
	s.give(path)
	s.a.Status = engine.Solved
	if !proves && s.q.Plans == engine.Shortest {
		s.a.Status, s.a.Reason = engine.Feasible, why
	}
	return s.wide
}
