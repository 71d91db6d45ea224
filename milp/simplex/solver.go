package simplex

import (
	"math"
	"slices"

	"farbank/milp/lu"
)

// Row is one constraint: Lower <= sum of Value[k] * x[Index[k]] <= Upper.
type Row struct {
	Lower, Upper float64
	Index        []int32
	Value        []float64
}

// Status is the result of a solve.
type Status int

// The results of a solve.
const (
	Optimal    Status = iota
	Infeasible        // no point satisfies rows and bounds
	Unbounded         // the objective is unbounded
	Cutoff            // the optimum is not below Solver.Cutoff
	Limit             // Solver.MaxIterations or Solver.MaxWork came first
	Stopped           // the context ended
	Trouble           // numerical trouble: nothing is proven
)

// The state of a column or row.
const (
	basic int8 = iota
	atLower
	atUpper
	atZero // free and not basic
)

// Tolerances on the scaled problem.
const (
	primalTolerance = 1e-9
	dualTolerance   = 1e-7
	smallAlpha      = 1e-9 // minimum size of an entry of a pivot row
)

// Solver minimizes cost x over rows and bounds. Internally every row i has a variable n+i, so that
// the matrix is [A I] and the right-hand side is zero; everything is scaled by powers of two. A
// Solver is not safe for concurrent use; see Clone.
type Solver struct {
	Cutoff        float64 // stop when the optimum cannot be below it
	MaxIterations int     // of one solve; 0 for no limit
	Iterations    int64   // total so far
	MaxWork       int64   // of one solve, approximately; 0 for no limit
	Work          int64   // total so far, about the number of entries of vectors and matrices that were visited

	n, m       int
	colBeg     []int32
	colInd     []int32
	colVal     []float64
	rowBeg     []int32
	rowInd     []int32
	rowVal     []float64
	scale      []float64 // of variables: x = scale * scaled x; n columns, then rows
	costScale  float64
	lo, hi     []float64
	cost, work []float64 // the true costs, and the working costs
	x, d       []float64
	at         []int8
	head       []int32
	weight     []float64 // of dual steepest edge, by position

	lu        lu.Factor
	fresh     bool  // lu has the factors of head
	begun     int64 // Work at the begin of the solve
	shifted   bool  // work differs from cost
	perturbed bool
	steps     int // of this solve
	flat      int // consecutive steps without progress
	random    uint64

	wantPerturb bool
	nextBound   int       // steps until the true bound is computed again
	skip        []int32   // variables whose infeasibility is a rounding error
	passed      []int32   // to be flipped
	polishing   bool      // the primal method uses reduced costs that scaling makes small
	least       float64   // minimum size of an entry of a pivot row
	margin      float64   // minimum violation of an infeasible row
	wild        bool      // a candidate of the ratio test has an unreliable reduced cost
	proof       int       // position of the row that proved infeasibility, or -1
	ray         []float64 // of variables, scaled: the direction that proved unboundedness; or nil
	groups      []int     // of candidates in the ratio test

	rho, col, tau, flips *lu.Vector
	alpha                []float64 // the pivot row, n columns
	alphaNz              []int32   // its nonzeros
	byVar                []float64
	cand                 []candidate
	devex                []float64
	slackOnly            [1]int32
	one                  [1]float64
}

// New returns a solver for columns with the given costs and bounds and for rows, which it copies.
// Missing bounds are infinite.
func New(cost, lower, upper []float64, rows []Row) *Solver {
	n := len(cost)
	s := &Solver{Cutoff: math.Inf(1), n: n, costScale: 1, random: 1}
	s.scale = make([]float64, n)
	for j := range s.scale {
		s.scale[j] = 1
	}
	s.scaleColumns(rows)
	s.cost, s.lo, s.hi = make([]float64, n), make([]float64, n), make([]float64, n)
	s.work, s.x, s.d, s.at = make([]float64, n), make([]float64, n), make([]float64, n), make([]int8, n)
	for j := range n {
		s.lo[j], s.hi[j] = lower[j]/s.scale[j], upper[j]/s.scale[j]
		s.at[j] = atLower
	}
	s.rowBeg = []int32{0}
	s.SetCosts(cost)
	s.AddRows(rows)
	return s
}

// Clone returns an independent copy.
func (s *Solver) Clone() *Solver {
	c := &Solver{Cutoff: s.Cutoff, MaxIterations: s.MaxIterations, MaxWork: s.MaxWork, n: s.n, m: s.m, costScale: s.costScale, random: s.random}
	c.colBeg, c.colInd, c.colVal = slices.Clone(s.colBeg), slices.Clone(s.colInd), slices.Clone(s.colVal)
	c.rowBeg, c.rowInd, c.rowVal = slices.Clone(s.rowBeg), slices.Clone(s.rowInd), slices.Clone(s.rowVal)
	c.scale, c.lo, c.hi = slices.Clone(s.scale), slices.Clone(s.lo), slices.Clone(s.hi)
	c.cost, c.work = slices.Clone(s.cost), slices.Clone(s.work)
	c.x, c.d, c.at = slices.Clone(s.x), slices.Clone(s.d), slices.Clone(s.at)
	c.head, c.weight = slices.Clone(s.head), slices.Clone(s.weight)
	c.room()
	return c
}

// room allocates the scratch memory.
func (s *Solver) room() {
	if s.rho == nil {
		s.rho, s.col, s.tau, s.flips = &lu.Vector{}, &lu.Vector{}, &lu.Vector{}, &lu.Vector{}
	}
	for _, v := range []*lu.Vector{s.rho, s.col, s.tau, s.flips} {
		v.Resize(s.m)
	}
	s.alpha = sized(s.alpha, s.n)
	clear(s.alpha)
	s.byVar = sized(s.byVar, s.n+s.m)
}

// Size returns the numbers of columns and rows.
func (s *Solver) Size() (columns, rows int) { return s.n, s.m }

// SetCosts sets the costs of all columns.
func (s *Solver) SetCosts(cost []float64) {
	least, most := math.Inf(1), 0.0
	for j, c := range cost {
		if v := abs(c * s.scale[j]); v > 0 {
			least, most = min(least, v), max(most, v)
		}
	}
	s.costScale = 1
	if most > 0 {
		s.costScale = powerOfTwo(1 / math.Sqrt(least*most))
		if s.costScale*most > 1e5 {
			s.costScale = powerOfTwo(1e5 / most)
		}
	}
	for j, c := range cost {
		s.cost[j] = c * s.scale[j] * s.costScale
	}
}

// SetBounds sets the bounds of column j.
func (s *Solver) SetBounds(j int, lower, upper float64) {
	s.lo[j], s.hi[j] = lower/s.scale[j], upper/s.scale[j]
}

// Value returns the value of column j in the last solution.
func (s *Solver) Value(j int) float64 { return s.x[j] * s.scale[j] }

// Values copies the values of all columns to into.
func (s *Solver) Values(into []float64) {
	for j := range s.n {
		into[j] = s.x[j] * s.scale[j]
	}
}

// Objective returns the objective of the last solution.
func (s *Solver) Objective() float64 {
	sum := 0.0
	for j, c := range s.cost {
		if c != 0 {
			sum += c * s.x[j]
		}
	}
	return sum / s.costScale
}

// Reduced returns the reduced cost of column j: the change of the objective for each unit by which
// the column moves from its bound.
func (s *Solver) Reduced(j int) float64 { return s.d[j] / s.scale[j] / s.costScale }

// Dual returns the dual value of row i: the change of the objective for each unit by which its
// bounds are raised.
func (s *Solver) Dual(i int) float64 {
	k := s.n + i
	return -s.d[k] / s.scale[k] / s.costScale // the variable of a row is the negated row
}

// Basic reports whether column j is in the basis.
func (s *Solver) Basic(j int) bool { return s.at[j] == basic }

// RowBasic reports whether the variable of row i is in the basis, so that the row does not bind.
func (s *Solver) RowBasic(i int) bool { return s.at[s.n+i] == basic }

// BasicAt returns the basic variable at a position 0..rows-1: a column, or n + row.
func (s *Solver) BasicAt(r int) int { return int(s.head[r]) }
