package branch

import (
	"io"
	"math"
	"time"

	"farbank/milp/problem"
	"farbank/solver"
)

// Options configure the search. The zero value means one worker, no limits, and a proof of
// optimality within the tolerances.
type Options struct {
	Gap         float64 // relative: stop when (objective - bound) / |objective| is at most Gap
	AbsoluteGap float64 // absolute: stop when objective - bound is at most AbsoluteGap
	Nodes       int64   // maximum number of nodes; 0 for no limit
	Memory      int64   // approximate limit in bytes for the tree; 0 for no limit
	Disk        string  // a folder for open nodes that are packed; "" keeps them in memory
	Workers     int     // 1 (also for 0) or more
	Duals       bool    // also return dual values and reduced costs of a linear program, and proofs of infeasibility or unboundedness
	NoPresolve  bool
	NoCuts      bool
	NoDives     bool // no heuristics except rounding
	NoPump      bool // no feasibility pump, which looks for a first solution if dives find none

	// Start is a known solution, one value for each column, or nil. NaN means that a value is not
	// known. Unless the start is a solution, a short search looks for one with its integer values.
	Start []float64
	// Priority has a number for each column, or is nil: of the columns that can be branched on, those
	// with the largest number come first.
	Priority []int

	// Solutions is the number of solutions to find: the best ones that differ in an integer column.
	// 0 means 1, or all of them if PoolGap is set. Solution.Pool has them. Gap and AbsoluteGap have
	// no effect then.
	Solutions int
	// PoolGap, if positive, restricts the solutions of the pool to objectives within this fraction
	// of the best one. A fraction of 1e-9 means all optimal solutions.
	PoolGap float64

	// Lazy, if not nil, is called with each solution of the other rows before it counts, and returns
	// rows that the solution violates, or nil. These become part of the program: rows that are too
	// many to be listed. Cuts, if not nil, is called with solutions of relaxations, and returns rows
	// that hold in every solution but not there. Both get one value for each column, which they must
	// not change, and rows over these columns. They are never called by two goroutines at once.
	// Presolve only makes reductions that keep all solutions then.
	Lazy func(values []float64) []problem.Row
	Cuts func(values []float64) []problem.Row

	// Branch, if not nil, is called where the search would branch on one of several integer columns. It
	// gets the solution of the relaxation, one value for each column, and the candidates, columns with
	// fractional values. It returns one of them, and whether the part above the value is searched first,
	// or -1 to leave the choice to the solver. It is never called by two goroutines at once.
	Branch func(values []float64, candidates []int) (column int, up bool)

	// Progress is called from time to time, never by two goroutines at once.
	Progress func(Progress)
	// Incumbent is called with each better solution. The callee owns the slice.
	Incumbent func(values []float64, objective float64)
	// Checkpoint, if not nil, keeps the open nodes, the best solution and the pseudocosts.
	Checkpoint solver.Checkpoint
	// Log, if not nil, receives a table of the search.
	Log io.Writer
}

// Progress is the progress of a search.
type Progress struct {
	Nodes      int64
	Open       int // nodes waiting
	Iterations int64
	Cuts       int64
	Bound      float64 // proven bound on the objective
	Objective  float64 // of the best solution
	Found      bool    // there is one
	Elapsed    time.Duration
	Root       bool // at the first node
}

// Gap returns the relative gap, and 1 if there is no solution yet.
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

// Tolerances, and the size from which bounds count as infinite, are those of package problem.
const (
	Integrality = problem.Integrality
	Feasibility = problem.Feasibility
	Arithmetic  = problem.Arithmetic
	Huge        = problem.Huge
)
