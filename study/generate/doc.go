// Package generate makes random instances of a problem, and measures how hard they are.
//
//	g := generate.Generator{Engines: farbank.Engines, Source: source, Options: generate.Options{Seed: 1, Walk: 30}}
//	for inst, err := range g.Instances(ctx) {
//		if err != nil {
//			log.Fatal(err)
//		}
//		fmt.Println(inst.Measures.Length, inst.Data)
//	}
//
// There are three ways, by the kind of problem:
//
//   - parameters drawn from ranges (Options.Vary);
//   - another start, by a random walk from a goal (Options.Walk): backwards along the
//     moves where the space is small enough to be written down, forwards from the goal
//     where it is not; and then solved, so that what cannot be solved is thrown away;
//   - givens (Options.Givens), for problems of unknowns: a random solution, of which
//     values are taken away one by one, in random order, as long as what is left has no
//     other solution. The result is minimal: each given is needed. That is how sudokus
//     are commonly made.
//
// All is drawn from one generator (PCG, O'Neill 2014), so a seed gives the same
// instances everywhere.
package generate
