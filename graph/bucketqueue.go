package graph

import (
	"cmp"
	"container/heap"
	"slices"
)

// A label is a path to a state that may be a shortest one.
type label struct {
	cost  int64
	edges int32
	state int32
}

// A bucketQueue is a priority queue that orders labels by cost, then number of edges, then insertion. It has a
// bucket for each cost in the queue (Dial 1969), with a list for each number of edges. Only the costs, of which
// there are few, are in a heap.
type bucketQueue struct {
	costs   costHeap
	buckets map[int64]*bucket
	n       int
	bytes   int64 // approximate memory
}

// A bucket holds its lists sorted by number of edges.
type bucket struct {
	cost  int64
	lists []*stateQueue
}

// A stateQueue is a first-in, first-out queue of states, in pages, so that growing copies nothing.
type stateQueue struct {
	edges int32
	pages [][]int32
	next  int // index in the first page
}

// Pages start small, since there may be many lists, and grow.
const (
	minPage = 1 << 3
	maxPage = 1 << 12
)

// Memory of a bucket and a list without pages.
const (
	bucketBytes = 120
	listBytes   = 80
)

type costHeap []int64

func (h costHeap) Len() int           { return len(h) }
func (h costHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h costHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *costHeap) Push(x any)        { *h = append(*h, x.(int64)) }
func (h *costHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

func (q *bucketQueue) push(l label) {
	b := q.buckets[l.cost]
	if b == nil {
		if q.buckets == nil {
			q.buckets = map[int64]*bucket{}
		}
		b = &bucket{cost: l.cost}
		q.buckets[l.cost] = b
		heap.Push(&q.costs, l.cost)
		q.bytes += bucketBytes
	}
	q.add(b.list(q, l.edges), l.state)
	q.n++
}

// list returns the list for a number of edges.
func (b *bucket) list(q *bucketQueue, edges int32) *stateQueue {
	i, ok := slices.BinarySearchFunc(b.lists, edges, func(w *stateQueue, e int32) int { return cmp.Compare(w.edges, e) })
	if !ok {
		b.lists = slices.Insert(b.lists, i, &stateQueue{edges: edges})
		q.bytes += listBytes
	}
	return b.lists[i]
}

func (q *bucketQueue) add(w *stateQueue, state int32) {
	last := len(w.pages) - 1
	if last < 0 || len(w.pages[last]) == cap(w.pages[last]) {
		size := minPage
		if last >= 0 {
			size = min(2*cap(w.pages[last]), maxPage)
		}
		w.pages = append(w.pages, make([]int32, 0, size))
		q.bytes += 4*int64(size) + 24
		last++
	}
	w.pages[last] = append(w.pages[last], state)
}

// pop returns the least label; it reports false if the queue is empty.
func (q *bucketQueue) pop() (label, bool) {
	for q.n > 0 {
		b := q.buckets[q.costs[0]]
		if len(b.lists) > 0 {
			return q.take(b), true
		}
		heap.Pop(&q.costs)
		delete(q.buckets, b.cost)
		q.bytes -= bucketBytes
	}
	return label{}, false
}

// take removes the first state of the first list of a bucket.
func (q *bucketQueue) take(b *bucket) label {
	w := b.lists[0]
	page := w.pages[0]
	l := label{b.cost, w.edges, page[w.next]}
	w.next++
	q.n--
	if w.next < len(page) {
		return l
	}
	q.bytes -= 4*int64(cap(page)) + 24
	if w.pages, w.next = w.pages[1:], 0; len(w.pages) == 0 {
		b.lists = slices.Delete(b.lists, 0, 1)
		q.bytes -= listBytes
	}
	return l
}
