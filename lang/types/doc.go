// Package types holds what is known of a file once its names and types are right: a
// value of its own, as go/types has one. Package check fills it; the interpreter of the
// text (lang/judge) and the writing out of the model (lang/ground) read it, and neither
// reads the other.
//
//	info.Types[e]     the type of an expression
//	info.Uses[id]     what a name stands for, where it is declared and where it is used
//	object.Const      the value of a constant or a parameter
//
// There is no logic of the language here beyond which types fit each other and how
// values are ordered.
package types
