package render

import (
	"fmt"
	"io"
	"math/big"

	"farbank/engine"
	"farbank/internal/visible"
)

// Space writes the figures of a state space, and its states by depth and by outgoing moves. safe is
// the number of safe states among the possible ones, if counted is true. more, if not nil, writes
// further figures.
func Space(w io.Writer, sp *engine.Space, possible *big.Int, safe int64, counted bool, more func(line func(name string, value any))) {
	line := func(name string, value any) { fmt.Fprintf(w, "%-20s %v\n", name, value) }
	line("possible states", GroupedBig(possible))
	if counted {
		line("safe states", visible.Grouped(safe))
	} else {
		line("safe states", "not counted: too many possible states")
	}
	line("reachable states", visible.Grouped(sp.States))
	line("start states", visible.Grouped(sp.Starts))
	line("goal states", visible.Grouped(sp.GoalStates))
	switch {
	case sp.FirstGoal == 1:
		line("nearest goal", "1 move")
	case sp.FirstGoal >= 0:
		line("nearest goal", fmt.Sprintf("%d moves", sp.FirstGoal))
	}
	if len(sp.Layers) > 0 {
		line("depth", len(sp.Layers)-1)
	}
	line("safe moves", visible.Grouped(sp.Moves))
	line("dead ends", visible.Grouped(sp.DeadEnds))
	if more != nil {
		more(line)
	}
	fmt.Fprintln(w, "\ndepth  states")
	for i, n := range sp.Layers {
		fmt.Fprintf(w, "%5d  %s\n", i, visible.Grouped(n))
	}
	fmt.Fprintln(w, "\nmoves out  states")
	for k, n := range sp.Branching {
		if n > 0 {
			fmt.Fprintf(w, "%9d  %s\n", k, visible.Grouped(n))
		}
	}
}

// GroupedBig formats a number with its digits in groups of three if it fits 64 bits.
func GroupedBig(n *big.Int) string {
	if n.IsInt64() {
		return visible.Grouped(n.Int64())
	}
	return n.String()
}
