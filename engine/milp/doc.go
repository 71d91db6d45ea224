// Package milp is the engine that solves by mixed-integer programming: a plan of a
// fixed number of turns is a point of a polytope. For each turn there is a binary for
// each value of each cell and for each move; exactly one move is made a turn; and
// rows say what it needs and what it changes. The program is solved by package
// farbank/milp.
//
// # The formulation
//
// A ground move becomes cases, in which the cells that its effects depend on have
// given values. Then effects are flows between values: the value of a cell after a
// turn is its value before, plus the moves that bring it, minus those that take it
// away; and the moves that need a value sum up to no more than the binary of that
// value. Where that is too many values, the move is run on symbols (package model/transition), and
// rows say which cell becomes what another was, or an expression: weaker rows, but few.
// Rules over few cells are covered by as few and as large boxes of forbidden
// values as a greedy search finds (as prime implicants cover a function; Quine 1952),
// each box a row; other rules go through the modelling layer.
//
// # The horizon
//
// Moves of cost 1 are found by deepening: one turn more until there is a plan, from
// the first turn on in which the goal's values could be reached if nothing was ever
// taken away. Other costs are minimised: once a plan is known, only as many turns as
// its cost can pay for need to be looked at. With Question.Horizon there is a single
// program of so many turns, the last ones idle, that minimises the cost. Problems
// without moves are one program.
package milp
