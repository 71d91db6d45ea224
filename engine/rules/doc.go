// Package rules is the engine that solves by production rules, as a rule program
// of the school of Jess and CLIPS would: states are facts with their depth and
// their parent, each move is a rule that makes new states, each safety rule is a
// rule of a module of its own that takes unsafe states back as soon as they
// appear, another takes back states that are there already, and the rules that
// find the goal walk back from it and print the moves.
//
// Program writes that program as text, for CLIPS too; the engine runs it on package
// farbank/rules. Levels of equal cost are worked off in order, so the first goal met
// is a cheapest one, and when no level is left there is no plan.
package rules
