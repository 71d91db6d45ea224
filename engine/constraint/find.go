package constraint

import (
	"errors"
	"fmt"
	"math/big"

	"farbank/constraint"
	"farbank/engine"
	"farbank/engine/constraint/recognise"
	"farbank/model"
	"farbank/model/transition"
)

// A finder looks for values of the unknowns.
type finder struct {
	*solver
	sys       *transition.System
	m         *constraint.Model
	cells     []constraint.Expr // the unknowns
	objective constraint.Sum
	summed    *surrogate // the sum of conditions that is one more; nil: there is none
	checking  bool       // summed is given
	last      *model.Plan
	kept      *keptSearch // nil: nothing is kept
}

// find answers a question about a problem without moves.
func (s *solver) find() error {
	sys, err := s.system()
	if err != nil {
		return err
	}
	f := &finder{solver: s, sys: sys}
	if s.proof != nil {
		return f.prove()
	}
	if err := f.answer(); err != nil {
		return err
	}
	return f.judge(f.last)
}

func (s *solver) system() (*transition.System, error) {
	sys, err := transition.NewSystem(s.ctx, s.p)
	if errors.Is(err, transition.ErrLarge) {
		return nil, refused("%v", err)
	}
	return sys, err
}

func (f *finder) answer() error {
	best := f.p.Goals != nil && f.q.Plans == engine.Shortest
	if !best && f.q.Want == engine.Count {
		return f.count(nil)
	}
	f.write(nil)
	switch {
	case best:
		return f.best()
	case f.q.First == engine.Lexicographic:
		return f.first()
	case f.q.Want == engine.One:
		return f.one()
	}
	return f.list()
}

// conditions are all that an assignment must meet, split at their ands.
func (f *finder) conditions() []*model.Expr {
	var c transition.Conditions
	start := startOf(f.sys)
	rules := [][]transition.Rule{f.sys.Require, f.sys.Begins, f.sys.Safety, f.sys.Goal}
	if f.q.FreeEnd {
		rules = rules[:3]
	}
	for _, list := range rules {
		for _, r := range list {
			c.Add(start.Apply(r.Cond))
		}
	}
	return c.List
}

// seldom is how often the search that is asked for has its turn: it mostly helps at the beginning.
const seldom = 8

// narrow is up to how many values of each unknown those in the middle are tried first, where no
// objective asks for small ones: they are in most others' way (queens in the middle of a board), and
// what is hard to place is placed early.
const narrow = 1024

// widest is the most values that an unknown has.
func (f *finder) widest() int64 {
	most := int64(0)
	for i := range f.p.NumFind {
		most = max(most, f.p.Cells[i].Hi-f.p.Cells[i].Lo+1)
	}
	return most
}

// write makes the model, of all unknowns and conditions or of a part.
func (f *finder) write(p *part) {
	f.m = &constraint.Model{Memory: f.q.Memory, Workers: f.q.Workers}
	if p == nil && f.q.First == engine.AnyFirst && (f.q.Want == engine.One || f.q.Plans == engine.Shortest) {
		f.kept = f.keep()
	}
	f.progress(f.m)
	conditions := f.conditions()
	if p != nil {
		conditions = p.conditions
	}
	found := recognise.In(conditions, f.sys.Cell)
	w := newWriter(f.ctx, f.sys, f.m, func(visit func(*model.Expr)) {
		found.Each(visit)
		if f.sys.Objective != nil {
			visit(f.sys.Objective)
		}
	})
	f.cells = make([]constraint.Expr, f.p.NumFind)
	var labels []constraint.Int
	for i := range f.cells {
		if p != nil && !p.has[i] {
			f.cells[i] = constraint.Const(f.p.Cells[i].Lo)
			continue
		}
		f.cells[i] = w.variable(i)
		labels = append(labels, f.m.Variable(f.cells[i]))
	}
	st := w.state(func(i int) constraint.Expr { return f.cells[i] })
	st.post(found)
	if p == nil {
		f.summarise(st, conditions)
	}
	f.m.Search(f.asked(labels))
	if p == nil && f.kept != nil {
		f.m.Signature = fmt.Sprintf("%d %+v", len(labels), f.summed)
		f.m.Checkpoint = f.kept
	}
	if p == nil {
		f.breakSymmetry(conditions)
	}
	f.m.Project(labels...)
}

// asked is the search for values of the unknowns that is asked for, now and then. What comes early is placed early where
// an objective asks for small values, which those of most problems with numbers do: of what starts then nothing is left idle.
func (f *finder) asked(labels []constraint.Int) constraint.Search {
	asked := constraint.Search{Vars: labels, Order: constraint.WeightedFirst}
	switch best := f.p.Goals != nil && f.q.Plans == engine.Shortest; {
	case best:
		f.m.Turns, asked.Order = seldom, constraint.EarliestFirst
	case f.q.Want == engine.One:
		f.m.Turns, f.m.Advised = seldom, true
		if f.widest() <= narrow {
			asked.Value = constraint.Middle
		}
	}
	return asked
}

// summarise adds a sum of conditions, found or given, and the objective, if it counts.
func (f *finder) summarise(st *state, conditions []*model.Expr) {
	var objective *model.Expr
	sign := int64(1)
	if f.sys.Objective != nil && f.q.Plans == engine.Shortest {
		objective = f.sys.Objective
		x := f.m.Variable(st.number(objective)) // apart from its terms, for what bounds it
		f.objective, st.numbers[objective] = x.Sum(), x.Sum()
		if f.p.Goals.Maximize {
			sign = -1
		}
	}
	switch {
	case !f.checking:
		f.summed = st.relax(f.ctx, conditions, objective, sign)
	case f.summed != nil && !st.add(f.summed, conditions, objective, sign):
		panic(&wrong{&ProofError{1, "the weights are none of the conditions"}})
	}
}

// take is a solution as a plan, confirmed by the ground problem.
func (f *finder) take(sol *constraint.Solution) (*model.Plan, error) {
	plan := &model.Plan{Find: make([]int64, f.p.NumFind)}
	for i, x := range f.cells {
		plan.Find[i] = sol.Value(x)
	}
	var err error
	if _, plan.Cost, err = f.p.VerifyGround(*plan, !f.q.FreeEnd); err != nil {
		return nil, f.invalid(err)
	}
	if f.last == nil {
		err = f.judge(plan)
	}
	f.last = plan
	return plan, err
}

// judge has a plan judged by the text, if plans are only counted.
func (f *finder) judge(plan *model.Plan) error {
	if plan == nil || f.q.Want != engine.Count {
		return nil
	}
	verify := f.p.Verify
	if f.q.FreeEnd {
		verify = f.p.VerifyWalk
	}
	_, _, err := verify(*plan)
	return f.invalid(err)
}

func (f *finder) invalid(err error) error {
	var broken *model.PlanError
	if errors.As(err, &broken) {
		return fmt.Errorf("engine constraint: it found values that are not valid: %w", err)
	}
	return err
}

// none is the verdict that there is no solution.
func (s *solver) none() {
	s.a.Status, s.a.Reason, s.a.Bound = engine.None, "", nil
	if s.q.Want == engine.Count {
		s.a.Status, s.a.Count = engine.Solved, new(big.Int)
	}
}

func (f *finder) one() error {
	answer, err := f.m.Solve(f.ctx)
	f.stats(answer.Stats)
	switch {
	case err != nil:
		return f.failure(err)
	case answer.Status == constraint.Infeasible:
		f.none()
		return nil
	}
	f.a.Best, err = f.take(answer.Solution)
	return err
}

// list passes on all solutions.
func (f *finder) list() error {
	for sol, err := range f.m.Solutions(f.ctx) {
		if err != nil {
			return f.failure(err)
		}
		plan, err := f.take(sol)
		if err != nil {
			return err
		}
		if f.a.Best == nil {
			f.a.Best = plan
		}
		f.a.Given++
		if !f.yield(*plan) || f.q.Limit > 0 && f.a.Given >= f.q.Limit {
			return nil
		}
	}
	if f.a.Best == nil {
		f.none()
	}
	return nil
}

// best looks for a solution of the best value, and then for all of them or their number.
func (f *finder) best() error {
	var wrong error
	f.m.Incumbent = func() (int64, bool) {
		plan, ok := f.bestKnown()
		return plan.Cost, ok
	}
	answer, err := f.m.Improve(f.ctx, f.objective, f.p.Goals.Maximize, func(sol *constraint.Solution) bool {
		var plan *model.Plan
		if plan, wrong = f.take(sol); wrong != nil {
			return false
		}
		f.a.Best = plan
		f.q.Shared.Offer(*plan)
		return true
	})
	f.stats(answer.Stats)
	if wrong != nil {
		return wrong
	}
	if err == nil || f.failure(err) == err {
		f.a.Bound = &answer.Bound
	}
	switch {
	case err != nil:
		return f.failure(err)
	case answer.Status == constraint.Infeasible:
		f.none()
		return nil
	}
	if answer.Solution == nil || answer.Objective != answer.Bound { // somebody else has it
		plan, _ := f.bestKnown()
		f.a.Best = &plan
	}
	f.q.Shared.Prove(answer.Bound)
	f.listing = true
	if f.q.First == engine.Lexicographic {
		f.m.Add(f.objective.Is(answer.Bound))
		return f.first()
	}
	if f.q.Want == engine.One {
		return nil
	}
	if f.q.Want == engine.Count {
		return f.count(f.sys.Builder.Eq(f.sys.Objective, f.sys.Builder.Const(answer.Bound)))
	}
	f.m.Checkpoint = nil
	f.m.Add(f.objective.Is(answer.Bound))
	f.a.Best = nil
	return f.list()
}
