package graph

// backward leaves out successors that lead straight back to where a state was first
// reached from: in a space whose moves can be undone each state has one, and looking
// it up costs as much as any other. It remembers, for the states of a layer, the states
// they were reached from.
type backward struct {
	first     int           // the number of the layer's first state
	now, next paged[uint64] // by state of this layer and the next: where it was reached from
	states    []uint64
	from      []int32
	seen, out int64 // successors looked at, and left out
}

// useful reports whether it saves more than it costs.
func (b *backward) useful() bool { return b != nil && (b.seen < 4096 || b.out*16 > b.seen) }

// filter returns the successors of a batch, whose first state has the number i, that
// are not left out, and where in the batch they come from.
func (b *backward) filter(i int, succ *Successors) ([]uint64, []int32) {
	n := len(succ.From)
	b.states, b.from = sized(b.states, n), sized(b.from, n)
	k := 0
	for j, f := range succ.From {
		x := succ.States[j]
		b.states[k], b.from[k] = x, f
		if !b.leads(i+int(f), x) {
			k++
		}
	}
	b.seen += int64(n)
	b.out += int64(n - k)
	return b.states[:k], b.from[:k]
}

// leads reports whether a state leads back to state i.
func (b *backward) leads(i int, x uint64) bool {
	at := i - b.first
	return at < b.now.n && *b.now.at(at) == x
}

// grow makes room for n states of the next layer.
func (b *backward) grow(n int) { b.next.grow(max(n, b.next.n)) }

// note remembers where new states, numbered from next on, were reached from.
func (b *backward) note(batch []uint64, from []int32, ids []uint32, next uint32) {
	for k, id := range ids {
		if id == next {
			b.next.append(batch[from[k]])
			next++
		}
	}
}

// turn begins a layer, whose first state has the number first.
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
