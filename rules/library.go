package rules

// library has the functions whose arguments are evaluated before the call and
// that need no facts and no rules.
var library = [][]Function{mathFunctions, realFunctions, predicateFunctions, listFunctions, textFunctions,
	symbolFunctions, ioFunctions, systemFunctions}

func init() { functionTables = append(functionTables, library...) }
