package engine

import (
	"context"
	"math"
	"math/big"
	"slices"

	"farbank/model"
)

// direct reports whether a stage of a problem in which moves take time needs no last move: the
// cost of a plan is that of its moves, and every state that meets the goal will do.
func (s *stager) direct(st stage) bool {
	return st.value.IsConst() && len(s.p.Soft) == 0 && len(s.fixed) == 0 && !s.q.FreeEnd
}

// timedMoves sets the costs of the moves to those of a stage.
func (s *stager) timedMoves(out *model.Problem, st stage) {
	out.Moves = make([]*model.Move, len(s.p.Moves))
	for i, m := range s.p.Moves {
		c := *m
		c.Cost = s.costOf(st, m)
		if st.cost == 0 && (m.Cost.Lo < 0 || m.Cost.Partial) { // a move whose cost is undefined or negative does not apply
			c.Body = append([]model.Stmt{{Kind: model.Guard, Value: s.b.Le(s.b.Const(0), m.Cost), Text: "the cost is 0 or more"}}, m.Body...)
		}
		out.Moves[i] = &c
	}
	s.limited(out)
}

// costOf returns the cost of a move in a stage.
func (s *stager) costOf(st stage, m *model.Move) *model.Expr {
	more := st.time * m.Time
	if m.Schema.Role == model.Begins {
		more += st.steps
	}
	return s.b.Sum(s.b.Mul(m.Cost, s.b.Const(st.cost)), s.b.Const(more))
}

// A limit bounds what a stage counts.
type limit struct {
	stage
	most int64
}

// limited adds cells that bound what the stages before count.
func (s *stager) limited(out *model.Problem) {
	for _, l := range s.limits {
		n := len(out.Cells)
		t := &model.Type{Kind: model.Int, Hi: l.most}
		out.Vars = append(slices.Clip(out.Vars), model.Var{Name: "spent", Type: t, Base: n, Cells: 1, Hidden: true})
		out.Cells = append(slices.Clip(out.Cells), model.CellInfo{Name: "spent", Var: len(out.Vars) - 1, Type: t, Hi: l.most})
		out.Start = append(slices.Clip(out.Start), s.b.Const(0))
		spent := s.b.Cell(n, 0, l.most, false)
		for i, m := range s.p.Moves {
			if by := s.costOf(l.stage, m); !by.IsConst() || by.Value != 0 {
				c := *out.Moves[i]
				add := model.Stmt{Kind: model.Assign, Target: spent, Value: s.b.Sum(spent, by), Text: "what comes before is as good"}
				c.Body = append([]model.Stmt{add}, c.Body...) // the cost is that of the state before
				out.Moves[i] = &c
			}
		}
	}
}

// mergeTimed is merge where the stages count time. If the number of moves is bounded by the time,
// since a ground move does not overlap itself, the stages are weighed against each other. Else
// what the first counts is limited.
func (s *stager) mergeTimed(st, next stage, best int64) (stage, string) {
	if !st.value.IsConst() {
		return stage{}, "where moves take time, an objective before the last is the value of the last state, or what the plan takes, not their sum"
	}
	spent := best - st.value.Value
	if st.time == 1 && st.cost == 0 && st.steps == 0 && next.time == 0 && next.value.IsConst() {
		if w, ok := s.mostSpent(next, spent); ok {
			return stage{cost: next.cost, steps: next.steps, value: next.value, time: w + 1}, ""
		}
	}
	s.limits = append(s.limits, limit{st, spent})
	return next, ""
}

// mostSpent returns a bound on the value of a stage for all plans that take a time; false if
// no bound is easily known.
func (s *stager) mostSpent(st stage, time int64) (int64, bool) {
	if st.cost < 0 || st.steps < 0 {
		return 0, false
	}
	most := int64(0)
	for _, m := range s.p.Moves {
		if m.Schema.Role != model.Begins {
			continue
		}
		least := s.leastDuration(m)
		each := max(m.Cost.Hi, 0)
		if least <= 0 || each > 1<<20 || st.cost > 1<<20 || st.steps > 1<<20 {
			return 0, false
		}
		n := time / least
		if n > 1<<20 {
			return 0, false
		}
		if most += n * (each*st.cost + st.steps); most > math.MaxInt64>>24/max(time, 1) {
			return 0, false
		}
	}
	return most, true
}

// leastDuration returns the least duration of a move, 0 if it is not known.
func (s *stager) leastDuration(m *model.Move) int64 {
	if !m.Lasts {
		return 0
	}
	least := int64(0)
	for i := range m.Body {
		if st := &m.Body[i]; st.Kind == model.Assign && st.Target.Op == model.Cell && int(st.Target.Value) == m.Under {
			least = (st.Value.Lo - 1) * s.p.Unit
		}
	}
	return least
}

// notTimed returns why a question about a problem in which moves take time is not answered.
func notTimed(p *model.Problem, q Question) string {
	switch {
	case p.Unit == 0:
		return ""
	case q.Plans != Shortest && q.Plans != Any:
		return "where moves take time, plans are shortest or any"
	case q.Bounded:
		return "where moves take time, the number of moves is not bounded; always time <= n bounds the time"
	case q.Prefer != NoPreference:
		return "where moves take time, there is no preference among several best plans"
	}
	return ""
}

// solveTimed answers a question about a problem in which moves take time. Plans that differ only
// in the order of what happens at one instant are the same.
func (r Registry) solveTimed(ctx context.Context, e Engine, p *model.Problem, q Question, yield func(model.Plan) bool) (*Answer, error) {
	if why := notTimed(p, q); why != "" {
		return &Answer{Status: Unsupported, Reason: why}, nil
	}
	if q.Want == One {
		return r.solveStages(ctx, e, p, q, yield)
	}
	all := q
	all.Want, all.Limit = All, 0
	seen, full := map[string]bool{}, false
	a, err := r.solveStages(ctx, e, p, all, func(plan model.Plan) bool {
		k := p.Timing(plan)
		if seen[k] {
			return true
		}
		seen[k] = true
		more := q.Want == Count || yield == nil || yield(plan)
		full = q.Want == All && q.Limit > 0 && len(seen) == q.Limit
		return more && !full
	})
	if err != nil || a.Status == Unsupported {
		return a, err
	}
	a.Given = len(seen)
	if full {
		a.Status, a.Reason = Solved, ""
	}
	if q.Want == Count {
		a.Given, a.Best, a.Count = 0, nil, big.NewInt(int64(len(seen)))
		if a.Status == None || a.Status == NoneWithinBound {
			a.Status, a.Reason = Solved, ""
		}
		a.Status, a.Count = Counted(a.Status, a.Count)
	}
	return a, nil
}
