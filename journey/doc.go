// Package journey computes with nondeterministic choice. A [Journey] is a computation with
// any number of results: it chooses values, and fails where a choice does not work out; the
// results are those of all choices that succeed.
//
//	plan := journey.Repeat(7, start, func(p Plan) journey.Journey[Plan] {
//		return journey.Then(journey.Choose(everybody...), func(who Who) journey.Journey[Plan] {
//			next := append(slices.Clone(p), who)
//			return journey.Then(journey.Guard(legal(p, who) && safe(next)), func(journey.Unit) journey.Journey[Plan] {
//				return journey.Succeed(next)
//			})
//		})
//	})
//	for p := range journey.Where(plan, solved) { ... }
//
// [Succeed], [Fail], [Choose], [Then] and [Guard] are the list MonadPlus of Haskell (Wadler
// 1985, "How to replace failure by a list of successes"); [Interleave], [ThenFair], [IfElse]
// and [Once] are the fair and the pruning operations of Kiselyov, Shan, Friedman and Sabry
// (2005, "Backtracking, interleaving, and terminating monad transformers").
//
// A Journey is lazy: it computes only the results that its consumer requests. It is an
// iter.Seq, so it works with range, slices.Collect and maps. It can be ranged over several
// times and starts again each time. [Maybe] is the special case of at most one result.
//
// A step through Then takes three small allocations (the journey that the continuation
// returns and two closures); one through [Via] or [RepeatVia], whose continuation is a
// [Step], takes none. Interleave and ThenFair run journeys as coroutines (iter.Pull), which
// end with the loop.
package journey
