// Package fold searches by unfolding a tree of states and folding it (Meijer, Fokkinga and
// Paterson 1991, "Functional programming with bananas, lenses, envelopes and barbed wire").
//
// # Two functions
//
// Two independent functions describe a search, and neither is recursive. One unfolds (a
// coalgebra): it returns the value of a state and the states below it. The other folds (an
// algebra): it computes a result from a value and the results of the children. [Unfold]
// builds the tree that the first describes, [Fold] reduces a tree by the second, and [Hylo]
// does both at once without building the tree:
//
//	boards := fold.Hylo(empty,
//		func(b Board) (Board, []Board) { return b, b.withOneMore() },
//		func(b Board, below []int) int { return own(b) + sum(below) })
//
// # Monoids
//
// Most folds combine the result of a node with those of its children. Then a [Monoid]
// defines the fold, and another monoid answers another question about the same tree:
//
//	s := fold.Search[Board, int]{Children: withOneMore, Value: ifFull(1), Monoid: fold.Count}
//	n := s.Run(empty)
//
// [First] returns the first result and ends the search; [All] returns a list, [Count] a
// number, [Set] and [SetBy] the distinct values, [Min] the best one, [Top] the best few,
// [Pair] two results at once. A Search stores only the path to the current state.
// [Search.RunParallel] returns the same result by several goroutines, for every monoid,
// commutative or not. [Gather] combines the values of any sequence.
//
// # Effects
//
// Every scheme has a form that ends in M (for monadic), whose functions return errors and
// which stops when a context is done: [HyloM], [FoldM], [UnfoldM], [ParaM], [ApoM], [ZygoM],
// [HistoM], [DynaM], [FutuM], [MemoM], [SearchM], [LevelsM], [GatherM]. The first error ends
// the computation. In [Lazy] the fold requests the results of the children one by one;
// children that it does not request are never unfolded.
//
// A fold of part of a tree is not an approximation of the whole. Functions that take a
// context therefore return (value, error), and the error is context.Cause(ctx) if the
// context ended them. The searches and Gather forms also return the values combined so far.
//
// # Repeated states
//
// If a state is reached in several ways, the tree has many equal parts. [Memo] folds each of
// them once; [MemoBy] does so for states that are not comparable, by a key, and a [Table]
// keeps results between calls. [Levels] yields each state once, level by level, which is
// enough for monoids that do not count.
//
// If a state is below itself, the tree is infinite. Memo and its variants then fail with a
// [CycleError] that names the states. A distance to a goal or a set of reachable states is
// still defined: it is the least solution of [Equations].
//
// # Other schemes
//
// Some folds need more than the results of the children. [Para] passes the subtrees
// (a paramorphism, Meertens 1992). [Zygo] passes the results of another fold (a
// zygomorphism; Malcolm 1990, Fokkinga 1992). [Histo] passes all results below, as a
// [Past], and [Dyna] unfolds as well: that is dynamic programming (Uustalu and Vene 1999;
// Kabanov and Vene 2006). Some unfolds return more than one level: [Apo] inserts whole
// trees (Vene and Uustalu 1998), [Futu] returns several levels in one step (Uustalu and
// Vene 1999).
//
// # Costs
//
// The schemes use an explicit stack on the heap, so only memory limits the depth. Search
// and Lazy call back into the caller at each level and use the stack of the goroutine.
// With a context they return [ErrDeep] below [MaxDepth].
package fold
