// Package fold searches by unfolding a tree of states and folding it with a monoid
// (Meijer, Fokkinga and Paterson 1991, "Functional programming with bananas, lenses,
// envelopes and barbed wire").
//
// A coalgebra gives the children of a state, an algebra makes one result of a node and
// the results of its children. [Unfold] builds the tree that a coalgebra describes,
// [Fold] reduces a tree by an algebra, and [Hylo] does both at once without ever
// building the tree. For searches the algebra is mostly: my own result, combined with
// those of my children; then a [Monoid] says it all, and [Map] runs it:
//
//	boards := fold.Search[Board, int]{
//		Children: func(b Board, child func(Board) bool) { ... },
//		Value:    func(b Board) int { if b.full() { return 1 }; return 0 },
//		Monoid:   fold.Count,
//	}
//	n := boards.Run(empty)
//
// The monoid decides what the search finds: [First] the first result, which ends it;
// [All] a list, [Count] a number, [Min] the best, [Pair] two at once. [Search.RunParallel]
// gives the same result on several processors, for every monoid, whether the order
// matters to it or not. [Memo] keeps results of states that are met again.
//
// A search by Search takes no memory but the path it is on; it visits every state as
// often as there are ways to it.
package fold
