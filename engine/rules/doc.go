// Package rules is the engine that solves by production rules, as a program for Jess or CLIPS
// would. States are facts with their depth and their parent. Each move is a rule that asserts
// new states. Each safety rule is a rule of a module of its own that retracts unsafe states as
// soon as they appear; another rule retracts duplicate states. The rules that find the goal
// follow the parents back from it and print the moves.
//
// Program writes that program as text, also for CLIPS; the engine runs it on package
// farbank/rules. The levels of equal cost are expanded in order, so the first goal found is a
// cheapest one. If no level is left, no plan exists.
package rules
