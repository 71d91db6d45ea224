// Package exchange writes a problem in the languages of other systems: planners, constraint
// solvers, SAT solvers, model checkers, answer-set solvers and rule systems.
//
//	lang, _ := exchange.Find("minizinc")
//	err := lang.Write(ctx, p, exchange.Options{Horizon: 7}, os.Stdout)
//	var refused *exchange.Refusal
//	if errors.As(err, &refused) {
//		// the language cannot express a construct; refused has its position
//	}
//
// Each folder is a language; package writing is shared. All languages except json and clips are
// written from a transition.System. It has for each move a condition and the new values of
// cells, over the state before it (symbolic execution: King 1976). Every expression is total,
// so that a language needs no partial operators.
//
// The size of the output is linear in moves times changed cells (times the horizon where it is
// unrolled: dimacs). For dimacs and pddl it may be exponential in the number of cells that one
// condition reads; a budget bounds it.
package exchange
