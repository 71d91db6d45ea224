// Package constraint solves constraint satisfaction and optimization problems over integer variables. It learns clauses
// from conflicts (lazy clause generation: Ohrimenko, Stuckey and Codish 2009), so it also proves infeasibility and
// optimality.
//
//	var m constraint.Model
//	s, e, n, d := m.Int("s", 1, 9), m.Int("e", 0, 9), m.Int("n", 0, 9), m.Int("d", 0, 9)
//	o, r, y := m.Int("o", 0, 9), m.Int("r", 0, 9), m.Int("y", 0, 9)
//	one := constraint.Const(1) // the m of MORE and MONEY
//	m.AllDifferent(s, e, n, d, one, o, r, y)
//	send, more := constraint.Digits(10, s, e, n, d), constraint.Digits(10, one, o, r, e)
//	m.Add(send.Plus(more).Equal(constraint.Digits(10, one, o, n, e, y)))
//	for v, err := range m.Solutions(ctx) {
//		fmt.Println(v.Value(send), v.Value(more), err)
//	}
//
// # Expressions and conditions
//
// An [Expr] is an [Int], a [Bool] (0 or 1), or a [Linear] expression of them. Comparisons of expressions are
// conditions: [Linear.AtMost] and similar methods take numbers, [Linear.LessEqual] and similar ones take expressions.
// Bools are conditions too, and [And], [Or] and [Not] combine conditions. A condition can be added ([Model.Add]), added
// conditionally ([Model.When]), or reified as a Bool ([Model.Truth]). Other constraints are methods of Model, such as
// [Model.AllDifferent]. Many functions have two forms: [Model.Product] returns a new variable, and
// [Model.ProductEquality] constrains an existing one.
//
// # Solving
//
// [Model.Solve] returns one solution and [Model.Solutions] all. [Model.Minimize] and [Model.Maximize] return a proven
// optimum or, after a limit, the best solution found and the proven bound. A model may be extended and solved again.
// [Model.Search] adds a search strategy, which alternates with the free search unless [Options].OnlyAsked is true. With
// one worker, answers depend only on the model, its options and the limits.
//
// Solve passes a model that consists only of clauses to package sat, unless the options ask for a proof, a checkpoint,
// restarts or OnlyAsked, or the model has a search strategy and neither Free nor Advised is set. Clauses are also made of
// small tables, automata and comparisons of two variables with few values, unless there are several workers. Seed and Turns
// have no effect there, and the statistics have no propagators and literals. Models that become clauses are first searched
// like others, for 200 conflicts.
//
// # Numbers
//
// Absolute values of variables are at most 2^52. A constraint whose sums could overflow 64 bits, or that would have to
// enumerate too many values, is an error, which [Model.Err] and all functions that solve return. Nothing panics.
//
// The packages below are sat (a SAT solver), kernel (the solver), propagate (the constraints, with their sources),
// proof and drat (proof checkers), maxsat (weighted MaxSAT), cnf and opb (file formats).
package constraint
