package rete

// memory is a hash table of tokens, keyed by the values that the join reading it compares.
// Tokens of equal hash are in a chain. Nodes know a memory by its number in Network.memories, so that
// networks can share nodes; a memory without tokens may be nil.
type memory struct {
	heads, tails []int32
	count        int
	hashed       bool
}

// A page has memories with consecutive numbers. Pages are allocated when a memory gets its first token, so that
// a network of many rules and few facts is small.
type page [pageSize]*memory

const (
	pageSize  = 32
	firstSize = 16
	load      = 2 // the average chain length at which the table doubles
)

// newMemory returns the number of a new memory.
func (n *Network) newMemory(hashed bool) int32 {
	number := int32(len(n.hashed))
	n.hashed = append(n.hashed, hashed)
	for len(n.hashed) > len(n.memories)*pageSize {
		n.memories = append(n.memories, nil)
	}
	return number
}

// memory returns the memory with a number, for adding a token.
func (n *Network) memory(number int32) *memory {
	p := n.memories[number/pageSize]
	if p == nil {
		p = &page{}
		n.memories[number/pageSize] = p
	}
	m := p[number%pageSize]
	if m == nil {
		m = emptyMemory(n.hashed[number])
		p[number%pageSize] = m
	}
	return m
}

// memoryOr returns the memory with a number, or nil if it never had a token.
func (n *Network) memoryOr(number int32) *memory {
	if p := n.memories[uint32(number)/pageSize]; p != nil {
		return p[uint32(number)%pageSize]
	}
	return nil
}

func emptyMemory(hashed bool) *memory {
	size := 1
	if hashed {
		size = firstSize
	}
	return &memory{heads: make([]int32, size), tails: make([]int32, size), hashed: hashed}
}

// first returns the first token of a chain.
func (n *Network) first(number int32, hash uint32) int32 {
	m := n.memoryOr(number)
	if m == nil {
		return 0
	}
	return m.heads[hash&uint32(len(m.heads)-1)]
}

// count returns the number of tokens in a memory.
func (n *Network) count(number int32) int {
	if m := n.memoryOr(number); m != nil {
		return m.count
	}
	return 0
}

// push puts t at the front of its chain.
func (n *Network) push(number, t int32) {
	m := n.memory(number)
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
func (n *Network) queue(number, t int32) {
	m := n.memory(number)
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
func (n *Network) remove(number, t int32) {
	m := n.memoryOr(number)
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
