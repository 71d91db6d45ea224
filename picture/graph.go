package picture

import (
	"fmt"
	"slices"

	"farbank/internal/visible"
)

// A Graph is a graph to be drawn.
type Graph struct {
	Title    string
	Subtitle string
	Nodes    []Node
	Edges    []Edge
	Path     string   // what strong edges form, as in "a shortest plan"
	Hopeless string   // what Lost means; empty: "moves, but no way to the goal"
	Notes    []string // lines below the picture
	Keys     []Key    // legend of the numbers in the picture, below it
}

// A Key is an entry of the legend: a number and its text.
type Key struct{ Number, Text string }

// Mark is a set of properties of a node.
type Mark uint8

const (
	Start   Mark = 1 << iota // a path may begin here
	Goal                     // a path may end here
	DeadEnd                  // no outgoing edge
	Lost                     // outgoing edges, but no path to a goal
	OnPath                   // on a strong path
	Foe                      // an opponent chooses the edge
	Chance                   // the edge is drawn by chance
)

// A Node is a box with text.
type Node struct {
	Label []Line
	Layer int // from 0
	Mark  Mark
	Tip   string // tooltip
}

// A Line is a line of a label.
type Line struct {
	Name  string // printed before the text, paler; may be empty
	Text  string
	Fixed bool // in a monospaced face
}

// An Edge leads from a node to another.
type Edge struct {
	From, To int
	Both     bool   // the edge also leads back
	Strong   bool   // on a strong path, in the direction from From to To
	Label    string // text beside the edge; may be empty or have several lines
	Tip      string // tooltip
}

// check returns an error if the graph is invalid.
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

// shown returns the graph with all its texts made visible, and titles and lines of labels on one
// line each.
func (g *Graph) shown() *Graph {
	s := *g
	s.Title, s.Subtitle, s.Path, s.Hopeless = visible.Line(g.Title), visible.Line(g.Subtitle), visible.Line(g.Path), visible.Line(g.Hopeless)
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

// tags returns words for the marks of a node, which do not depend on colour.
func (n *Node) tags() string {
	words := n.place()
	for _, who := range []struct {
		mark Mark
		word string
	}{{Foe, "FOE"}, {Chance, "CHANCE"}} {
		switch {
		case n.Mark&who.mark == 0:
		case words == "":
			words = who.word
		default:
			words += ", " + who.word
		}
	}
	return words
}

// place returns the part of tags that says where the node lies.
func (n *Node) place() string {
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
