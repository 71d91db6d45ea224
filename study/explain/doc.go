// Package explain says why a problem has no plan and what would give it one; or, where
// there is a plan, which rules matter.
//
//	r, err := explain.Explain(ctx, c, explain.Options{Limit: 10})
//	for _, x := range r.Relaxations {
//		fmt.Println(x.Items, len(x.Plan.Moves)) // seats 2 -> 3: 9
//	}
//
// Units of a problem can be relaxed: its rules (never, always, require) and the
// requirements of its moves are left out, its integer parameters take another value. A
// require that an all unrolls is as many units as the all has choices.
//
// A relaxation is a minimal set of units whose relaxing gives a plan: with any one put
// back there is none. A conflict is a minimal set of rules and requirements that leaves
// no plan whatever else is relaxed: without any one of them there is one. In the terms
// of constraints they are minimal correction sets and minimal unsatisfiable subsets, and
// each is a minimal hitting set of the other kind (Reiter 1987). All of both are found by
// MARCO (Liffiton, Previti, Malik, Marques-Silva 2016): a map of what is decided gives
// an undecided set; a solver says whether it works; a conflict is shrunk by QuickXplain
// (Junker 2004); the map notes what follows. Here the map gives an undecided set of
// the fewest relaxed units, so that relaxations come in the order of their size. There
// can be exponentially many of either; a limit and the context bound the work.
//
// Where there are only unknowns, one solver that learns is asked under assumptions, one a unit: where
// there is no solution it tells a core of them, which is thinned instead of QuickXplain, and
// a solution decides every set that relaxes all that it breaks.
//
// Rules are relaxed whole first, which is soon done, then line by line; the conflicts of whole rules
// are where those of lines are looked for. Beside that a number of the data, the range of a
// variable and a value at the start are changed, one at a time: no rule says them, and they
// may be the reason all the same.
//
// For rules and requirements more relaxing never takes a plan away, which the method
// rests on. Of parameters nothing of that kind is known: they are changed one step after
// another, one or two of them at once, alone and then beside relaxed units.
//
// Every set is confirmed by solving anew with it and with each member put back; what a
// limit keeps from being decided is said to be not known, and nothing is concluded from
// it. The engines come with the Case, so that any serves.
package explain
