// Package compare puts one question to every engine that can take it, and to other
// systems through exported models, and tells whether they agree.
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
// Each is given its own time limit, one after another, so that none takes the
// processor from another. Every plan is run through the reference interpreter. Two
// rows disagree if one has proven what the other's valid plan, cost or count refutes;
// being stopped by a limit contradicts nothing. The idea of holding independent
// programs against each other is N-version testing (Avizienis 1985; for compilers
// McKeeman 1998).
package compare
