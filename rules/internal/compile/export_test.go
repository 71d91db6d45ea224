package compile

import (
	"farbank/rules/rete"
	"farbank/rules/syntax"
)

// Conditions returns the alternatives of a left-hand side as conditions of the network.
func (c *Compiler) Conditions(forms []*syntax.Form) ([][]rete.Condition, error) {
	top, err := c.conditions(forms)
	if err != nil {
		return nil, err
	}
	var all [][]rete.Condition
	for _, parts := range top.alternatives() {
		_, list, err := c.analyse(parts)
		if err != nil {
			return nil, err
		}
		all = append(all, list)
	}
	return all, nil
}
