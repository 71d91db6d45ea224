package propagate

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// A nodes value numbers the nodes of one layer that lie on a path from the first layer to the last.
type nodes struct {
	place map[int]int // by node: its number, or -1 if no path through it reaches the end
	count int
}

// layered constrains xs to spell a path through the layers of a graph, from node 0 to a node for which final returns
// true. layers[i] has the edges of xs[i]; a node must have at most one edge for a value.
//
// Only edges that lie on a path are encoded. Each node of a layer has an atom. The edges between two nodes share one
// literal, which is the literal of a node if that has no other neighbour. Unit propagation makes the result domain
// consistent, as with a literal for each edge (Quimper and Walsh 2006), since a pair of nodes is possible if and only if
// one of its values is.
func layered(s *solver, xs []Var, layers [][]Edge, final func(node int) bool) {
	layers, numbered := trimmed(s, xs, layers, final)
	if layers == nil {
		s.AddClause()
		return
	}
	here := nodesOf(s, 1)
	for i, x := range xs {
		next := nodesOf(s, numbered[i+1].count)
		between(s, x, here, next, layers[i])
		here = next
	}
}

// fewNodes is the number of nodes of a layer up to which they are Bools, any two of which exclude each other. More are the
// values of a variable. The order of nodes means nothing, so atoms for bounds of their number are of no use.
const fewNodes = 16

// nodesOf returns an atom for each of n nodes: the path leads through it.
func nodesOf(s *solver, n int) []Atom {
	list := make([]Atom, n)
	switch {
	case n == 1 || n > fewNodes:
		x := s.NewVar(0, int64(n-1))
		for i := range list {
			list[i] = s.Equal(x, int64(i))
		}
	case n == 2:
		list[1] = s.NewBool().AtLeast(1)
		list[0] = list[1].Not()
	default:
		for i := range list {
			list[i] = s.NewBool().AtLeast(1)
			for _, other := range list[:i] {
				s.AddClause(list[i].Not(), other.Not())
			}
		}
		s.AddClause(list...)
	}
	return list
}

// trimmed returns the edges that lie on a path, with nodes numbered from 0 in each layer. It returns nil if there is no
// path.
func trimmed(s *solver, xs []Var, layers [][]Edge, final func(node int) bool) ([][]Edge, []nodes) {
	n := len(xs)
	numbered := make([]nodes, n+1)
	numbered[0] = nodes{map[int]int{0: -1}, 0}
	kept := make([][]Edge, n)
	for i, x := range xs { // forward
		numbered[i+1].place = map[int]int{}
		for _, e := range layers[i] {
			if _, ok := numbered[i].place[e.From]; ok && s.Has(x, e.Value) && (i < n-1 || final(e.To)) {
				kept[i] = append(kept[i], e)
				numbered[i+1].place[e.To] = -1
			}
		}
	}
	last := &numbered[n]
	for _, q := range slices.Sorted(maps.Keys(last.place)) {
		if n > 0 || final(q) {
			last.place[q] = last.count
			last.count++
		}
	}
	for i := n - 1; i >= 0; i-- { // backward
		kept[i] = slices.DeleteFunc(kept[i], func(e Edge) bool { return numbered[i+1].place[e.To] < 0 })
		for _, e := range kept[i] {
			numbered[i].place[e.From] = 0
		}
		for _, q := range slices.Sorted(maps.Keys(numbered[i].place)) {
			if numbered[i].place[q] == 0 {
				numbered[i].place[q] = numbered[i].count
				numbered[i].count++
			}
		}
	}
	if numbered[0].count == 0 {
		return nil, nil
	}
	for i := range kept {
		for k, e := range kept[i] {
			kept[i][k] = Edge{numbered[i].place[e.From], numbered[i+1].place[e.To], e.Value}
		}
	}
	return kept, numbered
}

// between encodes one layer: x is the value of an edge from node here to node next.
func between(s *solver, x Var, here, next []Atom, edges []Edge) {
	slices.SortFunc(edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Value, b.Value))
	})
	edges = slices.Compact(edges)
	var pairs [][]Edge
	leaving, entering := map[int]int{}, map[int]int{}
	for k := 0; k < len(edges); {
		end := k + 1
		for end < len(edges) && edges[end].From == edges[k].From && edges[end].To == edges[k].To {
			end++
		}
		pairs = append(pairs, edges[k:end])
		leaving[edges[k].From]++
		entering[edges[k].To]++
		k = end
	}
	support := map[int64][]Atom{} // by value: the pairs that have it
	byFrom, byTo := map[int][]Atom{}, map[int][]Atom{}
	for _, p := range pairs {
		from, to := here[p[0].From], next[p[0].To]
		var is Atom
		switch {
		case leaving[p[0].From] == 1:
			is = from
			s.AddClause(from.Not(), to)
		case entering[p[0].To] == 1:
			is = to
			s.AddClause(to.Not(), from)
		default:
			is = s.NewBool().AtLeast(1)
			s.AddClause(is.Not(), from)
			s.AddClause(is.Not(), to)
		}
		byFrom[p[0].From], byTo[p[0].To] = append(byFrom[p[0].From], is), append(byTo[p[0].To], is)
		some := []Atom{is.Not()}
		for _, e := range p {
			support[e.Value] = append(support[e.Value], is)
			some = append(some, s.Equal(x, e.Value))
		}
		s.AddClause(some...)
	}
	for q, list := range inOrder(byFrom) {
		s.AddClause(append(list, here[q].Not())...)
	}
	for q, list := range inOrder(byTo) {
		s.AddClause(append(list, next[q].Not())...)
	}
	values(s, x, func(v int64) { s.AddClause(append(support[v], s.Equal(x, v).Not())...) })
	for _, e := range edges { // the edge that a node has for a value
		if leaving[e.From] > 1 {
			s.AddClause(here[e.From].Not(), s.Equal(x, e.Value).Not(), next[e.To])
		}
	}
}

// inOrder iterates over a map by key.
func inOrder(m map[int][]Atom) iter.Seq2[int, []Atom] {
	return func(yield func(int, []Atom) bool) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}
