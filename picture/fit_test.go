package picture_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"farbank/picture"
)

// fan returns a start with n nodes below it, and labels on the edges.
func fan(n int, label string) *picture.Graph {
	g := &picture.Graph{Title: "fan", Nodes: []picture.Node{{Mark: picture.Start, Label: []picture.Line{{Text: "start"}}}}}
	for i := range n {
		g.Nodes = append(g.Nodes, picture.Node{Layer: 1, Label: []picture.Line{{Text: fmt.Sprintf("node %d", i)}}})
		g.Edges = append(g.Edges, picture.Edge{From: 0, To: i + 1, Label: strings.Replace(label, "%", strconv.Itoa(i%3), 1)})
	}
	return g
}

var width = regexp.MustCompile(`<svg [^>]*width="([0-9.]+)"`)

// TestWide checks that no picture is wider than 2,000 units. Long labels become numbers if that is
// enough, and wide layers are folded.
func TestWide(t *testing.T) {
	for _, c := range []struct {
		nodes  int
		label  string
		legend bool
	}{{5, "a short way", false}, {16, "a way with a label of a good many words in it, %", true}, {150, "way %", false}, {150, "", false}} {
		var b strings.Builder
		if err := picture.SVG(&b, fan(c.nodes, c.label), picture.Down); err != nil {
			t.Fatal(err)
		}
		w, err := strconv.ParseFloat(width.FindStringSubmatch(b.String())[1], 64)
		if err != nil || w > 2000 {
			t.Errorf("%d nodes: width %v, %v", c.nodes, w, err)
		}
		if got := strings.Contains(b.String(), "(3) a way"); got != c.legend {
			t.Errorf("%d nodes: a legend of numbers: %t", c.nodes, got)
		}
		if n := strings.Count(b.String(), `class="node"`); n != c.nodes+1 {
			t.Errorf("%d of %d nodes are drawn", n, c.nodes+1)
		}
	}
}
