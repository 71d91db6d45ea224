package core

import (
	"farbank/rules/rete"
)

// Defquery is a query of the Jess dialect: conditions with parameters. Programs read its matches.
type Defquery struct {
	Name       string
	Module     *Module
	Params     *Template // of the fact with the arguments
	Conditions [][]rete.Condition
	Places     []map[string]*rete.Ref
}
