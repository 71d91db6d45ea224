package milp

import (
	"math"
	"slices"

	"farbank/model"
)

// least holds lower bounds on costs. They use that a plan ends when it first reaches the goal.
type least struct {
	before int64 // of a move that is not the last; math.MaxInt64 without one
	move   int64 // of any move
	plan   int64 // of any nonempty plan
}

// leastOf returns a lower bound on the cost of a plan of at least the given number of moves, if
// none of fewer reaches the goal. Moves that always end a plan occur once.
func (s *solver) leastOf(turns int) int64 {
	if turns == 0 {
		return 0
	}
	l := s.least()
	before := times(turns-1, l.before)
	if before > math.MaxInt64-l.move {
		return math.MaxInt64
	}
	return max(before+l.move, l.plan)
}

func (s *solver) least() *least {
	if s.costs != nil {
		return s.costs
	}
	l := &least{before: math.MaxInt64, move: s.leastCost()}
	for _, c := range s.cases {
		if !s.ends(c) {
			l.before = min(l.before, c.cost)
		}
	}
	l.plan = s.leastToGoal()
	s.costs = l
	return l
}

// leastToGoal returns the minimum cost of a move that achieves a part of the goal that is false at
// the start.
func (s *solver) leastToGoal() int64 {
	r := s.relaxed()
	away := slices.DeleteFunc(slices.Clone(s.goal), func(g rule) bool { return !g.small || r.could(g.cond) })
	for r.step() {
		if s.ended() != nil {
			return 0
		}
	}
	most := int64(0)
	for _, g := range away {
		cells, least := cellsOf(g.cond), int64(math.MaxInt64)
		for _, c := range s.cases {
			if r.hasAll(c.before) && slices.ContainsFunc(cells, c.changes) {
				least = min(least, c.cost)
			}
		}
		most = max(most, least)
	}
	return most
}

// changes reports whether the case may change a cell.
func (c *moveCase) changes(cell int) bool {
	_, after := c.after[cell]
	return after || c.aside(cell)
}

// ends reports whether the goal holds after the case in any state.
func (s *solver) ends(c *moveCase) bool {
	state := make(model.State, len(s.p.Cells))
	for _, g := range s.goal {
		for _, cell := range cellsOf(g.cond) {
			if _, copied := c.copies[cell]; copied || c.values[cell] != nil {
				return false
			}
			v, known := c.before[cell]
			if w, after := c.after[cell]; after {
				v, known = w, true
			}
			if w, set := c.sets[cell]; set {
				v, known = w, true
			}
			if !known {
				return false
			}
			state[cell] = v
		}
		if v, _, err := s.p.Eval(g.cond, state); err != nil || v == 0 {
			return false
		}
	}
	return true
}
