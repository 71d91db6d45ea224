// Package core is a rule system while it runs: the modules with their constructs, the facts,
// the agenda and the focus, settings and watches, and the calls being made. It knows compiled
// expressions as nodes, and the words of the language as functions by name; what a text means
// is told by package compile, which stands above it, as do the families of functions.
//
// Its types are plain data for the packages beside it. Callers of package rules see of them
// what that package lets them see.
package core
