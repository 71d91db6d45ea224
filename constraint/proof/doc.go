// Package proof checks refutations of problems over integer variables: that there is no
// solution, or none better than one. It shares nothing with the solver that writes them.
//
// What is refuted is a [Statement]: variables with bounds, variables that say that another has a
// value, clauses of bounds, and constraints. A refutation is a text, a step a line:
//
//	farbank proof 1 DIGEST     the digest of the statement
//	a 4>=7                     only solutions with x4 >= 7 are looked for (a better objective)
//	e 5 3                      a new variable, of the next number, is 1 where x5 = 3, and else 0
//	r HINT                     what the hint draws holds for good
//	l 17 4>=7 2<=1; HINT; ...  clause 17: with its negation the hints, in turn, give a contradiction
//	d 17                       clause 17 is not needed any more
//	x HINT                     the hint contradicts what holds for good: the end; what stands behind a contradiction is not read
//
// A hint draws one conclusion from the bounds at hand:
//
//	c17        clause 17 (given ones are numbered from 1): its only atom that does not fail
//	p3 4>=7    constraint 3 (from 0): with the negation of the atom it cannot hold
//	p3 !       constraint 3 cannot hold
//	= 4>=7     a variable and those that say its values: with the negation none is left
//
// Each kind of constraint has a check of its own that says whether it cannot hold within bounds, a
// few lines from its meaning. The steps are reverse unit propagation with the propagations named
// (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp 2017), over explanations by constraints as
// they are logged in lazy clause generation (Flippo, Sidorov, Marijnissen, Smits and Demirović
// 2024).
package proof
