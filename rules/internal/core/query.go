package core

import (
	"farbank/rules/rete"
)

// Defquery is a query of the Jess dialect: conditions, with parameters, whose
// matches a program can ask for.
type Defquery struct {
	Name       string
	Module     *Module
	Params     *Template // of the fact that holds the arguments
	Conditions [][]rete.Condition
	Places     []map[string]*rete.Ref
}
