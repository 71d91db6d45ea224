package planning

import "slices"

// A matcher finds the operators whose preconditions hold by a decision tree over variables (successor
// generator: Helmert 2006). Each node tests the variable that most of its operators have a precondition on.
type matcher struct {
	nodes []matchNode
	next  []int32 // by value of the variable of a node: the child, or -1
}

type matchNode struct {
	variable int32 // -1 if it tests none
	first    int32 // index in next
	ops      []int32
	rest     int32 // the node for operators without a precondition on the variable, or -1
}

func newMatcher(t *Task) matcher {
	m := matcher{}
	all := make([]asking, len(t.Operators))
	for i := range all {
		all[i] = asking{int32(i), t.Operators[i].Pre}
	}
	b := matchBuilder{t: t, m: &m, count: make([]int, len(t.Variables))}
	if b.build(all) < 0 {
		m.nodes = []matchNode{{variable: -1, rest: -1}}
	}
	return m
}

// An asking is an operator with its preconditions that were not tested yet.
type asking struct {
	op  int32
	pre []Fact
}

type matchBuilder struct {
	t     *Task
	m     *matcher
	count []int
}

// build returns the node for some operators.
func (b *matchBuilder) build(list []asking) int32 {
	if len(list) == 0 {
		return -1
	}
	at := int32(len(b.m.nodes))
	b.m.nodes = append(b.m.nodes, matchNode{variable: -1, rest: -1})
	variable := b.most(list)
	if variable < 0 {
		for _, a := range list {
			b.m.nodes[at].ops = append(b.m.nodes[at].ops, a.op)
		}
		return at
	}
	values := make([][]asking, b.t.Variables[variable].Size)
	var rest []asking
	for _, a := range list {
		k := slices.IndexFunc(a.pre, func(f Fact) bool { return f.Var == variable })
		if k < 0 {
			rest = append(rest, a)
			continue
		}
		v := a.pre[k].Value
		values[v] = append(values[v], asking{a.op, slices.Concat(a.pre[:k], a.pre[k+1:])})
	}
	first := len(b.m.next)
	b.m.next = append(b.m.next, make([]int32, len(values))...)
	b.m.nodes[at].variable, b.m.nodes[at].first = int32(variable), int32(first)
	for v, l := range values {
		b.m.next[first+v] = b.build(l)
	}
	b.m.nodes[at].rest = b.build(rest)
	return at
}

// most returns the variable that most operators have a precondition on, or -1 if there are no
// preconditions.
func (b *matchBuilder) most(list []asking) int {
	best := -1
	for _, a := range list {
		for _, f := range a.pre {
			b.count[f.Var]++
			if best < 0 || b.count[f.Var] > b.count[best] || b.count[f.Var] == b.count[best] && f.Var < best {
				best = f.Var
			}
		}
	}
	for _, a := range list {
		for _, f := range a.pre {
			b.count[f.Var] = 0
		}
	}
	return best
}

// find appends the operators whose preconditions hold in a state.
func (m *matcher) find(state State, list []int32) []int32 { return m.below(0, state, list) }

func (m *matcher) below(at int32, state State, list []int32) []int32 {
	for at >= 0 {
		n := &m.nodes[at]
		list = append(list, n.ops...)
		if n.variable < 0 {
			return list
		}
		if to := m.next[n.first+int32(state[n.variable])]; to >= 0 {
			list = m.below(to, state, list)
		}
		at = n.rest
	}
	return list
}
