package render_test

import (
	"context"
	"errors"
	"testing"

	"farbank"
	"farbank/examples"
	"farbank/picture"
	"farbank/show/render"
	"farbank/study/atlas"
)

// TestStateGraphs draws all examples that are small enough. It checks that nothing overlaps, that
// starts and goals are marked, and that shortest plans reach the goal.
func TestStateGraphs(t *testing.T) {
	drawn := 0
	for _, name := range examples.Names() {
		p, err := farbank.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Schemas) == 0 || p.Others() {
			continue
		}
		a, err := atlas.Build(context.Background(), p, atlas.Options{States: 200})
		var large *atlas.LargeError
		if errors.As(err, &large) {
			continue
		}
		if err != nil {
			t.Fatal(name, err)
		}
		drawn++
		for _, labels := range render.EdgeLabels {
			g, err := render.StateGraph(a, labels)
			if err != nil {
				t.Fatal(name, err)
			}
			l, err := picture.Arrange(g, picture.Auto)
			if err != nil {
				t.Fatal(name, err)
			}
			if why := l.Overlap(g); why != "" {
				t.Errorf("%s, labels %s: %s", name, labels, why)
			}
			checkMarks(t, name, a, g)
		}
	}
	if drawn < 9 {
		t.Errorf("only %d examples were drawn", drawn)
	}
}

func checkMarks(t *testing.T, name string, a *atlas.Atlas, g *picture.Graph) {
	if g.Nodes[0].Mark&picture.Start == 0 {
		t.Errorf("%s: the start is not marked", name)
	}
	next := map[int][]int{}
	for _, e := range g.Edges {
		if e.Strong {
			next[e.From] = append(next[e.From], e.To)
		}
	}
	at := 0
	for range len(g.Nodes) {
		if g.Nodes[at].Mark&picture.Goal != 0 {
			break
		}
		if len(next[at]) == 0 {
			break
		}
		at = next[at][0]
	}
	if reached := g.Nodes[at].Mark&picture.Goal != 0; reached != (a.Best >= 0) {
		t.Errorf("%s: the marked moves reach the goal: %v; the best plan costs %d", name, reached, a.Best)
	}
}
