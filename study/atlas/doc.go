// Package atlas maps a state space: all safe states that can be reached, held in memory
// with the moves between them, and what is known of each: how far it is from the start
// and from the goal, whether it is a dead end, whether a shortest plan passes it.
//
//	at, err := atlas.Build(ctx, problem, atlas.Options{States: 5000})
//	if err != nil {
//		return err // a *LargeError: more states than that
//	}
//	for i := range at.Len() {
//		fmt.Println(at.State(i), at.Depth[i], at.ToGoal[i])
//	}
//
// Depths are those of breadth-first search (Moore 1959); costs to and from are by
// Dijkstra (1959), the ones to a goal over the moves turned around; the states that every
// plan passes are the dominators of the goals (Lowry and Medlock 1969), found in one
// pass along a path. All take O(n + e) or O(e log n) time; a state takes its packed words
// and some 40 bytes, a move 24.
//
// With a fold, one state stands for all that differ from it only in the names of
// interchangeable values.
package atlas
