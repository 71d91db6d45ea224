package milp

import (
	"math"
	"slices"

	"farbank/model"
)

// least is what a plan costs at least, that ends where the goal is first met.
type least struct {
	before int64 // a move that is not the last; math.MaxInt64: none is
	move   int64 // any move
	plan   int64 // a plan of any number of moves, but none
}

// leastOf is what a plan of so many moves or more costs at least, where none of fewer reaches the
// goal: moves that always end a plan are made once.
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

// leastToGoal is what a move costs at least that brings about a part of the goal that does not hold
// at the start.
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

// ends reports whether the goal is met after the case, whatever was before.
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
