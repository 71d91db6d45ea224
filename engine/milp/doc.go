// Package milp is the engine that solves by mixed-integer programming: a plan of a fixed number
// of turns is a point of a polytope. Each turn has a binary for each value of each cell and for
// each move. Exactly one move is made in a turn, and rows express its preconditions and effects.
// Package farbank/milp solves the program.
//
// # The formulation
//
// A ground move becomes cases, in which the cells that its effects depend on have given values.
// Then effects are flows between values: the binary of a value after a turn is that before, plus
// the moves that add the value, minus those that delete it. The moves that need a value sum up to
// at most the binary of that value. If there are too many values, the move is executed
// symbolically (package model/transition), and rows express which cell gets the value of another
// cell or of an expression: these are weaker rows, but few. Rules over few cells are covered
// greedily by few, maximal boxes of forbidden values (as prime implicants cover a function; Quine
// 1952), and each box is a row. Other rules go through the modelling layer.
//
// # The horizon
//
// Moves of cost 1 are solved by iterative deepening: one turn more until there is a plan, from
// the first turn on in which the delete relaxation reaches the goal. Other costs are minimized:
// the cost of the best plan bounds the number of turns. With Question.Horizon there is a single
// program of that many turns, the last ones idle, that minimizes the cost. Problems without moves
// are one program.
package milp
