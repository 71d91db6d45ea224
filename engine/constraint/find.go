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

// A finder searches for values of the unknowns.
type finder struct {
	*job
	sys       *transition.System
	m         *constraint.Model
	cells     []constraint.Expr // the unknowns
	objective constraint.Linear
	next      []constraint.Int  // the successors of things in an order, where the objective is a sum over them
	length    constraint.Linear // that sum
	summed    *surrogate        // the surrogate constraint that was added, or is given; nil: none
	checking  bool              // summed is given by a proof
	proposed  []settled         // values that the search tries first
	last      *model.Plan
	kept      *keptSearch // nil: no checkpoints
}

// find answers a question about a problem without moves.
func (s *job) find() error {
	sys, err := s.system()
	if err != nil {
		return err
	}
	f := &finder{job: s, sys: sys}
	if s.proof != nil {
		return f.prove()
	}
	if err := f.answer(); err != nil {
		return err
	}
	return f.judge(f.last)
}

func (s *job) system() (*transition.System, error) {
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

// conditions returns all conditions on an assignment, split into conjuncts.
func (f *finder) conditions() []*model.Expr {
	var c transition.Conditions
	start := startOf(f.sys).Apply
	if len(f.sys.Start) == 0 {
		start = func(e *model.Expr) *model.Expr { return e }
	}
	rules := [][]transition.Rule{f.sys.Require, f.sys.Begins, f.sys.Safety, f.sys.Goal}
	if f.q.FreeEnd {
		rules = rules[:3]
	}
	for _, list := range rules {
		for _, r := range list {
			c.Add(start(r.Cond))
		}
	}
	return c.List
}

// seldom is the interval between the turns of the requested search: it mostly helps at the
// beginning.
const seldom = 8

// narrow is the largest domain for which values in the middle are tried first, without an
// objective. They conflict most with others (queens in the middle of a board), so what is hard to
// place is placed early.
const narrow = 1024

// widest returns the size of the largest domain of an unknown.
func (f *finder) widest() int64 {
	most := int64(0)
	for i := range f.p.NumFind {
		most = max(most, f.p.Cells[i].Hi-f.p.Cells[i].Lo+1)
	}
	return most
}

// write builds the model of a part, or of the whole problem if p is nil.
func (f *finder) write(p *part) {
	f.m = &constraint.Model{Options: constraint.Options{Memory: f.q.Memory, Workers: f.q.Workers}}
	if p == nil && f.q.First == engine.AnyFirst && (f.q.Want == engine.One || f.q.Plans == engine.Shortest) {
		f.kept = f.keep()
	}
	f.next = nil
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
	if p == nil {
		f.turn(st, conditions, found.Different)
	}
	st.post(found)
	if p == nil {
		f.summarise(st, conditions, found.Different)
	}
	f.m.Search(f.asked(append(f.next, labels...)))
	if p == nil && f.kept != nil {
		f.m.Signature = fmt.Sprintf("%d %d %+v %v", len(labels), len(f.next), f.summed, f.proposed)
		f.m.Checkpoint = f.kept
	}
	if p == nil {
		f.breakSymmetry(conditions)
	}
	f.m.Project(labels...)
}

// asked returns the requested search for the unknowns, which takes turns with the default one. If
// an objective asks for small values, as in most problems with numbers, it assigns the earliest
// start first, so that nothing is left idle.
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

// optimises reports whether the question asks for the best value of the objective.
func (f *finder) optimises() bool { return f.sys.Objective != nil && f.q.Plans == engine.Shortest }

// turn writes the objective by the successors of things in an order, if it is such a sum. Conditions that are written
// later use the successors too.
func (f *finder) turn(st *state, conditions []*model.Expr, different [][]recognise.Linear) {
	if f.optimises() {
		f.length, f.next = st.tour(f.sys.Objective, conditions, different)
	}
}

// summarise adds a surrogate constraint, computed or given by a proof, and the objective, if the
// question asks for an optimum.
func (f *finder) summarise(st *state, conditions []*model.Expr, different [][]recognise.Linear) {
	var objective *model.Expr
	sign := int64(1)
	if f.optimises() {
		objective = f.sys.Objective
		sum := f.length
		if f.next == nil {
			sum = st.number(objective)
		}
		x := f.m.Variable(sum) // separate from its terms, so that it can be bounded
		f.objective, st.numbers[objective] = x.Linear(), x.Linear()
		if f.p.Goals.Maximize {
			sign = -1
		}
	}
	switch {
	case f.next != nil: // the successors have better bounds
	case !f.checking:
		f.summed, f.proposed = st.relax(f.ctx, conditions, different, objective, sign)
		f.propose()
	case f.summed != nil && !st.add(f.summed, conditions, different, objective, sign):
		panic(&wrong{&ProofError{1, "the weights do not belong to the conditions"}})
	}
}

// propose lets the search for a first solution try the values of the relaxation. They add literals to
// the model, so proofs do not use them.
func (f *finder) propose() {
	if f.proof != nil {
		f.proposed = nil
	}
	var xs []constraint.Int
	var values []int64
	for _, x := range f.proposed {
		xs, values = append(xs, f.m.Variable(f.cells[x.cell])), append(values, x.value)
	}
	if len(xs) > 0 {
		f.m.Propose(xs, values)
	}
}

// take returns the plan of a solution, verified by the ground problem.
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

// judge validates a plan by the text if plans are only counted.
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

// none records that no solution exists.
func (s *job) none() {
	s.a.Status, s.a.Reason, s.a.Bound = engine.None, "", nil
	if s.q.Want == engine.Count {
		s.a.Status, s.a.Count = engine.Solved, new(big.Int)
	}
}

func (f *finder) one() error {
	answer, err := limited(f.m.Solve(f.ctx))
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

// best finds an optimal solution. It then lists or counts all of them, if the question asks for
// that.
func (f *finder) best() error {
	var wrong error
	f.m.Incumbent = func() (int64, bool) {
		plan, ok := f.bestKnown()
		return plan.Cost, ok
	}
	answer, err := limited(f.m.Optimize(f.ctx, f.objective, direction(f.p.Goals), func(sol *constraint.Solution) bool {
		var plan *model.Plan
		if plan, wrong = f.take(sol); wrong != nil {
			return false
		}
		f.a.Best = plan
		f.q.Shared.Offer(*plan)
		return true
	}))
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
	if answer.Solution == nil || answer.Objective != answer.Bound { // another engine has it
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

// limited returns an answer with its reason as the error, if a limit ended the search.
func limited(a constraint.Answer, err error) (constraint.Answer, error) {
	if err == nil {
		err = a.Reason
	}
	return a, err
}

// direction returns the direction of an objective.
func direction(g *model.Objective) constraint.Direction {
	if g.Maximize {
		return constraint.Maximizing
	}
	return constraint.Minimizing
}
