// Package temporal searches for plans of tasks with durative actions, timed events and numbers
// without bounds (PDDL 2.1 and 2.2: Fox, Long 2003; Edelkamp, Hoffmann 2004).
//
// It looks for any plan, not for a best one. Actions that no plan needs are left out. Where no number that matters is unbounded and nothing happens by itself, each action
// is also translated to one operator in the finite-domain representation, and the searches of package planning look for a plan
// without overlap, beside the others.
//
// Two searches of this package are made in turn. The first treats every
// durative action as one step, and is sufficient where no plan needs actions to overlap. The second
// is a decision-epoch search (Do, Kambhampati 2003; Cushing and others 2007): an action begins now,
// or time proceeds to the next end of an action or the next event. An action joins the happenings of the
// last instant unless it interferes with them. The search is not complete. A third of its
// expansions are random, to leave plateaus (type-based exploration: Xie and others 2014). Both are
// greedy best-first searches with deferred evaluation and preferred operators (Helmert 2006), by
// the length of a relaxed plan; numeric conditions are estimated by repetitions of single actions
// (Scala, Haslum, Thiébaux 2016). Where a change depends on numbers, another action that
// changes these may be repeated first. Without overlap, an action of the relaxed plan is also
// repeated in one transition. If nothing takes time and numbers are compared, two more searches of
// the first kind follow the newest of equal states, one of them with eager evaluation.
//
// Where nothing takes time, the first plan is made shorter for as long as it took to find, at most
// two seconds: by action elimination (Balyo, Chrpa, Kilani 2014), by joining pairs of actions, by a
// search of the states near the plan (Nakhost, Müller 2010), and by searches that drop the states of
// plans that are not shorter, some of them in the order of weighted A*.
//
// Schedule then lets each action begin as early as the order of the happenings that interfere
// allows, at least epsilon apart.
package temporal
