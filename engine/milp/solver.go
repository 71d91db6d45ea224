package milp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"farbank/engine"
	"farbank/milp"
	"farbank/milp/branch"
	"farbank/milp/problem"
	"farbank/model"
)

type solver struct {
	ctx   context.Context
	p     *model.Problem
	q     engine.Question
	a     *engine.Answer
	begun time.Time
	turns int // being looked at

	programs int // solved so far, for checkpoints
	*planner

	started bool // there is a state to begin in
}

func (s *solver) solve() (err error) {
	if s.planner == nil {
		if s.planner, err = newPlanner(s.ctx, s.p); err != nil {
			return err
		}
	}
	switch {
	case len(s.p.Schemas) == 0 && s.q.Plans == engine.Walks && s.q.Length > 0:
		s.a.Status, s.a.Reason = engine.NoneWithinBound, "there are no moves"
		return nil
	case len(s.p.Schemas) == 0:
		return s.find()
	case s.q.Plans == engine.Walks:
		return s.exactly(s.q.Length)
	case s.q.Horizon > 0 && s.q.Bounded:
		return s.upTo(min(s.q.Horizon, s.q.Length))
	case s.q.Horizon > 0:
		return s.upTo(s.q.Horizon)
	}
	return s.deepen()
}

// run solves a program. It reports whether there is a solution; limits are errors, with the
// best solution by then, if there is one.
func (s *solver) run(g *program) (*milp.Solution, error) {
	if err := g.fault(); err != nil {
		return nil, err
	}
	o := branch.Options{Workers: max(s.q.Workers, 1), Memory: s.q.Memory}
	s.programs++
	if c := s.q.Checkpoints.Within("milp").For(s.ctx, fmt.Sprint(s.programs), branch.CheckpointVersion); c != nil {
		o.Checkpoint = c
	}
	s.share(g, &o)
	if s.q.Progress != nil {
		told := o.Progress
		o.Progress = func(p branch.Progress) {
			if told != nil {
				told(p)
			}
			nodes := s.a.Stats.Nodes + p.Nodes
			s.q.Progress(engine.Progress{Phase: "branch", States: nodes, Nodes: nodes, Depth: int64(s.turns), Elapsed: time.Since(s.begun)})
		}
	}
	solution, err := g.m.Solve(s.ctx, milp.WithOptions(o))
	if err != nil {
		return nil, err
	}
	s.a.Stats.Nodes += solution.Nodes
	switch solution.Status {
	case problem.Optimal:
		return solution, nil
	case problem.Infeasible:
		return nil, nil
	case problem.Feasible:
	default:
		solution = nil
	}
	if err := s.ended(); err != nil {
		return solution, err
	}
	if s.q.Memory > 0 {
		return solution, engine.ErrMemory
	}
	return solution, errTolerance
}

// share has the engines asked beside this one told of solutions and bounds of an objective.
func (s *solver) share(g *program, o *branch.Options) {
	if s.q.Shared == nil || s.p.Goals == nil {
		return
	}
	base, up := baseOf(s.p.Goals.Value), s.p.Goals.Maximize
	o.Incumbent = func(values []float64, _ float64) {
		plan := g.plan(g.m.Solution(problem.Solution{Values: values}))
		if _, cost, err := s.p.Verify(plan); err == nil {
			plan.Cost = cost
			s.q.Shared.Offer(plan)
		}
	}
	o.Progress = func(p branch.Progress) {
		bound := math.Ceil(p.Bound - tolerance)
		if up {
			bound = math.Floor(p.Bound + tolerance)
		}
		if math.Abs(bound) < maxExact {
			s.q.Shared.Prove(int64(bound) + base)
		}
	}
}

// Of what the solver gives as floating point, where whole numbers are meant.
const (
	tolerance = 1e-5
	maxExact  = 1 << 52
)

var errTolerance = errors.New("the solver could not tell within its tolerances")

// take reads a plan and has it checked.
func (s *solver) take(g *program, solution *milp.Solution) error {
	plan := g.plan(solution)
	_, cost, err := s.p.Verify(plan)
	var overflow *model.OverflowError
	switch {
	case errors.As(err, &overflow):
		return err
	case err != nil:
		return fmt.Errorf("engine milp: its plan is not valid: %w", err)
	}
	plan.Cost = cost
	s.a.Best = &plan
	return nil
}

// attempt solves a program and takes its plan, if it has one.
func (s *solver) attempt(g *program) (found bool, err error) {
	solution, err := s.run(g)
	if solution == nil {
		return false, err
	}
	if wrong := s.take(g, solution); wrong != nil {
		return false, wrong
	}
	return err == nil, err
}

// plan reads the values found and the moves made.
func (g *program) plan(solution *milp.Solution) model.Plan {
	plan := model.Plan{}
	for i := range g.p.NumFind {
		plan.Find = append(plan.Find, g.at[0].baseOfCell(i)+int64(solution.Int(g.at[0].value[i])))
	}
	for t := range g.moves {
		for k, c := range g.cases {
			if solution.Int(g.moves[t][k]) == 1 {
				plan.Moves = append(plan.Moves, c.move)
			}
		}
	}
	return plan
}

func (s *solver) proven() {
	s.a.Status = engine.Solved
	if s.q.Plans != engine.Walks {
		s.a.Bound = &s.a.Best.Cost
	}
}

// unproven is the verdict that longer plans might cost less.
func (s *solver) unproven(turns int) {
	s.a.Bound = nil
	s.a.Status, s.a.Reason = engine.Feasible, fmt.Sprintf("plans of more than %d moves might cost less", turns)
}

// unknowns makes the program of a problem without moves. Its objective is less its base.
func (pl *planner) unknowns() *program {
	g := pl.horizon(0, false)
	if o := pl.p.Goals; o != nil && !g.full {
		value := g.at[0].number(o.Value, baseOf(o.Value))
		g.m.AddNamed("objective", g.at[0].defined(milp.True, o.Value))
		if o.Maximize {
			g.m.Maximize(value)
		} else {
			g.m.Minimize(value)
		}
	}
	return g
}

// find solves a problem without moves: one program.
func (s *solver) find() error {
	found, err := s.attempt(s.unknowns())
	switch {
	case err != nil:
		return err
	case found:
		s.proven()
	default:
		s.a.Status = engine.None
	}
	return nil
}

// exactly looks for a plan of a number of moves.
func (s *solver) exactly(turns int) error {
	s.turns = turns
	found, err := s.attempt(s.horizon(turns, false))
	switch {
	case err != nil:
		return err
	case found:
		s.proven()
	default:
		s.a.Status, s.a.Reason = engine.NoneWithinBound, fmt.Sprintf("there is no plan of %d moves", turns)
	}
	return nil
}

// upTo looks for a cheapest plan of at most so many moves in one program.
func (s *solver) upTo(turns int) error {
	s.turns = turns
	found, err := s.attempt(s.horizon(turns, true))
	switch {
	case err != nil:
		return err
	case !found:
		return s.none(turns)
	case s.q.Plans != engine.Any && s.worthLonger(turns):
		s.unproven(turns)
	default:
		s.proven()
	}
	return nil
}

// worthLonger reports whether a plan of more turns that is asked for could cost less than the one
// found: a plan of so many moves costs at least leastOf, and one that repeats no state has fewer
// moves than there are states.
func (s *solver) worthLonger(turns int) bool {
	next := int64(turns) + 1
	switch {
	case s.a.Best.Cost <= s.least().plan || s.sameCosts() && turns >= len(s.a.Best.Moves):
		return false
	case s.q.Bounded && next > int64(s.q.Length), next > s.longest():
		return false
	default:
		return s.leastOf(int(next)) < s.a.Best.Cost
	}
}

// longest bounds the moves of a plan that repeats no state.
func (pl *planner) longest() int64 {
	cells := make([]int, len(pl.p.Cells))
	for i := range cells {
		cells[i] = i
	}
	return assignments(pl.p, cells) - 1
}

// none is the verdict that no plan has at most so many moves. It is proof that
// there is none at all if that is as many as there are states, or if no plan can begin.
func (s *solver) none(turns int) error {
	if begins, err := s.begins(); err != nil || !begins {
		return err
	}
	s.a.Bound = nil
	switch {
	case int64(turns) >= s.longest():
		s.a.Status, s.a.Reason = engine.None, fmt.Sprintf("no plan has up to %d moves, and any longer one repeats a state", turns)
	case s.q.Bounded && s.q.Length > turns && s.q.Horizon == 0:
		s.a.Status, s.a.Reason = engine.Unknown, fmt.Sprintf("there is no plan of up to %d moves, and longer ones were not looked at", turns)
	default:
		s.a.Status, s.a.Reason = engine.NoneWithinBound, fmt.Sprintf("there is no plan of up to %d moves", turns)
	}
	return nil
}

// begins reports whether there is a state in which a plan can begin; that there is none is the
// verdict.
func (s *solver) begins() (bool, error) {
	if s.started {
		return true, nil
	}
	g := s.program()
	g.at = append(g.at, g.first())
	g.demand(g.at[0], s.safety, "safe(0)")
	solution, err := s.run(g)
	if solution != nil { // it need not be the best
		s.started = true
		return true, nil
	}
	if err == nil {
		s.a.Bound = nil
		s.a.Status, s.a.Reason = engine.None, "there is no state to begin in"
	}
	return false, err
}

// sameCosts reports whether every move costs the same.
func (pl *planner) sameCosts() bool {
	for _, c := range pl.cases {
		if c.cost != pl.cases[0].cost {
			return false
		}
	}
	return true
}

// leastCost is what a move costs at least.
func (pl *planner) leastCost() int64 {
	least := int64(math.MaxInt64)
	for _, c := range pl.cases {
		least = min(least, c.cost)
	}
	return least
}

// times multiplies a number of turns with what one costs; math.MaxInt64 stands for any more.
func times(turns int, cost int64) int64 {
	if turns > 0 && cost > math.MaxInt64/int64(turns) {
		return math.MaxInt64
	}
	return int64(turns) * cost
}

// deepen looks at one turn more each time until there is a plan; where moves do not
// cost the same, it goes on as long as a longer plan could cost less.
func (s *solver) deepen() error {
	most := maxTurns
	if s.q.Bounded {
		most = min(most, s.q.Length)
	}
	first, err := s.earliest(most)
	if err != nil {
		return err
	}
	if first < 0 {
		s.a.Status, s.a.Reason = engine.None, "the goal is out of reach even if no move took anything away"
		return nil
	}
	priced := !s.sameCosts() && s.q.Plans != engine.Any
	for t := first; t <= most; t++ {
		s.turns = t
		bound := s.leastOf(t)
		s.a.Bound = &bound
		g := s.horizon(t, false)
		if priced && !g.full {
			g.m.Minimize(g.cost())
		}
		found, err := s.attempt(g)
		switch {
		case err != nil:
			s.a.Stats.Notes = append(s.a.Stats.Notes, fmt.Sprintf("there is no plan of less than %d moves", t))
			return err
		case found && priced:
			return s.cheapest(t, most)
		case found:
			s.proven()
			return nil
		case int64(t) >= s.longest():
			return s.none(t)
		case t == first:
			if begins, err := s.begins(); err != nil || !begins {
				return err
			}
		}
	}
	return s.none(most)
}

// cheapest looks for plans of more moves that cost less than the one found, as long as there can
// be any.
func (s *solver) cheapest(turns, most int) error {
	if bound := s.leastOf(turns); s.least().before < 1 && !s.q.Bounded && s.longest() > maxTurns && s.a.Best.Cost > bound {
		s.a.Bound = &bound
		s.a.Status, s.a.Reason = engine.Feasible, "moves that add nothing to what is made least leave no bound on the number of turns"
		return nil
	}
	t := turns
	for ; s.worthLonger(t); t++ {
		if t == most {
			s.unproven(t)
			return nil
		}
		s.turns = t + 1
		g := s.horizon(t+1, false)
		if !g.full {
			g.cheaper(s.a.Best.Cost)
			g.m.Minimize(g.cost())
		}
		if _, err := s.attempt(g); err != nil {
			return err
		}
	}
	s.proven()
	return nil
}

// cheaper asks for a plan that costs less.
func (g *program) cheaper(cost int64) {
	g.m.AddNamed("cheaper", g.cost().AtMost(float64(cost-1)))
}
