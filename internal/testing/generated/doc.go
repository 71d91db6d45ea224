// Package generated makes up random models in the language of Farbank, so that tests can
// put them to everything that reads, lowers and solves models.
//
//	m := made.New(seed, made.Options{})
//	p, err := farbank.Parse("made.far", m.Source, ...)   // with m.Settings and m.Data
//
// The maker knows docs/language.md and nothing else: it shares no code with the checker.
// It keeps track of types, of what an expression may depend on (constants, the unknowns,
// the state) and of the bounds of numbers, so that nearly all its texts are right, small
// enough to be listed, and stand at the edges: indexes just outside, divisors that may be
// 0, empty sets and ranges, ends of 64 bits, statements that change nothing.
//
// Every model leaves out some productions and leans to others (swarm testing: Groce et
// al. 2012), since what is always there hides what comes after it.
//
// Walk counts what a text has, from its syntax tree; Shrink makes a failing text smaller
// (delta debugging on trees: Zeller and Hildebrandt 2002, Misherghi and Su 2006).
package generated
