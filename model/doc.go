// Package model holds a problem as a finite transition system, and the reference semantics that
// every answer is checked against.
//
// A [Problem] is the meaning of a .far file with given parameters. It has cells with finite
// integer domains, ground moves, rules over states, a goal, costs, and the tables that people
// see. It is immutable. Its expressions ([Expr]) have a small closed set of node kinds over
// integers, so that a translator to an engine is one switch. Sets, tuples, arrays, quantifiers
// and texts of the source are resolved into cells and these nodes.
//
// The interpreter ([Problem.Apply], [Problem.Broken], [Problem.AtGoal], [Problem.Starts]) is
// written for clarity, not for speed. It is the test oracle: [Problem.Verify] runs every plan
// of every engine before it is shown.
//
// # Encoding
//
// A cell holds one integer: a number as itself, false and true as 0 and 1, a member of an enum
// as its position from 0. A tuple has a cell for each component, and a set a 0/1 cell for each
// possible member. An array has the cells of one element for each index, the last index varying
// fastest.
//
// # Undefined values
//
// An index outside its array, a division by zero and the like have no value. An operator with
// an undefined operand is undefined, up to the nearest enclosing truth value ([Expr.Bool]),
// which is false. A move does not apply if an assigned value is undefined or outside the domain
// of its cell. Arithmetic is mathematical; a result that does not fit 64 bits is an
// [OverflowError].
package model
