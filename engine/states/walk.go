package states

import (
	"slices"

	"farbank/graph"
	"farbank/model"
)

// A Node is a state on a walk, with the move to it and the previous node. Walks share common
// prefixes.
type Node struct {
	At    int   // the number of the state
	Label int32 // of the move to this state
	Cost  int64 // of the walk so far
	Moves int   // number of moves
	Prev  *Node // nil: an initial state
}

// Seen reports whether an earlier node of the walk has the same state.
func (n *Node) Seen() bool {
	for p := n.Prev; p != nil; p = p.Prev {
		if p.At == n.At {
			return true
		}
	}
	return false
}

// A Move is a transition to another state.
type Move struct {
	To    int
	Label int32
	Cost  int64
}

// A Walker follows moves one state at a time, for engines that search trees. It numbers the states
// from 0 in the order of discovery, and computes the moves of each state once.
type Walker struct {
	*Space
	Visited int64 // moves followed
	Err     error // the first error; after it no more results are returned

	store  *graph.Store
	moves  [][]Move // by state; nil: not computed
	goals  []truth  // by state
	memory int64    // memory limit in bytes; 0: no limit
	taken  int64
	goal   [1]bool
}

// truth is a cached truth value.
type truth uint8

const (
	unknown truth = iota
	no
	yes
)

// NewWalker returns a Walker on a space. memory limits the bytes it takes; 0 means no limit.
func NewWalker(s *Space, memory int64) *Walker {
	s.Sorted = true
	return &Walker{Space: s, store: graph.NewStore(s.Words()), memory: memory}
}

// Len returns the number of states found.
func (w *Walker) Len() int { return w.store.Len() }

// Take records that the walker or the engine takes bytes of memory. It sets Err if the limit is
// exceeded.
func (w *Walker) Take(bytes int64) {
	if w.taken += bytes; w.memory > 0 && w.taken > w.memory && w.Err == nil {
		w.Err = graph.ErrMemory
	}
}

// Memory of a state in addition to its words, and of a move.
const (
	stateBytes = 48
	moveBytes  = 24
)

// number returns the number of a packed state.
func (w *Walker) number(state []uint64) int {
	i, fresh := w.store.Add(state)
	if fresh {
		w.moves = append(w.moves, nil)
		w.goals = append(w.goals, unknown)
		w.Take(stateBytes + 8*int64(len(state)))
	}
	return i
}

// Roots returns a node for each initial state.
func (w *Walker) Roots() []*Node {
	var roots []*Node
	err := w.Starts(func(state []uint64) error {
		roots = append(roots, &Node{At: w.number(state)})
		if w.Err != nil {
			return w.Err
		}
		return w.ctx.Err()
	})
	if w.Err == nil {
		w.Err = err
	}
	return roots
}

// From returns the moves of a state, in ascending order of their labels.
func (w *Walker) From(at int) []Move {
	if w.Err != nil {
		return nil
	}
	if w.moves[at] == nil {
		w.expand(at)
	}
	w.Visited += int64(len(w.moves[at]))
	return w.moves[at]
}

func (w *Walker) expand(at int) {
	var out graph.Successors
	if w.Err = w.Expand(w.store.State(at), &out); w.Err != nil {
		return
	}
	words := w.Layout.Words
	moves := make([]Move, len(out.Label))
	for k, label := range out.Label {
		moves[k] = Move{To: w.number(out.States[k*words : (k+1)*words]), Label: label, Cost: 1}
		if out.Cost != nil {
			moves[k].Cost = out.Cost[k]
		}
	}
	w.Take(moveBytes * int64(len(moves)))
	w.moves[at] = moves
}

// Next returns the nodes after one move, in ascending order of their labels.
func (w *Walker) Next(n *Node) []Node {
	moves := w.From(n.At)
	nodes := make([]Node, len(moves))
	for k, m := range moves {
		if m.Cost > maxCost-n.Cost {
			w.Err = graph.ErrCost
			return nil
		}
		nodes[k] = Node{At: m.To, Label: m.Label, Cost: n.Cost + m.Cost, Moves: n.Moves + 1, Prev: n}
	}
	return nodes
}

const maxCost = 1<<63 - 1

// Goal reports whether a state is a goal.
func (w *Walker) Goal(at int) bool {
	if w.goals[at] == unknown && w.Err == nil {
		w.Err = w.Goals(w.store.State(at), w.goal[:])
		w.goals[at] = no
		if w.goal[0] {
			w.goals[at] = yes
		}
	}
	return w.Err == nil && w.goals[at] == yes
}

// PlanOf returns the plan of a walk.
func (w *Walker) PlanOf(n *Node) (model.Plan, error) {
	p := &graph.Path{Edges: make([]graph.Edge, n.Moves)}
	for ; n.Prev != nil; n = n.Prev {
		p.Edges[n.Moves-1] = graph.Edge{Label: n.Label, Cost: n.Cost - n.Prev.Cost}
	}
	p.Start = slices.Clone(w.store.State(n.At))
	return w.Plan(p)
}
