// Package maxsat finds which clauses to give up: of all ways to satisfy the hard clauses one
// that breaks soft clauses of the least weight, with the proof that no other breaks less.
//
//	var s maxsat.Solver
//	s.Hard(-1, -2)  // not both
//	s.Soft(3, 1)    // 3 if 1 does not hold
//	s.Soft(2, 2)
//	a, err := s.Solve(ctx)
//	fmt.Println(a.Status, a.Cost) // optimal 2
//
// Literals are written as in package farbank/constraint/sat.
//
// It goes up from below, guided by cores: all soft clauses are assumed to hold; where some of
// them cannot hold together, the cost is at least the least of their weights, and they are
// replaced by a count of how many of them are broken (OLL: Andres, Kaufmann, Matheis and Schaub
// 2012; for MaxSAT: Morgado, Dodaro and Marques-Silva 2014). Counts are totalizers that are made
// as far as they are asked for (Bailleux and Boufkhad 2003; Martins, Joshi, Manquinho and Lynce
// 2014). Heavy clauses come first (stratification and hardening: Ansótegui, Bonet, Gabàs and Levy
// 2012), cores are made smaller, and counts wait until no core without them is left (Berg and
// Järvisalo 2017).
package maxsat
