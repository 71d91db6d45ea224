package picture

import (
	"slices"
	"sort"
	"strings"
)

func splitLines(s string) []string { return strings.Split(s, "\n") }

// sweeps is the number of barycentre sweeps, alternately down and up.
const sweeps = 28

// order orders the vertices in each layer such that few links cross.
func (n *net) order() {
	n.firstOrder()
	best := n.snapshot()
	least := n.crossings()
	for k := 0; k < sweeps && least > 0; k++ {
		n.sweep(k%2 == 0, k/2%2 == 1)
		n.exchange()
		if c := n.crossings(); c < least {
			least, best = c, n.snapshot()
		}
	}
	n.layers = best
}

func (n *net) snapshot() [][]int {
	out := make([][]int, len(n.layers))
	for i, l := range n.layers {
		out[i] = slices.Clone(l)
	}
	return out
}

// firstOrder orders the layers by a depth-first traversal, which keeps subtrees together.
func (n *net) firstOrder() {
	seen := make([]int, len(n.vertices))
	count := 0
	var visit func(v int)
	visit = func(v int) {
		if seen[v] > 0 {
			return
		}
		count++
		seen[v] = count
		for _, l := range n.vertices[v].down {
			visit(l.to)
		}
	}
	for _, layer := range n.layers {
		for _, v := range layer {
			visit(v)
		}
	}
	for _, layer := range n.layers {
		slices.SortStableFunc(layer, func(a, b int) int { return seen[a] - seen[b] })
	}
}

// sweep orders each layer by the barycentres of the neighbours in the previous one. If turned is
// set, equal ones are reversed.
func (n *net) sweep(down, turned bool) {
	pos := n.positions()
	key := make([]float64, len(n.vertices))
	for k := range n.layers {
		layer := n.layers[k]
		if !down {
			layer = n.layers[len(n.layers)-1-k]
		}
		for _, v := range layer {
			links := n.vertices[v].up
			if !down {
				links = n.vertices[v].down
			}
			key[v] = float64(pos[v])
			if len(links) > 0 {
				sum := 0.0
				for _, l := range links {
					sum += float64(pos[l.to])
				}
				key[v] = sum / float64(len(links))
			}
		}
		if turned {
			slices.Reverse(layer)
		}
		sort.SliceStable(layer, func(i, j int) bool { return key[layer[i]] < key[layer[j]] })
		for i, v := range layer {
			pos[v] = i
		}
	}
}

func (n *net) positions() []int {
	pos := make([]int, len(n.vertices))
	for _, layer := range n.layers {
		for i, v := range layer {
			pos[v] = i
		}
	}
	return pos
}

// exchange exchanges neighbours as long as that reduces crossings.
func (n *net) exchange() {
	pos := n.positions()
	for round, better := 0, true; better && round < 8; round++ {
		better = false
		for _, layer := range n.layers {
			for i := 0; i+1 < len(layer); i++ {
				a, b := layer[i], layer[i+1]
				va, vb := &n.vertices[a], &n.vertices[b]
				now := pairCrossings(va.up, vb.up, pos) + pairCrossings(va.down, vb.down, pos)
				then := pairCrossings(vb.up, va.up, pos) + pairCrossings(vb.down, va.down, pos)
				if then < now {
					layer[i], layer[i+1] = b, a
					pos[a], pos[b] = i+1, i
					better = true
				}
			}
		}
	}
}

// pairCrossings returns the number of crossings of the links of two neighbours, a left of b.
func pairCrossings(a, b []link, pos []int) int {
	c := 0
	for _, x := range a {
		for _, y := range b {
			if pos[x.to] > pos[y.to] {
				c++
			}
		}
	}
	return c
}

// crossings returns the number of crossings of all links: inversions, counted with a Fenwick tree.
func (n *net) crossings() int {
	pos := n.positions()
	total := 0
	for k := 0; k+1 < len(n.layers); k++ {
		size := len(n.layers[k+1])
		tree := make([]int, size+1)
		seen := 0
		for _, v := range n.layers[k] {
			links := n.vertices[v].down
			for _, l := range links {
				total += seen - sumTo(tree, pos[l.to]+1)
			}
			for _, l := range links {
				for i := pos[l.to] + 1; i <= size; i += i & -i {
					tree[i]++
				}
				seen++
			}
		}
	}
	return total
}

func sumTo(tree []int, i int) int {
	s := 0
	for ; i > 0; i -= i & -i {
		s += tree[i]
	}
	return s
}
