package states

import (
	"slices"

	"farbank/graph"
	"farbank/model"
)

// A Node is a state on a walk: where it was come from and by which move. Walks that
// have a beginning in common share it.
type Node struct {
	State []uint64 // packed
	Label int32    // of the move that led here
	Cost  int64    // of the walk up to here
	Moves int      // how many
	Prev  *Node    // nil: a start
}

// Seen reports whether the state of a node is that of an earlier one of its walk.
func (n *Node) Seen() bool {
	for p := n.Prev; p != nil; p = p.Prev {
		if slices.Equal(p.State, n.State) {
			return true
		}
	}
	return false
}

// Path returns the walk to a node.
func (n *Node) Path() *graph.Path {
	p := &graph.Path{Edges: make([]graph.Edge, n.Moves)}
	for ; n.Prev != nil; n = n.Prev {
		p.Edges[n.Moves-1] = graph.Edge{Label: n.Label, Cost: n.Cost - n.Prev.Cost}
	}
	p.Start = n.State
	return p
}

// A Walker follows moves one state at a time, for engines that walk trees.
type Walker struct {
	*Space
	Visited int64 // nodes given out
	Err     error // what went wrong; then no more nodes are given
	goal    [1]bool
}

// NewWalker returns a Walker on a space.
func NewWalker(s *Space) *Walker {
	s.Sorted = true
	return &Walker{Space: s}
}

// Roots returns a node for each start state.
func (w *Walker) Roots() []*Node {
	var roots []*Node
	w.Err = w.Starts(func(state []uint64) error {
		roots = append(roots, &Node{State: slices.Clone(state)})
		return w.ctx.Err()
	})
	return roots
}

// Next returns the nodes that one move leads to, by rising label.
func (w *Walker) Next(n *Node) []Node {
	var out graph.Successors
	if w.Err == nil {
		w.Err = w.Expand(n.State, &out)
	}
	if w.Err != nil {
		return nil
	}
	words := w.Layout.Words
	states := slices.Clone(out.States)
	nodes := make([]Node, len(out.Label))
	for k, label := range out.Label {
		cost := int64(1)
		if out.Cost != nil {
			cost = out.Cost[k]
		}
		if cost > maxCost-n.Cost {
			w.Err = graph.ErrCost
			return nil
		}
		nodes[k] = Node{State: states[k*words : (k+1)*words : (k+1)*words], Label: label, Cost: n.Cost + cost, Moves: n.Moves + 1, Prev: n}
	}
	w.Visited += int64(len(nodes))
	return nodes
}

const maxCost = 1<<63 - 1

// Goal reports whether a walk may end at a node.
func (w *Walker) Goal(n *Node) bool {
	if w.Err == nil {
		w.Err = w.Goals(n.State, w.goal[:])
	}
	return w.Err == nil && w.goal[0]
}

// PlanOf makes a plan of a walk.
func (w *Walker) PlanOf(n *Node) (model.Plan, error) { return w.Plan(n.Path()) }
