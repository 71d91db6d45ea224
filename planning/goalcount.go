package planning

// GoalCount counts the unsatisfied goals, times the least cost of an operator (means-ends analysis: Newell
// and Simon 1963).
type GoalCount struct {
	space *Space
	most  int64 // maximum number of goals that one operator can achieve, not counting derived ones

	derived []bool // by variable; nil if none is derived
}

// NewGoalCount returns the heuristic for a task.
func NewGoalCount(s *Space) *GoalCount {
	g := &GoalCount{space: s, most: 1, derived: s.Task.derived()}
	goal := map[Fact]bool{}
	for _, f := range s.Task.Goal {
		goal[f] = true
	}
	for i := range s.Task.Operators {
		n := int64(0)
		for _, e := range s.Task.Operators[i].Effects {
			if goal[e.Fact] {
				n++
			}
		}
		g.most = max(g.most, n)
	}
	return g
}

// Name returns "goal count".
func (*GoalCount) Name() string { return "goal count" }

// Count returns the number of unsatisfied goals.
func (g *GoalCount) Count(s State) int64 {
	n := int64(0)
	for _, f := range g.space.Task.Goal {
		if int(s[f.Var]) != f.Value {
			n++
		}
	}
	for _, list := range g.space.Task.GoalSome {
		if !holdsSome(s, [][]Fact{list}) {
			n++
		}
	}
	return n
}

// Estimate returns the number of unsatisfied goals, divided by the maximum number that one operator can
// achieve and rounded up, times the least cost of an operator. It is admissible and consistent. One
// operator may achieve all derived goals.
func (g *GoalCount) Estimate(s State) int64 {
	if len(g.space.ops) == 0 {
		if g.Count(s) > 0 {
			return Infinite
		}
		return 0
	}
	n, derived := int64(0), int64(0)
	for _, f := range g.space.Task.Goal {
		switch {
		case int(s[f.Var]) == f.Value:
		case g.derived != nil && g.derived[f.Var]:
			derived = 1
		default:
			n++
		}
	}
	return max((n+g.most-1)/g.most, derived) * g.space.least
}
