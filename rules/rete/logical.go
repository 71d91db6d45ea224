package rete

import "slices"

// logicalToken gives the part of a match that the logical conditions of its
// rule make up, or 0.
func (n *Network) logicalToken(r *Rule, t int32) int32 {
	if r.logical == nil {
		return 0
	}
	for ; t != 0; t = n.tokens[t].parent {
		// A token lies in the memory of the join it goes to; the logical join
		// has made the one whose level is the join's.
		if int(n.tokens[t].level) == r.logical.level {
			return t
		}
	}
	return 0
}

// Support makes a new fact depend on the logical conditions of the rule being
// fired, if it has any. It reports false if these do not hold any more: then
// the fact must not be asserted.
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

// SupportAgain is Support for a fact that is there already: asserted without
// logical conditions it needs none from now on.
func (n *Network) SupportAgain(f *Fact) {
	if n.firing == 0 {
		n.dropSupport(f)
	} else if len(f.supports) > 0 && !n.firingDead {
		n.addSupport(f)
	}
}

func (n *Network) addSupport(f *Fact) {
	n.dependents[n.firing] = append(n.dependents[n.firing], f)
	f.supports = append([]int32{n.firing}, f.supports...)
}

// Fired ends the firing of a rule.
func (n *Network) Fired() { n.firing, n.firingDead = 0, false }

// dropSupport makes a fact stand by itself.
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

// removeSupport notes the facts that lose their last support with a token.
func (n *Network) removeSupport(t int32) {
	facts, ok := n.dependents[t]
	if !ok {
		return
	}
	delete(n.dependents, t)
	for _, f := range slices.Backward(facts) { // the oldest is the next Orphan
		before := len(f.supports)
		f.supports = slices.DeleteFunc(f.supports, func(s int32) bool { return s == t })
		if len(f.supports) == 0 && before > 0 { // a match may support a fact twice
			n.orphans = append(n.orphans, f)
		}
	}
}

// Orphan takes a fact that has lost its support, or nil: the owner retracts it,
// once the change that took the support is complete.
func (n *Network) Orphan() *Fact {
	k := len(n.orphans)
	if k == 0 {
		return nil
	}
	f := n.orphans[k-1]
	n.orphans = n.orphans[:k-1]
	return f
}

// Supports lists for a fact the facts of each match that supports it.
func (n *Network) Supports(f *Fact) [][]*Fact {
	var all [][]*Fact
	for _, t := range f.supports {
		all = append(all, n.factsOf(t))
	}
	return all
}

// Dependents lists the facts that a fact supports.
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

func (n *Network) factsOf(t int32) []*Fact {
	facts := make([]*Fact, n.tokens[t].level)
	for ; t != 0 && n.tokens[t].level > 0; t = n.tokens[t].parent {
		facts[n.tokens[t].level-1] = n.facts[n.tokens[t].fact]
	}
	return facts
}
