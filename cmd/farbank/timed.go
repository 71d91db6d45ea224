package main

import (
	"fmt"

	"farbank"
	"farbank/model"
	"farbank/show/render"
)

// timed returns the verdict of a complete answer where moves take time.
func (s *solution) timed(a *farbank.Answer) string {
	if s.q.Plans != farbank.Shortest {
		return s.timedPlan(a) + "."
	}
	if s.leastTime() {
		return s.timedPlan(a) + "; no plan takes less time."
	}
	return s.timedPlan(a) + ", proven best."
}

// leastTime reports whether the objective, or the first of several, is the time alone.
func (s *solution) leastTime() bool {
	o := s.p.Goals
	return o.Time == 1 && o.Cost == 0 && o.Steps == 0 && o.Value.IsConst()
}

// timedPlan describes the best plan: its moves, time, cost and the values of the objectives.
func (s *solution) timedPlan(a *farbank.Answer) string {
	steps, _, err := s.verify(*a.Best)
	if err != nil {
		return ""
	}
	spent := model.SpentBy(steps)
	text := moves(int(spent.Steps)) + ", time " + s.p.TimeText(spent.Time)
	if spent.Cost != spent.Steps {
		text += ", cost " + s.p.CostText(spent.Cost)
	}
	if o := s.p.Goals; !o.Value.IsConst() || o.Cost != 0 || o.Steps != 0 || o.Time > 1 {
		text += ", value " + values(s.p, a.Best)
	}
	return text
}

// reordered prints a plan whose happenings were put in order.
func (a *app) reordered(p *farbank.Problem, plan farbank.Plan) error {
	steps, _, err := p.VerifyWalk(plan)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(a.out, "// what happens at the same instant, in an order that works:"); err != nil {
		return err
	}
	return render.Plan(a.out, p, steps)
}
