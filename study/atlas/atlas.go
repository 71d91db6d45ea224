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

// An Atlas is a state space in memory. States are numbered from 0 in the order in which
// breadth-first search meets them, the start states first. It does not change.
type Atlas struct {
	Problem *model.Problem
	Graph   *graph.Explicit
	Fold    *states.Symmetry // nil: every state stands for itself
	Depth   []int32          // by state: least number of moves from a start
	Cost    []int64          // by state: least cost from a start
	ToGoal  []int64          // by state: least cost to a goal, -1 if no way leads to one
	Moves   []int32          // by state: fewest moves of a way to a goal of that cost, -1 if there is none
	Best    int64            // the cost of a best plan, -1 if there is none

	layout *model.Layout
}

// Options are limits of Build and what it does on the way.
type Options struct {
	States   int   // at most so many; 0: no limit
	Memory   int64 // bytes; 0: no limit
	Fold     bool  // let one state stand for all that differ by the names of interchangeable values
	Progress func(engine.Progress)
}

// A LargeError says that a space has more states than Options.States.
type LargeError struct{ Limit int }

func (e *LargeError) Error() string {
	return fmt.Sprintf("there are more than %d states that can be reached", e.Limit)
}

// ErrMemory says that Options.Memory was not enough.
var ErrMemory = graph.ErrMemory

// Build visits all safe states that can be reached. It fails with a *LargeError,
// ErrMemory, or the cause of ctx being done.
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
	if a.Graph, err = graph.Reach(ctx, space, o, false); errors.Is(err, graph.ErrStates) {
		return nil, &LargeError{opt.States}
	}
	if err != nil {
		return nil, err
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

// Find returns the number of a state, -1 if it cannot be reached. Without a fold only.
func (a *Atlas) Find(s model.State) int {
	words := make([]uint64, a.layout.Words)
	a.layout.Pack(s, words)
	return a.Graph.Store.Find(words)
}

// Stands returns for how many states state i stands.
func (a *Atlas) Stands(i int) *big.Int {
	if a.Fold == nil {
		return big.NewInt(1)
	}
	return a.Fold.Stands(a.Graph.Store.State(i))
}

// Full returns the number of states in full, each counted for all that it stands for.
func (a *Atlas) Full() *big.Int {
	n := new(big.Int)
	for i := range a.Len() {
		n.Add(n, a.Stands(i))
	}
	return n
}

// OnBestPlan reports whether a best plan passes state i.
func (a *Atlas) OnBestPlan(i int) bool {
	return a.Best >= 0 && a.ToGoal[i] >= 0 && a.Cost[i] == a.Best-a.ToGoal[i]
}

// BestMove reports whether a best plan goes from state i to state j by a move of this
// cost. Plans end at the first goal.
func (a *Atlas) BestMove(i, j int, cost int64) bool {
	return i != j && a.OnBestPlan(i) && a.OnBestPlan(j) && !a.Graph.Goal[i] && a.ToGoal[j] == a.ToGoal[i]-cost
}

// DeadEnd reports whether state i is no goal and has no safe move.
func (a *Atlas) DeadEnd(i int) bool {
	if a.Graph.Goal[i] {
		return false
	}
	for range a.Graph.Edges(i) {
		return false
	}
	return true
}

// Hopeless returns how many states no way leads from to a goal.
func (a *Atlas) Hopeless() int {
	n := 0
	for _, d := range a.ToGoal {
		if d < 0 {
			n++
		}
	}
	return n
}

// EveryPlan returns the states that every plan passes, in the order in which plans pass
// them, the only start and the only goal included; nil if there is no plan.
func (a *Atlas) EveryPlan(ctx context.Context) ([]int, error) { return a.Graph.EveryPath(ctx) }

// Hint returns the first move of a best way from state i to a goal, of fewest moves
// among the cheapest; false if there is none or i is a goal.
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
