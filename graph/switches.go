package graph

import (
	"container/heap"
	"context"
	"slices"
)

// FewestSwitches returns, of all paths of least cost, one on which the class of the edge changes least
// often between consecutive edges; of those, one with the fewest edges. class returns the class of a label.
// FewestSwitches also returns the number of changes.
//
// It is Dijkstra's algorithm on pairs of a state and the class of its incoming edge, which determine the
// remaining changes. The path repeats no state, even if edges cost 0: removing a cycle neither adds a
// change nor an edge. Time and memory are proportional to the number of edges times the number of classes.
// memory limits the bytes of the pairs; 0 means no limit.
func (t *ShortestPaths) FewestSwitches(ctx context.Context, memory int64, class func(label int32) int32) (*Path, int, error) {
	s := &switches{x: t.x, class: class, at: map[pair]int32{}}
	for i := range t.x.Starts {
		s.reach(pair{int32(i), -1}, -1, Edge{}, 0, 0)
	}
	for s.queue.Len() > 0 {
		n := heap.Pop(&s.queue).(queued)
		if s.nodes[n.node].done {
			continue
		}
		s.nodes[n.node].done = true
		if t.x.Goal[s.nodes[n.node].state] {
			path, err := s.path(n.node)
			return path, int(n.switches), err
		}
		if n.node&0xFFF == 0 && ctx.Err() != nil {
			return nil, 0, context.Cause(ctx)
		}
		if memory > 0 && int64(len(s.nodes))*120 > memory {
			return nil, 0, ErrMemory
		}
		s.expand(n)
	}
	return nil, 0, nil
}

// A pair is a state and the class of its incoming edge, or -1 for a start.
type pair struct{ state, class int32 }

type switches struct {
	x     *Explicit
	class func(int32) int32
	at    map[pair]int32 // by pair: the index of its node
	nodes []switchNode
	queue switchQueue
}

type switchNode struct {
	pair
	parent          int32 // the node before, or -1
	edge            Edge  // from parent
	switches, edges int32
	done            bool
}

// expand follows the edges out of a node.
func (s *switches) expand(n queued) {
	node := s.nodes[n.node]
	to, edges := s.x.edgesOf(int(node.state))
	for k, t := range to {
		e := edges.at(k)
		next := pair{t, s.class(e.Label)}
		more := n.switches
		if node.class >= 0 && next.class != node.class {
			more++
		}
		s.reach(next, n.node, e, more, n.edges+1)
	}
}

// reach records a path to a pair if it is better than the best known one.
func (s *switches) reach(p pair, parent int32, e Edge, n, edges int32) {
	i, known := s.at[p]
	switch {
	case !known:
		i = int32(len(s.nodes))
		s.at[p] = i
		s.nodes = append(s.nodes, switchNode{pair: p})
	case s.nodes[i].done || s.nodes[i].switches < n || s.nodes[i].switches == n && s.nodes[i].edges <= edges:
		return
	}
	node := &s.nodes[i]
	node.parent, node.edge, node.switches, node.edges = parent, e, n, edges
	heap.Push(&s.queue, queued{n, edges, i})
}

func (s *switches) path(i int32) (*Path, error) {
	var edges []Edge
	for ; s.nodes[i].parent >= 0; i = s.nodes[i].parent {
		edges = append(edges, s.nodes[i].edge)
	}
	slices.Reverse(edges)
	return s.x.path(int(s.nodes[i].state), edges), nil
}

// A queued node is ordered by the number of changes, then the number of edges.
type queued struct{ switches, edges, node int32 }

type switchQueue []queued

func (q switchQueue) Len() int { return len(q) }
func (q switchQueue) Less(i, j int) bool {
	a, b := q[i], q[j]
	if a.switches != b.switches {
		return a.switches < b.switches
	}
	if a.edges != b.edges {
		return a.edges < b.edges
	}
	return a.node < b.node
}
func (q switchQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *switchQueue) Push(x any)   { *q = append(*q, x.(queued)) }
func (q *switchQueue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}
