package planning

import "container/heap"

// A queue is an open list: a priority queue with buckets by two keys. It returns items by the least first
// key, then the least second key, then last in, first out. The number of different keys is small; only they
// are in a heap, so an item costs little more than an append.
type queue[T any] struct {
	keys    keyHeap
	buckets map[key]*bucket[T]
	last    *bucket[T] // the bucket of the last push
	size    int
	fifo    bool // first in, first out within a bucket
	spare   []*bucket[T]
}

type key struct{ first, second int64 }

type bucket[T any] struct {
	key   key
	items []T
	head  int
}

func newQueue[T any](fifo bool) *queue[T] {
	return &queue[T]{buckets: map[key]*bucket[T]{}, fifo: fifo}
}

func (q *queue[T]) push(first, second int64, x T) {
	k := key{first, second}
	b := q.last
	if b == nil || b.key != k {
		var ok bool
		if b, ok = q.buckets[k]; !ok {
			if n := len(q.spare); n > 0 {
				b, q.spare = q.spare[n-1], q.spare[:n-1]
			} else {
				b = &bucket[T]{}
			}
			b.key, b.items, b.head = k, b.items[:0], 0
			q.buckets[k] = b
			heap.Push(&q.keys, k)
		}
		q.last = b
	}
	b.items = append(b.items, x)
	q.size++
}

// least returns the least first key. The queue must not be empty.
func (q *queue[T]) least() int64 { return q.keys[0].first }

// top returns the item that pop would return.
func (q *queue[T]) top() T {
	b := q.buckets[q.keys[0]]
	if q.fifo {
		return b.items[b.head]
	}
	return b.items[len(b.items)-1]
}

func (q *queue[T]) pop() (x T, first int64) {
	k := q.keys[0]
	b := q.buckets[k]
	if q.fifo {
		x = b.items[b.head]
		b.head++
	} else {
		x = b.items[len(b.items)-1]
		b.items = b.items[:len(b.items)-1]
	}
	q.size--
	if b.head == len(b.items) {
		heap.Pop(&q.keys)
		delete(q.buckets, k)
		if q.last == b {
			q.last = nil
		}
		if len(q.spare) < 16 && cap(b.items) < 1<<16 {
			q.spare = append(q.spare, b)
		}
	}
	return x, k.first
}

type keyHeap []key

func (h keyHeap) Len() int { return len(h) }
func (h keyHeap) Less(i, j int) bool {
	return h[i].first < h[j].first || h[i].first == h[j].first && h[i].second < h[j].second
}
func (h keyHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *keyHeap) Push(x any)   { *h = append(*h, x.(key)) }
func (h *keyHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
