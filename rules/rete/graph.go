package rete

import (
	"fmt"
)

// A GraphNode is a node of a network as a picture shows it.
type GraphNode struct {
	Kind    string   // "relation", "pattern", "join", "not", "exists", "group", "test", "accumulate" or "rule"
	Lines   []string // its text
	Parents []int    // the nodes that pass matches to it
}

// Graph returns the nodes of the network: the relations, the patterns that end in an alpha memory, the joins and the
// rules. Slots describes the slots of a relation.
func (n *Network) Graph(slots func(*Relation) []string) []GraphNode {
	var nodes []GraphNode
	add := func(g GraphNode) int {
		nodes = append(nodes, g)
		return len(nodes) - 1
	}
	relations, leaves, joins := map[*Relation]int{}, map[*node]int{}, map[*join]int{}
	pattern := func(at *node) int {
		if i, ok := leaves[at]; ok {
			return i
		}
		r := at.root
		if _, ok := relations[r]; !ok {
			relations[r] = add(GraphNode{Kind: "relation", Lines: []string{r.Name}})
		}
		leaves[at] = add(GraphNode{Kind: "pattern", Lines: at.tests(slots(r)), Parents: []int{relations[r]}})
		return leaves[at]
	}
	var visit func(*join) int
	visit = func(j *join) int {
		if i, ok := joins[j]; ok {
			return i
		}
		var parents []int
		if j.parent != nil {
			parents = append(parents, visit(j.parent))
		}
		if j.alpha != nil {
			parents = append(parents, pattern(j.alpha))
		}
		if j.group != nil {
			parents = append(parents, visit(j.group))
		}
		joins[j] = add(GraphNode{Kind: j.kind(), Lines: j.lines(), Parents: parents})
		return joins[j]
	}
	for _, j := range n.joins {
		if j != nil && j.rule != nil {
			visit(j)
		}
	}
	return nodes
}

func (j *join) kind() string {
	switch {
	case j.rule != nil:
		return "rule"
	case j.accumulate != nil:
		return "accumulate"
	case j.exists:
		return "exists"
	case j.fromRight:
		return "group"
	case j.negated:
		return "not"
	case j.alpha == nil:
		return "test"
	}
	return "join"
}

func (j *join) lines() []string {
	if j.rule != nil {
		return []string{j.rule.Name}
	}
	equal := 0
	for _, t := range j.tests {
		if t.Kind == Equal {
			equal++
		}
	}
	var lines []string
	if equal > 0 {
		lines = append(lines, fmt.Sprintf("%d equal", equal))
	}
	if other := len(j.tests) + len(j.secondary) - equal; other > 0 {
		lines = append(lines, fmt.Sprintf("%d tests", other))
	}
	return lines
}

// tests describes the tests on the way to a leaf.
func (at *node) tests(slots []string) []string {
	var lines []string
	for ; at.parent != nil; at = at.parent {
		f := &at.field
		if at.selector || f.Slot < 0 {
			continue
		}
		name := "?"
		if f.Slot < len(slots) {
			name = slots[f.Slot]
		}
		if !f.Whole {
			name = fmt.Sprintf("%s[%d]", name, f.Position+1)
		}
		switch {
		case f.Constant != nil:
			lines = append([]string{name + " = " + f.Constant.String()}, lines...)
		case len(f.Tests) > 0:
			lines = append([]string{name + " tested"}, lines...)
		}
	}
	return lines
}
