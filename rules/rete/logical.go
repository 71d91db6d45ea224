package rete

import "slices"

// logicalToken returns the token of the logical conditions of rule r that t extends, or 0.
func (n *Network) logicalToken(r *Rule, t int32) int32 {
	if r.logical == nil {
		return 0
	}
	for ; t != 0; t = n.tokens[t].parent {
		// A token is stored in the memory of the join below. The logical join has created the token
		// whose level is its own.
		if int(n.tokens[t].level) == r.logical.level {
			return t
		}
	}
	return 0
}

// Support makes a new fact depend on the logical conditions of the rule that fires, if it has
// any. It returns false if these no longer hold: then the fact must not be asserted.
func (n *Network) Support(f *Fact) bool {
	if n.firing == 0 {
		return true
	}
	if n.firingDead {
		return false
	}
	n.addSupport(f)
	return true
}

// SupportAgain is like Support for a fact that exists. If it is asserted without logical
// conditions, it no longer depends on any.
func (n *Network) SupportAgain(f *Fact) {
	if n.firing == 0 {
		n.dropSupport(f)
	} else if len(f.supports) > 0 && !n.firingDead {
		n.addSupport(f)
	}
}

// addSupport makes f depend on the token of the rule that fires.
func (n *Network) addSupport(f *Fact) {
	n.addDependent(n.firing, f)
	f.supports = append([]int32{n.firing}, f.supports...)
}

// addDependent records that f depends on token t.
func (n *Network) addDependent(t int32, f *Fact) {
	n.dependents[t] = append(n.dependents[t], f)
	n.tokens[t].uses |= hasDependents
}

// LogicalToken identifies the match of logical conditions of the rule that fires, or is 0.
func (n *Network) LogicalToken() int32 { return n.firing }

// Supported reports whether a fact depends on matches of logical conditions.
func (n *Network) Supported(f *Fact) bool { return len(f.supports) > 0 }

// SupportedBy reports whether a fact depends on the match with the given LogicalToken.
func (n *Network) SupportedBy(f *Fact, token int32) bool { return slices.Contains(f.supports, token) }

// Supporting reports whether a rule with logical conditions is firing.
func (n *Network) Supporting() bool { return n.firing != 0 }

// Unsupport makes f, which Support has made depend on a match, independent again.
func (n *Network) Unsupport(f *Fact) { n.dropSupport(f) }

// Fired ends the firing of a rule.
func (n *Network) Fired() { n.firing, n.firingDead = 0, false }

// dropSupport makes f independent of all tokens.
func (n *Network) dropSupport(f *Fact) {
	for _, t := range f.supports {
		left := slices.DeleteFunc(n.dependents[t], func(g *Fact) bool { return g == f })
		if len(left) == 0 {
			delete(n.dependents, t)
		} else {
			n.dependents[t] = left
		}
	}
	f.supports = nil
}

// removeSupport adds the facts whose last support is token t to the orphans.
func (n *Network) removeSupport(t int32) {
	facts, ok := n.dependents[t]
	if !ok {
		return
	}
	delete(n.dependents, t)
	for _, f := range slices.Backward(facts) { // so that Orphan returns the oldest first
		before := len(f.supports)
		f.supports = slices.DeleteFunc(f.supports, func(s int32) bool { return s == t })
		if len(f.supports) == 0 && before > 0 { // a match may support a fact twice
			n.orphans = append(n.orphans, f)
		}
	}
}

// Orphan removes and returns a fact that has lost its support, or nil. The caller retracts it
// once the change that removed the support is complete.
func (n *Network) Orphan() *Fact {
	k := len(n.orphans)
	if k == 0 {
		return nil
	}
	f := n.orphans[k-1]
	n.orphans = n.orphans[:k-1]
	return f
}

// Supports returns, for each match that supports a fact, the facts of that match.
func (n *Network) Supports(f *Fact) [][]*Fact {
	var all [][]*Fact
	for _, t := range f.supports {
		all = append(all, n.factsOf(t))
	}
	return all
}

// Dependents returns the facts that a fact supports.
func (n *Network) Dependents(f *Fact) []*Fact {
	var all []*Fact
	for _, g := range n.inOrder() {
		for _, t := range g.supports {
			if slices.Contains(n.factsOf(t), f) {
				all = append(all, g)
				break
			}
		}
	}
	return all
}

// factsOf returns the facts of a token, by condition.
func (n *Network) factsOf(t int32) []*Fact {
	facts := make([]*Fact, n.tokens[t].level)
	for ; t != 0 && n.tokens[t].level > 0; t = n.tokens[t].parent {
		facts[n.tokens[t].level-1] = n.facts[n.tokens[t].fact]
	}
	return facts
}
