package rete

// memory is a hash table of tokens, keyed by the values that the join reading it compares.
// Tokens of equal hash are in a chain.
type memory struct {
	heads, tails []int32
	count        int
	hashed       bool
}

const (
	firstSize = 16
	load      = 2 // the average chain length at which the table doubles
)

func newMemory(hashed bool) *memory {
	size := 1
	if hashed {
		size = firstSize
	}
	return &memory{heads: make([]int32, size), tails: make([]int32, size), hashed: hashed}
}

// first returns the first token of a chain.
func (m *memory) first(hash uint32) int32 { return m.heads[hash&uint32(len(m.heads)-1)] }

// push puts t at the front of its chain.
func (n *Network) push(m *memory, t int32) {
	k := &n.tokens[t]
	b := k.hash & uint32(len(m.heads)-1)
	k.prev, k.next = 0, m.heads[b]
	if k.next != 0 {
		n.tokens[k.next].prev = t
	} else {
		m.tails[b] = t
	}
	m.heads[b] = t
	n.counted(m)
}

// queue puts t at the end of its chain.
func (n *Network) queue(m *memory, t int32) {
	n.link(m, t)
	n.counted(m)
}

// link links t at the end of its chain.
func (n *Network) link(m *memory, t int32) {
	k := &n.tokens[t]
	b := k.hash & uint32(len(m.heads)-1)
	k.next, k.prev = 0, m.tails[b]
	if k.prev != 0 {
		n.tokens[k.prev].next = t
	} else {
		m.heads[b] = t
	}
	m.tails[b] = t
}

// counted counts a token and grows the table if necessary.
func (n *Network) counted(m *memory) {
	m.count++
	if m.hashed && m.count > load*len(m.heads) {
		n.grow(m)
	}
}

// grow doubles the table and keeps the order within a chain.
func (n *Network) grow(m *memory) {
	old := m.heads
	m.heads, m.tails = make([]int32, 2*len(old)), make([]int32, 2*len(old))
	for _, t := range old {
		for t != 0 {
			next := n.tokens[t].next
			n.link(m, t)
			t = next
		}
	}
}

// remove removes t from its chain.
func (n *Network) remove(m *memory, t int32) {
	k := &n.tokens[t]
	b := k.hash & uint32(len(m.heads)-1)
	if k.prev != 0 {
		n.tokens[k.prev].next = k.next
	} else {
		m.heads[b] = k.next
	}
	if k.next != 0 {
		n.tokens[k.next].prev = k.prev
	} else {
		m.tails[b] = k.prev
	}
	k.next, k.prev = 0, 0
	m.count--
}
