// Package constraint is the engine that learns from contradictions: unknowns and requirements
// become variables and propagators of package farbank/constraint, which proves as well that there
// is no solution, or none better.
//
// Problems with moves are asked as planning by satisfiability (Kautz and Selman 1992): the states
// after so many moves are variables, and the number of moves grows by one until the goal can be met.
// What was learned of the moves so far is kept, since the goal is only assumed (Eén and Sörensson
// 2003). No state of a plan comes twice; when moves can go on no longer without that, no plan exists
// (Sheeran, Singh and Stålmarck 2000).
package constraint
