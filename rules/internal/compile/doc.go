// Package compile turns the text of a program into what package core runs: calls into nodes,
// the left sides of rules into conditions of the network, constructs into rules, templates,
// functions and so on. Calls are dispatched, counted and checked by the table of builtins.
//
// A file of conditions goes through condition.go (what the words and, or, not, exists, forall
// and logical mean), analysis.go (where variables are bound), pattern.go and constrain.go
// (the fields of a pattern), conflicts.go (what can never match).
package compile
