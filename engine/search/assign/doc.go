// Package assign solves problems without moves: backtracking search with constraint propagation
// over finite domains.
//
// The requirements are split into their conjuncts; each becomes a constraint. Two propagators prune
// the domains until a fixed point:
//
//   - all-different over terms unknown + constant: the value of a fixed term is removed from the
//     others. It is a conflict if there are fewer values than unknowns. If there are as many, a value
//     that is possible for one term only is assigned to it.
//   - everything else: interval propagation over the expression, up and down (HC4, Benhamou and
//     others 1999). If few combinations of values are left, they are enumerated (generalized arc
//     consistency).
//
// At the fixed point, the search fixes an unknown to each of its values in turn. For one solution
// it first takes the unknowns in their order, with a limit on the nodes: within it, the solution is
// the lexicographically first. After that, and for counting, it chooses the unknown with the
// smallest ratio of domain size to the weight of the constraints that have failed on it (dom/wdeg:
// Boussemart and others 2004). For one solution it restarts regularly. An objective is a constraint
// that tightens with every better solution (branch and bound).
//
// The reference interpreter of package model verifies every solution before it is passed on.
package assign
