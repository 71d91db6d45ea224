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
// Helmert 2009), with two additions: conditional effects, and disjunctive preconditions
// ([Operator.Some]). Derived variables are defined by axioms ([Axiom]). A [Space] is a task
// prepared for search, with its invariants ([Mutexes]), which many heuristics use.
//
// Each search and each heuristic has a file that names its source:
//
//   - astar.go, ida.go, improve.go: optimal and anytime search
//   - bidirectional.go, reverse.go: bidirectional search
//   - axioms.go, derive.go, relax.go: derived variables, and their relaxation
//   - stubborn.go, symmetry.go: pruning
//   - greedy.go, bfws.go, beam.go: satisficing search
//   - hmax.go, hadd.go, ff.go, lmcut.go: delete relaxation
//   - projection.go, cartesian.go, partition.go, additive.go: abstractions
//   - potential.go: potential heuristics, by a linear programming solver that the caller passes
//   - goalcount.go, landmarks.go, landmarkcost.go: goals and landmarks
//
// reference.go is a short reference implementation of the semantics of tasks. Tests compare
// the rest with it.
package planning
