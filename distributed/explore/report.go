package explore

import (
	"time"

	"farbank/engine"
)

// Space returns the statistics of the space as engines report them.
func (d *Driver) Space(elapsed time.Duration, reason string) *engine.Space {
	sp := &engine.Space{Complete: d.Complete(), Reason: reason, Layers: []int64{}, FirstGoal: -1, Branching: []int64{}}
	for k := range d.Found {
		f := &d.Found[k]
		if f.States == 0 {
			break
		}
		sp.Layers = append(sp.Layers, f.States)
		sp.States += f.States
		sp.GoalStates += f.Goals
	}
	if at, _ := d.FirstGoal(); at >= 0 {
		sp.FirstGoal = int64(at)
	}
	if len(sp.Layers) > 0 {
		sp.Starts = sp.Layers[0]
	}
	sum := d.sum()
	sp.Moves, sp.DeadEnds, sp.Branching = sum.Moves, sum.DeadEnds, append(sp.Branching, sum.Branching...)
	expanded := int64(0)
	for k := range d.Expanded {
		expanded += d.Found[k].States
	}
	sp.Stats = engine.Stats{Engine: "beam", Generated: sum.Moves, Expanded: expanded, Stored: sp.States, Depth: int64(len(sp.Layers) - 1),
		StateBytes: int64(d.worker.Words()) * 8, Elapsed: elapsed}
	return sp
}

// Bytes returns the size of the files of states in bytes.
func (d *Driver) Bytes() (n int64) {
	for k := range d.Found {
		n += d.Found[k].Bytes
	}
	return n
}
