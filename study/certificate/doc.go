// Package certificate writes down why an answer is right, so that somebody who trusts
// no engine can check it with the reference interpreter of package model alone.
//
//	c := &certificate.Certificate{Claim: certificate.None, States: states}
//	err := certificate.Write(w, p, c)
//	...
//	verdict, err := certificate.Check(ctx, p, r) // err is an *Error: not a proof
//
// Two claims can be certified of problems with moves.
//
// That no plan exists: by a set of states that holds every start and no goal, and that
// no safe move leaves. By induction no plan ends in a goal.
//
// That no plan is cheaper than one that is given: by a distance for each state nearer
// to the start than the cost C claimed, all others counting as at C. Every start has
// distance 0, a safe move of cost c from a state of distance d leads to no state farther
// than d + c, and no goal is nearer than C. So the cost of every plan, which is at least
// the sum of the differences along it, is at least C. The distances need not be right
// for that; whoever writes them may have erred, and the conclusion stands. (They are a
// feasible potential, the dual of the shortest path: Ford 1956, Gallai 1958.) The closed
// set is an inductive invariant, as in the certificates of Eriksson, Röger and Helmert
// (2017) for planning.
//
// Where nobody holds so many states, tables of lower bounds stand in their place: small
// pictures of the problem, of which the checker works out all distances, with an
// interpreter of its own that knows of a cell only that it has one of some values. With
// their sum it searches again, and finds no goal that is near enough. (They are pattern
// databases, Culberson and Schaeffer 1996, additive as by Korf and Felner 2002.) Such a
// certificate has some lines; the work is left to the checker.
//
// Of problems of unknowns, that there is no solution, or none better, is shown by a proof
// of package farbank/constraint/proof, one for each objective; see [Prove] and [ByProof].
//
// A text is written once and read once, in order; a checker keeps the states, 8 bytes a
// word, with 8 to 12 bytes each for finding them. Checking takes as many runs of the
// interpreter as there are states and moves. docs/certificates.md has the format.
package certificate
