package picture

import "fmt"

// Overlap describes an overlap in a layout of g, or returns "": of two boxes of nodes or labels, or
// of an edge and a foreign box. It compares all pairs, and samples each curve densely. It is slow,
// and intended for tests.
func (l *Layout) Overlap(g *Graph) string {
	type named struct {
		Box
		node, edge int
	}
	var boxes []named
	for i, b := range l.Nodes {
		boxes = append(boxes, named{b, i, -1})
	}
	for i, b := range l.Labels {
		if b.W > 0 {
			boxes = append(boxes, named{b, -1, i})
		}
	}
	for i, a := range boxes {
		if a.X < 0 || a.Y < 0 || a.X+a.W > l.W || a.Y+a.H > l.H {
			return fmt.Sprintf("box %+v lies outside", a)
		}
		for _, b := range boxes[:i] {
			if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
				return fmt.Sprintf("boxes %+v and %+v overlap", a, b)
			}
		}
	}
	for i, c := range l.Curves {
		e := g.Edges[i]
		for _, p := range sampled(c) {
			for _, b := range boxes {
				own := b.edge == i || b.node == e.From || b.node == e.To
				if !own && p.X > b.X && p.X < b.X+b.W && p.Y > b.Y && p.Y < b.Y+b.H {
					return fmt.Sprintf("edge %d crosses box %+v at %v", i, b, p)
				}
			}
		}
	}
	return ""
}

// sampled returns points on a sequence of cubic curves.
func sampled(c []Point) []Point {
	const steps = 16
	var out []Point
	for k := 0; k+3 < len(c); k += 3 {
		for i := range steps + 1 {
			t := float64(i) / steps
			u := 1 - t
			w := [4]float64{u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t}
			var p Point
			for j, q := range c[k : k+4] {
				p.X += w[j] * q.X
				p.Y += w[j] * q.Y
			}
			out = append(out, p)
		}
	}
	return out
}
