package rete

import "farbank/rules/value"

// Plan is the network of a program without facts: the nodes that any number of networks share. It is
// immutable, so that networks made of it may be used at the same time.
type Plan struct {
	joins       []*join
	alphas      []*node
	hashed      []bool
	rightPrimes []*join
	leftPrimes  []*join
	windows     bool
	tokens      []token // those that exist without any fact
	seeds       []seed
}

// seed is a token that exists without any fact, and the number of its memory.
type seed struct{ memory, token int32 }

// Freeze returns the plan of a network. The network must not be used after that.
func (n *Network) Freeze() *Plan {
	p := &Plan{joins: n.joins, alphas: n.alphas, hashed: n.hashed, rightPrimes: n.rightPrimes, leftPrimes: n.leftPrimes, windows: n.Windows}
	p.tokens = make([]token, 1)
	add := func(k token, memory int32) int32 {
		p.tokens = append(p.tokens, k)
		t := int32(len(p.tokens) - 1)
		p.seeds = append(p.seeds, seed{memory, t})
		return t
	}
	for _, j := range n.joins {
		if j == nil {
			continue
		}
		if j.origin != 0 {
			j.origin = add(token{owner: j.number}, j.left)
		}
		if j.empty != 0 {
			j.empty = add(token{owner: j.number, side: rightSide}, j.right)
		}
	}
	for _, j := range n.leftPrimes {
		p.tokens[j.origin].block = j.origin // as Unprime leaves it
	}
	for _, leaf := range n.alphas {
		for at := leaf; at != nil; at = at.parent {
			at.index()
		}
	}
	return p
}

// index builds the map that choose would build at its first use.
func (at *node) index() {
	if at.selector && at.byValue == nil && len(at.children) > few {
		at.indexChildren()
	}
}

// New returns a network without facts. As after Unprime, nothing matches before a call of Prime.
func (p *Plan) New() *Network {
	n := &Network{joins: p.joins, alphas: p.alphas, hashed: p.hashed, rightPrimes: p.rightPrimes, leftPrimes: p.leftPrimes, Windows: p.windows}
	const room = 16
	n.tokens = append(make([]token, 0, len(p.tokens)+room), p.tokens...)
	n.facts, n.slots, n.marks = make([]*Fact, 1, room), make([][]value.Value, 1, room), make([][]mark, 1)
	n.dependents = map[int32][]*Fact{}
	n.Agendas.network = n
	n.memories = make([]*page, (len(p.hashed)+pageSize-1)/pageSize)
	for _, s := range p.seeds {
		n.queue(s.memory, s.token)
	}
	return n
}
