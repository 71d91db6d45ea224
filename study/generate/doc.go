// Package generate generates random instances of a problem and measures their difficulty.
//
//	g := generate.Generator{Engines: farbank.Engines, Source: source, Options: generate.Options{Seed: 1, Walk: 30}}
//	for inst, err := range g.Instances(ctx) {
//		if err != nil {
//			log.Fatal(err)
//		}
//		fmt.Println(inst.Measures.Length, inst.Data)
//	}
//
// There are three methods, depending on the kind of problem:
//
//   - parameters drawn from ranges (Options.Vary);
//   - another start, by a random walk from a goal (Options.Walk). The walk follows the moves
//     backwards if the state space fits in memory, otherwise forwards from the goal. Instances
//     that cannot be solved are discarded. If no walk of this length leaves the goals, every start
//     would be solved already, and the generator returns an error that says so;
//   - givens (Options.Givens), for problems without moves: values of a random solution are removed
//     one by one, in random order, as long as the solution stays unique. The result is minimal:
//     each given is needed. Sudokus are commonly made this way.
//
// All random choices use one generator (PCG, O'Neill 2014), so a seed gives the same instances on
// every machine.
package generate
