package graph

import (
	"context"
	"errors"
	"fmt"
	"iter"
)

// Values is a Graph whose states are values of Go. All searches of this package take it;
// its methods turn what they find back into values. It serves one goroutine. What it
// keeps of the values themselves does not count for Options.Memory.
type Values[S any] struct {
	// Cost is what the step from a state to the k-th of its successors costs, at least 0;
	// nil: 1. It may be set before a search.
	Cost func(from, to S, k int) int64

	starts     []S
	successors func(S) []S
	goal       func(S) bool
	same       func(a, b S) bool
	number     func(S) uint64 // of a state, in the order in which they are met
	met        []S
}

// Of returns the graph of the states that can be reached from starts. The successors of
// a state come in a fixed order: an edge is labelled with its place among them.
//
//	g := graph.Of([]int{1}, func(n int) []int { return []int{2 * n, n + 3} }, func(n int) bool { return n == 31 })
//	path, err := g.Shortest(ctx, graph.Options{})
func Of[S comparable](starts []S, successors func(S) []S, goal func(S) bool) *Values[S] {
	return OfKeys(func(s S) S { return s }, starts, successors, goal)
}

// OfKeys is Of for states that cannot be compared, such as slices, or of which many come to
// the same: two are the same if their keys are. The keys must be a congruence: states of
// one key are goals or none alike, and their successors have the same keys, in any order,
// at the same costs. One state of each key is expanded, but the paths that are found are
// made of true successors: ErrKey says that there are none.
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

// Words is 1: a packed state is the number of a value.
func (g *Values[S]) Words() int { return 1 }

// Starts gives the start states.
func (g *Values[S]) Starts(add func(state []uint64) error) error {
	for _, s := range g.starts {
		if err := add([]uint64{g.number(s)}); err != nil {
			return err
		}
	}
	return nil
}

// Expand appends the successors of a batch of states.
func (g *Values[S]) Expand(batch []uint64, out *Successors) error {
	for i, n := range batch {
		from := g.met[n]
		for k, to := range g.successors(from) {
			cost := g.cost(from, to, k)
			if cost < 0 {
				return fmt.Errorf("%w: from %v to %v it is %d", ErrNegative, from, to, cost)
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

// Goals tells which states of a batch are goals.
func (g *Values[S]) Goals(batch []uint64, goal []bool) error {
	for i, n := range batch {
		goal[i] = g.goal(g.met[n])
	}
	return nil
}

// State returns the value of a packed state.
func (g *Values[S]) State(packed []uint64) S { return g.met[packed[0]] }

// States returns the states that a path passes, from its start on; nil if Follow has an
// error.
func (g *Values[S]) States(p *Path) []S {
	states, _ := g.Follow(p)
	return states
}

// ErrKey says that states of one key differ in their successors, or in being goals.
var ErrKey = errors.New("the key is not a congruence")

// ErrNegative says that Values.Cost gave less than 0.
var ErrNegative = errors.New("a cost is below 0")

// Follow returns the states that a path passes, from its start on, each a successor of the
// one before. The error is ErrKey if there are none with the keys of those that the search
// went through.
func (g *Values[S]) Follow(p *Path) ([]S, error) {
	at := g.State(p.Start)
	stored, states := at, []S{at}
	for _, e := range p.Edges {
		successors := g.successors(stored)
		k := int(e.Label)
		if k >= len(successors) {
			return nil, fmt.Errorf("%w: %v has %d successors now, and had more", ErrKey, stored, len(successors))
		}
		next, ok := g.like(at, stored, successors, k)
		if !ok {
			return nil, fmt.Errorf("%w: %v has the successor %v, and %v, which has the same key, none with the key of that", ErrKey, stored, successors[k], at)
		}
		at, stored = next, g.met[g.number(successors[k])]
		states = append(states, at)
	}
	return states, nil
}

// like returns the successor of a state that is what the k-th is to the stored state with
// its key: of several alike, at the same cost if there are any such, the one in the same
// place, so that different paths stay different.
func (g *Values[S]) like(at, stored S, successors []S, k int) (next S, ok bool) {
	cost := g.cost(stored, successors[k], k)
	place := 0
	for i, s := range successors[:k] {
		if g.same(s, successors[k]) && g.cost(stored, s, i) == cost {
			place++
		}
	}
	alike := false // next costs the same
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

// reached is Follow for a path to a goal.
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

// Shortest returns the states of a path of fewest edges to a goal: breadth first. It is
// nil without an error if there is none; the error is ErrMemory, or the cause of the end
// of ctx.
func (g *Values[S]) Shortest(ctx context.Context, o Options) ([]S, error) {
	s, err := BreadthFirst(ctx, g, o, false)
	return g.found(s, err)
}

// Cheapest returns the states of a path of least cost, likewise. It does not obey
// Options.MaxDepth, nor do AStar, IDAStar and Greedy; for the least cost within so many
// edges see [Within].
func (g *Values[S]) Cheapest(ctx context.Context, o Options) ([]S, error) {
	s, err := UniformCost(ctx, g, o)
	return g.found(s, err)
}

func (g *Values[S]) found(s *Search, err error) ([]S, error) {
	switch {
	case err != nil:
		return nil, err
	case s.Stopped != nil:
		return nil, s.Stopped
	case !s.Found:
		return nil, nil
	}
	path, err := s.Path(s.Goal)
	if err != nil {
		return nil, err
	}
	return g.reached(path)
}

// Any returns the states of the first path that a depth-first search meets, likewise.
func (g *Values[S]) Any(ctx context.Context, o Options) ([]S, error) {
	return g.followed(DepthFirst(ctx, g, o))
}

// Deepening returns the states of a path of fewest edges, by iterative deepening.
func (g *Values[S]) Deepening(ctx context.Context, o Options) ([]S, error) {
	return g.followed(IterativeDeepening(ctx, g, o))
}

// AStar returns the states of a path of least cost; left, which must be admissible, is what
// a path from a state to a goal costs at least (see [Unreachable]). It does not obey
// Options.MaxDepth.
func (g *Values[S]) AStar(ctx context.Context, left func(S) int64, o Options) ([]S, error) {
	return g.found(AStar(ctx, g, g.heuristic(left), o))
}

// IDAStar is AStar by iterative deepening; it does not obey Options.MaxDepth either.
func (g *Values[S]) IDAStar(ctx context.Context, left func(S) int64, o Options) ([]S, error) {
	return g.followed(IDAStar(ctx, g, g.heuristic(left), o))
}

// Greedy returns the states of the path that is found where the state is expanded next of
// which left says least. It does not obey Options.MaxDepth.
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
			err = s.Stopped
		}
		return nil, err
	}
	return g.reached(path)
}

// Reachable gives all states that can be reached, breadth first. An error comes last.
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

// AllShortest gives the states of every path of fewest edges to a goal.
func (g *Values[S]) AllShortest(ctx context.Context, o Options) iter.Seq2[[]S, error] {
	return g.all(func(yield func(*Path) bool) error {
		s, err := BreadthFirst(ctx, g, o, false)
		if err != nil || s.Stopped != nil || !s.Found {
			return firstOf(err, s.Stopped)
		}
		t, _, err := NewShortestPaths(ctx, g, o, s, true)
		if err != nil {
			return err
		}
		return t.Paths(ctx, yield)
	})
}

// Simple gives the states of every path that repeats no state and ends at the first goal
// it meets, of at most Options.MaxDepth edges.
func (g *Values[S]) Simple(ctx context.Context, o Options) iter.Seq2[[]S, error] {
	return g.all(func(yield func(*Path) bool) error {
		most, limited := o.deep()
		x, err := Reach(ctx, g, o, true)
		if err != nil {
			return err
		}
		if !limited {
			most = -1
		}
		_, err = x.SimplePaths(ctx, most, yield)
		return err
	})
}

// all gives the states of the paths that list finds, and its error last.
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
