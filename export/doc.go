// Package export writes a problem in the languages of other systems, so that their
// solvers can be asked the same question: a planner, a constraint solver, a SAT
// solver, a model checker, an answer-set solver, a rule system.
//
//	lang, _ := export.Find("minizinc")
//	err := lang.Write(ctx, p, export.Options{Horizon: 7}, os.Stdout)
//	var refused *export.Refusal
//	if errors.As(err, &refused) {
//		// the language cannot say that; refused tells what and where
//	}
//
// All languages but json and clips are written from one system of conditions (see
// system): the moves are run on symbols, which gives for each a condition and the new
// values of cells over the state before it (strongest postcondition and weakest
// precondition of straight-line code: Dijkstra 1975); and every expression is made
// total, its undefinedness made explicit, so that a language needs no partial
// operators. What a language adds:
//
//   - minizinc: variables over time, one move a step (planning as constraint
//     satisfaction: van Beek and Chen 1999);
//   - asp: choices and inertia over time (Lifschitz 1999);
//   - dimacs: planning as satisfiability (Kautz and Selman 1992) by unrolling, values
//     one-hot (de Kleer 1989), formulas by definitions (Tseitin 1968), every variable a
//     function of the plan so that models are plans one to one;
//   - pddl: ground STRIPS (Fikes and Nilsson 1971), a case of a move an action;
//   - promela: a process whose loop has an option for each move; the goal is what an
//     assertion denies, so that a counterexample is a plan (Holzmann 1991).
//
// The size of an export is linear in moves times changed cells (times the horizon
// where it is unrolled: dimacs) and, for dimacs and pddl, exponential at worst in the
// cells that one condition reads; a budget bounds that.
package export
