package main

import (
	"bytes"
	"fmt"
	"strings"

	"farbank/picture"
	"farbank/rules"
)

// explainRules writes what --explain, --draw-reasons and --draw-network ask for, after a run.
func (a *app) explainRules(env *rules.Environment, f *ruleFlags, paths []string) error {
	var facts []*rules.Fact
	for fact := range env.Facts() {
		if len(env.Why(fact).Firings) > 0 {
			facts = append(facts, fact)
		}
	}
	if f.explain {
		for _, fact := range facts {
			fmt.Fprint(a.err, env.Why(fact))
		}
	}
	if f.drawReasons != "" {
		if err := drawInto(f.drawReasons, reasonGraph(env, facts), paths); err != nil {
			return err
		}
	}
	if f.drawNetwork != "" {
		return drawInto(f.drawNetwork, networkGraph(env.Network()), paths)
	}
	return nil
}

// maxDrawn is the maximum number of nodes of a drawn graph.
const maxDrawn = 2000

// drawInto writes a graph as SVG to a file, which must not be one of the inputs.
func drawInto(path string, g *picture.Graph, inputs []string) error {
	if len(g.Nodes) > maxDrawn {
		return fmt.Errorf("%s: %d nodes are too many to draw; at most %d are", path, len(g.Nodes), maxDrawn)
	}
	for _, input := range inputs {
		if err := distinct(path, input); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	if err := picture.SVG(&b, g, picture.Auto); err != nil {
		return err
	}
	return writeBytes(path, b.Bytes())
}

// reasonGraph returns the derivation of facts: facts and firings, each below its reasons.
func reasonGraph(env *rules.Environment, facts []*rules.Fact) *picture.Graph {
	g := &picture.Graph{Title: "Why the facts exist", Subtitle: "facts and the firings that have asserted them"}
	of, firings := map[*rules.Fact]int{}, map[int64]int{}
	var fact func(*rules.Reason) int
	fact = func(r *rules.Reason) int {
		i, known := of[r.Fact]
		if !known {
			i = len(g.Nodes)
			of[r.Fact] = i
			n := picture.Node{Label: []picture.Line{{Text: r.Text, Fixed: true}}}
			if len(r.Firings) == 0 && !r.Above {
				n.Mark = picture.Start
			}
			if r.Gone {
				n.Label = append(n.Label, picture.Line{Text: "retracted since"})
			}
			g.Nodes = append(g.Nodes, n)
		}
		for _, f := range r.Firings {
			k, met := firings[f.Number]
			if !met {
				k = len(g.Nodes)
				firings[f.Number] = k
				g.Nodes = append(g.Nodes, picture.Node{Label: []picture.Line{{Text: f.Rule}, {Name: "firing", Text: fmt.Sprint(f.Number)}}, Tip: strings.Join(f.Texts, "\n")})
				for _, c := range f.Conditions {
					if c != nil {
						g.Edges = append(g.Edges, picture.Edge{From: fact(c), To: k})
					}
				}
			}
			g.Edges = append(g.Edges, picture.Edge{From: k, To: i})
		}
		return i
	}
	for _, f := range facts {
		fact(env.Why(f))
	}
	layer(g)
	return g
}

// networkGraph returns a network as a graph.
func networkGraph(nodes []rules.NetworkNode) *picture.Graph {
	g := &picture.Graph{Title: "The network", Subtitle: "from relations through patterns and joins to rules"}
	for i, n := range nodes {
		label := []picture.Line{{Name: n.Kind}}
		for k, text := range n.Lines {
			if k == 0 {
				label[0].Text = text
			} else {
				label = append(label, picture.Line{Text: text})
			}
		}
		var mark picture.Mark
		switch n.Kind {
		case "relation":
			mark = picture.Start
		case "rule":
			mark = picture.Goal
		}
		g.Nodes = append(g.Nodes, picture.Node{Label: label, Mark: mark})
		for _, p := range n.Parents {
			g.Edges = append(g.Edges, picture.Edge{From: p, To: i})
		}
	}
	layer(g)
	return g
}

// layer puts each node below those from which edges lead to it. It ignores the edges that close a cycle.
func layer(g *picture.Graph) {
	before := make([][]int, len(g.Nodes))
	for _, e := range g.Edges {
		before[e.To] = append(before[e.To], e.From)
	}
	const unknown, open = -1, -2
	layers := make([]int, len(g.Nodes))
	for i := range layers {
		layers[i] = unknown
	}
	var visit func(int) int
	visit = func(i int) int {
		if layers[i] != unknown {
			return max(layers[i], 0)
		}
		layers[i] = open
		deep := 0
		for _, p := range before[i] {
			deep = max(deep, visit(p)+1)
		}
		layers[i] = deep
		return deep
	}
	for i := range g.Nodes {
		g.Nodes[i].Layer = min(visit(i), len(g.Nodes)-1)
	}
}
