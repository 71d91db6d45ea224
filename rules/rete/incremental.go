package rete

import "slices"

// inOrder returns the facts in the order in which they were asserted.
func (n *Network) inOrder() []*Fact {
	var facts []*Fact
	for _, f := range n.facts {
		if f != nil {
			facts = append(facts, f)
		}
	}
	slices.SortFunc(facts, func(a, b *Fact) int { return compare(a.Time, b.Time) })
	return facts
}

// primeJoins fills the new joins of a rule with the matches of older rules that share the joins
// or patterns before them. It goes from join j up to end. The joins of a group end where the
// group began.
func (n *Network) primeJoins(j, end *join) {
	for ; j != end; j = j.parent {
		if j.fresh && !j.primed {
			n.primeJoin(j)
		}
		if j.fromRight {
			n.primeJoins(j.group, j.parent)
		}
	}
}

// primeJoin fills one new join.
func (n *Network) primeJoin(j *join) {
	switch {
	case j.first && j.fromRight:
		n.primeFromGroup(j)
	case j.first:
		if j.alpha != nil && !j.negated && j.alpha.fresh {
			return
		}
		n.primeFirst(j)
	case !j.parent.fresh:
		if j.fromRight && !j.group.fresh {
			n.primeFromGroup(j)
		}
		n.primeFromParent(j)
	case j.fromRight && !j.group.fresh:
		n.primeFromGroup(j)
	default:
		return
	}
	j.primed = true
}

// primeFirst fills a first join from its alpha memory.
func (n *Network) primeFirst(j *join) {
	switch {
	case j.alpha == nil:
		n.enter(j.empty, j, false)
	default:
		for _, t := range n.contents(j.alpha.memory, nil) {
			n.enter(t, j, false)
		}
		if j.negated && n.tokens[j.origin].block == 0 && n.passesAfter(j, 0) {
			n.passOrigin(j, false)
		}
	}
}

// anyOf returns the oldest token of a memory, or 0.
func (n *Network) anyOf(m int32) int32 {
	if all := n.contents(m, nil); len(all) > 0 {
		return all[0]
	}
	return 0
}

// primeFromParent copies the tokens of an older join with the same parent as j.
func (n *Network) primeFromParent(j *join) {
	for _, l := range slices.Backward(j.parent.next) {
		if l.to != j && !l.to.fresh {
			n.copyTokens(l, link{j, leftSide})
			return
		}
	}
}

// primeFromGroup copies the right tokens of an older join with the same group as j.
func (n *Network) primeFromGroup(j *join) {
	for _, l := range slices.Backward(j.group.next) {
		if l.to != j && !l.to.fresh {
			n.copyTokens(l, link{j, rightSide})
			break
		}
	}
	if j.first && j.accumulate != nil {
		if n.sums[j.origin] == nil {
			n.accumulateLeft(j.origin, j, false)
		}
		return
	}
	// The group may have matched and unmatched since: then the origin has been passed on.
	if o := &n.tokens[j.origin]; j.first && !j.exists && o.block == 0 && o.children == 0 && n.passesAfter(j, j.origin) {
		n.passOrigin(j, false)
	}
}

// copyTokens copies the tokens of a memory to another join and joins them there.
func (n *Network) copyTokens(from, to link) {
	m, keys := from.to.left, from.to.leftKeys
	if from.side == rightSide {
		m, keys = from.to.right, from.to.rightKeys
	}
	for _, old := range n.contents(m, keys) {
		t := n.newToken()
		o := n.tokens[old]
		k := &n.tokens[t]
		k.level, k.fact, k.parent, k.right = o.level, o.fact, o.parent, o.right
		n.store(t, o.parent, o.right, to)
		if to.side == rightSide {
			n.assertRight(t, to.to, false)
		} else {
			n.assertLeft(t, to.to, false)
		}
	}
}

// settle ends the addition of a rule: its joins and pattern nodes are no longer new.
func settle(j, end *join) {
	for ; j != end; j = j.parent {
		j.fresh, j.primed = false, false
		for at := j.alpha; at != nil; at = at.parent {
			at.fresh, at.onPath = false, false
		}
		if j.fromRight {
			settle(j.group, j.parent)
		}
	}
}

// Unprime removes the matches that depend on no fact, before the facts of a reset are
// asserted; Prime adds them again.
func (n *Network) Unprime() {
	for _, j := range slices.Backward(n.rightPrimes) {
		n.retractAlphaChildren(j.empty)
	}
	for _, j := range slices.Backward(n.leftPrimes) {
		if n.tokens[j.origin].block != 0 {
			n.unblock(j.origin)
		}
		n.tokens[j.origin].block = j.origin
		if n.tokens[j.origin].children != 0 {
			n.retractChildren(j.origin)
		}
		n.forgetSum(j.origin)
	}
}

// Prime adds the matches of conditions that hold without any fact.
func (n *Network) Prime() {
	for _, j := range slices.Backward(n.rightPrimes) {
		n.enter(j.empty, j, false)
	}
	for _, j := range slices.Backward(n.leftPrimes) {
		if !n.passesAfter(j, j.origin) {
			continue
		}
		n.tokens[j.origin].block = 0
		if j.accumulate != nil {
			n.accumulateLeft(j.origin, j, false)
			continue
		}
		if t := n.anyRight(j); t != 0 {
			n.block(j.origin, t)
			continue
		}
		n.passOrigin(j, false)
	}
}

// anyRight returns a token of the right side of a join, or 0.
func (n *Network) anyRight(j *join) int32 {
	if j.fromRight {
		return n.anyOf(j.right)
	}
	return n.anyOf(j.alpha.memory)
}
