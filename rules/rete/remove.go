package rete

import "slices"

// RemoveRule removes a rule from the network, with its activations and all nodes that no other
// rule shares.
func (n *Network) RemoveRule(r *Rule) {
	j := r.last
	r.last, r.logical = nil, nil
	for j != nil && len(j.next) == 0 {
		parent := j.parent
		n.removeJoin(j)
		j = parent
	}
}

// Deactivate removes the activations of a module's rules selected by of from its agenda, in the
// order in which they would fire.
func (n *Network) Deactivate(module int, of func(*Rule) bool) {
	for _, a := range n.Agendas.List(module) {
		if of(a.Rule) {
			n.deactivateToken(a.token)
		}
	}
}

// removeJoin removes a join without successors, and its right side if no other join uses it.
func (n *Network) removeJoin(j *join) {
	n.discard(j)
	if p := j.parent; p != nil {
		p.next = slices.DeleteFunc(p.next, func(l link) bool { return l.to == j })
	}
	n.rightPrimes = without(n.rightPrimes, j)
	n.leftPrimes = without(n.leftPrimes, j)
	if j.alpha != nil {
		j.alpha.joins = without(j.alpha.joins, j)
		if len(j.alpha.joins) == 0 {
			n.removeLeaf(j.alpha)
		}
	}
	n.joins[j.number] = nil
	n.unshare(j)
	if g := j.group; g != nil {
		g.next = slices.DeleteFunc(g.next, func(l link) bool { return l.to == j })
		// The joins of the group end where the group began: at j's parent.
		for g != nil && g != j.parent && len(g.next) == 0 {
			parent := g.parent
			n.removeJoin(g)
			g = parent
		}
	}
}

func without(joins []*join, j *join) []*join {
	return slices.DeleteFunc(joins, func(k *join) bool { return k == j })
}

// discard frees the tokens in the memories of a join.
func (n *Network) discard(j *join) {
	if j.left != 0 {
		for _, t := range n.contents(j.left, j.leftKeys) {
			n.deactivateToken(t)
			n.unlink(t)
			n.forgetSupport(t)
			n.freeToken(t)
		}
	}
	if j.right != 0 {
		for _, t := range n.contents(j.right, j.rightKeys) {
			n.unlink(t)
			n.forgetSupport(t)
			n.freeToken(t)
		}
	}
}

// forgetSupport makes the facts that a removed rule has supported independent of it.
func (n *Network) forgetSupport(t int32) {
	for _, f := range n.dependents[t] {
		f.supports = slices.DeleteFunc(f.supports, func(s int32) bool { return s == t })
	}
	delete(n.dependents, t)
}

// unlink removes t from the lists of its parents and its blocker.
func (n *Network) unlink(t int32) {
	n.unlinkRight(t)
	n.unlinkLeft(t)
	n.unlinkBlock(t)
}

// removeLeaf empties the alpha memory of a leaf without joins and removes the nodes that lead to
// no other leaf.
func (n *Network) removeLeaf(at *node) {
	for _, t := range n.contents(at.memory, nil) {
		n.forget(n.facts[n.tokens[t].fact], t)
		n.dropAlpha(t)
	}
	at.stop = false
	for at.parent != nil && !at.stop && len(at.children) == 0 {
		p := at.parent
		p.children = slices.DeleteFunc(p.children, func(c *node) bool { return c == at })
		p.byValue, p.byStep = nil, nil
		at = p
	}
}

// forget removes an alpha token from the list of its fact.
func (n *Network) forget(f *Fact, t int32) {
	at := &f.matches
	for *at != t {
		at = &n.tokens[*at].nextLeft
	}
	*at = n.tokens[t].nextLeft
}

// Clear removes all facts, rules and relations.
func (n *Network) Clear() {
	listener, strategy, owner := n.Listener, n.Agendas.strategy, n.Owner
	*n = *New()
	n.Agendas.network = n
	n.Listener, n.Agendas.strategy, n.Owner = listener, strategy, owner
}

// Refresh activates a rule again for the matches that have fired.
func (n *Network) Refresh(r *Rule) {
	for _, t := range n.contents(r.last.left, nil) {
		if n.tokens[t].block == 0 {
			n.activate(r, t)
		}
	}
}
