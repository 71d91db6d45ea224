package rules

import (
	"farbank/rules/internal/core"
	"farbank/rules/rete"
)

// NetworkNode is a node of the network that matches the conditions: Kind is "relation", "pattern", "join", "not",
// "exists", "group", "test", "accumulate" or "rule", Lines its text, Parents the indices of the nodes that pass matches
// to it, all before it.
type NetworkNode = rete.GraphNode

// Network returns the network of the rules, for a picture.
func (e *Environment) Network() []NetworkNode { return networkOf(e.core) }

func networkOf(e *core.Environment) []NetworkNode {
	return e.Network.Graph(func(r *rete.Relation) []string {
		t, _ := r.Data.(*core.Template)
		if t == nil {
			return nil
		}
		var names []string
		for _, s := range t.Slots {
			if t.Implied {
				names = append(names, "field")
			} else {
				names = append(names, s.Name)
			}
		}
		return names
	})
}
