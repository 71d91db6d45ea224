// Package search is the engine of states and operators: it hands a problem to
// package graph as an implicit graph, and the unknowns of a problem to package
// assign.
package search
