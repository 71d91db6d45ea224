package rete

import "slices"

// report reports an error in a test of a join, with the rules below it.
func (n *Network) report(j *join, err error) {
	if n.Listener.Failed != nil {
		n.Listener.Failed(rulesBelow(j, nil), nil, err)
	}
}

// reportFact reports an error in a test of a pattern.
func (n *Network) reportFact(f *Fact, err error) {
	if n.Listener.Failed != nil {
		n.Listener.Failed(nil, f, err)
	}
}

// rulesBelow appends the rules that depend on j.
func rulesBelow(j *join, rules []*Rule) []*Rule {
	if j.rule != nil {
		return append(rules, j.rule)
	}
	for _, l := range slices.Backward(j.next) {
		rules = rulesBelow(l.to, rules)
	}
	return rules
}
