package rules

// The functions whose arguments are evaluated before the call and that need no
// facts and no rules.
func init() {
	functionTables = append(functionTables, mathFunctions, realFunctions, predicateFunctions, listFunctions,
		textFunctions, symbolFunctions, ioFunctions, systemFunctions)
}
