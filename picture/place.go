package picture

import "math"

// placings is the number of sweeps that compute coordinates.
const placings = 60

// place computes the coordinates of the vertices of each layer, in their order and without
// overlaps: as near as possible to the mean of their neighbours above, below, or both.
func (n *net) place() {
	for _, layer := range n.layers {
		at := 0.0
		for i, v := range layer {
			if i > 0 {
				at += n.distance(layer[i-1], v)
			}
			n.vertices[v].at = at
		}
		for _, v := range layer {
			n.vertices[v].at -= at / 2
		}
	}
	for k := range placings {
		up, down := k%2 == 0, k%2 == 1
		if k >= placings/2 {
			up, down = true, true
		}
		for i := range n.layers {
			layer := n.layers[i]
			if k%2 == 1 {
				layer = n.layers[len(n.layers)-1-i]
			}
			n.settle(layer, up, down)
		}
	}
	for i := range n.vertices {
		n.vertices[i].at = math.Round(n.vertices[i].at*2) / 2
	}
}

// distance returns the minimum distance between the middles of two neighbours.
func (n *net) distance(a, b int) float64 {
	return (n.vertices[a].breadth+n.vertices[b].breadth)/2 + n.gap(a, b)
}

// settle moves the vertices of a layer to the coordinates with the least weighted squared distance
// from their desired ones (pooling adjacent violators).
func (n *net) settle(layer []int, up, down bool) {
	type block struct{ sum, weight, size float64 } // vertices that touch
	var blocks []block
	shift := make([]float64, len(layer)) // of each vertex from the first, if all touch
	for i, v := range layer {
		if i > 0 {
			shift[i] = shift[i-1] + n.distance(layer[i-1], v)
		}
		want, weight := n.desired(v, up, down)
		b := block{(want - shift[i]) * weight, weight, 1}
		for len(blocks) > 0 {
			last := blocks[len(blocks)-1]
			if last.sum/last.weight <= b.sum/b.weight {
				break
			}
			b = block{last.sum + b.sum, last.weight + b.weight, last.size + b.size}
			blocks = blocks[:len(blocks)-1]
		}
		blocks = append(blocks, b)
	}
	i := 0
	for _, b := range blocks {
		for range int(b.size) {
			n.vertices[layer[i]].at = b.sum/b.weight + shift[i]
			i++
		}
	}
}

// desired returns the desired coordinate of a vertex and its weight.
func (n *net) desired(v int, up, down bool) (want, weight float64) {
	x := &n.vertices[v]
	add := func(links []link) {
		for _, l := range links {
			want += n.vertices[l.to].at * l.weight
			weight += l.weight
		}
	}
	if up {
		add(x.up)
	}
	if down {
		add(x.down)
	}
	if weight == 0 {
		return x.at, 0.05
	}
	return want / weight, weight
}
