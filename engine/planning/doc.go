// Package planning answers questions with package [farbank/planning]: a problem as a
// planning task, and searches that know where the goal is. What moves do is taken from
// package [farbank/model/transition]; translate.go makes operators of it.
package planning
