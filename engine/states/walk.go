package states

import (
	"slices"

	"farbank/graph"
	"farbank/model"
)

// A Node is a state on a walk: where it was come from and by which move. Walks that
// have a beginning in common share it.
type Node struct {
	At    int   // the number of the state
	Label int32 // of the move that led here
	Cost  int64 // of the walk up to here
	Moves int   // how many
	Prev  *Node // nil: a start
}

// Seen reports whether the state of a node is that of an earlier one of its walk.
func (n *Node) Seen() bool {
	for p := n.Prev; p != nil; p = p.Prev {
		if p.At == n.At {
			return true
		}
	}
	return false
}

// A Move is a way from one state to the next.
type Move struct {
	To    int
	Label int32
	Cost  int64
}

// A Walker follows moves one state at a time, for engines that walk trees. It gives every
// state that it meets a number, from 0, and works out the moves of each once.
type Walker struct {
	*Space
	Visited int64 // moves followed
	Err     error // what went wrong; then nothing more is given

	store  *graph.Store
	moves  [][]Move // by state; nil: not worked out
	goals  []truth  // by state
	memory int64    // that may be taken; 0: no limit
	taken  int64
	goal   [1]bool
}

// truth is what is known of a state.
type truth uint8

const (
	unknown truth = iota
	no
	yes
)

// NewWalker returns a Walker on a space that takes at most so much memory (0: any).
func NewWalker(s *Space, memory int64) *Walker {
	s.Sorted = true
	return &Walker{Space: s, store: graph.NewStore(s.Words()), memory: memory}
}

// Len is how many states were met.
func (w *Walker) Len() int { return w.store.Len() }

// Take notes that so many bytes are taken, here or by the engine; it sets Err where they
// are too many.
func (w *Walker) Take(bytes int64) {
	if w.taken += bytes; w.memory > 0 && w.taken > w.memory && w.Err == nil {
		w.Err = graph.ErrMemory
	}
}

// What a state takes beside its words, and a move.
const (
	stateBytes = 48
	moveBytes  = 24
)

// number is the number of a packed state.
func (w *Walker) number(state []uint64) int {
	i, fresh := w.store.Add(state)
	if fresh {
		w.moves = append(w.moves, nil)
		w.goals = append(w.goals, unknown)
		w.Take(stateBytes + 8*int64(len(state)))
	}
	return i
}

// Roots returns a node for each start state.
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

// From returns the moves of a state, by rising label.
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

// Next returns the nodes that one move leads to, by rising label.
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

// Goal reports whether a walk may end in a state.
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

// PlanOf makes a plan of a walk.
func (w *Walker) PlanOf(n *Node) (model.Plan, error) {
	p := &graph.Path{Edges: make([]graph.Edge, n.Moves)}
	for ; n.Prev != nil; n = n.Prev {
		p.Edges[n.Moves-1] = graph.Edge{Label: n.Label, Cost: n.Cost - n.Prev.Cost}
	}
	p.Start = slices.Clone(w.store.State(n.At))
	return w.Plan(p)
}
