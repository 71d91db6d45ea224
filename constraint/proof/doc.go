// Package proof checks refutations of problems over integer variables: that there is no solution, or none better than a
// bound. It shares no code with the solver that writes the proofs.
//
// A proof refutes a [Statement]: variables with bounds, equality variables, clauses of bounds, and constraints. It is a
// text with one step in each line:
//
//	farbank proof 1 DIGEST     the digest of the statement
//	a 4>=7                     assume x4 >= 7: only such solutions are refuted (a better objective)
//	e 5 3                      define a new variable, with the next number: 1 if x5 = 3, otherwise 0
//	r HINT                     add the conclusion of the hint permanently
//	l 17 4>=7 2<=1; HINT; ...  add clause 17: with its negation the hints, in order, lead to a conflict
//	d 17                       delete clause 17
//	x HINT                     end: the hint is a conflict. The checker ignores the text after a conflict
//
// A hint draws one conclusion from the current bounds:
//
//	c17        clause 17 (the given ones are numbered from 1): its only atom that is not false
//	p3 4>=7    constraint 3 (from 0): it is violated if the atom is false
//	p3 !       constraint 3 is violated
//	= 4>=7     a variable and its equality variables: no value is left if the atom is false
//
// Each kind of constraint has a check of its own, which decides by its definition whether it can hold within bounds.
// The steps are reverse unit propagation with named propagations (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp
// 2017), over explanations by constraints as lazy clause generation logs them (Flippo, Sidorov, Marijnissen, Smits and
// Demirović 2024).
package proof
