package branch

import (
	"io"
	"math"
	"time"

	"farbank/milp/problem"
)

// Options say how to search. The zero value is one worker, no limits, and the
// optimum proven within the tolerances.
type Options struct {
	Gap         float64 // relative: stop when (objective - bound) / |objective| is not more
	AbsoluteGap float64 // likewise for objective - bound
	Nodes       int64   // at most so many nodes; 0 for no limit
	Memory      int64   // bytes the tree may take, about; 0 for no limit
	Workers     int     // 1 (also for 0) or more
	NoPresolve  bool
	NoCuts      bool
	NoDives     bool // no heuristics but rounding

	// Start is a solution that is known, one value a column, or nil. One that is not
	// feasible is not used.
	Start []float64
	// Progress is called now and then, never by two goroutines at once.
	Progress func(Progress)
	// Incumbent is called with each better solution; the slice is the callee's.
	Incumbent func(values []float64, objective float64)
	// Checkpoint keeps the open nodes, the best solution and the pseudocosts, or is nil.
	Checkpoint Checkpoint
	// Log gets a table of the search, or is nil.
	Log io.Writer
}

// Progress is how far a search is.
type Progress struct {
	Nodes      int64
	Open       int // nodes waiting
	Iterations int64
	Cuts       int64
	Bound      float64 // no solution passes it
	Objective  float64 // of the best solution
	Found      bool    // there is one
	Elapsed    time.Duration
	Root       bool // at the first node
}

// Gap is the relative gap, 1 where there is no solution yet.
func (p Progress) Gap() float64 {
	if !p.Found {
		return 1
	}
	return gap(p.Objective, p.Bound)
}

func gap(objective, bound float64) float64 {
	d := objective - bound
	if d < 0 {
		d = -d
	}
	if d == 0 {
		return 0
	}
	return d / max(1e-10, math.Abs(objective))
}

// Tolerances and the size from which a bound counts as missing are those of package
// problem.
const (
	Integrality = problem.Integrality
	Feasibility = problem.Feasibility
	Arithmetic  = problem.Arithmetic
	Huge        = problem.Huge
)
