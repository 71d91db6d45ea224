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
	turns int // current number of turns

	programs int // solved so far, for checkpoints
	*planner

	started bool // a start state exists
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

// run solves a program. It returns nil if there is no solution. Limits are errors, with the best
// solution so far if there is one.
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
		progress := o.Progress
		o.Progress = func(p branch.Progress) {
			if progress != nil {
				progress(p)
			}
			nodes := s.a.Stats.Nodes + p.Nodes
			s.q.Progress(engine.Progress{Phase: "branch", States: nodes, Nodes: nodes, Depth: int64(s.turns), Elapsed: time.Since(s.begun)})
		}
	}
	// Model.Solve would link the methods for products and several objectives into the page.
	plain, err := g.m.Problem()
	if err != nil {
		return nil, err
	}
	found, err := branch.Solve(s.ctx, plain, o)
	if err != nil {
		return nil, err
	}
	solution := g.m.Solution(found)
	s.a.Stats.Nodes += solution.Nodes
	switch solution.Status {
	case problem.Optimal:
		return solution, nil
	case problem.Infeasible:
		return nil, nil
	case problem.Feasible:
		return solution, solution.Reason
	}
	return nil, solution.Reason
}

// share exchanges solutions and bounds of an objective with the engines that run in parallel.
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

// Tolerances for integers in floating point.
const (
	tolerance = 1e-5
	maxExact  = 1 << 52
)

// take validates the plan of a solution and stores it.
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

// plan returns the plan of a solution.
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

// unproven sets the answer that longer plans might cost less.
func (s *solver) unproven(turns int) {
	s.a.Bound = nil
	s.a.Status, s.a.Reason = engine.Feasible, fmt.Sprintf("plans of more than %d moves might cost less", turns)
}

// unknowns returns the program of a problem without moves. Its objective is relative to its base.
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

// find solves a problem without moves, as one program.
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

// exactly searches for a plan of the given number of moves.
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

// upTo searches for a cheapest plan of at most turns moves in one program.
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

// worthLonger reports whether a longer plan within the question could cost less than the best one.
// A plan of n moves costs at least leastOf(n), and one that repeats no state has fewer moves than
// there are states.
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

// longest returns the maximum number of moves of a plan that repeats no state.
func (pl *planner) longest() int64 {
	cells := make([]int, len(pl.p.Cells))
	for i := range cells {
		cells[i] = i
	}
	return assignments(pl.p, cells) - 1
}

// none sets the answer that no plan has at most turns moves. It proves that no plan exists if there
// are no more states than that, or no start state.
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

// begins reports whether a start state exists, and sets the answer if none does.
func (s *solver) begins() (bool, error) {
	if s.started {
		return true, nil
	}
	g := s.program()
	g.at = append(g.at, g.first())
	g.demand(g.at[0], s.safety, "safe(0)")
	solution, err := s.run(g)
	if solution != nil { // any solution will do
		s.started = true
		return true, nil
	}
	if err == nil {
		s.a.Bound = nil
		s.a.Status, s.a.Reason = engine.None, "there is no state to begin in"
	}
	return false, err
}

// sameCosts reports whether every move has the same cost.
func (pl *planner) sameCosts() bool {
	for _, c := range pl.cases {
		if c.cost != pl.cases[0].cost {
			return false
		}
	}
	return true
}

// leastCost returns the minimum cost of a move.
func (pl *planner) leastCost() int64 {
	least := int64(math.MaxInt64)
	for _, c := range pl.cases {
		least = min(least, c.cost)
	}
	return least
}

// times returns turns * cost, or math.MaxInt64 if it is larger.
func times(turns int, cost int64) int64 {
	if turns > 0 && cost > math.MaxInt64/int64(turns) {
		return math.MaxInt64
	}
	return int64(turns) * cost
}

// deepen tries increasing numbers of turns until there is a plan. If costs differ, it continues as
// long as a longer plan could cost less.
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

// cheapest searches for longer plans that cost less than the best one, as long as there can be any.
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

// cheaper requires a cost less than the given one.
func (g *program) cheaper(cost int64) {
	g.m.AddNamed("cheaper", g.cost().AtMost(float64(cost-1)))
}
