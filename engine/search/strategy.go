package search

import (
	"farbank/engine"
	"farbank/graph"
)

// strategies are those that can be asked for. Bidirectional search needs moves to be
// undone, which no part of the engine can; the engine planning has it.
var strategies = []engine.Strategy{engine.BreadthFirst, engine.DepthFirst, engine.IterativeDeepening, engine.UniformCost,
	engine.Greedy, engine.AStar, engine.IDAStar}

// unfit says why a strategy has no meaning for a question, "" if it has one.
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

// byStrategy answers for one plan by the strategy asked for.
func (s *solver) byStrategy() error {
	unit, o := s.space.Problem.UnitCosts(), s.options()
	var r *graph.Search
	var path *graph.Path
	var err error
	proves := unit // that its plan is the cheapest
	why := ""
	switch s.q.Strategy {
	case engine.BreadthFirst:
		why = "breadth-first search finds the fewest moves, whatever they cost"
		s.onDisk(&o)
		r, err = graph.BreadthFirst(s.ctx, s.space, o, false)
	case engine.IterativeDeepening:
		why = "iterative deepening finds the fewest moves, whatever they cost"
		path, r, err = graph.IterativeDeepening(s.ctx, s.space, o)
	case engine.DepthFirst:
		proves, why = false, "depth-first search takes the first plan that it meets"
		path, r, err = graph.DepthFirst(s.ctx, s.space, o)
	case engine.UniformCost:
		proves = true
		if s.q.Bounded {
			return s.within()
		}
		s.onDisk(&o)
		r, err = graph.UniformCost(s.ctx, s.space, o)
	case engine.Greedy:
		proves, why = false, "greedy search follows the estimate, whatever the way costs"
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

// verdict tells how a search by a strategy ended. proves says that its plan is the cheapest
// there is; why, if not, why it need not be.
func (s *solver) verdict(r *graph.Search, path *graph.Path, proves bool, why string) error {
	s.addStats(r.Stats)
	if proves {
		s.bound(r.Bound)
	}
	switch {
	case r.Found && path == nil:
		var err error
		if path, err = r.Path(r.Goal); err != nil {
			return err
		}
	case r.Stopped != nil:
		return s.stopped(r.Stopped)
	case !r.Found:
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
