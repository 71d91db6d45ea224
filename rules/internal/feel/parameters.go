package feel

import (
	"slices"
	"strings"
)

// parameters has the names of the parameters of builtin functions, for arguments by name; | separates two names of one.
var parameters = map[string]string{
	"not": "negand", "abs": "n", "floor": "n, scale", "ceiling": "n, scale", "count": "list", "min": "list", "max": "list",
	"sum": "list", "mean": "list", "list contains": "list, element", "contains": "string, match",
	"starts with": "string, match", "ends with": "string, match", "upper case": "string", "lower case": "string",
	"string length": "string", "substring": "string, start position, length", "string": "from", "date": "from",
	"flatten": "list", "sort": "list, precedes", "reverse": "list", "distinct values": "list", "all": "list", "any": "list",
	"sublist": "list, start position, length", "remove": "list, position", "insert before": "list, position, newItem",
	"list replace": "list, position|match, newItem", "index of": "list, match", "string join": "list, delimiter",
	"get value": "m, key", "get entries": "m", "context put": "context, key|keys, value", "context merge": "contexts",
	"sqrt": "number", "exp": "number", "log": "number", "odd": "number", "even": "number", "modulo": "dividend, divisor",
	"decimal": "n, scale", "round up": "n, scale", "round down": "n, scale", "round half up": "n, scale",
	"round half down": "n, scale", "product": "list", "median": "list", "stddev": "list", "mode": "list",
	"substring before": "string, match", "substring after": "string, match", "split": "string, delimiter",
	"is": "value1, value2", "duration": "from", "years and months duration": "from, to",
	"number":      "from, grouping separator, decimal separator",
	"day of year": "date", "day of week": "date", "month of year": "date", "week of year": "date",
}

// placed returns the arguments by name in the order of the parameters of a function, with null for those left out.
// It returns false for a name that the function does not have.
func placed(function string, list []Expression, names []string) ([]Expression, bool) {
	known := strings.Split(parameters[function], ", ")
	ordered := make([]Expression, 0, len(known))
	used := 0
	for _, name := range known {
		e := constant(nil)
		for i, given := range names {
			if slices.Contains(strings.Split(name, "|"), given) {
				if e = list[i]; given == "key" {
					e = unlisted(e)
				}
				used++
			}
		}
		ordered = append(ordered, e)
		if used == len(list) {
			return ordered, true
		}
	}
	return nil, false
}

// unlisted returns the value of an expression, or null if it is a list.
func unlisted(e Expression) Expression {
	return func(s Scope) (any, error) {
		v, err := e(s)
		if _, list := v.([]any); list {
			v = nil
		}
		return v, err
	}
}

// parameterNames returns all names of the parameters of a function.
func parameterNames(function string) []string {
	return strings.Split(strings.ReplaceAll(parameters[function], "|", ", "), ", ")
}
