// Package exchange has other people's formats: it writes a problem in the languages of other
// systems, so that their solvers can be asked the same question: a planner, a constraint
// solver, a SAT solver, a model checker, an answer-set solver, a rule system.
//
//	lang, _ := exchange.Find("minizinc")
//	err := lang.Write(ctx, p, exchange.Options{Horizon: 7}, os.Stdout)
//	var refused *exchange.Refusal
//	if errors.As(err, &refused) {
//		// the language cannot say that; refused tells what and where
//	}
//
// A folder is a format; package writing is what they share. All but json and clips are
// written from one system of conditions (transition.System): for each move a condition and
// the new values of cells over the state before it (strongest postcondition and weakest
// precondition of straight-line code: Dijkstra 1975), every expression total, so that a
// language needs no partial operators.
//
// The size of what is written is linear in moves times changed cells (times the horizon
// where it is unrolled: dimacs) and, for dimacs and pddl, exponential at worst in the
// cells that one condition reads; a budget bounds that.
package exchange
