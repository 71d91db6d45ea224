package flatzinc

import (
	"maps"
	"slices"

	"farbank/constraint"
)

// A step is an edge of a layered graph: from a node of one layer to one of the next, with a
// value and a cost. A path takes one edge in each layer, and its cost is their sum.
type step struct {
	from, to int64
	value    int64
	cost     int64
}

// path constrains the variables to be the values of a path from node first; layers[i] has the
// edges for variable i. Without costs, and if each node has at most one edge for a value, it is a
// decision diagram. Otherwise each variable is a column of a table of node, value, next node and
// cost. total, if not nil, is the cost.
func (a args) path(xs []constraint.Int, first int64, layers [][]step, total constraint.Expr) {
	if edges, ok := asDiagram(first, layers); ok && total == nil {
		a.m.Diagram(xs, edges)
		return
	}
	node, sum := constraint.Const(first), constraint.Const(0)
	for i, x := range xs {
		steps := layers[i]
		if len(steps) == 0 {
			a.m.Add(constraint.True.Not())
			return
		}
		least, most := steps[0], steps[0]
		for _, s := range steps {
			least = step{to: min(least.to, s.to), cost: min(least.cost, s.cost)}
			most = step{to: max(most.to, s.to), cost: max(most.cost, s.cost)}
		}
		columns := []constraint.Int{a.m.Variable(node), x}
		next := a.m.Int("", least.to, most.to)
		columns = append(columns, next)
		if total != nil {
			cost := a.m.Int("", least.cost, most.cost)
			columns, sum = append(columns, cost), sum.Plus(cost)
		}
		rows := make([][]int64, len(steps))
		for k, s := range steps {
			rows[k] = []int64{s.from, s.value, s.to, s.cost}[:len(columns)]
		}
		a.m.Table(columns, rows)
		node = next.Linear()
	}
	if total != nil {
		a.m.Add(sum.Equal(total))
	}
}

// asDiagram returns the edges of a graph whose first and last nodes have number 0. It returns
// false if some node has several edges for a value.
func asDiagram(first int64, layers [][]step) ([][]constraint.Edge, bool) {
	type at struct{ node, value int64 }
	edges := make([][]constraint.Edge, len(layers))
	for i, steps := range layers {
		to := map[at]int64{}
		for _, s := range steps {
			if i == 0 && s.from != first {
				continue
			}
			e := constraint.Edge{From: int(s.from), To: int(s.to), Value: s.value}
			if i == 0 {
				e.From = 0
			}
			if i == len(layers)-1 {
				e.To = 0
			}
			if known, ok := to[at{s.from, s.value}]; ok {
				if known != s.to && i < len(layers)-1 {
					return nil, false
				}
				continue
			}
			to[at{s.from, s.value}] = s.to
			edges[i] = append(edges[i], e)
		}
	}
	return edges, true
}

// maxSteps bounds the number of edges of all layers.
const maxSteps = 1 << 23

// unroll returns the layered graph of an automaton that reads n values from 1 to symbols. next
// yields the successors of a state by a value. The last layer has only edges to final states.
func (a args) unroll(n int, symbols, begin int64, next func(q, v int64, yield func(to, cost int64)), final func(q int64) bool) [][]step {
	layers, here, all := make([][]step, n), []int64{begin}, 0
	for i := range layers {
		after := map[int64]bool{}
		for _, q := range here {
			for v := int64(1); v <= symbols; v++ {
				next(q, v, func(to, cost int64) {
					if i < n-1 || final(to) {
						layers[i] = append(layers[i], step{q, to, v, cost})
						after[to] = true
					}
				})
			}
			if all+len(layers[i]) > maxSteps {
				a.fail("the automaton has too many transitions")
			}
		}
		all += len(layers[i])
		here = slices.Sorted(maps.Keys(after))
	}
	return layers
}

// automaton has the arguments x, number of states, number of symbols, transitions, initial
// state, final states, and optionally the costs of the transitions and their sum.
func (a args) automaton(transitions int, next func(q, v int64, yield func(to, cost int64)), total constraint.Expr) {
	states, symbols, begin, final := a.number(1), a.number(2), a.number(4), a.set(5)
	if states < 1 || symbols < 1 || states > maxSteps || symbols > maxSteps || int64(transitions) != states*symbols || begin < 1 || begin > states {
		a.fail("this is no automaton")
	}
	xs := a.ints(0)
	ends := func(q int64) bool { return final.has(q) == constraint.True }
	if len(xs) == 0 {
		a.m.Add(truth(ends(begin)))
	}
	within := func(q, v int64, yield func(to, cost int64)) {
		next((q-1)*symbols, v-1, func(to, cost int64) {
			if to >= 1 && to <= states {
				yield(to, cost)
			}
		})
	}
	a.path(xs, begin, a.unroll(len(xs), symbols, begin, within, ends), total)
}

// nfa is like automaton with a set of successors for each state and symbol.
func (a args) nfa() {
	sets := a.sets(3)
	a.loose = true
	a.automaton(len(sets), func(row, v int64, yield func(to, cost int64)) {
		s := sets[row+v]
		for k, to := range s.elems {
			if s.in[k] == constraint.True {
				yield(to, 0)
			}
		}
	}, nil)
}

func (a args) costRegular() {
	to, costs := a.numbers(3), a.numbers(6)
	a.same(len(to), len(costs))
	a.automaton(len(to), func(row, v int64, yield func(to, cost int64)) { yield(to[row+v], costs[row+v]) }, a.sum(7))
}

// diagram has the arguments x, number of nodes, level of each node, and for each edge its
// source, labels and target, which is 0 for the end. Optional arguments are the costs of the
// edges and their sum. Edges that do not lead to the next level are ignored.
func (a args) diagram(costs []int64, total constraint.Expr) {
	xs, nodes, level := a.ints(0), a.number(1), a.numbers(2)
	from, labels, to := a.numbers(3), a.sets(4), a.numbers(5)
	a.same(len(from), len(labels), len(to))
	if nodes < 1 || int64(len(level)) != nodes {
		a.fail("this is no decision diagram")
	}
	n, layers := int64(len(xs)), make([][]step, len(xs))
	for e := range from {
		if from[e] < 1 || from[e] > nodes || to[e] < 0 || to[e] > nodes {
			a.fail("edge %d leads from or to no node", e+1)
		}
		at, end := level[from[e]-1], n+1
		if to[e] > 0 {
			end = level[to[e]-1]
		}
		if at < 1 || at > n || end != at+1 || at == n && to[e] > 0 || at == 1 && from[e] != 1 {
			continue
		}
		cost := int64(0)
		if costs != nil {
			cost = costs[e]
		}
		lo, hi := a.m.Bounds(xs[at-1])
		for k, v := range labels[e].elems {
			if labels[e].in[k] == constraint.True && v >= lo && v <= hi {
				layers[at-1] = append(layers[at-1], step{from[e], to[e], v, cost})
			}
		}
	}
	a.path(xs, 1, layers, total)
}

// precedeChain constrains each of the values to be taken only after the one before it in the
// chain: by an automaton that counts them, or for long chains by one constraint for each pair.
func (a args) precedeChain() {
	chain, xs := a.numbers(0), a.ints(1)
	if width := len(chain) * len(chain) * len(xs); width > 1<<16 {
		for k := 1; k < len(chain); k++ {
			a.m.Precede(chain[k-1], chain[k], xs...)
		}
		return
	}
	place := map[int64]int{}
	for k, v := range chain {
		place[v] = k
	}
	a.same(len(place), len(chain))
	a.m.Regular(xs, constraint.Automaton{
		States: len(chain) + 1,
		Next: func(q int, v int64) int {
			switch k, ok := place[v]; {
			case !ok || k < q:
				return q
			case k == q:
				return q + 1
			}
			return -1
		},
		Final: func(int) bool { return true },
	})
}
