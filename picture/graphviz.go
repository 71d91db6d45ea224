package picture

import (
	"fmt"
	"io"
	"strings"
)

// DOT writes a graph in the language of Graphviz.
func DOT(w io.Writer, g *Graph) error {
	if err := g.check(); err != nil {
		return err
	}
	g = g.shown()
	var b strings.Builder
	fmt.Fprintf(&b, "digraph states {\n\tgraph [label=%s, labelloc=t, fontname=\"Helvetica\", bgcolor=white]\n", quoteDOT(joined(g.Title, g.Subtitle)))
	b.WriteString("\tnode [shape=box, style=\"rounded,filled\", fillcolor=\"" + plainFill + "\", color=\"" + plainLine + "\", fontname=\"Helvetica\", fontsize=11]\n")
	b.WriteString("\tedge [color=\"" + plainLine + "\", fontname=\"Helvetica\", fontsize=10]\n")
	layers := map[int][]string{}
	last := 0
	for i := range g.Nodes {
		n := &g.Nodes[i]
		fmt.Fprintf(&b, "\ts%d [label=%s%s%s]\n", i, labelDOT(n), lookDOT(n.Mark), tipDOT(n.Tip))
		layers[n.Layer] = append(layers[n.Layer], fmt.Sprintf("s%d", i))
		last = max(last, n.Layer)
	}
	for k := range last + 1 {
		if len(layers[k]) > 0 {
			fmt.Fprintf(&b, "\t{ rank=same; %s }\n", strings.Join(layers[k], "; "))
		}
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		from, to, dir := e.From, e.To, ""
		switch {
		case e.Both && e.Strong:
		case e.Both:
			dir = ", dir=none"
		}
		if g.Nodes[from].Layer > g.Nodes[to].Layer { // ranks follow the layers
			from, to = to, from
			if dir == "" {
				dir = ", dir=back"
			}
		}
		strong := ""
		if e.Strong {
			strong = ", penwidth=2.6, weight=5, color=\"" + strongLine + "\""
		}
		fmt.Fprintf(&b, "\ts%d -> s%d [label=%s%s%s%s]\n", from, to, quoteDOT(e.Label), dir, strong, tipDOT(e.Tip))
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func joined(title, subtitle string) string {
	return strings.TrimSpace(title + "\n" + subtitle)
}

func labelDOT(n *Node) string { return quoteDOT(plainLabel(n)) }

// plainLabel returns the label of a node as lines of text, its tag first.
func plainLabel(n *Node) string {
	var lines []string
	if t := n.tags(); t != "" {
		lines = append(lines, t)
	}
	for _, l := range n.Label {
		lines = append(lines, strings.TrimSpace(l.Name+"  "+l.Text))
	}
	return strings.Join(lines, "\n")
}

var escapeDOT = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func quoteDOT(s string) string { return `"` + escapeDOT.Replace(s) + `"` }

func tipDOT(tip string) string {
	if tip == "" {
		return ""
	}
	return ", tooltip=" + quoteDOT(tip)
}

func lookDOT(m Mark) string {
	fill, line, dash, width := look(m)
	style, more := "rounded,filled", ""
	switch {
	case m&Foe != 0:
		more = ", shape=hexagon"
		style = "filled"
	case m&Chance != 0:
		more = ", shape=ellipse"
		style = "filled"
	case m&Start != 0:
		more = ", shape=ellipse"
		style = "filled"
	case m&DeadEnd != 0:
		more = ", shape=octagon"
		style = "filled"
	}
	if dash != "" {
		style += ",dashed"
	}
	if m&Goal != 0 {
		more += ", peripheries=2"
	}
	return fmt.Sprintf(", style=%q, fillcolor=%q, color=%q, penwidth=%s%s", style, fill, line, num(width), more)
}
