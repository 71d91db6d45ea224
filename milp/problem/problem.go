// Package problem defines the plain form of a mixed-integer linear program, which the modelling
// layer and the file readers build, and every solver takes.
//
//	minimize (or maximize)  offset + sum of cost[j] * x[j]
//	subject to              lower[i] <= sum of a[i][j] * x[j] <= upper[i]   for every row
//	                        lower[j] <= x[j] <= upper[j]                    for every column
//	                        x[j] integer if the column is integer
//	                        at most one (SOS1), or two adjacent (SOS2), of a set nonzero
//	                        x[j] = 0 or within its bounds, if the column is semi-continuous
//	                        x[k] = 1 implies a row, for every indicator
//
// The objective may have products of two columns as well, and further objectives may follow it.
//
// Missing bounds are infinite. An equality is a row with two equal bounds.
package problem

import (
	"errors"
	"fmt"
	"math"

	"farbank/solver"
)

// Infinity is a missing bound.
var Infinity = math.Inf(1)

// Problem is one mixed-integer linear program.
type Problem struct {
	Name       string
	Maximize   bool
	Offset     float64
	Columns    []Column
	Rows       []Row
	Sets       []Set
	Indicators []Indicator
	Products   []Product   // of the objective, which must be convex if it is minimized, concave if maximized
	Then       []Objective // further objectives, in order
}

// Product is a coefficient times two columns, which may be the same.
type Product struct {
	A, B        int
	Coefficient float64
}

// Objective is a further objective in the direction of the problem. It is optimal among the
// solutions that are optimal for the objectives before it. The one directly before it may become
// worse by Absolute, or by the fraction Relative of its optimum, whichever is more.
type Objective struct {
	Name     string
	Offset   float64
	Terms    []Term
	Absolute float64
	Relative float64
}

// Value returns the value of the objective.
func (o *Objective) Value(x []float64) float64 {
	v := o.Offset
	for _, t := range o.Terms {
		v += t.Coefficient * x[t.Column]
	}
	return v
}

// Plain reports whether the program has one linear objective, as most solvers and formats need.
func (p *Problem) Plain() bool { return len(p.Products)+len(p.Then) == 0 }

// ErrObjective is the error of solvers and formats that take only one linear objective.
var ErrObjective = fmt.Errorf("products in the objective and several objectives have no form here: %w", errors.ErrUnsupported)

// Column is one variable. A binary variable is an integer one within [0, 1].
type Column struct {
	Name         string
	Lower, Upper float64
	Integer      bool
	Semi         bool // semi-continuous: 0, or within the bounds
	Cost         float64
}

// Indicator is a row that has to hold only if a binary column is 1, or, with Zero, if it is 0.
type Indicator struct {
	Column int
	Zero   bool
	Row    Row
}

// Row is one constraint. A column occurs at most once in its terms.
type Row struct {
	Name         string
	Lower, Upper float64
	Terms        []Term
}

// Term is a coefficient and the index of its column.
type Term struct {
	Column      int
	Coefficient float64
}

// Set is a special ordered set (Beale and Tomlin 1970): of its columns, in the order of their
// weights, at most one (Kind 1), or two adjacent ones (Kind 2), may be nonzero.
type Set struct {
	Name    string
	Kind    int
	Columns []int
	Weights []float64
}

// Status is how a solver ended.
type Status = solver.Status

// The five ways a solver ends. An integer program has no status Solved: its solutions are compared.
const (
	Unknown    = solver.Unknown    // neither a solution nor a proof that none exists
	Feasible   = solver.Feasible   // a solution that is not proven optimal
	Optimal    = solver.Optimal    // a solution that is optimal, within the gap that was requested
	Infeasible = solver.Infeasible // proven: no solution exists
	Unbounded  = solver.Unbounded  // proven: the objective is unbounded
)

// Solution is the result of a solver.
type Solution struct {
	Status    Status
	Reason    error     // of Feasible and Unknown: the limit or interrupt that ended the solver, or another cause
	Objective float64   // of Values, in the direction of the problem
	Bound     float64   // proven bound on the objective
	Values    []float64 // one for each column, or nil
	Duality             // if it was requested
	Pool      []Point   // if several solutions were requested: all of them, the best first
	Then      []float64 // the values of the further objectives
	Statistics
}

// Point is one of several solutions. With further objectives the best points are those of the last
// objective.
type Point struct {
	Objective float64
	Values    []float64
	Then      []float64 // the values of the further objectives
}

// Duality explains the result of a linear program. A dual value is the change of the objective for
// each unit by which the binding side of a row is raised, and a reduced cost that for the bound of a
// column, in the direction of the problem; cost = reduced cost + sum of dual value * coefficient.
type Duality struct {
	Duals   []float64 // of the rows of an optimal linear program, or nil
	Reduced []float64 // reduced costs of its columns, or nil
	// Farkas has multipliers of the rows that prove infeasibility, or nil: the sum of the rows,
	// times their multipliers, has a least value that the bounds of the columns do not reach.
	Farkas []float64
	// Ray is a direction of the columns along which the objective of an unbounded program improves
	// without limit, or nil.
	Ray []float64
}

// Statistics describe the work.
type Statistics struct {
	Nodes      int64 // of the search tree
	Iterations int64 // of the simplex method
	Cuts       int64 // added to the problem
}

// Tolerances. An integer column counts as integral within Integrality. Rows and bounds of
// continuous columns hold within Feasibility, relative to the largest of 1, the side, and 1e-4 of
// the sum of the terms' sizes. Rows of integer columns with integral coefficients hold exactly, and
// other rows of integer columns within Arithmetic, relative to the sum of their terms' sizes.
const (
	Integrality = 1e-6
	Feasibility = 1e-6
	Arithmetic  = 1e-9
)

// Huge is the size from which a bound or side counts as infinite, in all packages and files, as for
// CPLEX.
const Huge = 1e20
