package graph

import (
	"context"
	"errors"
	"fmt"
	"iter"
)

// Values is a Graph whose states are Go values. All searches of this package accept it; its methods return
// their results as values. It is not safe for concurrent use. The memory of the values does not count
// towards Options.Memory.
type Values[S any] struct {
	// Cost returns the cost of the step from a state to its k-th successor, at least 0. If Cost is nil,
	// steps cost 1. It may be set before a search.
	Cost func(from, to S, k int) int64

	starts     []S
	successors func(S) []S
	goal       func(S) bool
	same       func(a, b S) bool
	number     func(S) uint64 // by state, in order of discovery
	met        []S
}

// Of returns the graph of the states that are reachable from starts. successors must return the successors
// of a state in a fixed order; the label of an edge is its index among them.
//
//	g := graph.Of([]int{1}, func(n int) []int { return []int{2 * n, n + 3} }, func(n int) bool { return n == 31 })
//	path, err := g.Shortest(ctx, graph.Options{})
func Of[S comparable](starts []S, successors func(S) []S, goal func(S) bool) *Values[S] {
	return OfKeys(func(s S) S { return s }, starts, successors, goal)
}

// OfKeys is like Of but identifies states by a key. Use it for states that are not comparable, such as
// slices, or if many states are equivalent. The key must be a congruence: if two states have the same key,
// both or neither are goals, and their successors have the same keys at the same costs, in any order. Only
// one state of each key is expanded, but paths consist of true successors. If there is no such path, the
// error is ErrKey.
func OfKeys[S any, K comparable](key func(S) K, starts []S, successors func(S) []S, goal func(S) bool) *Values[S] {
	g := &Values[S]{starts: starts, successors: successors, goal: goal}
	g.same = func(a, b S) bool { return key(a) == key(b) }
	numbers := map[K]uint64{}
	g.number = func(s S) uint64 {
		k := key(s)
		n, known := numbers[k]
		if !known {
			n = uint64(len(g.met))
			numbers[k] = n
			g.met = append(g.met, s)
		}
		return n
	}
	return g
}

// Words returns 1: a packed state is the number of a value.
func (g *Values[S]) Words() int { return 1 }

// Starts calls add for every start state.
func (g *Values[S]) Starts(add func(state []uint64) error) error {
	for _, s := range g.starts {
		if err := add([]uint64{g.number(s)}); err != nil {
			return err
		}
	}
	return nil
}

// Expand appends the successors of a batch of states to out.
func (g *Values[S]) Expand(batch []uint64, out *Successors) error {
	for i, n := range batch {
		from := g.met[n]
		for k, to := range g.successors(from) {
			cost := g.cost(from, to, k)
			if cost < 0 {
				return fmt.Errorf("%w: the step from %v to %v costs %d", ErrNegative, from, to, cost)
			}
			out.States = append(out.States, g.number(to))
			out.From = append(out.From, int32(i))
			out.Label = append(out.Label, int32(k))
			out.Cost = append(out.Cost, cost)
		}
	}
	return nil
}

func (g *Values[S]) cost(from, to S, k int) int64 {
	if g.Cost == nil {
		return 1
	}
	return g.Cost(from, to, k)
}

// Goals sets goal[i] to whether the i-th state of the batch is a goal.
func (g *Values[S]) Goals(batch []uint64, goal []bool) error {
	for i, n := range batch {
		goal[i] = g.goal(g.met[n])
	}
	return nil
}

// State returns the value of a packed state.
func (g *Values[S]) State(packed []uint64) S { return g.met[packed[0]] }

// States returns the states of a path, or nil if Follow fails.
func (g *Values[S]) States(p *Path) []S {
	states, _ := g.Follow(p)
	return states
}

// ErrKey reports that states of the same key differ in the keys of their successors, or in being goals.
var ErrKey = errors.New("the key is not a congruence")

// ErrNegative reports that Values.Cost returned a negative cost.
var ErrNegative = errors.New("a cost is below 0")

// Follow returns the states of a path, each a successor of the one before. The error is ErrKey if no such
// states have the keys of the path.
func (g *Values[S]) Follow(p *Path) ([]S, error) {
	at := g.State(p.Start)
	stored, states := at, []S{at}
	for _, e := range p.Edges {
		successors := g.successors(stored)
		k := int(e.Label)
		if k >= len(successors) {
			return nil, fmt.Errorf("%w: %v has %d successors now but had more before", ErrKey, stored, len(successors))
		}
		next, ok := g.like(at, stored, successors, k)
		if !ok {
			return nil, fmt.Errorf("%w: %v has the successor %v, but %v, which has the same key, has no successor with the same key", ErrKey, stored, successors[k], at)
		}
		at, stored = next, g.met[g.number(successors[k])]
		states = append(states, at)
	}
	return states, nil
}

// like returns the successor of at that corresponds to the k-th successor of stored, a state with the same
// key. Of several with the same key, it prefers one of the same cost, at the same position, so that
// different paths stay different.
func (g *Values[S]) like(at, stored S, successors []S, k int) (next S, ok bool) {
	cost := g.cost(stored, successors[k], k)
	place := 0
	for i, s := range successors[:k] {
		if g.same(s, successors[k]) && g.cost(stored, s, i) == cost {
			place++
		}
	}
	alike := false // next has the same cost
	for i, s := range g.successors(at) {
		if !g.same(s, successors[k]) {
			continue
		}
		costs := g.cost(at, s, i) == cost
		if !ok || costs && (!alike || place >= 0) {
			next = s
		}
		ok, alike = true, alike || costs
		if costs {
			place--
		}
	}
	return next, ok
}

// reached is like Follow but also checks that the path ends at a goal.
func (g *Values[S]) reached(p *Path) ([]S, error) {
	states, err := g.Follow(p)
	if err != nil {
		return nil, err
	}
	if last := states[len(states)-1]; !g.goal(last) {
		return nil, fmt.Errorf("%w: %v is no goal, but a state with its key is", ErrKey, last)
	}
	return states, nil
}

// Shortest returns the states of a path with the fewest edges to a goal, by breadth-first search. It
// returns nil and no error if there is no path. The error is ErrMemory or the cause of the end of ctx.
func (g *Values[S]) Shortest(ctx context.Context, o Options) ([]S, error) {
	s, err := BreadthFirst(ctx, g, o)
	return g.found(s, err)
}

// Cheapest returns the states of a path of least cost, or nil like Shortest. Cheapest, AStar, IDAStar and
// Greedy ignore Options.MaxDepth; see [Within] for the least cost of a path with a bounded number of edges.
func (g *Values[S]) Cheapest(ctx context.Context, o Options) ([]S, error) {
	s, err := UniformCost(ctx, g, o)
	return g.found(s, err)
}

func (g *Values[S]) found(s *Search, err error) ([]S, error) {
	switch {
	case err != nil:
		return nil, err
	case s.Reason != nil:
		return nil, s.Reason
	case !s.Status.Found():
		return nil, nil
	}
	path, err := s.Path(s.Goal)
	if err != nil {
		return nil, err
	}
	return g.reached(path)
}

// Any returns the states of the first path that a depth-first search finds, or nil like Shortest.
func (g *Values[S]) Any(ctx context.Context, o Options) ([]S, error) {
	return g.followed(DepthFirst(ctx, g, o))
}

// Deepening returns the states of a path with the fewest edges, by iterative deepening.
func (g *Values[S]) Deepening(ctx context.Context, o Options) ([]S, error) {
	return g.followed(IterativeDeepening(ctx, g, o))
}

// AStar returns the states of a path of least cost. left must be admissible: at most the cost of a path
// from a state to a goal, or [Unreachable]. AStar ignores Options.MaxDepth.
func (g *Values[S]) AStar(ctx context.Context, left func(S) int64, o Options) ([]S, error) {
	return g.found(AStar(ctx, g, g.heuristic(left), o))
}

// IDAStar is like AStar but uses iterative deepening.
func (g *Values[S]) IDAStar(ctx context.Context, left func(S) int64, o Options) ([]S, error) {
	return g.followed(IDAStar(ctx, g, g.heuristic(left), o))
}

// Greedy returns the states of the path found by expanding the state with the least estimate first. It
// ignores Options.MaxDepth.
func (g *Values[S]) Greedy(ctx context.Context, left func(S) int64, o Options) ([]S, error) {
	return g.found(Greedy(ctx, g, g.heuristic(left), o))
}

func (g *Values[S]) heuristic(left func(S) int64) Heuristic {
	return func(batch []uint64, out []int64) error {
		for i, n := range batch {
			out[i] = left(g.met[n])
		}
		return nil
	}
}

func (g *Values[S]) followed(path *Path, s *Search, err error) ([]S, error) {
	if path == nil || err != nil {
		if err == nil {
			err = s.Reason
		}
		return nil, err
	}
	return g.reached(path)
}

// Reachable yields all reachable states in breadth-first order. An error is yielded last.
func (g *Values[S]) Reachable(ctx context.Context, o Options) iter.Seq2[S, error] {
	return func(yield func(S, error) bool) {
		for met, err := range Reachable(ctx, g, o) {
			var s S
			if err == nil {
				s = g.State(met.State)
			}
			if !yield(s, err) {
				return
			}
		}
	}
}

// AllShortest yields the states of every path with the fewest edges to a goal.
func (g *Values[S]) AllShortest(ctx context.Context, o Options) iter.Seq2[[]S, error] {
	return g.all(func(yield func(*Path) bool) error {
		s, err := BreadthFirst(ctx, g, o)
		if err != nil || s.Reason != nil || !s.Status.Found() {
			return firstOf(err, s.Reason)
		}
		o.UnitCosts = true
		t, err := NewShortestPaths(ctx, g, o, s)
		if err != nil || t.Reason != nil {
			return firstOf(err, t.Reason)
		}
		return t.Paths(ctx, yield)
	})
}

// Simple yields the states of every path of at most Options.MaxDepth edges that repeats no state and ends
// at its first goal.
func (g *Values[S]) Simple(ctx context.Context, o Options) iter.Seq2[[]S, error] {
	return g.all(func(yield func(*Path) bool) error {
		most, limited := o.deep()
		o.GoalsEnd = true
		x, err := Reach(ctx, g, o)
		if err != nil || x.Reason != nil {
			return firstOf(err, x.Reason)
		}
		if !limited {
			most = -1
		}
		_, err = x.SimplePaths(ctx, most, yield)
		return err
	})
}

// all yields the states of the paths that list finds, and its error last.
func (g *Values[S]) all(list func(yield func(*Path) bool) error) iter.Seq2[[]S, error] {
	return func(yield func([]S, error) bool) {
		on := true
		var failed error
		err := list(func(p *Path) bool {
			states, wrong := g.reached(p)
			if wrong != nil {
				failed = wrong
				return false
			}
			on = yield(states, nil)
			return on
		})
		err = firstOf(failed, err)
		if err != nil && on {
			yield(nil, err)
		}
	}
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
