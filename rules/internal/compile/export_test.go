package compile

import (
	"farbank/rules/rete"
	"farbank/rules/syntax"
)

// Conditions gives the ways in which a left side can match, as conditions of the network.
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
