package planning

// A costQueue is a priority queue of numbers by cost. Costs below dial have a bucket each (Dial 1969);
// others are in a heap.
type costQueue struct {
	buckets [][]int32
	low     int // all buckets below are empty
	high    int // all buckets from here on are empty
	count   int // number of items in buckets
	heap    []costItem
}

type costItem struct {
	cost int64
	x    int32
}

const dial = 1 << 12 // costs below it have buckets

func (q *costQueue) clear() {
	if q.count > 0 {
		for i := q.low; i < q.high; i++ {
			q.buckets[i] = q.buckets[i][:0]
		}
	}
	q.low, q.high, q.count, q.heap = 0, 0, 0, q.heap[:0]
}

func (q *costQueue) push(x int32, cost int64) {
	if cost >= dial {
		q.heap = append(q.heap, costItem{cost, x})
		q.up(len(q.heap) - 1)
		return
	}
	for int(cost) >= len(q.buckets) {
		q.buckets = append(q.buckets, nil)
	}
	q.buckets[cost] = append(q.buckets[cost], x)
	q.low, q.high = min(q.low, int(cost)), max(q.high, int(cost)+1)
	q.count++
}

func (q *costQueue) pop() (x int32, cost int64, ok bool) {
	if q.count > 0 {
		for len(q.buckets[q.low]) == 0 {
			q.low++
		}
		b := q.buckets[q.low]
		q.buckets[q.low] = b[:len(b)-1]
		q.count--
		return b[len(b)-1], int64(q.low), true
	}
	if len(q.heap) == 0 {
		return 0, 0, false
	}
	top := q.heap[0]
	last := len(q.heap) - 1
	q.heap[0] = q.heap[last]
	q.heap = q.heap[:last]
	q.down(0)
	return top.x, top.cost, true
}

func (q *costQueue) up(i int) {
	for i > 0 {
		p := (i - 1) / 2
		if q.heap[p].cost <= q.heap[i].cost {
			return
		}
		q.heap[p], q.heap[i] = q.heap[i], q.heap[p]
		i = p
	}
}

func (q *costQueue) down(i int) {
	for {
		c := 2*i + 1
		if c >= len(q.heap) {
			return
		}
		if c+1 < len(q.heap) && q.heap[c+1].cost < q.heap[c].cost {
			c++
		}
		if q.heap[i].cost <= q.heap[c].cost {
			return
		}
		q.heap[i], q.heap[c] = q.heap[c], q.heap[i]
		i = c
	}
}
