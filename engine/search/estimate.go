package search

import (
	"math"

	"farbank/engine/states"
	"farbank/graph"
	"farbank/model"
)

// An estimate is a goal-counting heuristic: it counts the conditions of the goal that a state
// violates. A move changes at most most of them and costs at least least. So least × ⌈count/most⌉
// is a lower bound on the remaining cost; it is admissible and consistent, but weak.
type estimate struct {
	space *states.Space
	state model.State
	conds []*model.Expr
	most  int64 // conditions that one move can change
	least int64 // cost of a move
}

func newEstimate(space *states.Space, freeEnd bool) *estimate {
	p := space.Problem
	e := &estimate{space: space, state: make(model.State, len(p.Cells)), least: math.MaxInt64}
	if !freeEnd {
		e.conds = conditions(p.Goal)
	}
	readers := make([][]int, len(p.Cells)) // by cell: indices of the conditions that read it
	for k, c := range e.conds {
		seen := map[int]bool{}
		c.Cells(func(cell int) {
			if !seen[cell] {
				seen[cell] = true
				readers[cell] = append(readers[cell], k)
			}
		})
	}
	for _, m := range p.Moves {
		changed := map[int]bool{}
		writes(m.Body, func(cell int) {
			for _, k := range readers[cell] {
				changed[k] = true
			}
		})
		e.most = max(e.most, int64(min(len(changed), changes(m.Body, readers))))
		e.least = min(e.least, max(0, m.Cost.Lo))
	}
	return e
}

// conditions returns the conjuncts of the goal.
func conditions(goal []model.Rule) []*model.Expr {
	var conds, open []*model.Expr
	for i := range goal {
		open = append(open, goal[i].Cond)
	}
	seen := map[*model.Expr]bool{}
	for len(open) > 0 {
		c := open[len(open)-1]
		open = open[:len(open)-1]
		switch {
		case seen[c]:
		case c.Op == model.And:
			open = append(open, c.Args...)
		default:
			conds = append(conds, c)
		}
		seen[c] = true
	}
	return conds
}

// writes calls visit for each cell that statements may change, some more than once.
func writes(body []model.Stmt, visit func(cell int)) {
	for i := range body {
		switch st := &body[i]; st.Kind {
		case model.Assign:
			st.Target.Reads(visit)
		case model.Branch:
			writes(st.Then, visit)
			writes(st.Else, visit)
		}
	}
}

// changes returns the maximum number of conditions that one execution of the statements can change.
// For an assignment to a cell that is computed at run time it takes the maximum over the possible
// cells.
func changes(body []model.Stmt, readers [][]int) int {
	n := 0
	for i := range body {
		switch st := &body[i]; st.Kind {
		case model.Assign:
			most := 0
			st.Target.Reads(func(cell int) { most = max(most, len(readers[cell])) })
			n += most
		case model.Branch:
			n += max(changes(st.Then, readers), changes(st.Else, readers))
		}
	}
	return n
}

// unmet sets left[i] to the number of conditions that the i-th state of batch violates.
func (e *estimate) unmet(batch []uint64, left []int64) error {
	w := e.space.Layout.Words
	for i := range left {
		e.space.Layout.Unpack(batch[i*w:(i+1)*w], e.state)
		left[i] = 0
		for _, c := range e.conds {
			v, _, err := e.space.Problem.Eval(c, e.state)
			if err != nil {
				return err
			}
			if v == 0 {
				left[i]++
			}
		}
	}
	return nil
}

// cost sets left[i] to a lower bound on the cost of a plan from the i-th state of batch, or to
// graph.Unreachable.
func (e *estimate) cost(batch []uint64, left []int64) error {
	if err := e.unmet(batch, left); err != nil {
		return err
	}
	for i, n := range left {
		switch {
		case n == 0:
		case e.most == 0:
			left[i] = graph.Unreachable // no move can change a condition
		default:
			moves := (n + e.most - 1) / e.most
			if left[i] = graph.Unreachable - 1; e.least == 0 || moves <= left[i]/e.least {
				left[i] = moves * e.least
			}
		}
	}
	return nil
}
