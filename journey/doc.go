// Package journey computes with choices. A [Journey] is a computation with any number
// of results, none included: it tells the story of one of them, says where there is a
// choice, and fails where the story cannot go on; what is left are the results.
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
// [Succeed], [Fail], [Choose], [Then] and [Guard] are the list MonadPlus of Haskell (Wadler 1985, "How to
// replace failure by a list of successes"); [Interleave], [ThenFair], [IfElse] and [Once]
// are the fair and the pruning operations of Kiselyov, Shan, Friedman and Sabry (2005,
// "Backtracking, interleaving, and terminating monad transformers").
//
// A Journey is lazy: nothing is computed before somebody ranges over it, and no more than
// is asked for. It is an iter.Seq, so range, slices.Collect and maps take it. It can be
// ranged over again, and begins again. [Maybe] is the special case of one result at most.
//
// Costs: a step through Then takes three small allocations (the journey that the
// continuation returns and two closures), one through [Via] or [RepeatVia], whose
// continuation is a [Step], none; Interleave and ThenFair run journeys as
// coroutines (iter.Pull), which end with the loop.
package journey
