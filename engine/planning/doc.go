// Package planning is the engine of package [farbank/planning]: it translates a problem to a planning task
// and searches with heuristics. The meaning of moves comes from package [farbank/model/transition];
// translate.go turns them into operators.
package planning
