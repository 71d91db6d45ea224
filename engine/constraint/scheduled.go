package constraint

import (
	"cmp"
	"slices"
	"time"

	"farbank/constraint"
	"farbank/engine"
	"farbank/model"
)

// schedule answers the question by the schedule. It reports whether it could: it cannot where the moves
// cannot be made at the times of the best schedule.
func (s *job) schedule() (done bool, err error) {
	if !schedules(s.p, s.q) {
		return false, nil
	}
	sc := findSchedule(s.p)
	m := &constraint.Model{Options: constraint.Options{Memory: s.q.Memory}}
	horizon, cost := int64(0), int64(0)
	for _, t := range sc.tasks {
		horizon, cost = horizon+t.long, cost+t.cost
	}
	if horizon > 1<<40 || sc.unit > 1<<40/max(horizon, 1) {
		return false, nil
	}
	span := m.Int("span", 0, horizon)
	starts := make([]constraint.Int, len(sc.tasks))
	for i, t := range sc.tasks {
		starts[i] = m.Int("", 0, horizon-t.long)
		m.Add(starts[i].Plus(constraint.Const(t.long)).LessEqual(span))
	}
	for i, t := range sc.tasks {
		for _, k := range t.after {
			m.Add(starts[k].Plus(constraint.Const(sc.tasks[k].long)).LessEqual(starts[i]))
		}
	}
	for _, group := range sc.groups {
		var list []constraint.Task
		for _, k := range group {
			list = append(list, constraint.Task{Start: starts[k], Length: constraint.Const(sc.tasks[k].long)})
		}
		m.Disjunctive(list...)
		for _, k := range group {
			if sc.tasks[k].long > 0 {
				continue
			}
			for _, o := range group { // a task that takes no time is not inside another, either
				if long := sc.tasks[o].long; long > 0 {
					m.Add(constraint.Or(starts[k].LessEqual(starts[o]), starts[o].Plus(constraint.Const(long)).LessEqual(starts[k])))
				}
			}
		}
	}
	s.scheduleProgress(m, func(span int64) int64 { return cost + sc.unit*max(span, 0) })
	a, err := m.Optimize(s.ctx, span, constraint.Minimizing, func(x *constraint.Solution) bool {
		at, end := make([]int64, len(starts)), int64(0) // a solution that is not the best may have a span beyond its end
		for i := range starts {
			at[i] = x.Value(starts[i])
			end = max(end, at[i]+sc.tasks[i].long)
		}
		moves, ok := sc.made(at)
		if !ok {
			return true
		}
		plan := model.Plan{Find: []int64{}, Moves: moves, Cost: cost + sc.unit*end}
		if s.a.Best == nil || plan.Cost < s.a.Best.Cost {
			s.a.Best = &plan
			s.q.Shared.Offer(plan)
		}
		return s.q.Plans != engine.Any
	})
	if err != nil {
		if s.a.Best != nil {
			return true, err
		}
		return false, nil
	}
	if a.Reason != nil && s.q.Plans == engine.Shortest {
		bound := cost + sc.unit*max(a.Bound, 0)
		s.a.Bound = &bound
		return true, a.Reason
	}
	if a.Solution == nil || s.a.Best == nil || s.q.Plans != engine.Any && s.a.Best.Cost != cost+sc.unit*a.Objective {
		if a.Solution != nil && s.q.Plans == engine.Shortest && a.Reason == nil {
			s.q.Shared.Prove(cost + sc.unit*a.Objective)
		}
		if s.q.Shared != nil { // the other engines of the race know better
			s.a.Status, s.a.Reason, s.a.Best = engine.Unsupported, "the moves cannot be made at the times of the best schedule", nil
			return true, nil
		}
		s.a.Best = nil
		return false, nil
	}
	s.a.Status = engine.Solved
	return true, nil
}

// scheduleProgress reports the best plan and the bound while the schedule is solved. costOf returns
// the cost of a plan with a makespan.
func (s *job) scheduleProgress(m *constraint.Model, costOf func(span int64) int64) {
	m.Progress = func(p constraint.Progress) {
		s.nodes = p.Stats.Decisions
		now := time.Now()
		if now.Sub(s.reported) < 200*time.Millisecond {
			return
		}
		s.reported = now
		current := engine.Progress{Phase: "search", States: s.nodes, Nodes: s.nodes, Elapsed: now.Sub(s.begun)}
		if s.q.Plans == engine.Shortest {
			bound := costOf(p.Bound)
			s.q.Shared.Prove(bound)
			current.Bound = &bound
		}
		if s.q.Progress == nil {
			return
		}
		if s.a.Best != nil {
			best := s.a.Best.Cost
			current.Best = &best
		}
		s.q.Progress(current)
	}
}

// made returns the moves of a plan in which the tasks begin at these times, or false if they cannot
// be made.
func (sc *schedule) made(at []int64) ([]int, bool) {
	p := sc.p
	s, ok, err := p.Begin(nil)
	if err != nil || !ok {
		return nil, false
	}
	type event struct {
		time  int64
		begin bool
		task  int
	}
	var events []event
	for i, t := range sc.tasks {
		events = append(events, event{at[i], true, i}, event{at[i] + t.long, false, i})
	}
	slices.SortStableFunc(events, func(a, b event) int {
		ends := func(e event) int {
			if e.begin && sc.tasks[e.task].long > 0 {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(ends(a), ends(b)))
	})
	var moves []int
	make1 := func(n int) bool {
		out, err := p.Apply(p.Moves[n], s)
		if err != nil || out.Next == nil {
			return false
		}
		if safe, err := p.Safe(out.Next); err != nil || !safe {
			return false
		}
		s, moves = out.Next, append(moves, n)
		return true
	}
	clock := int64(0)
	for len(events) > 0 {
		e := events[0]
		for ; clock < e.time; clock++ {
			if !make1(sc.wait) {
				return nil, false
			}
		}
		// Of the events at one instant the first that can happen is next.
		k := 0
		for ; k < len(events) && events[k].time == clock; k++ {
			n := sc.tasks[events[k].task].move
			if !events[k].begin {
				end, ok := sc.ends[p.Moves[n].Under]
				if !ok {
					return nil, false
				}
				n = end
			}
			if make1(n) {
				break
			}
		}
		if k == len(events) || events[k].time != clock {
			return nil, false
		}
		events = slices.Delete(events, k, k+1)
	}
	met, err := p.AtGoal(s)
	return moves, err == nil && met
}
