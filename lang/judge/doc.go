// Package judge is the second reading of the language: an interpreter of a checked file,
// written from docs/language.md alone. Names and types are known (lang/types); nothing is
// lowered, folded or unrolled. It shares no code with the writing out of the model, nor with
// the model's interpreter, so that a mistake made there does not pass here.
//
//	ev := judge.NewEvaluator(info, judge.Options{})
//	v, err := ev.Eval(e)                            // the value of a constant expression
//
//	j, err := judge.New(info, judge.Options{})
//	steps, cost, err := j.Verify(find, moves, true)   // judges a plan
//
// The tree is read once into nodes that know what their names stand for (code.go). A file of the
// package is a chapter of the manual:
//
//	undefined and other ends    errors.go     7
//	sets to choose from         domain.go     3
//	expressions                 expr.go, arith.go, compare.go, literal.go, choice.go, call.go     6
//	texts                       text.go       8, 9
//	columns and boards          show.go     9
//	declarations                declare.go    4
//	statements, moves           statement.go, assign.go, move.go     5
//	plans                       judge.go, start.go, leaves.go, verify.go       11
//
// Every evaluation returns a value or says why there is none. What ends the evaluation of
// everything (an overflow, a limit, a done context) is a panic inside of the package, caught
// where the package is entered.
package judge
