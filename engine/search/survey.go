package search

import (
	"slices"

	"farbank/engine"
	"farbank/graph"
	"farbank/model"
)

// survey analyzes a space, if the exploration kept its moves. A space of more than most states is
// not surveyed.
func (s *solver) survey(sp *engine.Space, sh *graph.Shape, most int) error {
	x := sh.Kept
	if x == nil {
		if sh.States <= int64(most) && sh.Edges <= 16*int64(most) {
			sp.Unsurveyed = engine.Stopped(s.ctx, graph.ErrMemory)
		}
		return nil
	}
	v := &engine.Survey{Solvable: sh.FirstGoal >= 0}
	can, err := x.CanReachGoal(s.ctx)
	if err == nil {
		var every []int
		every, err = x.EveryPath(s.ctx)
		every = slices.DeleteFunc(every, func(i int) bool { return i < x.Starts || x.Goal[i] })
		v.EveryPlan = s.places(x, sh.Layers, every)
	}
	if err != nil {
		sp.Unsurveyed = engine.Stopped(s.ctx, err)
		if sp.Unsurveyed == "" {
			return err
		}
		return nil
	}
	for _, c := range can {
		if c {
			v.CanReach++
		}
	}
	v.DeadEnds = s.places(x, sh.Layers, x.DeadEnds(engine.MaxDeadEnds))
	sp.Survey = v
	return nil
}

// places unpacks the states with the given numbers, in ascending order. layers are the sizes of the
// layers of the space.
func (s *solver) places(x *graph.Explicit, layers []int64, numbers []int) []engine.Place {
	places := make([]engine.Place, len(numbers))
	depth, end := 0, layers[0]
	for k, i := range numbers {
		for int64(i) >= end {
			depth++
			end += layers[depth]
		}
		state := make(model.State, len(s.space.Problem.Cells))
		s.space.Layout.Unpack(x.Store.State(i), state)
		places[k] = engine.Place{Depth: depth, State: state}
	}
	return places
}
