// Package atlas holds a whole state space in memory: all reachable safe states, the moves between
// them, and for each state its distances from the start and to the goal, whether it is a dead end,
// and whether it is on a shortest plan.
//
//	at, err := atlas.Build(ctx, problem, atlas.Options{States: 5000})
//	if err != nil {
//		return err // a *LargeError: more states than that
//	}
//	for i := range at.Len() {
//		fmt.Println(at.State(i), at.Depth[i], at.ToGoal[i])
//	}
//
// Depths are computed by breadth-first search (Moore 1959), costs by Dijkstra's algorithm (1959),
// on reversed moves for costs to a goal. The states on every plan are the dominators of the goals
// (Lowry and Medlock 1969), found in one pass along a path. All take O(n + e) or O(e log n)
// time. A state takes its packed words and about 40 bytes, a move 24.
//
// With Options.Fold, one state represents all states that differ only by renaming interchangeable
// values.
package atlas
