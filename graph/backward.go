package graph

// A backward removes successors that lead straight back to the state from which a state was first reached.
// With reversible moves each state has one such successor, and looking it up costs as much as any other.
// The type stores these predecessors for the states of a layer.
type backward struct {
	first     int           // number of the layer's first state
	now, next paged[uint64] // by state of this layer and the next: its predecessor
	batch     []uint64      // predecessors of the states of a batch
	states    []uint64
	from      []int32
	seen, out int64 // successors checked, and filtered out
}

// useful reports whether filtering saves more than it costs.
func (b *backward) useful() bool { return b != nil && (b.seen < 4096 || b.out*4 > b.seen) }

// filter returns the successors of a batch that are not filtered out, and the places in the batch that they come
// from. i is the number of the first state of the batch.
func (b *backward) filter(i int, succ *Successors) ([]uint64, []int32) {
	n := len(succ.From)
	b.states, b.from, b.batch = sized(b.states, n), sized(b.from, n), b.batch[:0]
	for at := i - b.first; at < b.now.n && len(b.batch) < int(last(succ.From))+1; at++ {
		b.batch = append(b.batch, *b.now.at(at))
	}
	k := 0
	if states, from, batch := b.states[:n], b.from[:n], b.batch; len(batch) > int(last(succ.From)) {
		for j, x := range succ.States[:n] {
			f := succ.From[j]
			states[k], from[k] = x, f
			if batch[f] != x {
				k++
			}
		}
	} else { // start states
		copy(states, succ.States)
		k = copy(from, succ.From)
	}
	b.seen += int64(n)
	b.out += int64(n - k)
	return b.states[:k], b.from[:k]
}

// last returns the last place in the batch, or -1.
func last(from []int32) int32 {
	if len(from) == 0 {
		return -1
	}
	return from[len(from)-1]
}

// leads reports whether x is the predecessor of state i.
func (b *backward) leads(i int, x uint64) bool {
	at := i - b.first
	return at < b.now.n && *b.now.at(at) == x
}

// grow makes room for n states of the next layer.
func (b *backward) grow(n int) { b.next.grow(max(n, b.next.n)) }

// note stores the predecessors of new states, which are numbered from next on.
func (b *backward) note(batch []uint64, from []int32, ids []uint32, next uint32) {
	for k, id := range ids {
		if id == next {
			b.next.append(batch[from[k]])
			next++
		}
	}
}

// turn starts a layer whose first state has the number first.
func (b *backward) turn(first int) {
	if b != nil {
		b.first, b.now, b.next = first, b.next, b.now
		b.next.reset()
	}
}

func (b *backward) bytes() int64 {
	if b == nil {
		return 0
	}
	return b.now.bytes() + b.next.bytes()
}
