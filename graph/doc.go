// Package graph searches implicit graphs: directed graphs whose nodes are packed states and whose edges are
// computed on demand. It knows nothing of the meaning of states.
//
// A [Graph] provides start states, the successors of a batch of states, and which states are goals. The
// algorithms are:
//
//   - [BreadthFirst] (Moore 1959) and [UniformCost] (Dijkstra 1959): a shortest path, and the distances of all
//     states that are nearer;
//   - [Within]: a shortest path of at most a given number of edges (Bellman 1958);
//   - [ShortestPaths]: all shortest paths, and their exact number without enumeration;
//   - [Explicit]: the reachable graph in memory, with simple paths, and walks of an exact length, enumerated or
//     counted by dynamic programming;
//   - [DepthFirst]: any path; [IterativeDeepening]: one of fewest edges (Korf 1985);
//   - with a heuristic, [AStar] (Hart, Nilsson and Raphael 1968) and [IDAStar] (Korf 1985): a shortest path;
//     [Greedy] (Doran and Michie 1966): any path;
//   - [Explore]: the size and shape of the reachable space;
//   - [ReachableGoals]: all goals that a path without another goal leads to;
//   - [Reachable]: all reachable states, as they are found.
//
// [Of] makes a Graph from any Go values, with all these searches and nothing to pack.
//
// States are stored in a [Store]: 8 bytes a word, and 1 to 14 bytes for the hash table and the paths. BreadthFirst
// and Explore use several workers if the Graph is a [Forker]; their results do not depend on the number of
// workers.
//
// With Options.Disk, Explore and BreadthFirst continue in files when the memory is full.
//
// Every search takes a context and [Options] with a memory limit. The Status of its result says what is known, and
// Reason which limit or interrupt ended it; see package solver. Methods that return plain values or iterators return a
// limit as an error. Data is stored in pages, so that nearly all of the memory is used for states. Results depend on the
// graph alone: edges have a fixed order.
package graph
