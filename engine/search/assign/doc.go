// Package assign finds values for the unknowns of a problem: backtracking search
// with constraint propagation over finite domains.
//
// The requirements of the problem are split at their ands; each conjunct becomes a
// constraint. Two propagators prune the domains of the unknowns until nothing more
// follows:
//
//   - all-different over terms unknown + constant: a value taken is gone for the
//     others; fewer values than unknowns is a contradiction; where there are as many
//     values as unknowns, a value with one place left goes there;
//   - everything else: interval propagation over the expression, up and down (HC4,
//     Benhamou and others 1999), and, where few unknowns with few values are left,
//     trying them all (generalised arc consistency).
//
// When nothing more follows, the search fixes an unknown to each of its values in
// turn. For one solution it first goes through the unknowns in their order, with a
// bound on the work: if that is enough, the solution is the first in lexicographic
// order. Else, and for counting, it takes the unknown with the fewest values for the
// weight of the constraints that have failed on it (dom/wdeg: Boussemart and others
// 2004), and for one solution begins again ever so often. An objective is a
// constraint that tightens with every better solution (branch and bound).
//
// Every solution is confirmed by the reference interpreter of package model before
// it is passed on.
package assign
