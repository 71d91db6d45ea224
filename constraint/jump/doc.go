// Package jump searches for values that violate few constraints, by feasibility jump (Luteberget and Sartor 2023).
//
// Each constraint has a weight and a violation, which is 0 if it holds. A move gives one variable the value that
// minimizes the weighted sum of violations while the other variables keep theirs. In a local minimum the weights of
// violated constraints grow. As in the original, only values at which some violation becomes 0 or starts to grow are
// considered. Unlike there, a term can be an equality or an inequality of a variable, so that the literals of an
// integer variable need no moves of their own, and the moves of a step are those of the variables of a few violated
// constraints.
//
//	j := jump.New(s, seed) // a solver at level 0, after all constraints were added
//	if j.Run(ctx, 1e6) {   // units of work
//		s.Lean(j.Values())
//	}
//
// The search knows the penalties of package propagate. Constraints without one are ignored, so the values are only a
// guide for the solver. A step takes time linear in the sizes of the constraints of the variables that it tries.
package jump
