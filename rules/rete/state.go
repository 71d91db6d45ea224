package rete

import (
	"fmt"
	"slices"
	"strings"
)

// MatchKey returns a text that identifies the match of an activation by the time tags of its facts, the positions of
// multifield variables and the results of accumulations.
func (n *Network) MatchKey(a *Activation) string { return n.tokenKey(a.token) }

func (n *Network) tokenKey(t int32) string {
	var parts []string
	for ; t != 0 && n.tokens[t].level > 0; t = n.tokens[t].parent {
		k := &n.tokens[t]
		part := "*"
		if f := n.facts[k.fact]; k.fact != 0 && f.Index < 0 && f.Time == 0 {
			part = "=" + f.Slots[0].String()
		} else if k.fact != 0 {
			part = fmt.Sprint(f.Time)
			for _, m := range n.marksOf(t) {
				part += fmt.Sprintf("[%d:%d]", m.start, m.end)
			}
		}
		parts = append(parts, part)
	}
	slices.Reverse(parts)
	return strings.Join(parts, ",")
}

// Keep removes all activations but the given ones, which fire as if they had arisen in the order of the list. The
// same facts do not activate the rules of the others again.
func (g *Agendas) Keep(list []*Activation) {
	kept := map[*Activation]bool{}
	for i, a := range list {
		kept[a] = true
		a.Time = uint64(i)
	}
	for number, a := range g.items {
		if a != nil && a.Rule != nil && a.place >= 0 && !kept[a] {
			g.network.tokens[a.token].block = 0
			g.remove(int32(number), false)
		}
	}
	g.clock = uint64(len(list))
	g.Rearrange(g.strategy, false, nil)
}

// logicalTokens returns the tokens of the logical conditions of a rule.
func (n *Network) logicalTokens(r *Rule) []int32 {
	if r.logical == nil {
		return nil
	}
	for j := r.last; j != nil; j = j.parent {
		if j.parent == r.logical {
			return n.contents(j.left, nil)
		}
	}
	return nil
}

// SupportKeys returns the keys of the matches of a rule's logical conditions that support facts.
func (n *Network) SupportKeys(r *Rule) map[*Fact][]string {
	keys := map[*Fact][]string{}
	for _, t := range n.logicalTokens(r) {
		if facts := n.dependents[t]; len(facts) > 0 {
			key := n.tokenKey(t)
			for _, f := range facts {
				keys[f] = append(keys[f], key)
			}
		}
	}
	return keys
}

// Supporters returns a function that makes a fact depend on the match of a rule's logical conditions with a key. The
// function returns false if there is no such match. It is valid until the next change of the facts.
func (n *Network) Supporters(r *Rule) func(key string, f *Fact) bool {
	tokens := map[string]int32{}
	for _, t := range n.logicalTokens(r) {
		if key := n.tokenKey(t); tokens[key] == 0 {
			tokens[key] = t
		}
	}
	return func(key string, f *Fact) bool {
		t := tokens[key]
		if t == 0 {
			return false
		}
		n.addDependent(t, f)
		f.supports = append(f.supports, t)
		return true
	}
}
