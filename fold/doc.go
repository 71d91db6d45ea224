// Package fold searches by unfolding a tree of states and folding what comes of it
// (Meijer, Fokkinga and Paterson 1991, "Functional programming with bananas, lenses,
// envelopes and barbed wire").
//
// # Two functions
//
// A search is told by two small functions that know nothing of each other, and neither
// calls itself. One unfolds (a coalgebra): what is the value of a state, and which states
// are below it? One folds (an algebra): what do a value and the results of the children
// come to? [Unfold] builds the tree that the first describes, [Fold] reduces a tree by the
// second, and [Hylo] does both at once without ever building the tree:
//
//	boards := fold.Hylo(empty,
//		func(b Board) (Board, []Board) { return b, b.withOneMore() },
//		func(b Board, below []int) int { return own(b) + sum(below) })
//
// # Monoids
//
// Mostly the fold is: my own result, combined with those of my children. Then a [Monoid]
// says it all, and what is found is changed by changing the monoid alone:
//
//	s := fold.Search[Board, int]{Children: withOneMore, Value: ifFull(1), Monoid: fold.Count}
//	n := s.Run(empty)
//
// [First] is the first result, which ends the search; [All] a list, [Count] a number, [Set]
// and [SetBy] what there is without repeats, [Min] the best, [Top] the best few, [Pair] two
// at once. A Search takes no memory but the path that it is on. [Search.RunParallel] gives
// the same result on several processors, for every monoid, whether the order matters to it
// or not. [Gather] combines the values of any sequence.
//
// # Effects
//
// The functions may do more than compute. Every scheme has a form that ends in M (as the
// monadic forms do elsewhere), whose functions return errors and which ends when a context
// does: [HyloM], [FoldM], [UnfoldM], [ParaM], [ApoM], [ZygoM], [HistoM], [DynaM], [FutuM],
// [MemoM], [SearchM], [LevelsM], [GatherM]. The first error ends the whole. In [Lazy] the fold asks for the
// results of the children one by one, and what it does not ask for is never unfolded.
//
// # States that are met again
//
// Where a state is met on many ways, the tree has many equal parts. [Memo] folds each of
// them once; [MemoBy] does so for states that cannot be compared, by a key, and a [Table]
// keeps what it knows from one call to the next. [Levels] gives each state once, level by
// level, which is enough for monoids that do not count.
//
// A state that is met again below itself makes the tree endless. Memo and the like tell
// that by a [CycleError] that names the states. Where the question still has an answer, it
// is the least solution of [Equations]: how far is it to the goal, what can be reached.
//
// # Looking further
//
// Some folds need to see more than the results of the children. [Para] shows the subtrees
// (a paramorphism, Meertens 1992). [Zygo] shows what another fold makes of them (a
// zygomorphism; Malcolm 1990, Fokkinga 1992). [Histo] shows all that was done below, the
// [Past], and [Dyna] unfolds besides: that is dynamic programming (Uustalu and Vene 1999;
// Kabanov and Vene 2006). Likewise some unfolds say more than one level: [Apo] puts in
// whole trees (Vene and Uustalu 1998), [Futu] decides on several levels in one step
// (Uustalu and Vene 1999).
//
// # What it costs
//
// The schemes work on a stack of their own, so that depth is a question of memory only;
// Search and Lazy, which hand control to the caller at each level, end with [ErrDeep] at
// [MaxDepth] where they have a context to end with.
package fold
