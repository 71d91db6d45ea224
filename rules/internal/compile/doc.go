// Package compile translates the text of a program for package core: calls into nodes, the left-hand
// sides of rules into conditions of the network, constructs into rules, templates, functions and so
// on. The table of builtins defines how calls are dispatched and checked.
//
// Conditions are translated in condition.go (and, or, not, exists, forall, logical), analysis.go
// (bindings of variables), pattern.go and constrain.go (fields of a pattern) and conflicts.go
// (conditions that never match).
package compile
