// Package constraint finds values for integer variables under constraints. It learns from
// contradictions (lazy clause generation: Ohrimenko, Stuckey and Codish 2009), so it also proves
// that there are none, or none better.
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
// An [Expr] is an [Int], a [Bool] (0 or 1), or a [Sum] of them. Comparisons of expressions are
// conditions ([Expr.AtMost] and its like take numbers, [Expr.LessEqual] and its like
// expressions), and so are Bools and what [And], [Or] and [Not] make. A condition is posted
// ([Model.Add]), posted where a Bool holds ([Model.When]), or told as a Bool ([Model.Truth]).
// Constraints that are no conditions are methods of Model; where one computes something, that
// is the last argument: Product(x, y, z) says x*y = z.
//
// # Solving
//
// [Model.Solve] gives one solution, [Model.Solutions] all, [Model.Minimize] and
// [Model.Maximize] a best one with the proof that it is, or the bound proven so far when the
// context ends. A model may be solved again, and extended between. [Model.Search] says in which
// order to try values; the search that learns takes turns with it unless [Model.OnlyAsked].
// Answers do not depend on chance or time, other than by the context's end. Solve hands a model of nothing
// but clauses of Bools to package sat, unless it asks for a proof, a checkpoint, restarts, a search that
// is more than advice, or OnlyAsked: Seed and Turns mean nothing there, and of the statistics propagators and literals are 0.
//
// # Numbers
//
// Values are at most 2^52 in size. A constraint whose sums could leave 64 bits, or that would
// have to tell apart too many values, is an error, told by [Model.Err] and by everything that
// solves; nothing panics.
//
// Packages below: sat (clauses alone), kernel (the solver), propagate (the constraints, with
// their sources), proof and drat (checkers of
// refutations), cnf (files of clauses).
package constraint
