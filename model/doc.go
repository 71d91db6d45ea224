// Package model holds a problem as a finite transition system, and the reference
// semantics by which every answer is judged.
//
// A [Problem] is what a .far file denotes once its parameters are known: cells
// with finite integer domains, ground moves, rules over states, a goal, costs, and
// how a person sees a state. It is immutable. Its expressions ([Expr]) are a small
// closed set of node kinds over integers, so that a translator for an engine is one
// switch; every source-level construct (sets, tuples, arrays, quantifiers, texts)
// has been resolved into cells and these nodes.
//
// The interpreter ([Problem.Apply], [Problem.Broken], [Problem.AtGoal],
// [Problem.Starts]) is written to be read, not to be fast. It is the oracle:
// [Problem.Verify] runs every plan of every engine through it before it is shown.
//
// # Encoding
//
// A cell holds one integer: a number as itself, false and true as 0 and 1, a
// member of an enum by its position from 0. A tuple takes a cell for each
// component, a set a 0/1 cell for each possible member, an array the cells of one
// element for each index, the last index varying fastest.
//
// # Undefined values
//
// An index outside its array, a division by zero and the like give no value. An
// expression that needs such a value has none either, up to the nearest enclosing
// expression with a truth value ([Expr.Bool]), which is false. A move whose
// assignment has no value, or one outside the domain of its cell, does not apply.
// Arithmetic is mathematical; what does not fit 64 bits is an [OverflowError].
package model
