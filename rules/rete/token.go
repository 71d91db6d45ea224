package rete

import "runtime"

// token is a match of the first conditions of a rule (in a beta memory), or of one pattern by one
// fact (in an alpha memory). References to other tokens are indices into Network.tokens; 0 is
// none. A token fills a cache line of 64 bytes.
type token struct {
	parent int32 // the token this one extends; of an alpha token: its marks
	right  int32 // the alpha token it was joined with
	fact   int32 // the fact bound at its own level
	hash   uint32
	owner  int32 // the join whose memory has it; an alpha token's node
	level  int16 // the number of conditions it has bound
	side   side  // the memory that has it
	uses   uses

	// In its memory. At the join of a rule, which has no memory, next and hash are the number of the token
	// in the order of creation.
	next, prev           int32
	children             int32 // newest first
	nextLeft, prevLeft   int32 // among the children of parent; alpha: next of the same fact
	nextRight, prevRight int32 // among the children of right

	// Of a left token: its blocker or, at the join of a rule, its activation. Of other
	// tokens: the newest of the tokens that they block.
	block                int32
	nextBlock, prevBlock int32 // among the tokens with the same blocker
}

type side uint8

const (
	leftSide side = iota
	rightSide
	alphaSide
)

// uses are the maps of the network that may have an entry for a token.
type uses uint8

const (
	hasDependents uses = 1 << iota
	hasSum
)

// mark is the position of a multifield variable in a slot: [start, end).
type mark struct{ slot, start, end int32 }

// newToken returns the number of a new token.
func (n *Network) newToken() int32 {
	if t := n.free; t != 0 {
		k := &n.tokens[t] // its other fields are 0
		n.free, k.next = k.next, 0
		return t
	}
	if len(n.tokens) == cap(n.tokens) {
		n.growTokens()
	}
	n.tokens = append(n.tokens, token{})
	return int32(len(n.tokens) - 1)
}

// growTokens doubles the capacity for tokens; append would leave more garbage behind. Near the
// memory limit it grows by an eighth, since the old slice exists at the same time.
func (n *Network) growTokens() {
	size := 2 * cap(n.tokens)
	short := func() bool { return n.Limit > 0 && n.Memory()+int64(size)*tokenBytes > n.Limit }
	if short() {
		size = cap(n.tokens) + cap(n.tokens)/8 + 1
		n.Full = n.Full || short()
	}
	n.tokens = append(make([]token, 0, size), n.tokens...)
	if n.Limit > 0 && size*tokenBytes >= 16<<20 {
		runtime.GC() // free the old slice
	}
}

// freeToken frees a token. The facts that depend on a logical token lose its support.
func (n *Network) freeToken(t int32) {
	if t == n.firing {
		n.firingDead = true
	}
	k := &n.tokens[t]
	if k.uses != 0 {
		if k.uses&hasSum != 0 {
			n.forgetSum(t)
		}
		if k.uses&hasDependents != 0 {
			n.removeSupport(t)
		}
	}
	*k = token{next: n.free}
	n.free = t
}

// extend returns the token of left (0: none) joined with the alpha token right (0: a condition
// that binds nothing).
func (n *Network) extend(left, right int32) int32 {
	t := n.newToken()
	k := &n.tokens[t]
	k.level = n.tokens[left].level + 1
	k.parent = left
	if right != 0 {
		k.right, k.fact = right, n.tokens[right].fact
	}
	return t
}

// marksOf returns the positions of the multifield variables in the fact at a token's own level.
func (n *Network) marksOf(t int32) []mark {
	k := &n.tokens[t]
	if k.side != alphaSide {
		k = &n.tokens[k.right]
	}
	if k.side != alphaSide {
		return nil
	}
	return n.marks[k.parent]
}

// block records that blocker prevents t from passing its join.
func (n *Network) block(t, blocker int32) {
	k, b := &n.tokens[t], &n.tokens[blocker]
	k.nextBlock, k.prevBlock = b.block, 0
	if b.block != 0 {
		n.tokens[b.block].prevBlock = t
	}
	k.block, b.block = blocker, t
}

// unblock undoes block.
func (n *Network) unblock(t int32) {
	n.unlinkBlock(t)
	k := &n.tokens[t]
	k.nextBlock, k.prevBlock, k.block = 0, 0, 0
}

// unlinkBlock removes a left token from the list of its blocker. During a reset, the token of a
// first join blocks itself and is in no list.
func (n *Network) unlinkBlock(t int32) {
	k := &n.tokens[t]
	if k.side != leftSide || k.block == 0 || k.block == t || n.joins[k.owner].rule != nil {
		return
	}
	if k.prevBlock != 0 {
		n.tokens[k.prevBlock].nextBlock = k.nextBlock
	} else {
		n.tokens[k.block].block = k.nextBlock
	}
	if k.nextBlock != 0 {
		n.tokens[k.nextBlock].prevBlock = k.prevBlock
	}
}

// adopt links t among the children of its parents.
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

// unlinkRight removes t from the children of its right parent.
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

// unlinkLeft removes t from the children of its left parent.
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
