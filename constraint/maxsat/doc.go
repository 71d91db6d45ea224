// Package maxsat solves weighted MaxSAT: it satisfies the hard clauses such that the total weight of the falsified soft
// clauses is minimal, and proves the minimum.
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
// The search is core-guided. It assumes that all soft clauses hold. A core of them proves that the cost is at least the
// least of their weights; the core is then replaced by a count of its falsified literals (OLL: Andres, Kaufmann,
// Matheis and Schaub 2012; for MaxSAT: Morgado, Dodaro and Marques-Silva 2014). Counts are incremental totalizers
// (Bailleux and Boufkhad 2003; Martins, Joshi, Manquinho and Lynce 2014). Heavy clauses come first (stratification and
// hardening: Ansótegui, Bonet, Gabàs and Levy 2012). Cores are minimized, and counts are delayed until no disjoint core
// is left (Berg and Järvisalo 2017).
package maxsat
