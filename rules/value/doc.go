// Package value has the values of the rule language: symbols, strings, integers, floats,
// multifields (lists), fact addresses and external objects.
//
//	var t value.Table
//	v := t.Symbol("red")
//	n := value.Integer(42)
//	m := value.List(v, n)
//	fmt.Println(m) // (red 42)
//
// A Value has two words and is passed by value. Numbers need no allocation. Symbols are
// interned in a Table, so that equal symbols of one table share one object. Strings have
// their hash, so that most comparisons of unequal strings take one step.
package value
