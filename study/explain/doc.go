// Package explain explains why a problem has no plan and which changes would give one. If there
// is a plan, it explains which rules matter.
//
//	r, err := explain.Explain(ctx, c, explain.Options{Limit: 10})
//	for _, x := range r.Relaxations {
//		fmt.Println(x.Items, len(x.Plan.Moves)) // seats 2 -> 3: 9
//	}
//
// The units of a problem can be relaxed: its rules (never, always, require) and the
// requirements of its moves are dropped, its integer parameters take another value. A
// require that an all unrolls gives one unit for each choice of the all.
//
// A relaxation is a minimal set of units such that relaxing them gives a plan. A conflict is a
// minimal set of rules and requirements that excludes every plan, whatever else is relaxed. In
// constraint programming they are called minimal correction sets and minimal unsatisfiable
// subsets; each is a minimal hitting set of all sets of the other kind (Reiter 1987). MARCO
// (Liffiton, Previti, Malik, Marques-Silva 2016) enumerates both: a map of decided sets
// returns an undecided set (seed); a solver decides whether it works; QuickXplain (Junker 2004)
// shrinks a conflict; the map stores what follows. Here a seed has the fewest relaxed units, so
// relaxations are found in the order of their size. There can be exponentially many of both; a
// limit and the context bound the work.
//
// For problems without moves one learning solver is used with an assumption for each unit. If
// there is no solution it returns a core of the assumptions, which is minimized in place of
// QuickXplain. A solution decides every set that relaxes all units that it violates.
//
// Rules are relaxed as a whole first, which is fast, then line by line; conflicts of lines are
// searched within the conflicts of whole rules. In addition, single numbers of the data, ranges
// of variables and start values are changed, because they may be the reason without any rule
// saying so.
//
// The method requires that relaxing more units never removes a plan, which holds for rules and
// requirements. It does not hold for parameters: they are changed step by step, one or two at
// once, alone and then together with relaxed units.
//
// Each result is confirmed by solving with the set relaxed and with each member put back. A set
// that a limit leaves undecided is reported as unknown, and nothing is concluded from it. The
// Case supplies the engines, so any engine can be used.
package explain
