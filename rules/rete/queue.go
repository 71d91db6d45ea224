package rete

// queue has the activations of a module with equal salience, sorted by age. Depth takes them from
// the end and breadth from the front in constant time, which a heap cannot do. A removed
// activation leaves 0 behind.
type queue struct {
	salience int
	items    []int32
	front    int // the index of the first activation that breadth has not taken
	live     int
}

// queued reports whether the strategy depends only on the age.
func (g *Agendas) queued() bool { return g.strategy == Depth || g.strategy == Breadth }

// queueFor returns the queue of a salience. Queues are sorted, the greatest salience first.
func (g *Agendas) queueFor(module, salience int) *queue {
	for len(g.queues) <= module {
		g.queues = append(g.queues, nil)
	}
	queues := g.queues[module]
	at := 0
	for at < len(queues) && queues[at].salience > salience {
		at++
	}
	if at < len(queues) && queues[at].salience == salience {
		return queues[at]
	}
	q := &queue{salience: salience}
	queues = append(queues, nil)
	copy(queues[at+1:], queues[at:])
	queues[at] = q
	g.queues[module] = queues
	return q
}

func (g *Agendas) enqueue(number int32) {
	a := g.items[number]
	q := g.queueFor(a.Rule.Module, a.Salience)
	a.place = int32(len(q.items))
	q.items = append(q.items, number)
	q.live++
}

func (g *Agendas) dequeue(a *Activation) {
	q := g.queueFor(a.Rule.Module, a.Salience)
	q.items[a.place] = 0
	a.place = -1
	q.live--
	for n := len(q.items); n > q.front && q.items[n-1] == 0; n-- {
		q.items = q.items[:n-1]
	}
	for q.front < len(q.items) && q.items[q.front] == 0 {
		q.front++
	}
	if q.front == len(q.items) {
		q.items, q.front = q.items[:0], 0
	}
	if len(q.items) > 64 && q.live < len(q.items)/4 {
		g.closeGaps(q)
	}
}

// closeGaps removes the zeros from a queue.
func (g *Agendas) closeGaps(q *queue) {
	kept := q.items[:0]
	for _, number := range q.items {
		if number != 0 {
			g.items[number].place = int32(len(kept))
			kept = append(kept, number)
		}
	}
	q.items, q.front = kept, 0
}

// topOfQueues returns the number of the activation that fires next, or 0.
func (g *Agendas) topOfQueues(module int) int32 {
	if module >= len(g.queues) {
		return 0
	}
	for _, q := range g.queues[module] {
		if q.live == 0 {
			continue
		}
		if g.strategy == Breadth {
			return q.items[q.front]
		}
		return q.items[len(q.items)-1]
	}
	return 0
}
