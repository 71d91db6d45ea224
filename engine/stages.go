package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"

	"farbank/internal/durable"
	"farbank/model"
	"farbank/solver"
)

// Problems whose plans have an objective, several objectives or soft rules are solved in stages, one objective
// after another, by any engine. Each stage is a problem of its own whose minimum cost is the optimal value.
// Violated soft rules come first, then the objectives in order, and finally the cost of the plan, unless an
// objective counts moves or their cost. In a problem with moves, an additional last move ends the plan and
// costs the value of the last state.

// Ask asks one engine a question that it must be able to take (see Can), in stages if the problem needs them; only
// then are the plans judged.
func Ask(ctx context.Context, e Engine, p *model.Problem, q Question, yield func(model.Plan) bool) (*Answer, error) {
	if p.Unit > 0 {
		return Registry{e}.solveTimed(ctx, e, p, q, yield)
	}
	if staged(p) {
		return Registry{e}.solveStages(ctx, e, p, q, yield)
	}
	return e.Solve(ctx, p, q, yield)
}

// staged reports whether a problem is solved in stages. One with others has a strategy, whose value is computed at once.
func staged(p *model.Problem) bool {
	return !p.Others() && (len(p.Soft) > 0 || p.Goals != nil && (p.Goals.Then != nil || len(p.Schemas) > 0))
}

// notStaged is the reason why a plan of such a problem is not improved step by step.
const notStaged = "improving a plan lowers its cost, not the value of an objective or of soft rules; ask for the shortest plan with a limit"

// A stage is an objective to minimize: cost times the cost of the moves, steps times their number, time times the
// time that passes, and the value of the last state.
type stage struct {
	cost, steps int64
	value       *model.Expr
	time        int64 // times the time that passes
}

// plain reports whether a stage depends on the last state only.
func (s stage) plain() bool { return s.cost == 0 && s.steps == 0 && s.time == 0 }

// Stages returns the number of stages for the best plans of a problem without moves.
func Stages(p *model.Problem) int {
	if !staged(p) {
		return 1
	}
	return len((&stager{p: p, b: model.NewBuilder()}).list())
}

// StageOf returns the problem of the stage that follows those with the values best: a problem with
// a single objective. The error gives the reason if the stage cannot be expressed.
func StageOf(p *model.Problem, best []int64) (*model.Problem, error) {
	if !staged(p) {
		return p, nil
	}
	s := &stager{p: p, b: model.NewBuilder()}
	list := s.list()
	for k, v := range best {
		s.fixed = append(s.fixed, s.b.Eq(list[k].value, s.b.Const(v)))
	}
	out, why := s.problem(list[len(best)])
	if why != "" {
		return nil, errors.New(why)
	}
	return out, nil
}

// Bare returns a problem for which any plan suffices: without objectives, whose values must be defined
// nevertheless.
func Bare(p *model.Problem) *model.Problem {
	if p.Goals == nil && len(p.Soft) == 0 {
		return p
	}
	bare, _ := (&stager{p: p, b: model.NewBuilder()}).bare()
	return bare
}

// A stager solves one problem in stages.
type stager struct {
	r      Registry
	e      Engine // nil means any
	p      *model.Problem
	q      Question
	yield  func(model.Plan) bool
	b      *model.Builder
	fixed  []*model.Expr // conditions on the last state in addition to the goal
	lo     int64         // lower bound of the value of the current stage
	paid   int64         // cost of a plan in addition to the value
	limits []limit       // what stages before it count, where moves take time
	part   int           // number of the stage, for checkpoints
}

// solveStages answers a question about a staged problem.
func (r Registry) solveStages(ctx context.Context, e Engine, p *model.Problem, q Question, yield func(model.Plan) bool) (*Answer, error) {
	s := &stager{r: r, e: e, p: p, q: q, yield: yield, b: model.NewBuilder()}
	if q.Plans == Shortest && q.Want != One && len(p.Soft) > 0 && len(p.Schemas) > 0 && p.MayBeFree() {
		return &Answer{Status: Unsupported, Reason: "with soft rules and moves that may cost nothing it gives one plan, not all of them or their number"}, nil
	}
	if q.Improve {
		return &Answer{Status: Unsupported, Reason: notStaged}, nil
	}
	if q.Plans != Shortest {
		bare, q := s.bare()
		return s.last(ctx, bare, q)
	}
	list := s.list()
	cur := list[0]
	for k, next := range list[1:] {
		s.part = k
		best, a, err := s.best(ctx, cur)
		if a != nil || err != nil {
			return a, err
		}
		if cur.plain() {
			s.fixed = append(s.fixed, s.b.Eq(cur.value, s.b.Const(best)))
			cur = next
			continue
		}
		var why string
		if cur, why = s.merge(cur, next, best); why != "" {
			return &Answer{Status: Unsupported, Reason: why}, nil
		}
	}
	s.part = len(list) - 1
	problem, why := s.problem(cur)
	if why != "" {
		return &Answer{Status: Unsupported, Reason: why}, nil
	}
	a, err := s.last(ctx, problem, s.question(q.Want))
	if a != nil {
		a.Bound = s.boundOf(a.Bound)
	}
	return a, err
}

// bare returns the problem without objectives, for plans that need not be optimal.
func (s *stager) bare() (*model.Problem, Question) {
	p, q := s.p, s.q
	bare := *p
	bare.Goals, bare.Soft, bare.Judge, bare.Unit = nil, nil, nil, 0
	for o := p.Goals; o != nil; o = o.Then { // a plan without a value does not count
		if defined := s.b.Eq(o.Value, o.Value); !defined.IsTrue() {
			if q.FreeEnd {
				bare.Goal, q.FreeEnd = nil, false
			}
			bare.Goal = append(slices.Clip(bare.Goal), model.Rule{Kind: model.Goal, Text: "the objective has a value", Cond: defined})
		}
	}
	if len(p.Schemas) == 0 {
		bare.Require, bare.Goal = append(slices.Clip(bare.Require), bare.Goal[len(p.Goal):]...), p.Goal
	}
	return &bare, q
}

// list returns the stages of the problem.
func (s *stager) list() []stage {
	var list []stage
	b := s.b
	if len(s.p.Soft) > 0 {
		var sum []*model.Expr
		for k, r := range s.p.Soft {
			given := b.Not(r.Cond)
			if len(s.p.Schemas) > 0 {
				given = b.Cell(len(s.p.Cells)+k, 0, 1, true)
			}
			sum = append(sum, b.If(given, b.Const(r.Weight), b.Const(0)))
		}
		list = append(list, stage{value: b.Sum(sum...)})
	}
	counts := len(s.p.Schemas) == 0
	for o := s.p.Goals; o != nil; o = o.Then {
		st := stage{o.Cost, o.Steps, o.Value, o.Time}
		if o.Maximize {
			st = stage{-o.Cost, -o.Steps, b.Neg(o.Value), -o.Time}
		}
		if defined := b.Eq(o.Value, o.Value); !defined.IsTrue() {
			s.fixed = append(s.fixed, defined) // a plan without a value does not count
		}
		counts = counts || !st.plain()
		list = append(list, st)
	}
	if !counts {
		list = append(list, stage{cost: 1, value: b.Const(0)})
	}
	return list
}

// best solves a stage for one plan. It returns an answer if the work ends there.
func (s *stager) best(ctx context.Context, st stage) (int64, *Answer, error) {
	p, why := s.problem(st)
	if why != "" {
		return 0, &Answer{Status: Unsupported, Reason: why}, nil
	}
	q := s.question(One)
	q.Prefer, q.Strategy = NoPreference, DefaultStrategy
	value := q.Checkpoints.For(ctx, "value", valueVersion)
	if v, found, err := restoredValue(value); found || err != nil {
		return v, nil, err
	}
	a, err := s.r.Solve(ctx, s.e, p, q, nil)
	if err != nil {
		return 0, nil, err
	}
	if a.Status != Solved {
		if s.q.Want == Count && (a.Status == None || a.Status == NoneWithinBound) {
			a.Status, a.Reason, a.Count = Solved, "", new(big.Int)
		}
		if a.Bound = s.boundOf(a.Bound); a.Status == Feasible {
			a.Stats.Notes = append(slices.Clip(a.Stats.Notes), s.unsettled())
		}
		a, err = s.mapped(a)
		return 0, a, err
	}
	best := a.Best.Cost - s.paid + s.lo
	if value != nil {
		_ = value.Save(func(w io.Writer) error {
			e := durable.NewEncoder(w)
			e.Int(best)
			return e.Err()
		})
	}
	return best, nil, nil
}

// boundOf returns the bound on the first objective by that of a stage, or nil if the stage bounds another value.
func (s *stager) boundOf(bound *int64) *int64 {
	if bound == nil || s.part > 0 || len(s.p.Soft) > 0 || s.p.Goals == nil {
		return nil
	}
	v := *bound - s.paid + s.lo
	if s.p.Goals.Maximize {
		v = -v
	}
	return &v
}

// valueVersion is the format version of a stored stage value.
const valueVersion = 1

// restoredValue returns the stored value of a stage.
func restoredValue(c solver.Checkpoint) (v int64, found bool, err error) {
	if c == nil {
		return 0, false, nil
	}
	found, err = c.Restore(func(r io.Reader) error {
		d := durable.NewDecoder(r)
		v = d.Int()
		return d.Err()
	})
	return v, found, err
}

// unsettled returns a note that a stage before the last was not proven.
func (s *stager) unsettled() string {
	first := "the first objective"
	if len(s.p.Soft) > 0 {
		first = "the weight of the violated soft rules"
	}
	return first + " is optimized first; the later ones were not considered"
}

// merge combines a stage whose best value is known with the next one, which may only decide what the first leaves
// open.
func (s *stager) merge(st, next stage, best int64) (stage, string) {
	if st.time != 0 || next.time != 0 {
		return s.mergeTimed(st, next, best)
	}
	room := best - s.lo // for the cost of moves
	most := func(by, per int64) (int64, bool) {
		switch {
		case by == 0:
			return 0, true
		case per == 0:
			return 0, false
		}
		n := room / per
		return n * by, n == 0 || by < math.MaxInt64/4/n
	}
	cost, ok1 := most(next.cost, st.cost)
	steps, ok2 := most(next.steps, st.steps)
	if next.steps > 0 && st.steps == 0 && s.leastCost() > 0 {
		steps, ok2 = most(next.steps, st.cost*s.leastCost())
	}
	if !ok1 || !ok2 {
		return stage{}, "the objective after the first counts what the first leaves without a bound"
	}
	v, ok := span(next.value)
	if !ok || v > 1<<40 || cost > 1<<40 || steps > 1<<40 {
		return stage{}, "the values of the objectives are too large to be weighed against each other"
	}
	w := v + cost + steps + 1
	if w > 1<<20 && (st.cost > 1<<40 || st.steps > 1<<40) || st.value.Hi > 1<<40 || st.value.Lo < -1<<40 {
		return stage{}, "the values of the objectives are too large to be weighed against each other"
	}
	value := s.b.Sum(s.b.Mul(st.value, s.b.Const(w)), next.value)
	return stage{cost: st.cost*w + next.cost, steps: st.steps*w + next.steps, value: value}, ""
}

// leastCost returns the lowest cost of a move.
func (s *stager) leastCost() int64 {
	least := int64(math.MaxInt64)
	for _, m := range s.p.Moves {
		least = min(least, max(0, m.Cost.Lo))
	}
	return least
}

// span returns the distance between the bounds of an expression.
func span(e *model.Expr) (int64, bool) {
	if e.Wide || e.Lo < -1<<60 || e.Hi > 1<<60 {
		return 0, false
	}
	return e.Hi - e.Lo, true
}

// question returns the question for a stage, whose plans have one more move.
func (s *stager) question(want Want) Question {
	q := s.q
	q.Checkpoints = q.Checkpoints.Within(fmt.Sprintf("stage%d", s.part))
	if q.Want = want; want != All {
		q.Limit = 0
	}
	if len(s.p.Schemas) > 0 {
		q.FreeEnd = false
		if q.Bounded {
			q.Length++
		}
		if q.Horizon > 0 {
			q.Horizon++
		}
	}
	return q
}

// problem returns the problem of a stage.
func (s *stager) problem(st stage) (p *model.Problem, why string) {
	if st.value.Wide {
		return nil, "the objective may not fit 64 bits"
	}
	out := *s.p
	out.Goals, out.Soft, out.Judge, out.Derived, out.Unit = nil, nil, nil, nil, 0
	s.lo, s.paid = 0, 0
	if len(s.p.Schemas) == 0 {
		out.Goals = &model.Objective{Value: st.value}
		for _, c := range s.fixed {
			out.Require = append(slices.Clip(out.Require), model.Rule{Kind: model.Require, Text: "what came before is as good", Cond: c})
		}
		return &out, ""
	}
	s.lo = st.value.Lo
	unit := st.value.IsConst() && st.cost == 1 && st.steps == 0 && s.p.UnitCosts()
	if unit {
		s.paid = 1
	}
	if s.p.Unit > 0 && s.direct(st) {
		s.timedMoves(&out, st)
		return &out, ""
	}
	done := s.cells(&out)
	open := model.Stmt{Kind: model.Guard, Value: s.b.Not(done), Text: "the plan has not ended"}
	out.Moves = make([]*model.Move, 0, len(s.p.Moves)+1)
	for _, m := range s.p.Moves {
		c := *m
		c.Body = append([]model.Stmt{open}, m.Body...)
		c.Body = append(c.Body, s.tracking()...)
		c.Cost = s.costOf(st, m)
		if st.cost == 0 || st.steps > 0 && m.Cost.Lo < 0 { // a move whose cost is undefined or negative does not apply
			c.Body = append(c.Body[:1:1], append([]model.Stmt{{Kind: model.Guard, Value: s.b.Le(s.b.Const(0), m.Cost), Text: "the cost is 0 or more"}}, c.Body[1:]...)...)
		}
		out.Moves = append(out.Moves, &c)
	}
	s.limited(&out)
	end := &model.Schema{Name: "end of the plan"}
	body := []model.Stmt{open}
	guard := func(c *model.Expr) {
		body = append(body, model.Stmt{Kind: model.Guard, Value: c, Text: "the plan may end here"})
	}
	if !s.q.FreeEnd {
		for i := range s.p.Goal {
			guard(s.p.Goal[i].Cond)
		}
	}
	for _, c := range s.fixed {
		guard(c)
	}
	guard(s.b.Eq(st.value, st.value))
	body = append(body, model.Stmt{Kind: model.Assign, Target: done, Value: s.b.Truth(true)})
	cost := s.b.Sum(s.b.Sub(st.value, s.b.Const(s.lo)), s.b.Const(s.paid))
	if cost.Wide {
		return nil, "the objective may not fit 64 bits"
	}
	out.Schemas = append(slices.Clip(out.Schemas), end)
	out.Moves = append(out.Moves, &model.Move{Schema: end, Cost: cost, Body: body})
	out.Goal = []model.Rule{{Kind: model.Goal, Text: "the plan has ended", Cond: done}}
	return &out, ""
}

// cells adds cells for violated soft rules and for the end of the plan.
func (s *stager) cells(out *model.Problem) (done *model.Expr) {
	add := func(name string, start *model.Expr) *model.Expr {
		n := len(out.Cells)
		out.Vars = append(slices.Clip(out.Vars), model.Var{Name: name, Type: model.Boolean, Base: n, Cells: 1})
		out.Cells = append(slices.Clip(out.Cells), model.CellInfo{Name: name, Var: len(out.Vars) - 1, Type: model.Boolean, Hi: 1})
		out.Start = append(slices.Clip(out.Start), start)
		return s.b.Cell(n, 0, 1, true)
	}
	first := s.b.Substitution(func(i int) *model.Expr {
		if i >= s.p.NumFind {
			return s.p.Start[i-s.p.NumFind]
		}
		c := &s.p.Cells[i]
		return s.b.Cell(i, c.Lo, c.Hi, c.Type.Kind == model.Bool)
	}, nil)
	for _, r := range s.p.Soft {
		add("given up: "+r.String(), s.b.Not(first.Apply(r.Cond)))
	}
	return add("ended", s.b.Truth(false))
}

// tracking returns statements that record after a move which soft rules the state violates.
func (s *stager) tracking() []model.Stmt {
	var body []model.Stmt
	for k, r := range s.p.Soft {
		cell := s.b.Cell(len(s.p.Cells)+k, 0, 1, true)
		body = append(body, model.Stmt{Kind: model.Assign, Target: cell, Value: s.b.Or(cell, s.b.Not(r.Cond))})
	}
	return body
}

// last answers the question itself by the problem of the last stage.
func (s *stager) last(ctx context.Context, p *model.Problem, q Question) (*Answer, error) {
	var failed error
	a, err := s.r.Solve(ctx, s.e, p, q, func(plan model.Plan) bool {
		plan, failed = s.plan(plan)
		return failed == nil && (s.yield == nil || s.yield(plan))
	})
	if failed != nil {
		return nil, failed
	}
	if err != nil {
		return nil, err
	}
	return s.mapped(a)
}

// mapped converts an answer to one about the problem itself.
func (s *stager) mapped(a *Answer) (*Answer, error) {
	if a.Best != nil {
		plan, err := s.plan(*a.Best)
		if err != nil {
			return nil, err
		}
		a.Best = &plan
	}
	return a, nil
}

// name returns the name of the engine, or "" for any.
func (s *stager) name() string {
	if s.e == nil {
		return ""
	}
	return s.e.Name()
}

// plan converts a plan to one of the problem itself, and judges it by the text.
func (s *stager) plan(plan model.Plan) (model.Plan, error) {
	if n := len(plan.Moves); n > 0 && plan.Moves[n-1] == len(s.p.Moves) {
		plan.Moves = plan.Moves[: n-1 : n-1]
	}
	plan.Find = plan.Find[:s.p.NumFind:s.p.NumFind]
	verify := s.p.Verify
	if s.q.FreeEnd {
		verify = s.p.VerifyWalk
	}
	_, cost, err := verify(plan)
	var overflow *model.OverflowError
	if errors.As(err, &overflow) {
		return plan, err // an overflow of the model
	}
	if err != nil {
		return plan, &BugError{Engine: s.name(), Err: err}
	}
	plan.Cost = cost
	return plan, nil
}
