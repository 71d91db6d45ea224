// Package sat decides whether clauses can be satisfied, by conflict-driven clause learning.
//
//	s := sat.New(sat.Options{})
//	s.Add(1, 2)   // variable 1 or variable 2
//	s.Add(-1, 3)  // not 1, or 3
//	s.Add(-3)
//	status, err := s.Solve(ctx)
//	fmt.Println(status, s.Value(1), s.Value(2))
//
// Literals are written as in DIMACS files: variables are numbered from 1, -v is the negation
// of v. Clauses may be added between calls of [Solver.Solve], and a call may assume literals
// ([Solver.Core] says which of them cannot hold together). With [Options].Proof every step is
// written in the DRAT format, so that a refutation can be checked by somebody else (package
// farbank/constraint/drat).
//
// Sources: learning from the first unique implication point (Marques-Silva and Sakallah 1996;
// Zhang, Madigan, Moskewicz and Malik 2001), watched literals and activities (Moskewicz and
// others 2001), the blocking literal beside a watch (Chu, Harwood and Stuckey 2009), clauses
// made smaller recursively (Sörensson and Biere 2009), the glue of clauses and restarts by it
// (Audemard and Simon 2009, 2012), kept phases (Pipatsrisawat and Darwiche 2007), the best
// phase and searches that alternate (Oh 2015; Biere and Fleury 2020), bounded variable
// elimination and subsumption (Eén and Biere 2005), vivification (Piette, Hamadi and Saïs
// 2008; Luo and others 2017).
//
// A Solver is for one goroutine. With one set of clauses and no limits its answers and models
// are always the same.
package sat
