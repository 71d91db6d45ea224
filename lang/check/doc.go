// Package check turns the tree of a .far file into a model: it resolves names,
// checks types, takes parameters and data, evaluates constants, and grounds moves,
// quantifiers and rules.
//
//	file, err := syntax.Parse("wolf.far", source)
//	problem, err := check.Check(file, check.Options{})
//
// It works in two passes over each part of the tree. The first gives every
// expression a static type ([Check] stops after it if anything is wrong, having
// reported each root cause once). The second evaluates: what is known becomes
// constants, what depends on the state becomes expressions of the model. Bound
// names of quantifiers and the parameters of moves take every value in turn, so
// quantifiers become conjunctions, sums and the like; sets become one truth value
// for each possible member, tuples and arrays their components.
//
// The second pass is bounded: a grounding that would take more than
// Options.Limit steps is an error, not a hang.
package check
