package rete

// assertRight joins a match of a join's own condition: an alpha token or a token of its group.
// During a retraction it ignores matches of facts about to be removed.
func (n *Network) assertRight(right int32, j *join, retracting bool) {
	if n.adding && !j.fresh {
		return
	}
	if j.accumulate != nil {
		n.include(right, j, retracting)
		return
	}
	if j.first {
		n.enter(right, j, retracting)
		return
	}
	hash := n.tokens[right].hash
	for left := n.first(j.left, hash); left != 0; {
		l := &n.tokens[left]
		next := l.next
		if l.hash == hash && l.block == 0 && !(retracting && n.doomed(left)) {
			n.tryPair(left, right, j, retracting)
		}
		left = next
	}
}

// tryPair tests a pair of tokens and passes it on or blocks the left token.
func (n *Network) tryPair(left, right int32, j *join, retracting bool) {
	if len(j.tests) > 0 {
		ok, failed := n.passes(j, j.tests, left, right)
		if failed {
			ok = j.negated
		}
		if !ok {
			return
		}
	}
	if !n.passesAfter(j, left) {
		return
	}
	switch {
	case j.exists:
		n.block(left, right)
		n.passOn(left, 0, j, retracting)
	case j.negated || j.fromRight:
		n.block(left, right)
		if n.tokens[left].children != 0 {
			n.retractChildren(left)
		}
	default:
		n.passOn(left, right, j, retracting)
	}
}

// assertLeft joins a token of the conditions before a join. During a retraction it ignores
// matches of facts about to be removed.
func (n *Network) assertLeft(left int32, j *join, retracting bool) {
	if retracting && n.doomed(left) || n.adding && !j.fresh {
		return
	}
	if j.rule != nil {
		n.activate(j.rule, left)
		return
	}
	if j.accumulate != nil {
		n.accumulateLeft(left, j, retracting)
		return
	}
	if j.alpha == nil && !j.fromRight {
		if ok, _ := n.passes(j, j.tests, left, 0); ok {
			n.passOn(left, 0, j, retracting)
		}
		return
	}
	source := j.right
	if !j.fromRight {
		source = j.alpha.memory
	}
	positive := !j.negated && !j.exists && !j.fromRight
	hash := n.tokens[left].hash
	for right := n.first(source, hash); right != 0; {
		r := &n.tokens[right]
		next := r.next
		if r.hash == hash && !(retracting && n.doomed(right)) && n.fits(j, left, right) {
			if !positive {
				n.block(left, right)
				break
			}
			n.passOn(left, right, j, retracting)
		}
		right = next
	}
	if positive {
		return
	}
	blocked := n.tokens[left].block != 0
	if j.exists {
		if blocked {
			n.passOn(left, 0, j, retracting)
		}
	} else if !blocked && n.passesAfter(j, left) {
		n.passOn(left, 0, j, retracting)
	}
}

// fits reports whether a pair passes the tests of a join. For a negation, a test that fails with
// an error counts as passed.
func (n *Network) fits(j *join, left, right int32) bool {
	if len(j.tests) > 0 {
		ok, failed := n.passes(j, j.tests, left, right)
		if failed {
			ok = j.negated
		}
		if !ok {
			return false
		}
	}
	return !j.exists || n.passesAfter(j, left)
}

// passesAfter evaluates the tests that follow a negation, which use the conditions before it.
func (n *Network) passesAfter(j *join, left int32) bool {
	if len(j.secondary) == 0 {
		return true
	}
	ok, _ := n.passes(j, j.secondary, left, 0)
	return ok
}

// passOn adds the token of a pair to the memories of all joins below.
func (n *Network) passOn(left, right int32, j *join, retracting bool) {
	if n.stopping() {
		return
	}
	for i := len(j.next) - 1; i >= 0; i-- {
		l := j.next[i]
		t := n.extend(left, right)
		n.store(t, left, right, l)
		n.hand(t, l, retracting)
	}
}

// store adds a token to the memory of the join at the end of a link and to the children of its
// parents.
func (n *Network) store(t, left, right int32, l link) {
	k := &n.tokens[t]
	k.owner, k.side = l.to.number, l.side
	if l.to.rule != nil {
		n.created++
		k.hash, k.next = uint32(n.created), int32(n.created>>32)
	} else if l.side == leftSide {
		if l.to.accumulate != nil {
			k.hash = n.identity(t)
		} else if len(l.to.leftKeys) > 0 {
			k.hash = n.hashOf(l.to.leftKeys, t)
		}
		n.push(l.to.left, t)
	} else {
		if l.to.accumulate != nil {
			k.hash = n.identity(n.outer(l.to, t))
		} else if len(l.to.rightKeys) > 0 {
			k.hash = n.hashOf(l.to.rightKeys, t)
		}
		n.queue(l.to.right, t)
	}
	n.adopt(t, left, right)
}

// hand joins a new token.
func (n *Network) hand(t int32, l link, retracting bool) {
	if l.side == leftSide {
		n.assertLeft(t, l.to, retracting)
	} else {
		n.assertRight(t, l.to, retracting)
	}
}

// enter passes a match to the first join of a rule.
func (n *Network) enter(right int32, j *join, retracting bool) {
	if ok, _ := n.passes(j, j.tests, 0, right); !ok {
		return
	}
	if !n.passesAfter(j, 0) {
		return
	}
	if j.origin != 0 {
		if n.tokens[j.origin].block != 0 {
			return
		}
		n.block(j.origin, right)
		if !j.exists {
			if n.tokens[j.origin].children != 0 {
				n.retractChildren(j.origin)
			}
			return
		}
		n.passOrigin(j, retracting)
		return
	}
	for i := len(j.next) - 1; i >= 0; i-- {
		l := j.next[i]
		t := n.extend(0, right)
		n.store(t, 0, right, l)
		n.hand(t, l, retracting)
	}
}

// passOrigin passes on the empty match of a negated first join.
func (n *Network) passOrigin(j *join, retracting bool) {
	for i := len(j.next) - 1; i >= 0; i-- {
		l := j.next[i]
		t := n.extend(j.origin, 0)
		n.store(t, j.origin, 0, l)
		n.hand(t, l, retracting)
	}
}

// doomed reports whether a match includes a fact that is being retracted.
func (n *Network) doomed(t int32) bool {
	for t != 0 {
		k := &n.tokens[t]
		if k.fact != 0 && n.facts[k.fact].Deleted {
			return true
		}
		if k.side == alphaSide {
			return false
		}
		t = k.parent
	}
	return false
}
