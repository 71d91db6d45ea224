package main

import (
	"context"
	"fmt"

	"farbank"
	"farbank/engine"
	"farbank/show/render"
	"farbank/study/atlas"
)

// A space of at most so many states and moves is looked at closely too.
const (
	maxSurveyed      = 1 << 20
	maxSurveyedMoves = 16 << 20
)

// statesListed is how many dead ends, and states that every plan passes, are printed.
const statesListed = 10

// surveyed is the closer look at a space.
type surveyed struct {
	a      *atlas.Atlas
	s      *atlas.Survey // nil: there was none
	reason string        // then: why
}

// survey takes the closer look, where the space is small enough for it.
func survey(ctx context.Context, p *farbank.Problem, sp *farbank.Space, memory int64) (*surveyed, error) {
	switch {
	case !sp.Complete || len(p.Schemas) == 0:
		return &surveyed{}, nil
	case sp.States > maxSurveyed || sp.Moves > maxSurveyedMoves:
		return &surveyed{reason: fmt.Sprintf("more than %s states or %s moves", grouped(maxSurveyed), grouped(maxSurveyedMoves))}, nil
	}
	a, err := atlas.Build(ctx, p, atlas.Options{Memory: memory})
	var s *atlas.Survey
	if err == nil {
		s, err = a.Survey(ctx)
	}
	if reason := engine.Stopped(ctx, err); reason != "" {
		return &surveyed{reason: reason}, nil
	}
	return &surveyed{a: a, s: s}, err
}

// branching is the mean number of moves out of a state, and the most.
func branching(sp *farbank.Space) (mean float64, most int) {
	states, moves := int64(0), int64(0)
	for k, n := range sp.Branching {
		if n > 0 {
			states, moves, most = states+n, moves+int64(k)*n, k
		}
	}
	if states == 0 {
		return 0, 0
	}
	return float64(moves) / float64(states), most
}

// figures are the lines that the closer look adds to the figures of a space.
func (d *spaceReport) figures(line func(name string, value any)) {
	if len(d.p.Schemas) == 0 {
		return
	}
	mean, most := branching(d.sp)
	line("branching", fmt.Sprintf("mean %.2f, most %d", mean, most))
	switch v := d.look; {
	case v.s != nil:
		line("can reach the goal", grouped(int64(v.s.CanReach)))
		if v.a.Best >= 0 {
			line("every plan passes", between(len(v.s.EveryPlan)))
		}
	case v.reason != "":
		line("can reach the goal", "not looked at: "+v.reason)
	}
}

func between(n int) string {
	if n == 1 {
		return "1 state between start and goal"
	}
	return fmt.Sprintf("%d states between start and goal", n)
}

// lists prints the states that every plan passes, and dead ends.
func (d *spaceReport) lists(a *app) {
	if d.look.s == nil {
		return
	}
	list := func(title string, states []int) {
		if len(states) == 0 {
			return
		}
		if len(states) > statesListed {
			title += fmt.Sprintf(" (the first %d of %s)", statesListed, grouped(int64(len(states))))
			states = states[:statesListed]
		}
		fmt.Fprintf(a.out, "\n%s\n", title)
		for _, i := range states {
			fmt.Fprintf(a.out, "%5d  %s\n", d.look.a.Depth[i], render.StateLine(d.p, d.look.a.State(i)))
		}
	}
	list("depth  every plan passes here", d.look.s.EveryPlan)
	list("depth  dead ends", d.look.s.DeadEnds)
}

// surveyDocument adds the closer look to the JSON of a space.
func (d *spaceReport) surveyDocument(doc map[string]any) {
	if len(d.p.Schemas) == 0 {
		return
	}
	mean, most := branching(d.sp)
	doc["branchingMean"], doc["branchingMost"] = mean, most
	v := d.look
	if v.s == nil {
		return
	}
	list := func(states []int) []map[string]any {
		out := []map[string]any{}
		for _, i := range states {
			out = append(out, map[string]any{"depth": v.a.Depth[i], "state": render.StateDocument(d.p, v.a.State(i))})
		}
		return out
	}
	doc["canReachGoal"] = v.s.CanReach
	doc["deadEndStates"] = list(v.s.DeadEnds[:min(statesListed, len(v.s.DeadEnds))])
	if v.a.Best >= 0 {
		doc["everyPlanPasses"] = list(v.s.EveryPlan)
	}
}
