// Package judge is an interpreter of checked files that validates plans. It is a second
// implementation of the language, written from docs/language.md alone. It uses the resolved
// names and types (lang/types), and does not translate, fold or unroll anything. It shares no
// code with the grounder or the model's interpreter, so that a mistake there is noticed here.
//
//	ev := judge.NewEvaluator(info, judge.Options{})
//	v, err := ev.Eval(e)                            // the value of a constant expression
//
//	j, err := judge.New(info, judge.Options{})
//	steps, cost, err := j.Verify(find, moves, true)   // validates a plan
//
// The tree is converted once to nodes with resolved names (code.go). Each file of the package
// implements a section of the manual:
//
//	undefined values and errors errors.go     7
//	domains                     domain.go     3
//	expressions                 expr.go, arith.go, compare.go, literal.go, choice.go, call.go     6
//	texts                       text.go       8, 9
//	columns and boards          show.go     9
//	declarations                declare.go    4
//	statements, moves           statement.go, assign.go, move.go     5
//	plans                       judge.go, start.go, leaves.go, verify.go       11
//
// Every evaluation returns a value or the reason why it is undefined. An error that ends the
// whole evaluation (an overflow, a limit, a cancelled context) is a panic inside the package,
// recovered at its entry points.
package judge
