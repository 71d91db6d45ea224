// Package constraint is the engine for constraint programming with clause learning: unknowns and
// requirements become variables and propagators of package farbank/constraint. It can also prove
// that no solution, or no better one, exists.
//
// Problems with moves are solved as planning by satisfiability (Kautz and Selman 1992): the states
// after each move are variables, and the number of moves grows by one until the goal is reachable.
// The goal is only assumed, so learned clauses stay valid (Eén and Sörensson 2003). The states of a
// plan are pairwise different; if no further move is possible, no plan exists (Sheeran, Singh and
// Stålmarck 2000).
package constraint
