package main

import (
	"fmt"

	"farbank/engine"
	"farbank/show/render"
)

// maxSurveyed is the maximum number of states for a survey of the space.
const maxSurveyed = 1 << 20

// figures adds the figures of a survey to those of a space.
func (d *spaceReport) figures(line func(name string, value any)) {
	if len(d.p.Schemas) == 0 {
		return
	}
	mean, most := render.Branching(d.sp)
	line("branching", fmt.Sprintf("mean %.2f, most %d", mean, most))
	switch v := d.sp.Survey; {
	case v != nil:
		line("can reach the goal", grouped(v.CanReach))
		if v.Solvable {
			line("every plan passes", between(len(v.EveryPlan)))
		}
	case d.sp.Unsurveyed != "":
		line("can reach the goal", "not looked at: "+d.sp.Unsurveyed)
	case d.sp.Complete:
		line("can reach the goal", fmt.Sprintf("not looked at: more than %s states or %s moves", grouped(maxSurveyed), grouped(16*maxSurveyed)))
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
	v := d.sp.Survey
	if v == nil {
		return
	}
	list := func(title string, places []engine.Place, all int64) {
		if all == 0 {
			return
		}
		if all > render.StatesListed {
			title += fmt.Sprintf(" (the first %d of %s)", render.StatesListed, grouped(all))
		}
		fmt.Fprintf(a.out, "\n%s\n", title)
		for _, at := range places[:min(render.StatesListed, len(places))] {
			fmt.Fprintf(a.out, "%5d  %s\n", at.Depth, render.StateLine(d.p, at.State))
		}
	}
	list("depth  every plan passes here", v.EveryPlan, int64(len(v.EveryPlan)))
	list("depth  dead ends", v.DeadEnds, d.sp.DeadEnds)
}
