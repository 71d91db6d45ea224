package certificate

import (
	"context"
	"errors"
	"math"
	"math/big"

	"farbank/milp/linear"
	"farbank/milp/problem"
)

// Errors of Prove. The program may still have the result that was to be proven.
var (
	ErrUnknown = errors.New("there is no result to prove: the search has not ended")
	ErrInexact = errors.New("the result of floating-point arithmetic was not confirmed in exact numbers")
	ErrNodes   = errors.New("the proof needs more nodes than allowed")
)

// Options limit the search for a proof.
type Options struct {
	Nodes int64 // maximum number of nodes; 0: a million
}

// maxDepth is the maximum depth of the tree.
const maxDepth = 10_000

// usualNodes is the maximum number of nodes of the zero Options.
const usualNodes = 1_000_000

// Prove proves the result of a program. s is what a solver found: its Status, and for Optimal its Values. The proof is
// by branch and bound on the program as it is, without presolve and cuts. If the search finds a better solution, it
// proves that one instead.
//
// The error is [ErrUnsupported], [ErrUnknown], [ErrInexact], [ErrNodes], the cause of the end of ctx, or about numbers of
// the program that are not finite.
func Prove(ctx context.Context, p *problem.Problem, s problem.Solution, o Options) (*Proof, error) {
	q, err := exact(p)
	if err != nil {
		return nil, err
	}
	f := &search{ctx: ctx, p: p, q: q, most: o.Nodes, gains: make([][2]gain, len(p.Columns))}
	if f.most <= 0 {
		f.most = usualNodes
	}
	switch s.Status {
	case problem.Unbounded:
		return f.unbounded()
	case problem.Infeasible:
	case problem.Optimal:
		if f.best = f.exactSolution(s.Values); f.best == nil {
			return nil, ErrInexact
		}
	default:
		return nil, ErrUnknown
	}
	return f.prove()
}

// A search looks for a proof.
type search struct {
	ctx   context.Context
	p     *problem.Problem
	q     *program
	lp    *linear.Program
	best  map[int]*big.Rat // the solution that is to be proven optimal, or nil
	goal  *big.Rat         // its objective in the direction of minimization
	cost  map[int]*big.Rat // of the columns, in that direction
	whole bool             // the objective of every solution is an integer
	lower []known
	upper []known
	steps []step
	nodes int64
	most  int64
	depth int
	gains [][2]gain // by column: of the children below and above
}

// A known is the bound of a column in the current node.
type known struct {
	index int // of its constraint; -1: there is no bound
	side  *big.Rat
}

// A gain is the average change of the objective by a branch, for each unit of the column (pseudocost).
type gain struct {
	sum   float64
	count int
}

var errBetter = errors.New("a better solution was found")

// prove repeats the search until no better solution is found.
func (f *search) prove() (*Proof, error) {
	for {
		if err := f.begin(); err != nil {
			return nil, err
		}
		_, err := f.node(parent{})
		if errors.Is(err, errBetter) {
			continue
		}
		if err != nil {
			return nil, err
		}
		proof := &Proof{Status: problem.Infeasible, q: f.q, steps: f.steps}
		if f.best != nil {
			proof.Status, proof.Objective = problem.Optimal, value(f.q.objective, f.best)
			proof.solutions = []map[int]*big.Rat{f.best}
		}
		return proof, nil
	}
}

// begin prepares a search from the root.
func (f *search) begin() (err error) {
	if f.lp, err = linear.New(f.p); err != nil {
		return err
	}
	f.steps, f.nodes, f.cost, f.whole = nil, 0, map[int]*big.Rat{}, true
	for _, t := range f.q.objective {
		f.cost[t.column] = f.minimized(t.coefficient)
		f.whole = f.whole && f.q.integer[t.column] && t.coefficient.IsInt()
	}
	if f.best != nil {
		f.goal = f.minimized(value(f.q.objective, f.best))
	} else { // the objective does not matter, and may have no limit
		for j := range f.p.Columns {
			f.lp.SetCost(j, 0)
		}
	}
	f.lower, f.upper = f.known(f.q.lower), f.known(f.q.upper)
	return nil
}

// minimized returns a number of the objective in the direction of minimization.
func (f *search) minimized(x *big.Rat) *big.Rat {
	if f.q.maximize {
		return new(big.Rat).Neg(x)
	}
	return x
}

func (f *search) known(indices []int) []known {
	list := make([]known, len(indices))
	for j, i := range indices {
		if list[j].index = i; i >= 0 {
			list[j].side = f.q.bounds[i].side
		}
	}
	return list
}

// A parent is the node above: its objective, and the distance by which the branch moves the column from its value. gain
// is nil if that is not known.
type parent struct {
	gain      *gain
	objective float64
	distance  float64
}

// node proves that the current node has no better solution, and returns the index of the constraint that says so.
func (f *search) node(above parent) (int, error) {
	if f.nodes++; f.nodes > f.most || f.depth > maxDepth {
		return 0, ErrNodes
	}
	f.depth++
	defer func() { f.depth-- }()
	r := f.lp.Solve(f.ctx)
	if f.ctx.Err() != nil {
		return 0, context.Cause(f.ctx)
	}
	if g := above.gain; g != nil && r.Status == problem.Optimal {
		g.sum, g.count = g.sum+math.Abs(r.Objective-above.objective)/above.distance, g.count+1
	}
	switch r.Status {
	case problem.Infeasible:
		if k, ok := f.infeasible(r.Farkas); ok {
			return k, nil
		}
	case problem.Optimal:
		if k, ok := f.bounded(&r); ok {
			return k, nil
		}
	}
	j, at := f.branching(&r)
	if j < 0 {
		if x := f.exactSolution(r.Values); x != nil && (f.best == nil || f.q.better(value(f.q.objective, x), value(f.q.objective, f.best))) {
			f.best = x
			return 0, errBetter
		}
		return 0, ErrInexact
	}
	return f.branch(j, at, &r)
}

// branch proves both children of a node: column j is at most the integer at, or at least its successor.
func (f *search) branch(j int, at int64, r *linear.Result) (int, error) {
	var proven, assumed [2]int
	for side := range 2 {
		low, high := f.lower[j], f.upper[j]
		c := constraint{[]term{{j, big.NewRat(1, 1)}}, -1, big.NewRat(at, 1)}
		if side == 1 {
			c.sense, c.side = 1, big.NewRat(at+1, 1)
		}
		assumed[side] = f.add(step{constraint: c, kind: "asm"})
		if side == 0 {
			f.upper[j] = known{assumed[side], c.side}
		} else {
			f.lower[j] = known{assumed[side], c.side}
		}
		f.bound(j)
		above := parent{}
		if r.Values != nil {
			if d := math.Abs(r.Values[j] - float64(at+int64(side))); d > fraction {
				above = parent{&f.gains[j][side], r.Objective, d}
			}
		}
		k, err := f.crossed(j), error(nil)
		if k < 0 {
			k, err = f.node(above)
		}
		f.lower[j], f.upper[j] = low, high
		f.bound(j)
		if err != nil {
			return 0, err
		}
		proven[side] = k
	}
	return f.add(step{constraint: *f.target(), kind: "uns", refs: []ref{{proven[0], nil}, {assumed[0], nil}, {proven[1], nil}, {assumed[1], nil}}}), nil
}

// crossed proves that the bounds of a column contradict each other, and returns the index of the constraint that says
// so, or -1 if they do not. This is how a half without integers below a fractional bound ends.
func (f *search) crossed(j int) int {
	low, high := f.lower[j], f.upper[j]
	if low.index < 0 || high.index < 0 || low.side.Cmp(high.side) <= 0 {
		return -1
	}
	gap := new(big.Rat).Sub(low.side, high.side)
	return f.add(step{constraint{nil, 1, gap}, "lin", []ref{{low.index, big.NewRat(1, 1)}, {high.index, big.NewRat(-1, 1)}}})
}

// bound gives the bounds of a column to the linear program.
func (f *search) bound(j int) {
	low, high := -problem.Infinity, problem.Infinity
	if f.lower[j].index >= 0 {
		low, _ = f.lower[j].side.Float64()
	}
	if f.upper[j].index >= 0 {
		high, _ = f.upper[j].side.Float64()
	}
	f.lp.SetBounds(j, low, high)
}

// target returns what is to be proven of each node: a bound of the objective, or a contradiction.
func (f *search) target() *constraint {
	if f.best == nil {
		return &constraint{nil, 1, big.NewRat(1, 1)}
	}
	return f.q.bound(value(f.q.objective, f.best))
}

// add appends a derivation and returns the index of its constraint.
func (f *search) add(s step) int {
	f.steps = append(f.steps, s)
	return len(f.q.bounds) + len(f.q.rows) + len(f.steps) - 1
}

// fraction is the distance from the next integer beyond which a value is not whole.
const fraction = 1e-6

// branching returns the column on which to branch, and the value below which its lower half ends. It prefers a column
// whose children promise the largest gains; if all values are whole, but nothing is proven, it takes any column that
// is not fixed. Otherwise it returns -1.
func (f *search) branching(r *linear.Result) (column int, at int64) {
	column = -1
	best := -1.0
	for j := range f.q.integer {
		if !f.q.integer[j] || r.Values == nil {
			continue
		}
		x := r.Values[j]
		down := x - math.Floor(x)
		if down < fraction || down > 1-fraction || math.Abs(x) > 1<<52 {
			continue
		}
		if score := max(f.gains[j][0].average()*down, 1e-6) * max(f.gains[j][1].average()*(1-down), 1e-6); score > best {
			column, at, best = j, int64(math.Floor(x)), score
		}
	}
	if column >= 0 || r.Status == problem.Optimal && !f.reached(r.Objective) {
		return column, at
	}
	for j := range f.q.integer {
		if low, high := f.lower[j], f.upper[j]; f.q.integer[j] && low.index >= 0 && high.index >= 0 && low.side.Cmp(high.side) < 0 {
			middle := new(big.Rat).Add(low.side, high.side)
			if m := nearest(middle.Mul(middle, big.NewRat(1, 2)), -1); m.IsInt64() && big.NewRat(m.Int64(), 1).Cmp(low.side) >= 0 && m.Int64() < math.MaxInt64 {
				return j, m.Int64()
			}
		}
	}
	return -1, 0
}

// reached reports whether an objective, in floating-point arithmetic, is not better than the goal.
func (f *search) reached(objective float64) bool {
	if f.best == nil {
		return false
	}
	goal, _ := value(f.q.objective, f.best).Float64()
	goal += f.p.Offset
	tolerance := 1e-6 * max(1, math.Abs(goal))
	if f.q.maximize {
		return objective <= goal+tolerance
	}
	return objective >= goal-tolerance
}

func (g gain) average() float64 {
	if g.count == 0 {
		return 1
	}
	return g.sum / float64(g.count)
}
