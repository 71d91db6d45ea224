// Package order holds decision orders and restart schedules shared by the two solvers.
package order

// A Heap yields the variable with the greatest activity (VSIDS: Moskewicz, Madigan, Zhao, Zhang and Malik 2001; as a
// heap with growing increments: Eén and Sörensson 2003). Variables are numbered from 0. Ties go to the smaller number.
type Heap struct {
	Activity []float64
	inc      float64
	items    []uint32
	place    []int32 // index in items; -1: not in the heap
}

// Grow adds variables up to n. They are not in the heap.
func (h *Heap) Grow(n int) {
	for len(h.Activity) < n {
		h.Activity = append(h.Activity, 0)
		h.place = append(h.place, -1)
	}
	if h.inc == 0 {
		h.inc = 1
	}
}

// Len returns the number of variables in the heap.
func (h *Heap) Len() int { return len(h.items) }

// Has reports whether v is in the heap.
func (h *Heap) Has(v uint32) bool { return h.place[v] >= 0 }

// Bump increases the activity of v.
func (h *Heap) Bump(v uint32) {
	if h.Activity[v] += h.inc; h.Activity[v] > 1e100 {
		h.rescale()
	}
	if h.place[v] >= 0 {
		h.up(int(h.place[v]))
	}
}

// Decay multiplies all activities by factor, relative to later bumps. It must be below 1.
func (h *Heap) Decay(factor float64) { h.inc /= factor }

func (h *Heap) rescale() {
	for i := range h.Activity {
		h.Activity[i] *= 1e-100
	}
	h.inc *= 1e-100
}

// Forget sets the activity of v to 0.
func (h *Heap) Forget(v uint32) {
	h.Activity[v] = 0
	if h.place[v] >= 0 {
		h.down(int(h.place[v]))
	}
}

// Insert adds v to the heap unless it is present.
func (h *Heap) Insert(v uint32) {
	if h.place[v] >= 0 {
		return
	}
	h.place[v] = int32(len(h.items))
	h.items = append(h.items, v)
	h.up(len(h.items) - 1)
}

// Max returns the most active variable in the heap, which must not be empty.
func (h *Heap) Max() uint32 { return h.items[0] }

// Pop removes and returns the most active variable of the heap, which must not be empty.
func (h *Heap) Pop() uint32 {
	v := h.items[0]
	last := h.items[len(h.items)-1]
	h.items = h.items[:len(h.items)-1]
	h.place[v] = -1
	if last != v {
		h.items[0] = last
		h.place[last] = 0
		h.down(0)
	}
	return v
}

// before is a strict order, so the result does not depend on the history of the heap.
func (h *Heap) before(a, b uint32) bool {
	x, y := h.Activity[a], h.Activity[b]
	return x > y || x == y && a < b
}

func (h *Heap) up(i int) {
	v := h.items[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !h.before(v, h.items[parent]) {
			break
		}
		h.items[i] = h.items[parent]
		h.place[h.items[i]] = int32(i)
		i = parent
	}
	h.items[i] = v
	h.place[v] = int32(i)
}

func (h *Heap) down(i int) {
	v := h.items[i]
	for {
		child := 2*i + 1
		if child >= len(h.items) {
			break
		}
		if child+1 < len(h.items) && h.before(h.items[child+1], h.items[child]) {
			child++
		}
		if !h.before(h.items[child], v) {
			break
		}
		h.items[i] = h.items[child]
		h.place[h.items[i]] = int32(i)
		i = child
	}
	h.items[i] = v
	h.place[v] = int32(i)
}
