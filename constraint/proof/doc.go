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
//	q 5 p3 <=4 2*4 -1*9        add inequality 5, 2*x4 - x9 <= 4, which constraint 3 implies within the permanent bounds
//	q 6 c17 <=1 1*8 1*9        the same, from clause 17
//	q 7 =4 <=1 1*8 1*9         the same, since x4 has one of its values
//	q 8 + 3*5 2*6              the sum of multiples of inequalities
//	q 9 % 4 3*5 -1*6=7; 4>=0 9<=3; s0:1 4:2    a mixed-integer rounding
//	u 8                        delete inequality 8
//	x HINT                     end: the hint is a conflict. The checker ignores the text after a conflict
//
// A hint draws one conclusion from the current bounds:
//
//	c17        clause 17 (the given ones are numbered from 1): its only atom that is not false
//	p3 4>=7    constraint 3 (from 0): it is violated if the atom is false
//	p3 !       constraint 3 is violated
//	q5 4>=7    inequality 5: it is violated if the atom is false
//	q5 !       inequality 5 is violated
//	= 4>=7     a variable and its equality variables: no value is left if the atom is false
//
// Sums are divided by the greatest common divisor of their coefficients, and the limit is rounded down. A rounding
// (Marchand and Wolsey 2001) begins with the sum of multiples of inequalities as equations with slacks, which are at
// least 0; -1*6=7 stands for an equation, whose other direction is inequality 7. The named permanent bounds turn each
// variable into a distance of at least 0; other variables must be fixed. Coefficients may be reduced: that of the slack
// of the first inequality by 1, that of x4 by 2. For the limit l of the sum, the divisor d and r = l mod d, each
// coefficient c becomes (d-r)*floor(c/d) + max(0, c mod d - r), and the limit (d-r)*floor(l/d).
//
// Each kind of constraint has a check of its own, which decides by its definition whether it can hold within bounds.
// The steps are reverse unit propagation with named propagations (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp
// 2017), over explanations by constraints as lazy clause generation logs them (Flippo, Sidorov, Marijnissen, Smits and
// Demirović 2024).
package proof
