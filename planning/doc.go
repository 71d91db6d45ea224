// Package planning finds plans of deterministic planning tasks: variables with finite
// domains, operators with preconditions, effects and costs, and a goal. It knows no
// puzzles and no language.
//
//	task := &planning.Task{
//		Variables: []planning.Variable{{Name: "lamp", Size: 2}},
//		Operators: []planning.Operator{{Name: "switch on", Cost: 1,
//			Pre: []planning.Fact{{0, 0}}, Effects: []planning.Effect{{Fact: planning.Fact{0, 1}}}}},
//		Init: []int{0}, Goal: []planning.Fact{{0, 1}},
//	}
//	r, err := planning.Solve(ctx, task, planning.SolveOptions{})
//
// A [Task] is in the finite-domain representation (SAS+: Bäckström and Nebel 1995; FDR:
// Helmert 2009), with two additions: conditional effects, and preconditions that are
// disjunctions ([Operator.Some]). What follows from a state can be derived by axioms
// ([Axiom]); no operator need say how it changes. A [Space] is a task made ready to be searched. It has
// its invariants ([Mutexes]) beside it, since most of what the heuristics know comes from
// there.
//
// Each search and each heuristic is a file with its source:
//
//   - astar.go, ida.go, improve.go: plans of least cost, and plans that become cheaper
//   - bidirectional.go, reverse.go: from both ends
//   - axioms.go, derive.go, loosen.go: what is derived, and how estimates look at it
//   - stubborn.go, symmetry.go: operators and states that need not be tried
//   - greedy.go, bfws.go, beam.go: any plan, soon
//   - hmax.go, hadd.go, ff.go, lmcut.go: what the relaxation without deletes tells
//   - projection.go, cartesian.go, partition.go, additive.go: what abstractions tell
//   - potential.go: weights of facts, by linear programs that someone else solves
//   - goalcount.go, landmarks.go, landmarkcost.go: what is still to be done
//
// reference.go is the plain twin of all of it: the meaning of a task in fifty lines, which
// tests hold the rest against.
package planning
