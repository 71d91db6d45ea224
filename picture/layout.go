package picture

import "math"

// Direction says where the layers lie one after another.
type Direction uint8

const (
	Auto  Direction = iota // whichever makes the picture more nearly fit a page
	Down                   // each below the one before
	Right                  // each to the right of the one before
)

// A Box is a rectangle by its upper left corner.
type Box struct{ X, Y, W, H float64 }

// A Point is a place in the picture.
type Point struct{ X, Y float64 }

// A Layout is where everything lies.
type Layout struct {
	W, H   float64
	Nodes  []Box
	Labels []Box     // by edge; of no width where an edge has no label
	Curves [][]Point // by edge: a point, then three more for each cubic curve
	Right  bool      // the layers lie side by side
}

// Distances, in units of the picture.
const (
	gapNodes   = 26.0 // between two nodes of a layer
	gapLabels  = 14.0 // between two labels
	gapLines   = 12.0 // between two lines, or a line and a box
	gapLayers  = 20.0 // between layers, at least
	padX, padY = 10.0, 7.0

	portDistance = 13.0 // between the ends of edges at a node, where there are many
)

// Arrange lays a graph out. It fails if an edge or a layer makes no sense.
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

// page is the width of the smallest page of three by two that the layout fits on.
func (l *Layout) page() float64 { return math.Max(l.W, l.H*1.5) }

func arrange(g *Graph, right bool) *Layout {
	n := newNet(g, right)
	n.order()
	n.place()
	return n.draw()
}

// A vertex is a place in a layer of the net: a node, the label of an edge, or where an
// edge passes. Breadth is along the layer, depth across.
type vertex struct {
	breadth, depth float64
	node           int // -1: none
	edge           int // -1: none
	arc            bool
	at             float64 // the middle, along the layer
	up, down       []link
}

// A link leads to a vertex of the next layer.
type link struct {
	to     int
	weight float64
	edge   int
}

// A net is a graph with a layer between each two for labels, in which every link leads
// from a layer to the next.
type net struct {
	g        *Graph
	right    bool
	vertices []vertex
	layers   [][]int // vertices, in their order
	chain    [][]int // by edge: the vertices it passes, from the upper node to the lower
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

// widen makes nodes wide enough for the heads of the edges that meet them.
func (n *net) widen() {
	for i := range n.g.Nodes {
		v := &n.vertices[i]
		ends := max(len(v.up), len(v.down))
		v.breadth = math.Max(v.breadth, math.Min(portDistance*float64(ends)+20, 400))
	}
}

// add puts a vertex into a layer; its breadth and depth are width and height.
func (n *net) add(layer int, v vertex) int {
	if n.right {
		v.breadth, v.depth = v.depth, v.breadth
	}
	n.vertices = append(n.vertices, v)
	i := len(n.vertices) - 1
	n.layers[layer] = append(n.layers[layer], i)
	return i
}

// thread leads an edge through the layers between its ends.
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
		mark := a + b // the label's layer, an odd one
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

// gap is the distance kept between two neighbours of a layer.
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
	if n.Mark&Start != 0 { // its corners are round
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
