// Package generated generates random models in the language of Farbank, with which tests check
// everything that reads, grounds and solves models.
//
//	m := generated.New(seed, generated.Options{})
//	p, err := farbank.Parse("made.far", m.Source, ...)   // with m.Settings and m.Data
//
// The generator follows docs/language.md and shares no code with the checker. It tracks types, the
// dependencies of expressions (constants, the unknowns, the state) and the bounds of numbers. So
// nearly all texts are valid, small enough to be listed, and contain edge cases: indices just out
// of range, divisors that may be 0, empty sets and ranges, ends of 64 bits, statements without
// effect.
//
// Every model omits some productions and prefers others (swarm testing: Groce et al. 2012), since a
// production that is always present hides the effects of others.
//
// Walk counts the productions of a text from its syntax tree. Shrink reduces a failing text (delta
// debugging on trees: Zeller and Hildebrandt 2002, Misherghi and Su 2006).
package generated
