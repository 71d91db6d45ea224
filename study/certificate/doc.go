// Package certificate writes proofs of answers, which the reference interpreter of package model
// can check without trusting an engine.
//
//	c := &certificate.Certificate{Claim: certificate.None, States: states}
//	err := certificate.Write(w, p, c)
//	...
//	verdict, err := certificate.Check(ctx, p, r) // err is an *Error: not a proof
//
// There are two claims about problems with moves.
//
// No plan exists: the proof is a set of states that contains every start and no goal, and that no
// safe move leaves. By induction no plan ends in a goal. The set is an inductive invariant, as in
// the certificates of Eriksson, Röger and Helmert (2017) for planning.
//
// No plan costs less than C: the proof is a distance for each state that is nearer to the start
// than C; all other states count as at distance C. Every start has distance 0, a safe move of
// cost c from a state of distance d leads to no state farther than d + c, and no goal is nearer
// than C. So the cost of every plan, which is at least the sum of the differences along it, is at
// least C. The distances need not be exact for this conclusion. They are a feasible potential, the
// dual of the shortest path problem (Ford 1956, Gallai 1958).
//
// If there are too many states, tables of lower bounds replace them: abstractions of the problem
// whose goal distances the checker computes with an abstract interpreter of its own. It searches
// again with the sum of the tables as a heuristic, and must find no goal below the claimed cost.
// The tables are pattern databases (Culberson and Schaeffer 1996), additive as in Korf and Felner
// (2002). Such a certificate has a few lines; the checker does the work.
//
// For problems without moves, a proof of package farbank/constraint/proof shows that there is no
// solution, or none better, one proof for each objective; see [Prove] and [ByProof].
//
// A certificate is written once and read once, sequentially. A checker stores the states with 8
// bytes a word and 8 to 12 bytes each for the hash table. It runs the interpreter once for each state
// and move. docs/certificates.md describes the format.
package certificate
