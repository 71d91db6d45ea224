package picture

import (
	"cmp"
	"math"
	"slices"
)

// draw computes boxes and curves from the coordinates.
func (n *net) draw() *Layout {
	top, bottom := n.bands()
	l := &Layout{Nodes: make([]Box, len(n.g.Nodes)), Labels: make([]Box, len(n.g.Edges)), Curves: make([][]Point, len(n.g.Edges)), Right: n.right}
	for k, layer := range n.layers {
		for _, i := range layer {
			v := &n.vertices[i]
			b := Box{v.at - v.breadth/2, (top[k]+bottom[k])/2 - v.depth/2, v.breadth, v.depth}
			if v.arc {
				b.Y = top[k]
			}
			switch {
			case v.node >= 0:
				l.Nodes[v.node] = b
			case n.g.Edges[v.edge].Label != "" && v.breadth > 2:
				l.Labels[v.edge] = b
			}
		}
	}
	ports := n.ports()
	for i := range n.g.Edges {
		l.Curves[i] = n.curve(i, l, ports, top, bottom)
	}
	l.finish(n)
	return l
}

// bands returns the begin and the end of each layer. The distance between two layers grows with the
// length of the links along them, so that no curve gets too flat.
func (n *net) bands() (top, bottom []float64) {
	y := 0.0
	for _, layer := range n.layers {
		deep, reach := 0.0, 0.0
		for _, i := range layer {
			v := &n.vertices[i]
			deep = math.Max(deep, v.depth)
			for _, l := range v.down {
				reach = math.Max(reach, math.Abs(n.vertices[l.to].at-v.at))
			}
		}
		top = append(top, y)
		bottom = append(bottom, y+deep)
		y += deep + math.Min(gapLayers+reach*0.1, 90)
	}
	return top, bottom
}

// A port is the point where an edge meets a node: an offset from its middle, along the layer.
type port struct {
	edge, node int
	lower      bool // at the side of the next layer
	k          int  // end of the chain: 0 or 1
}

// ports distributes the edges at each side of each node, in the order of their directions.
func (n *net) ports() map[port]float64 {
	type end struct {
		p      port
		toward float64
	}
	sides := map[[2]int][]end{} // by node and side
	for i, chain := range n.chain {
		last := len(chain) - 1
		arc := n.vertices[chain[1]].arc
		first := port{i, chain[0], true, 0}
		second := port{i, chain[last], arc, 1}
		sides[[2]int{chain[0], 1}] = append(sides[[2]int{chain[0], 1}], end{first, n.vertices[chain[1]].at})
		side := 0
		if arc {
			side = 1
		}
		key := [2]int{chain[last], side}
		sides[key] = append(sides[key], end{second, n.vertices[chain[last-1]].at})
	}
	offset := map[port]float64{}
	for key, ends := range sides {
		slices.SortStableFunc(ends, func(a, b end) int { return cmp.Or(cmp.Compare(a.toward, b.toward), a.p.edge-b.p.edge) })
		room := math.Min(n.vertices[key[0]].breadth-20, 22*float64(len(ends)-1))
		for k, e := range ends {
			if len(ends) > 1 {
				offset[e.p] = room * (float64(k)/float64(len(ends)-1) - 0.5)
			}
		}
	}
	return offset
}

// curve computes the curve of an edge through its chain, from From to To.
func (n *net) curve(i int, l *Layout, ports map[port]float64, top, bottom []float64) []Point {
	chain := n.chain[i]
	last := len(chain) - 1
	a, b := chain[0], chain[last]
	layerA, layerB := 2*n.g.Nodes[a].Layer, 2*n.g.Nodes[b].Layer
	arc := n.vertices[chain[1]].arc
	p := Point{n.vertices[a].at + ports[port{i, a, true, 0}], l.Nodes[a].Y + l.Nodes[a].H}
	q := Point{n.vertices[b].at + ports[port{i, b, arc, 1}], l.Nodes[b].Y}
	pts := straight([]Point{p}, Point{p.X, bottom[layerA]})
	if arc {
		q.Y = l.Nodes[b].Y + l.Nodes[b].H
		pts = hang(pts, Point{n.vertices[chain[1]].at, top[layerA+1]}, Point{q.X, bottom[layerB]})
	} else {
		knots := []knot{{Point{p.X, bottom[layerA]}, 0, 0}}
		for k := 1; k < last; k++ {
			v := &n.vertices[chain[k]]
			knots = append(knots, knot{Point{v.at, (top[layerA+k] + bottom[layerA+k]) / 2}, (bottom[layerA+k] - top[layerA+k]) / 2, math.Max(gapLines/2-1, v.breadth/3)})
		}
		pts = pass(pts, append(knots, knot{Point{q.X, top[layerB]}, 0, 0}))
	}
	pts = straight(pts, q)
	if n.g.Edges[i].From != a {
		slices.Reverse(pts)
	}
	return pts
}

// straight appends a straight line, as a cubic curve.
func straight(pts []Point, to Point) []Point {
	p := pts[len(pts)-1]
	if math.Abs(p.X-to.X) < 0.01 && math.Abs(p.Y-to.Y) < 0.01 {
		return pts
	}
	return append(pts, Point{(2*p.X + to.X) / 3, (2*p.Y + to.Y) / 3}, Point{(p.X + 2*to.X) / 3, (p.Y + 2*to.Y) / 3}, to)
}

// A knot is a point that a curve passes. The curve is straight near it (less than half across the
// layers), and at most slack away along them.
type knot struct {
	Point
	half, slack float64
}

// pass appends a smooth curve through knots. It is perpendicular to the layers at both ends. In
// between, its slope is that from the previous knot to the next (Catmull and Rom 1974), or zero at
// a turning point, limited by the slack.
func pass(pts []Point, knots []knot) []Point {
	slope := make([]float64, len(knots))
	for k := 1; k+1 < len(knots); k++ {
		a, b, c := knots[k-1], knots[k], knots[k+1]
		if (b.X-a.X)*(c.X-b.X) <= 0 {
			continue
		}
		slope[k] = (c.X - a.X) / (c.Y - a.Y)
		if most := b.slack / math.Max(b.half, 1); math.Abs(slope[k]) > most {
			slope[k] = math.Copysign(most, slope[k])
		}
	}
	for k := 1; k < len(knots); k++ {
		b := knots[k]
		p := pts[len(pts)-1]
		q := Point{b.X - slope[k]*b.half, b.Y - b.half}
		reach := (q.Y - p.Y) * 0.45
		pts = append(pts, Point{p.X + slope[k-1]*reach, p.Y + reach}, Point{q.X - slope[k]*reach, q.Y - reach}, q)
		pts = straight(pts, Point{b.X + slope[k]*b.half, b.Y + b.half})
	}
	return pts
}

// hang appends an arc that goes down to a point and up again.
func hang(pts []Point, low, to Point) []Point {
	p := pts[len(pts)-1]
	return append(pts, Point{p.X, low.Y}, Point{p.X + (low.X-p.X)*0.6, low.Y}, low,
		Point{to.X + (low.X-to.X)*0.6, low.Y}, Point{to.X, low.Y}, to)
}

// margin is the free space around the graph.
const margin = 24.0

// finish transposes the layout if the layers are side by side, and moves it to the margin.
func (l *Layout) finish(n *net) {
	if n.right {
		turn := func(b *Box) { *b = Box{b.Y, b.X, b.H, b.W} }
		for i := range l.Nodes {
			turn(&l.Nodes[i])
		}
		for i := range l.Labels {
			turn(&l.Labels[i])
		}
		for _, c := range l.Curves {
			for k := range c {
				c[k].X, c[k].Y = c[k].Y, c[k].X
			}
		}
	}
	left, upper, right, lower := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	see := func(x, y float64) {
		left, right = math.Min(left, x), math.Max(right, x)
		upper, lower = math.Min(upper, y), math.Max(lower, y)
	}
	for _, bs := range [][]Box{l.Nodes, l.Labels} {
		for _, b := range bs {
			if b.W > 0 {
				see(b.X, b.Y)
				see(b.X+b.W, b.Y+b.H)
			}
		}
	}
	for _, c := range l.Curves {
		for _, p := range c {
			see(p.X, p.Y)
		}
	}
	if math.IsInf(left, 1) {
		left, upper, right, lower = 0, 0, 0, 0
	}
	dx, dy := margin-left, margin-upper
	for _, bs := range [][]Box{l.Nodes, l.Labels} {
		for i := range bs {
			bs[i].X, bs[i].Y = bs[i].X+dx, bs[i].Y+dy
		}
	}
	for _, c := range l.Curves {
		for k := range c {
			c[k].X, c[k].Y = c[k].X+dx, c[k].Y+dy
		}
	}
	l.W, l.H = right-left+2*margin, lower-upper+2*margin
}
