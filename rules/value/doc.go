// Package value holds the values of the rule language: symbols, strings,
// integers, floats, multifields (lists), fact addresses and external objects.
//
//	var t value.Table
//	v := t.Symbol("red")
//	n := value.Integer(42)
//	m := value.List(v, n)
//	fmt.Println(m) // (red 42)
//
// A Value is two words and is passed by value. Numbers need no memory of their
// own; symbols are interned in a Table, so equal symbols of one table share one
// object, and strings carry their hash, so that unequal ones differ at the
// first word compared.
package value
