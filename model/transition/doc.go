// Package transition executes ground moves symbolically (King 1976). Compiled code, exports,
// planners and the programs of package milp all start from its results.
//
// A move becomes an [Operator]: the conditions under which it applies, its cost, and the new
// values of cells. All are expressions over the state before it, whatever statements, branches
// and locals the move has. An [Executor] computes operators in one of several forms:
//
//   - [Executor.Run]: a move does not apply where one of its expressions is undefined;
//   - total, with [Options.Total]: every expression is defined in every state, and the guard
//     has the conditions under which the values are the intended ones;
//   - [Executor.Split]: cases in which no address depends on the state;
//   - [Cases.Split]: preconditions and effects over single variables, the finite-domain
//     representation of planners (Bäckström, Nebel 1995, SAS+).
//
// A [System] is a whole problem in the total form.
package transition
