package picture

import (
	"fmt"
	"slices"

	"farbank/internal/visible"
)

// A Graph is what is to be drawn.
type Graph struct {
	Title    string
	Subtitle string
	Nodes    []Node
	Edges    []Edge
	Path     string   // what the edges that stand out are, as in "a shortest plan"
	Notes    []string // lines below the picture
	Keys     []Key    // what the numbers in it stand for, below it
}

// A Key is a number in a picture and what it stands for.
type Key struct{ Number, Text string }

// Mark says what is special about a node; marks go together.
type Mark uint8

const (
	Start   Mark = 1 << iota // a way may begin here
	Goal                     // and end here
	DeadEnd                  // no edge leads on
	Lost                     // edges lead on, but to no goal
	OnPath                   // on a path that stands out
)

// A Node is a box with text.
type Node struct {
	Label []Line
	Layer int // from 0
	Mark  Mark
	Tip   string // shown when pointed at
}

// A Line is a line of a label.
type Line struct {
	Name  string // before the text, paler; may be empty
	Text  string
	Fixed bool // in a face whose characters all have one width
}

// An Edge leads from a node to another.
type Edge struct {
	From, To int
	Both     bool   // and back
	Strong   bool   // it is on a path that stands out, in the direction given
	Label    string // beside the edge; may be empty, may have several lines
	Tip      string // shown when pointed at
}

// check returns what is wrong with a graph.
func (g *Graph) check() error {
	for i := range g.Nodes {
		if g.Nodes[i].Layer < 0 || g.Nodes[i].Layer >= len(g.Nodes) {
			return fmt.Errorf("picture: node %d is in layer %d; layers are 0 to %d", i, g.Nodes[i].Layer, len(g.Nodes)-1)
		}
	}
	for i, e := range g.Edges {
		if e.From < 0 || e.To < 0 || e.From >= len(g.Nodes) || e.To >= len(g.Nodes) || e.From == e.To {
			return fmt.Errorf("picture: edge %d leads from node %d to node %d of %d", i, e.From, e.To, len(g.Nodes))
		}
	}
	return nil
}

// shown returns the graph with all its texts made visible: titles and lines of labels on
// one line each.
func (g *Graph) shown() *Graph {
	s := *g
	s.Title, s.Subtitle, s.Path = visible.Line(g.Title), visible.Line(g.Subtitle), visible.Line(g.Path)
	s.Nodes, s.Edges, s.Notes = slices.Clone(g.Nodes), slices.Clone(g.Edges), slices.Clone(g.Notes)
	for i := range s.Nodes {
		n := &s.Nodes[i]
		n.Tip, n.Label = visible.Text(n.Tip), slices.Clone(n.Label)
		for k := range n.Label {
			n.Label[k].Name, n.Label[k].Text = visible.Line(n.Label[k].Name), visible.Line(n.Label[k].Text)
		}
	}
	for i := range s.Edges {
		s.Edges[i].Label, s.Edges[i].Tip = visible.Text(s.Edges[i].Label), visible.Text(s.Edges[i].Tip)
	}
	s.Keys = slices.Clone(g.Keys)
	for i := range s.Keys {
		s.Keys[i].Text = visible.Line(s.Keys[i].Text)
	}
	for i := range s.Notes {
		s.Notes[i] = visible.Line(s.Notes[i])
	}
	return &s
}

// tags are the words that tell the marks of a node without colour.
func (n *Node) tags() string {
	switch {
	case n.Mark&Start != 0 && n.Mark&Goal != 0:
		return "START, GOAL"
	case n.Mark&Start != 0 && n.Mark&(DeadEnd|Lost) != 0:
		return "START, NO WAY"
	case n.Mark&Start != 0:
		return "START"
	case n.Mark&Goal != 0:
		return "GOAL"
	case n.Mark&DeadEnd != 0:
		return "DEAD END"
	}
	return ""
}
