package atlas

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"farbank/engine"
	"farbank/engine/states"
	"farbank/graph"
	"farbank/model"
)

// An Atlas is a state space in memory. States are numbered from 0 in breadth-first order, the start
// states first. It is immutable.
type Atlas struct {
	Problem *model.Problem
	Graph   *graph.Explicit
	Fold    *states.Symmetry // may be nil: no symmetry reduction
	Depth   []int32          // by state: minimum number of moves from a start
	Cost    []int64          // by state: minimum cost from a start
	ToGoal  []int64          // by state: minimum cost to a goal, -1 if no goal is reachable
	Moves   []int32          // by state: minimum number of moves among paths of cost ToGoal, -1 if no goal is reachable
	Best    int64            // cost of an optimal plan, -1 if no plan exists

	layout *model.Layout
}

// Options are the limits and settings of Build.
type Options struct {
	States   int   // maximum number of states; 0 means no limit
	Memory   int64 // memory limit in bytes; 0 means no limit
	Fold     bool  // identify states that differ by renaming interchangeable values
	Progress func(engine.Progress)
}

// A LargeError reports that a space has more states than Options.States.
type LargeError struct{ Limit int }

// Error returns a message with the limit.
func (e *LargeError) Error() string {
	return fmt.Sprintf("there are more than %d reachable states", e.Limit)
}

// ErrMemory reports that Options.Memory was not enough.
var ErrMemory = graph.ErrMemory

// Build explores all reachable safe states. It fails with a *LargeError, ErrMemory, or the cause of
// ctx being done.
func Build(ctx context.Context, p *model.Problem, opt Options) (*Atlas, error) {
	space := states.New(ctx, p, false)
	defer space.Close()
	space.Sorted = true
	if opt.Fold {
		space.Symmetry = states.Interchangeable(ctx, p, space.Layout)
	}
	a := &Atlas{Problem: p, Fold: space.Symmetry, Best: -1, layout: space.Layout}
	o := graph.Options{Memory: opt.Memory, States: opt.States}
	if opt.Progress != nil {
		o.Progress = func(g graph.Progress) {
			opt.Progress(engine.Progress{Phase: "mapping", States: g.States, Depth: g.Depth, Memory: g.Memory})
		}
	}
	var err error
	if a.Graph, err = graph.Reach(ctx, space, o); err != nil {
		return nil, err
	}
	switch reason := a.Graph.Reason; {
	case errors.Is(reason, graph.ErrStates):
		return nil, &LargeError{opt.States}
	case reason != nil:
		return nil, reason
	}
	return a, a.measure(ctx)
}

func (a *Atlas) measure(ctx context.Context) (err error) {
	a.Depth = a.Graph.Depths()
	if a.Cost, _, err = a.Graph.CostFromStart(ctx); err != nil {
		return err
	}
	if a.ToGoal, a.Moves, err = a.Graph.CostToGoal(ctx); err != nil {
		return err
	}
	for _, d := range a.ToGoal[:a.Graph.Starts] {
		if d >= 0 && (a.Best < 0 || d < a.Best) {
			a.Best = d
		}
	}
	return nil
}

// Len returns the number of states.
func (a *Atlas) Len() int { return a.Graph.Len() }

// State returns state i, unpacked.
func (a *Atlas) State(i int) model.State {
	s := make(model.State, len(a.Problem.Cells))
	a.layout.Unpack(a.Graph.Store.State(i), s)
	return s
}

// Find returns the number of a state, or -1 if it is unreachable. It requires an atlas without Fold.
func (a *Atlas) Find(s model.State) int {
	words := make([]uint64, a.layout.Words)
	a.layout.Pack(s, words)
	return a.Graph.Store.Find(words)
}

// Stands returns the number of states that state i represents.
func (a *Atlas) Stands(i int) *big.Int {
	if a.Fold == nil {
		return big.NewInt(1)
	}
	return a.Fold.Stands(a.Graph.Store.State(i))
}

// Full returns the number of states without symmetry reduction.
func (a *Atlas) Full() *big.Int {
	n := new(big.Int)
	for i := range a.Len() {
		n.Add(n, a.Stands(i))
	}
	return n
}

// OnBestPlan reports whether state i is on an optimal plan.
func (a *Atlas) OnBestPlan(i int) bool {
	return a.Best >= 0 && a.ToGoal[i] >= 0 && a.Cost[i] == a.Best-a.ToGoal[i]
}

// BestMove reports whether an optimal plan moves from state i to state j at this cost. Plans end at
// the first goal.
func (a *Atlas) BestMove(i, j int, cost int64) bool {
	return i != j && a.OnBestPlan(i) && a.OnBestPlan(j) && !a.Graph.Goal[i] && a.ToGoal[j] == a.ToGoal[i]-cost
}

// DeadEnd reports whether state i is not a goal and has no safe move.
func (a *Atlas) DeadEnd(i int) bool {
	if a.Graph.Goal[i] {
		return false
	}
	for range a.Graph.Edges(i) {
		return false
	}
	return true
}

// Hopeless returns the number of states from which no goal is reachable.
func (a *Atlas) Hopeless() int {
	n := 0
	for _, d := range a.ToGoal {
		if d < 0 {
			n++
		}
	}
	return n
}

// EveryPlan returns the states that are on every plan, in the order of the plans, including a unique
// start and a unique goal; nil if there is no plan.
func (a *Atlas) EveryPlan(ctx context.Context) ([]int, error) { return a.Graph.EveryPath(ctx) }

// Hint returns the first move of an optimal path from state i to a goal, of fewest moves among the
// cheapest. It reports false if there is no path or i is a goal.
func (a *Atlas) Hint(i int) (move int, ok bool) {
	if a.ToGoal[i] < 0 || a.Graph.Goal[i] {
		return 0, false
	}
	for j, e := range a.Graph.Edges(i) {
		if a.ToGoal[j] >= 0 && a.ToGoal[j] == a.ToGoal[i]-e.Cost && a.Moves[j] == a.Moves[i]-1 {
			return int(e.Label), true
		}
	}
	return 0, false
}
