// Package problem holds the plain form of a mixed-integer linear program: what
// the modelling layer and the file readers make, and what every solver takes.
//
//	minimise (or maximise)  offset + sum of cost[j] * x[j]
//	subject to              lower[i] <= sum of a[i][j] * x[j] <= upper[i]   for every row
//	                        lower[j] <= x[j] <= upper[j]                    for every column
//	                        x[j] whole where the column says so
//	                        at most one (SOS1), or two neighbours (SOS2), of a set not zero
//
// Missing bounds are infinities. An equality is a row whose two bounds are equal.
package problem

import "math"

// Infinity stands for a missing bound.
var Infinity = math.Inf(1)

// Problem is one mixed-integer linear program.
type Problem struct {
	Name     string
	Maximize bool
	Offset   float64
	Columns  []Column
	Rows     []Row
	Sets     []Set
}

// Column is one variable. A binary variable is an integer one within [0, 1].
type Column struct {
	Name         string
	Lower, Upper float64
	Integer      bool
	Cost         float64
}

// Row is one constraint. A column stands at most once among the terms.
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

// Set is a special ordered set (Beale and Tomlin 1970): of its columns, in the
// order of their weights, at most one (Kind 1), or two that are neighbours
// (Kind 2), may differ from zero.
type Set struct {
	Name    string
	Kind    int
	Columns []int
	Weights []float64
}

// Status says how a solution ended.
type Status int

// The five ways a solution ends.
const (
	Unknown    Status = iota // a limit came first, and no solution is known
	Optimal                  // proven best, within the gap asked for
	Feasible                 // a solution, but a limit came before the proof
	Infeasible               // proven: there is none
	Unbounded                // proven: the objective has no bound
)

var statusNames = [...]string{"unknown", "optimal", "feasible", "infeasible", "unbounded"}

// String gives the status in one lower-case word.
func (s Status) String() string { return statusNames[s] }

// Solution is what a solver found.
type Solution struct {
	Status    Status
	Objective float64   // of Values, in the direction of the problem
	Bound     float64   // what no solution can pass
	Values    []float64 // one a column, or nil
	Statistics
}

// Statistics say what the work was.
type Statistics struct {
	Nodes      int64 // of the search tree
	Iterations int64 // of the simplex method
	Cuts       int64 // added to the problem
}

// Tolerances. An integer column is taken for integral within Integrality. Rows and
// bounds of continuous columns hold within Feasibility, relative to the largest of 1,
// the side, and 1e-4 of the sum of the terms' sizes; rows of integer columns with whole
// coefficients hold exactly, and those with others within Arithmetic, relative to the
// sum of their terms' sizes.
const (
	Integrality = 1e-6
	Feasibility = 1e-6
	Arithmetic  = 1e-9
)

// Huge is the size from which a bound or side counts as missing.
const Huge = 1e30
