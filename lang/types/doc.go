// Package types holds the types and resolved names of a checked file, like go/types. Package
// check computes them. The judge (lang/judge) and the grounder (lang/ground) read them, and do
// not import each other.
//
//	info.Types[e]     the type of an expression
//	info.Uses[id]     the object of a name, at its declaration and its uses
//	object.Const      the value of a constant or a parameter
//
// The package has no semantics beyond which types fit each other and how values are ordered.
package types
