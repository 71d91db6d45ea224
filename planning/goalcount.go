package planning

// GoalCount counts the goals that a state does not meet, times the least cost of an
// operator. It is what greedy search began with (Newell and Simon 1963, differences to the
// goal).
type GoalCount struct {
	space *Space
	most  int64 // goals that one operator can reach at most, but for those that are derived

	derived []bool // by variable; nil: none is
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

// Count is how many goals a state does not meet.
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

// Estimate is the count of goals, divided by how many of them one operator can reach and
// rounded up, times the least cost of an operator: admissible and consistent. Of goals that are derived one operator
// may reach all.
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
