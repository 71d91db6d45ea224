// Package graph searches state spaces that are too large to write down: directed
// graphs whose nodes are packed states and whose edges are computed when asked for.
// It knows nothing of what the states mean.
//
// A [Graph] gives start states, the successors of a batch of states, and which
// states are goals. On it stand
//
//   - [BreadthFirst] (Moore 1959) and [UniformCost] (Dijkstra 1959): a path of least
//     cost, and the distances of everything nearer;
//   - [Within]: a path of least cost of at most so many edges (Bellman 1958);
//   - [ShortestPaths]: all paths of least cost, and their exact number, without listing them;
//   - [Explicit]: the reachable graph in memory, with simple paths, and walks of an
//     exact length, listed or counted by dynamic programming;
//   - [DepthFirst]: any path; [IterativeDeepening]: one of fewest edges (Korf 1985);
//   - with an estimate of what is left, [AStar] (Hart, Nilsson and Raphael 1968) and
//     [IDAStar] (Korf 1985): a path of least cost; [Greedy] (Doran and Michie 1966): any;
//   - [Explore]: the size and shape of the reachable space;
//   - [Reachable]: all states that can be reached, as they are met.
//
// [Of] makes a Graph of any values of Go, with all these searches and nothing to pack.
//
// States are kept in a [Store]: 8 bytes a word, and 1 to 14 bytes for finding them again
// and for the way to them. BreadthFirst and Explore use several workers if the Graph is a
// [Forker]; what they find does not depend on how many.
//
// With Options.Disk, Explore and BreadthFirst go on in files where memory ends.
//
// Every search takes a context and [Options] with a limit on memory, and tells in
// its result whether it is complete or what stopped it. What it keeps lies in pages, so
// that nearly all of the memory it may have is for states. Results do not depend on
// anything but the graph: edges come in a fixed order.
package graph
