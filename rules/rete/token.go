package rete

// token is a match of the first conditions of a rule (in a beta memory), or of
// one pattern by one fact (in an alpha memory). All names of other tokens are
// indices into Network.tokens; 0 is none.
type token struct {
	parent int32 // the token this one extends; of a free token: unused
	right  int32 // the alpha token it was joined with
	fact   int32 // the fact bound at its own level
	marks  int32 // where that fact's multifield variables begin and end
	hash   uint32
	owner  int32 // the join whose memory holds it; an alpha token's node
	level  int16 // how many conditions it has bound
	side   side  // which memory holds it
	busy   bool  // the rule it activates is being fired

	next, prev           int32 // in its memory
	children             int32 // newest first
	nextLeft, prevLeft   int32 // among the children of parent; alpha: next of the same fact
	nextRight, prevRight int32 // among the children of right
	blocks               int32 // the tokens it blocks, newest first
	nextBlock, prevBlock int32 // among the tokens blocked by the same
	marker               int32 // what blocks it; of an activating token: its activation
}

type side uint8

const (
	leftSide side = iota
	rightSide
	alphaSide
)

// mark is where a multifield variable lies in a slot: [start, end).
type mark struct{ slot, start, end int32 }

func (n *Network) newToken() int32 {
	if t := n.free; t != 0 {
		n.free = n.tokens[t].next
		n.tokens[t] = token{}
		return t
	}
	n.tokens = append(n.tokens, token{})
	return int32(len(n.tokens) - 1)
}

// freeToken gives a token's place back. The dependents of a logical token lose
// its support.
func (n *Network) freeToken(t int32) {
	if t == n.firing {
		n.firingDead = true
	}
	if len(n.dependents) > 0 {
		n.removeSupport(t)
	}
	n.tokens[t] = token{next: n.free}
	n.free = t
}

// extend makes the token of left (0: none) joined with the alpha token right
// (0: a condition that binds nothing).
func (n *Network) extend(left, right int32) int32 {
	t := n.newToken()
	k := &n.tokens[t]
	k.level = n.tokens[left].level + 1
	k.parent = left
	if right != 0 {
		r := &n.tokens[right]
		k.right, k.fact, k.marks = right, r.fact, r.marks
	}
	return t
}

// block notes that blocker keeps t from passing its join.
func (n *Network) block(t, blocker int32) {
	k, b := &n.tokens[t], &n.tokens[blocker]
	k.marker = blocker
	k.nextBlock, k.prevBlock = b.blocks, 0
	if b.blocks != 0 {
		n.tokens[b.blocks].prevBlock = t
	}
	b.blocks = t
}

// unblock undoes block.
func (n *Network) unblock(t int32) {
	n.unlinkBlock(t)
	k := &n.tokens[t]
	k.nextBlock, k.prevBlock, k.marker = 0, 0, 0
}

func (n *Network) unlinkBlock(t int32) {
	k := &n.tokens[t]
	if k.prevBlock != 0 {
		n.tokens[k.prevBlock].nextBlock = k.nextBlock
	} else if k.marker != 0 && !n.isTerminal(t) && k.marker != t {
		n.tokens[k.marker].blocks = k.nextBlock
	}
	if k.nextBlock != 0 {
		n.tokens[k.nextBlock].prevBlock = k.prevBlock
	}
}

// isTerminal reports whether t lies in the memory of a join that activates a
// rule, where its marker is an activation.
func (n *Network) isTerminal(t int32) bool {
	k := &n.tokens[t]
	return k.side != alphaSide && n.joins[k.owner].rule != nil
}

// adopt links t among the children of those it was made from.
func (n *Network) adopt(t, left, right int32) {
	k := &n.tokens[t]
	k.parent, k.right = left, right
	if right != 0 {
		r := &n.tokens[right]
		k.nextRight = r.children
		if r.children != 0 {
			n.tokens[r.children].prevRight = t
		}
		r.children = t
	}
	if left != 0 {
		l := &n.tokens[left]
		k.nextLeft = l.children
		if l.children != 0 {
			n.tokens[l.children].prevLeft = t
		}
		l.children = t
	}
}

func (n *Network) unlinkRight(t int32) {
	k := &n.tokens[t]
	if k.prevRight != 0 {
		n.tokens[k.prevRight].nextRight = k.nextRight
	} else if k.right != 0 {
		n.tokens[k.right].children = k.nextRight
	}
	if k.nextRight != 0 {
		n.tokens[k.nextRight].prevRight = k.prevRight
	}
}

func (n *Network) unlinkLeft(t int32) {
	k := &n.tokens[t]
	if k.prevLeft != 0 {
		n.tokens[k.prevLeft].nextLeft = k.nextLeft
	} else if k.parent != 0 {
		n.tokens[k.parent].children = k.nextLeft
	}
	if k.nextLeft != 0 {
		n.tokens[k.nextLeft].prevLeft = k.prevLeft
	}
}
