package picture

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Mermaid writes a graph as a Mermaid flow chart.
func Mermaid(w io.Writer, g *Graph) error {
	if err := g.check(); err != nil {
		return err
	}
	g = g.shown()
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %s\n---\nflowchart TD\n", strconv.Quote(g.Title))
	classes := map[string][]string{}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		left, right, class := shapeMermaid(n.Mark)
		fmt.Fprintf(&b, "\ts%d%s%s%s\n", i, left, quoteMermaid(plainLabel(n)), right)
		if class != "" {
			classes[class] = append(classes[class], fmt.Sprintf("s%d", i))
		}
		if n.Mark&OnPath != 0 {
			classes["path"] = append(classes["path"], fmt.Sprintf("s%d", i))
		}
	}
	var strong []string
	for i := range g.Edges {
		e := &g.Edges[i]
		arrow := "-->"
		switch {
		case e.Strong:
			arrow = "==>"
			strong = append(strong, strconv.Itoa(i))
		case e.Both:
			arrow = "---"
		}
		label := ""
		if e.Label != "" {
			label = "|" + quoteMermaid(e.Label) + "|"
		}
		fmt.Fprintf(&b, "\ts%d %s%s s%d\n", e.From, arrow, label, e.To)
	}
	for _, c := range []struct {
		name string
		mark Mark
	}{{"start", Start}, {"goal", Goal}, {"dead", DeadEnd}, {"lost", Lost}, {"foe", Foe}, {"chance", Chance}, {"path", OnPath}} {
		if len(classes[c.name]) == 0 {
			continue
		}
		fill, line, dash, _ := look(c.mark)
		style := fmt.Sprintf("fill:%s,stroke:%s,color:%s", fill, line, ink)
		if c.name == "path" {
			style = "stroke-width:3px"
		}
		if dash != "" {
			style += ",stroke-dasharray:" + dash
		}
		fmt.Fprintf(&b, "\tclassDef %s %s\n\tclass %s %s\n", c.name, style, strings.Join(classes[c.name], ","), c.name)
	}
	if len(strong) > 0 {
		fmt.Fprintf(&b, "\tlinkStyle %s stroke:%s,stroke-width:3px\n", strings.Join(strong, ","), strongLine)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func shapeMermaid(m Mark) (left, right, class string) {
	switch {
	case m&Foe != 0:
		return "{{", "}}", "foe"
	case m&Chance != 0:
		return "([", "])", "chance"
	case m&Start != 0:
		return "([", "])", "start"
	case m&Goal != 0:
		return "[[", "]]", "goal"
	case m&DeadEnd != 0:
		return "{{", "}}", "dead"
	case m&Lost != 0:
		return "[", "]", "lost"
	}
	return "[", "]", ""
}

var escapeMermaid = strings.NewReplacer("#", "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "&", "#amp;", "`", "#96;", "\n", "<br/>")

func quoteMermaid(s string) string { return `"` + escapeMermaid.Replace(s) + `"` }
