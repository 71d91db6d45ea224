// Package strategy is the engine for problems in which others move or something is not seen. It converts the
// problem to an arena of package game, solves it, and converts the moves back to a strategy.
//
// If all is seen, the states of the arena are the states of the problem. Otherwise they are beliefs: the sets of states that
// agree with everything seen so far. Values of find variables are chosen by us in a state before the first.
package strategy
