// Package compare asks every engine the same question, and other systems through exported models,
// and reports contradictions.
//
//	report, err := compare.Run(ctx, p, engine.Question{}, registry, compare.Options{Timeout: 10 * time.Second})
//	if err != nil {
//		log.Fatal(err)
//	}
//	for _, row := range report.Rows {
//		fmt.Println(row.Name, row.Status, row.Elapsed)
//	}
//	if len(report.Disagreements) > 0 { // somebody is wrong
//		...
//	}
//
// Each engine has its own time limit, and they run one after another, so that none takes processor
// time from another. The reference interpreter runs every plan. Two rows contradict each other if
// one claims to have proven what the other's valid plan, cost or count refutes; an unknown answer
// contradicts nothing. Comparing independent programs is N-version testing (Avizienis 1985; for
// compilers McKeeman 1998).
package compare
