// Package transition runs the ground moves of a problem on symbols: it is the one place
// where that is done, and compiled code, exports, the programs of package milp and all
// else that needs a move as a whole start from what it gives.
//
// A move becomes an [Operator]: the conditions under which it applies, what it costs, and
// what the cells become, all of them expressions over the state before it, however many
// statements, branches and locals the move has. An [Executor] makes them one by one:
//
//   - with [Executor.Run] as they are, where an expression without a value makes the move
//     not apply;
//   - total, with [Options.Total]: every expression has a value in every state, and the
//     condition that it is the value meant stands in the guard;
//   - with [Executor.Split] in cases, so that no address depends on the state any more;
//   - with [Cases.Split] down to preconditions and effects over single variables, the
//     finite-domain representation of planners (Bäckström and Nebel 1995, SAS+).
//
// A [System] is a whole problem in the total form.
package transition
