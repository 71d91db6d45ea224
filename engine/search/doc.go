// Package search is the engine for state spaces: it passes problems with moves to package graph as
// implicit graphs, and unknowns to package assign.
package search
