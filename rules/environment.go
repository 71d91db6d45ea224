package rules

import (
	"farbank/rules/value"
)

// Environment is a rule system of its own.
type Environment struct {
	symbols   value.Table
	functions map[string]*Function
	*routers
	*generators
}

// functionTables is filled by the files that hold the functions.
var functionTables [][]Function
