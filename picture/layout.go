package picture

import "math"

// Direction is the direction of the layers.
type Direction uint8

const (
	Auto  Direction = iota // the one with the better aspect ratio
	Down                   // from top to bottom
	Right                  // from left to right
)

// A Box is a rectangle by its upper left corner.
type Box struct{ X, Y, W, H float64 }

// A Point is a point of the picture.
type Point struct{ X, Y float64 }

// A Layout holds the coordinates of a graph.
type Layout struct {
	W, H   float64
	Nodes  []Box
	Labels []Box     // by edge; of width 0 without a label
	Curves [][]Point // by edge: a point, then three points for each cubic curve
	Right  bool      // the layers are side by side
}

// Distances, in units of the picture.
const (
	gapNodes   = 26.0 // between two nodes of a layer
	gapLabels  = 14.0 // between two labels
	gapLines   = 12.0 // between two lines, or a line and a box
	gapLayers  = 20.0 // minimum distance between layers
	padX, padY = 10.0, 7.0

	portDistance = 13.0 // distance between the ends of edges at a node with many edges
)

// Arrange lays out a graph. It fails if an edge or a layer is invalid.
func Arrange(g *Graph, dir Direction) (*Layout, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if dir != Auto {
		return arrange(g, dir == Right), nil
	}
	down, right := arrange(g, false), arrange(g, true)
	if right.page() < down.page() {
		return right, nil
	}
	return down, nil
}

// page returns the width of the smallest page with aspect ratio 3:2 that the layout fits on.
func (l *Layout) page() float64 { return math.Max(l.W, l.H*1.5) }

func arrange(g *Graph, right bool) *Layout {
	n := newNet(g, right)
	n.order()
	n.place()
	return n.draw()
}

// A vertex is an element of a layer of the net: a node, the label of an edge, or a dummy vertex of
// an edge. Breadth is its size along the layer, depth across.
type vertex struct {
	breadth, depth float64
	node           int // -1: not a node
	edge           int // -1: not of an edge
	arc            bool
	at             float64 // coordinate of the middle, along the layer
	up, down       []link
}

// A link connects vertices of adjacent layers.
type link struct {
	to     int
	weight float64
	edge   int
}

// A net is a proper layered graph: it has a layer for labels between each two layers, and every
// link connects adjacent layers.
type net struct {
	g        *Graph
	right    bool
	vertices []vertex
	layers   [][]int // vertices, in their order
	chain    [][]int // by edge: its vertices, from the upper node to the lower
}

func newNet(g *Graph, right bool) *net {
	n := &net{g: g, right: right, chain: make([][]int, len(g.Edges))}
	last := 0
	for i := range g.Nodes {
		last = max(last, g.Nodes[i].Layer)
	}
	n.layers = make([][]int, 2*last+2)
	for i := range g.Nodes {
		w, h := nodeBox(&g.Nodes[i])
		n.add(2*g.Nodes[i].Layer, vertex{breadth: w, depth: h, node: i, edge: -1})
	}
	for i := range g.Edges {
		n.thread(i)
	}
	n.widen()
	if len(n.layers[len(n.layers)-1]) == 0 {
		n.layers = n.layers[:len(n.layers)-1]
	}
	return n
}

// widen makes nodes wide enough for their edges.
func (n *net) widen() {
	for i := range n.g.Nodes {
		v := &n.vertices[i]
		ends := max(len(v.up), len(v.down))
		v.breadth = math.Max(v.breadth, math.Min(portDistance*float64(ends)+20, 400))
	}
}

// add adds a vertex to a layer; its breadth and depth are given as width and height.
func (n *net) add(layer int, v vertex) int {
	if n.right {
		v.breadth, v.depth = v.depth, v.breadth
	}
	n.vertices = append(n.vertices, v)
	i := len(n.vertices) - 1
	n.layers[layer] = append(n.layers[layer], i)
	return i
}

// thread inserts the dummy vertices of an edge into the layers between its ends.
func (n *net) thread(i int) {
	e := &n.g.Edges[i]
	from, to := e.From, e.To
	a, b := n.g.Nodes[from].Layer, n.g.Nodes[to].Layer
	if a > b {
		from, to, a, b = to, from, b, a
	}
	w, h := labelBox(e)
	chain := []int{from}
	switch {
	case a == b:
		v := n.add(2*a+1, vertex{breadth: max(w, 2), depth: max(h, 2), node: -1, edge: i, arc: true})
		chain = append(chain, v, to)
	default:
		mark := a + b // the layer of the label, an odd number
		if mark%2 == 0 {
			mark--
		}
		for layer := 2*a + 1; layer < 2*b; layer++ {
			v := vertex{breadth: 2, depth: 2, node: -1, edge: i}
			if layer == mark {
				v.breadth, v.depth = max(w, 2), max(h, 2)
			}
			chain = append(chain, n.add(layer, v))
		}
		chain = append(chain, to)
	}
	n.chain[i] = chain
	for k := 1; k < len(chain); k++ {
		weight := 1.0
		if k > 1 && k < len(chain)-1 {
			weight = 8
		}
		if e.Strong {
			weight *= 4
		}
		upper, lower := chain[k-1], chain[k]
		if a == b && k == 2 {
			upper, lower = lower, upper
		}
		n.vertices[upper].down = append(n.vertices[upper].down, link{lower, weight, i})
		n.vertices[lower].up = append(n.vertices[lower].up, link{upper, weight, i})
	}
}

// gap returns the minimum distance between two neighbours of a layer.
func (n *net) gap(a, b int) float64 {
	va, vb := &n.vertices[a], &n.vertices[b]
	switch {
	case va.node >= 0 && vb.node >= 0:
		return gapNodes
	case va.node < 0 && vb.node < 0 && va.breadth > 2 && vb.breadth > 2:
		return gapLabels
	}
	return gapLines
}

func nodeBox(n *Node) (w, h float64) {
	for _, l := range n.Label {
		w = math.Max(w, l.width())
		h += nodeSize * lead
	}
	if t := n.tags(); t != "" {
		w = math.Max(w, textWidth(t, tagSize))
		h += tagSize * lead
	}
	switch {
	case n.Mark&Foe != 0:
		w += 2 * pointed
	case n.Mark&Chance != 0:
		w += math.Min(h, 60) * 0.6
	}
	if n.Mark&Start != 0 { // round corners
		w += 8
	}
	return math.Max(w, 20) + 2*padX, math.Max(h, 12) + 2*padY
}

func labelBox(e *Edge) (w, h float64) {
	if e.Label == "" {
		return 0, 0
	}
	for _, l := range splitLines(e.Label) {
		w = math.Max(w, textWidth(l, edgeSize))
		h += edgeSize * lead
	}
	return w + 6, h + 4
}
