package rete

// retractMatches removes every match of a fact.
func (n *Network) retractMatches(f *Fact) {
	for t := f.matches; t != 0; {
		next := n.tokens[t].nextLeft
		if n.tokens[t].children != 0 {
			n.retractAlphaChildren(t)
		}
		n.releaseBlocked(t, true)
		n.dropAlpha(t)
		t = next
	}
	f.matches = 0
}

// dropAlpha frees an alpha token.
func (n *Network) dropAlpha(t int32) {
	k := &n.tokens[t]
	n.remove(n.alphas[k.owner].memory, t)
	if k.parent != 0 {
		n.marks[k.parent] = nil
		n.freeMk = append(n.freeMk, k.parent)
	}
	n.freeToken(t)
}

// retractAlphaChildren removes the tokens joined with right token a, and all their descendants.
func (n *Network) retractAlphaChildren(a int32) {
	for t := n.tokens[a].children; t != 0; {
		if n.tokens[t].children != 0 {
			n.retractChildren(t)
		}
		if n.tokens[t].side == rightSide {
			n.releaseBlocked(t, true)
		}
		n.deactivateToken(t)
		next := n.tokens[t].nextRight
		n.removeFromMemory(t)
		n.unlinkRight(t)
		n.unlinkLeft(t)
		n.unlinkBlock(t)
		n.freeToken(t)
		t = next
	}
}

// removeFromMemory removes a token from its memory, if it is in one.
func (n *Network) removeFromMemory(t int32) {
	k := &n.tokens[t]
	j := n.joins[k.owner]
	if k.side == rightSide {
		n.remove(j.right, t)
	} else if j.rule == nil {
		n.remove(j.left, t)
	}
}

// deactivateToken removes the activation of a token, if it has one.
func (n *Network) deactivateToken(t int32) {
	k := &n.tokens[t]
	if k.side != leftSide || k.block == 0 {
		return
	}
	if r := n.joins[k.owner].rule; r != nil {
		n.Agendas.remove(k.block, true)
		k.block = 0
	}
}

// retractChildren removes all descendants of a token, the deepest first.
func (n *Network) retractChildren(parent int32) {
	t := n.tokens[parent].children
	for t != 0 {
		if c := n.tokens[t].children; c != 0 {
			t = c
			continue
		}
		next := n.tokens[t].nextLeft
		if next == 0 {
			next = n.tokens[t].parent
			n.tokens[next].children = 0
		}
		if n.tokens[t].side == rightSide {
			n.releaseBlocked(t, true)
		} else {
			n.deactivateToken(t)
		}
		n.removeFromMemory(t)
		n.unlinkRight(t)
		n.unlinkBlock(t)
		n.freeToken(t)
		if next == parent {
			return
		}
		t = next
	}
}

// releaseBlocked searches for another blocker of every token that t blocks. Tokens without one
// pass their join.
func (n *Network) releaseBlocked(t int32, retracting bool) {
	if k := &n.tokens[t]; k.side == rightSide {
		if j := n.joins[k.owner]; j.accumulate != nil {
			n.withdraw(t, j, retracting)
			return
		}
	}
	for n.tokens[t].block != 0 {
		left := n.tokens[t].block
		n.release(n.joins[n.tokens[left].owner], t, left, retracting)
	}
}

// release unblocks left and passes it on unless another match blocks it.
func (n *Network) release(j *join, blocker, left int32, retracting bool) {
	n.unblock(left)
	if n.findBlocker(j, left, blocker, retracting) {
		return
	}
	if j.exists {
		if n.tokens[left].children != 0 {
			n.retractChildren(left)
		}
		return
	}
	if !n.passesAfter(j, left) {
		return
	}
	if j.first {
		n.passOrigin(j, retracting)
		return
	}
	if retracting && n.doomed(left) {
		return
	}
	n.passOn(left, 0, j, retracting)
}

// findBlocker searches the matches after the old blocker for another one.
func (n *Network) findBlocker(j *join, left, old int32, retracting bool) bool {
	hash := n.tokens[old].hash
	for right := n.tokens[old].next; right != 0; right = n.tokens[right].next {
		if n.tokens[right].hash != hash || retracting && n.doomed(right) {
			continue
		}
		if len(j.tests) > 0 {
			ok, failed := n.passes(j, j.tests, left, right)
			if !ok && !failed {
				continue
			}
		}
		n.block(left, right)
		return true
	}
	return false
}
