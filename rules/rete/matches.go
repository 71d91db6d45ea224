package rete

// MatchList is what the conditions of a rule have matched.
type MatchList struct {
	Patterns    [][][]*Fact // a condition each: the facts of its matches
	Partial     [][][]*Fact // of the first two conditions, the first three, ...
	Activations [][]*Fact
}

// Matches lists the matches of a rule.
func (n *Network) Matches(r *Rule) MatchList {
	var m MatchList
	var joins []*join
	for j := r.last.parent; j != nil; j = j.parent {
		joins = append([]*join{j}, joins...)
	}
	for i, j := range joins {
		m.Patterns = append(m.Patterns, n.ownMatches(j))
		if i > 0 {
			below := r.last
			if i+1 < len(joins) {
				below = joins[i+1]
			}
			m.Partial = append(m.Partial, n.tokensOf(below.left, below.leftKeys))
		}
	}
	for _, t := range n.contents(r.last.left, nil) {
		if n.tokens[t].marker != 0 {
			m.Activations = append(m.Activations, n.factsOf(t))
		}
	}
	return m
}

func (n *Network) ownMatches(j *join) [][]*Fact {
	if j.alpha == nil {
		return n.tokensOf(j.right, j.rightKeys)
	}
	var all [][]*Fact
	for _, t := range n.contents(j.alpha.memory, nil) {
		all = append(all, []*Fact{n.factOf(t)})
	}
	return all
}

func (n *Network) tokensOf(m *memory, keys []Ref) [][]*Fact {
	var all [][]*Fact
	for _, t := range n.contents(m, keys) {
		all = append(all, n.factsOf(t))
	}
	return all
}
