// Package sat decides the satisfiability of clauses by conflict-driven clause learning.
//
//	s := sat.New(sat.Options{})
//	s.Add(1, 2)   // variable 1 or variable 2
//	s.Add(-1, 3)  // not 1, or 3
//	s.Add(-3)
//	status, err := s.Solve(ctx)
//	fmt.Println(status, s.Value(1), s.Value(2))
//
// Literals are written as in DIMACS files: variables are numbered from 1, and -v is the negation of v. Clauses may be
// added between calls of [Solver.Solve]. A call may assume literals; if they are inconsistent, [Solver.Core] returns a
// core. With [Options].Proof every step is written in the DRAT format, so that an independent checker can verify a
// refutation (package farbank/constraint/drat).
//
// Sources: learning from the first unique implication point (Marques-Silva and Sakallah 1996; Zhang, Madigan, Moskewicz
// and Malik 2001), watched literals and activities (Moskewicz and others 2001), blocking literals (Chu, Harwood and
// Stuckey 2009), recursive clause minimization (Sörensson and Biere 2009), glue and restarts based on it (Audemard and
// Simon 2009, 2012), phase saving (Pipatsrisawat and Darwiche 2007), best phases and alternating modes (Oh 2015; Biere
// and Fleury 2020), bounded variable elimination and subsumption (Eén and Biere 2005), vivification (Piette, Hamadi and
// Saïs 2008; Luo and others 2017).
//
// A Solver is for one goroutine. It is deterministic: with the same clauses and no limits it finds the same answers and
// models.
package sat
