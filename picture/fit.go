package picture

import (
	"fmt"
	"math"
	"slices"
)

// maxWidth is the maximum width of a picture, in its units.
const maxWidth = 2000.0

// minScale is the minimum scale at which text is readable.
const minScale = 0.5

// fit lays out a graph with limited width. If that helps, it replaces long labels of edges by
// numbers with a legend. It scales down a picture that is slightly too wide, and otherwise folds
// wide layers into several rows. It returns the modified graph.
func fit(g *Graph, dir Direction) (*Graph, *Layout, error) {
	plain, err := Arrange(g, dir)
	if err != nil || plain.W <= maxWidth {
		return g, plain, err
	}
	numbered := g.numbered()
	l, err := Arrange(numbered, dir)
	switch {
	case err != nil:
		return nil, nil, err
	case l.W <= maxWidth:
		return numbered, l, nil
	case plain.W*minScale <= maxWidth:
		return g, plain, nil
	case l.W*minScale <= maxWidth:
		return numbered, l, nil
	}
	if dir == Auto {
		dir = Down // the rows of a folded layer are below one another
	}
	drawn := numbered
	for width := maxWidth; width >= maxWidth/4 && l.W > maxWidth; width /= 2 {
		folded := numbered.folded(width)
		narrow, err := Arrange(folded, dir)
		if err != nil {
			return nil, nil, err
		}
		if narrow.W < l.W {
			drawn, l = folded, narrow
		}
	}
	return drawn, l, nil
}

// folded splits the nodes of each layer that is wider than width into several rows.
func (g *Graph) folded(width float64) *Graph {
	last := 0
	for i := range g.Nodes {
		last = max(last, g.Nodes[i].Layer)
	}
	wide, nodes := make([]float64, last+1), make([]int, last+1)
	for i := range g.Nodes {
		w, _ := nodeBox(&g.Nodes[i])
		wide[g.Nodes[i].Layer] += w + gapNodes
		nodes[g.Nodes[i].Layer]++
	}
	first, rows := make([]int, last+2), make([]int, last+1)
	for k, w := range wide {
		rows[k] = max(1, min(int(math.Ceil(w/width)), nodes[k])) // a node may be wider than a row
		first[k+1] = first[k] + rows[k]
	}
	out := *g
	out.Nodes = slices.Clone(g.Nodes)
	used := make([]float64, last+1)
	for i := range out.Nodes {
		n := &out.Nodes[i]
		k := n.Layer
		w, _ := nodeBox(n)
		row := min(int(used[k]/wide[k]*float64(rows[k])), rows[k]-1)
		used[k] += w + gapNodes
		n.Layer = first[k] + row
	}
	return &out
}

// shortLabel is the maximum length of a label that is not replaced by a number.
const shortLabel = 6

// numbered replaces the long labels of edges by numbers, with a legend.
func (g *Graph) numbered() *Graph {
	out := *g
	out.Edges = slices.Clone(g.Edges)
	number := map[string]string{}
	for i := range out.Edges {
		e := &out.Edges[i]
		if len([]rune(e.Label)) <= shortLabel {
			continue
		}
		if number[e.Label] == "" {
			number[e.Label] = fmt.Sprintf("(%d)", len(number)+1)
			out.Keys = append(slices.Clip(out.Keys), Key{number[e.Label], e.Label})
		}
		e.Label = number[e.Label]
	}
	return &out
}
