package picture_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"farbank/picture"
)

// randomGraph returns a graph with the layers of breadth-first search: edges lead at most one layer
// down.
func randomGraph(seed uint64) *picture.Graph {
	r := rand.New(rand.NewPCG(seed, 9))
	g := &picture.Graph{Title: fmt.Sprintf("Graph <%d> & \"more\"", seed), Path: "the path"}
	words := []string{"goat", "a & b", "<wolf>", "ferry to the island", "日本語", "x", strings.Repeat("W", 30)}
	layers := 1 + r.IntN(6)
	for k := range layers {
		for range 1 + r.IntN(7) {
			n := picture.Node{Layer: k, Mark: picture.Mark(r.IntN(32)), Tip: words[r.IntN(len(words))]}
			for range r.IntN(4) {
				n.Label = append(n.Label, picture.Line{Name: words[r.IntN(len(words))], Text: words[r.IntN(len(words))], Fixed: r.IntN(3) == 0})
			}
			g.Nodes = append(g.Nodes, n)
		}
	}
	for range r.IntN(3 * len(g.Nodes)) {
		e := picture.Edge{From: r.IntN(len(g.Nodes)), To: r.IntN(len(g.Nodes)), Both: r.IntN(2) == 0, Strong: r.IntN(4) == 0}
		if r.IntN(2) == 0 {
			e.Label = strings.Join(picture.Wrap(words[r.IntN(len(words))]+" "+words[r.IntN(len(words))], 10, 3), "\n")
		}
		if e.From != e.To {
			g.Edges = append(g.Edges, e)
		}
	}
	return g
}

// TestLayout checks that nothing overlaps, in either direction.
func TestLayout(t *testing.T) {
	for seed := range uint64(100) {
		g := randomGraph(seed)
		for _, dir := range []picture.Direction{picture.Down, picture.Right} {
			l, err := picture.Arrange(g, dir)
			if err != nil {
				t.Fatal(err)
			}
			if why := l.Overlap(g); why != "" {
				t.Fatalf("seed %d, direction %d: %s", seed, dir, why)
			}
		}
	}
}

// TestWritten checks that the output can be read: the SVG is XML, and the texts for tools name
// every node.
func TestWritten(t *testing.T) {
	for seed := range uint64(50) {
		g := randomGraph(seed)
		var svg, dot, mmd strings.Builder
		if err := picture.SVG(&svg, g, picture.Auto); err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(strings.NewReader(svg.String()))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		if err := picture.DOT(&dot, g); err != nil {
			t.Fatal(err)
		}
		if err := picture.Mermaid(&mmd, g); err != nil {
			t.Fatal(err)
		}
		for i := range g.Nodes {
			if name := fmt.Sprintf("\ts%d", i); !strings.Contains(dot.String(), name+" [") || !strings.Contains(mmd.String(), name) {
				t.Errorf("seed %d: node %d is missing", seed, i)
			}
		}
	}
}

func TestWrong(t *testing.T) {
	for _, g := range []*picture.Graph{
		{Nodes: []picture.Node{{Layer: 3}}},
		{Nodes: []picture.Node{{Layer: -1}}},
		{Nodes: []picture.Node{{}}, Edges: []picture.Edge{{From: 0, To: 1}}},
		{Nodes: []picture.Node{{}}, Edges: []picture.Edge{{}}},
	} {
		if _, err := picture.Arrange(g, picture.Auto); err == nil {
			t.Errorf("%+v was drawn", g)
		}
	}
	if err := picture.SVG(io.Discard, &picture.Graph{}, picture.Auto); err != nil {
		t.Error(err)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"a b c", "a b c"},
		{"(wife, 1), (wife, 2), (wife, 3)", "(wife, 1),|(wife, 2),|(wife, 3)"},
		{"one two three four five six seven eight", "one two|three four|five six …"},
		{"abcdefghijklmnopqrstuvwxyz", "abcdefghijkl|mnopqrstuvwxyz"},
	} {
		if got := strings.Join(picture.Wrap(c.in, 12, 3), "|"); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

func ExampleMermaid() {
	g := &picture.Graph{Title: "Two rooms"}
	g.Nodes = []picture.Node{
		{Label: []picture.Line{{Name: "at", Text: "left"}}, Mark: picture.Start},
		{Label: []picture.Line{{Name: "at", Text: "right"}}, Layer: 1, Mark: picture.Goal},
	}
	g.Edges = []picture.Edge{{From: 0, To: 1, Label: "carry", Strong: true}}
	if err := picture.Mermaid(os.Stdout, g); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ---
	// title: "Two rooms"
	// ---
	// flowchart TD
	// 	s0(["START<br/>at  left"])
	// 	s1[["GOAL<br/>at  right"]]
	// 	s0 ==>|"carry"| s1
	// 	classDef start fill:#dbeafe,stroke:#1d4ed8,color:#111827
	// 	class s0 start
	// 	classDef goal fill:#d1fae5,stroke:#047857,color:#111827
	// 	class s1 goal
	// 	linkStyle 0 stroke:#c2410c,stroke-width:3px
}
