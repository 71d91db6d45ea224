package milp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"farbank/engine"
	"farbank/milp"
	"farbank/milp/branch"
	"farbank/milp/problem"
	"farbank/model"
)

// Engine is the engine named milp. The zero value is ready.
type Engine struct{}

// New returns the engine.
func New() *Engine { return &Engine{} }

// Name returns "milp".
func (*Engine) Name() string { return "milp" }

// About says in a line what the engine does.
func (*Engine) About() string {
	return "mixed-integer programming: a plan of so many turns as a point of a polytope"
}

// Capabilities are those for one best plan or solution.
func (*Engine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: true, Find: true, Objective: true,
		Kinds: []engine.Kind{engine.Shortest, engine.Any, engine.Walks}, Wants: []engine.Want{engine.One}}
}

const (
	maxColumns = 60000   // of one turn, or of a problem without moves
	maxSize    = 1 << 18 // nodes of all expressions
	maxTurns   = 200
)

// Can refuses what has no linear form of reasonable size.
func (e *Engine) Can(p *model.Problem, q engine.Question) error {
	if err := engine.CheckCapabilities(e.Name(), e.Capabilities(), p, q); err != nil {
		return err
	}
	refuse := func(why string) error { return &engine.Refusal{Engine: e.Name(), Why: why} }
	switch {
	case q.FreeEnd:
		return refuse("it looks for the goal")
	case p.Goals != nil && len(p.Schemas) > 0:
		return refuse("it optimises unknowns or plans, not both")
	case q.Plans == engine.Walks && q.Length > maxTurns, q.Horizon > maxTurns:
		return refuse(fmt.Sprintf("it looks at most %d turns ahead", maxTurns))
	}
	columns, size := int64(0), int64(0)
	for _, c := range p.Cells {
		columns += c.Hi - c.Lo + 1
	}
	for _, list := range [][]model.Rule{p.Require, p.Safety, p.Goal} {
		for i := range list {
			size += list[i].Cond.Size
			if list[i].Cond.Wide {
				return refuse("a value may be too large for floating point")
			}
		}
	}
	if columns > maxColumns || size > maxSize {
		return refuse("the program would be too large")
	}
	cases, err := casesOf(p)
	if err != nil {
		return refuse(err.Error())
	}
	if columns+int64(len(cases)) > maxColumns {
		return refuse("the program would be too large")
	}
	return nil
}

// Solve answers a question; see engine.Engine.
func (e *Engine) Solve(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) (a *engine.Answer, err error) {
	begun := time.Now()
	s := &solver{ctx: ctx, p: p, q: q, begun: begun, a: &engine.Answer{Stats: engine.Stats{Engine: e.Name()}}}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *unsupported:
			a, err = &engine.Answer{Status: engine.Unsupported, Reason: r.Error(), Stats: s.a.Stats}, nil
		default:
			panic(r)
		}
	}()
	err = s.solve()
	s.a.Stats.Elapsed = time.Since(begun)
	switch reason := engine.Stopped(ctx, err); {
	case reason != "":
		s.a.Reason = reason
	case err == errTolerance:
		s.a.Reason = err.Error()
	case err != nil:
		return nil, err
	default:
		return s.a, nil
	}
	s.a.Status = engine.Unknown
	if s.a.Best != nil {
		s.a.Status = engine.Feasible
	}
	return s.a, nil
}

type solver struct {
	ctx   context.Context
	p     *model.Problem
	q     engine.Question
	a     *engine.Answer
	begun time.Time
	turns int // being looked at
	*planner
}

func (s *solver) solve() error {
	var err error
	if s.planner == nil {
		s.planner, err = newPlanner(s.p)
	}
	if err != nil {
		return err
	}
	s.planner.ctx = s.ctx
	switch {
	case len(s.p.Schemas) == 0 && s.q.Plans == engine.Walks && s.q.Length > 0:
		s.a.Status, s.a.Reason = engine.NoneWithinBound, "there are no moves"
		return nil
	case len(s.p.Schemas) == 0:
		return s.find()
	case s.q.Plans == engine.Walks:
		return s.exactly(s.q.Length)
	case s.q.Horizon > 0:
		return s.upTo(s.q.Horizon)
	}
	return s.deepen()
}

// run solves a program. It reports whether there is a solution; limits are errors.
func (s *solver) run(g *program) (*milp.Solution, error) {
	if err := context.Cause(s.ctx); err != nil {
		return nil, err
	}
	o := branch.Options{Workers: max(s.q.Workers, 1), Memory: s.q.Memory}
	if s.q.Progress != nil {
		o.Progress = func(p branch.Progress) {
			s.q.Progress(engine.Progress{Phase: "branch", States: s.a.Stats.Nodes + p.Nodes, Depth: int64(s.turns), Elapsed: time.Since(s.begun)})
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
		if err := s.take(g, solution); err != nil {
			return nil, err
		}
	}
	if err := context.Cause(s.ctx); err != nil {
		return nil, err
	}
	if s.q.Memory > 0 {
		return nil, engine.ErrMemory
	}
	return nil, errTolerance
}

var errTolerance = errors.New("the solver could not tell within its tolerances")

// take reads a plan and has it checked.
func (s *solver) take(g *program, solution *milp.Solution) error {
	plan := g.plan(solution)
	_, cost, err := s.p.Verify(plan)
	if err != nil {
		return fmt.Errorf("engine milp: its plan is not valid: %w", err)
	}
	plan.Cost = cost
	s.a.Best = &plan
	return nil
}

// plan reads the values found and the moves made.
func (g *program) plan(solution *milp.Solution) model.Plan {
	plan := model.Plan{}
	for i := range g.p.NumFind {
		plan.Find = append(plan.Find, int64(solution.Int(g.at[0].value[i])))
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

// unknowns makes the program of a problem without moves.
func (s *solver) unknowns() *program {
	g := s.horizon(0, false)
	if o := s.p.Goals; o != nil {
		value := g.at[0].number(o.Value)
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
	g := s.unknowns()
	solution, err := s.run(g)
	if err != nil {
		return err
	}
	if solution == nil {
		s.a.Status = engine.None
		return nil
	}
	if err := s.take(g, solution); err != nil {
		return err
	}
	s.proven()
	return nil
}

// exactly looks for a plan of a number of moves.
func (s *solver) exactly(turns int) error {
	s.turns = turns
	g := s.horizon(turns, false)
	solution, err := s.run(g)
	if err != nil {
		return err
	}
	if solution == nil {
		s.a.Status, s.a.Reason = engine.NoneWithinBound, fmt.Sprintf("there is no plan of %d moves", turns)
		return nil
	}
	if err := s.take(g, solution); err != nil {
		return err
	}
	s.proven()
	return nil
}

// upTo looks for a cheapest plan of at most so many moves in one program.
func (s *solver) upTo(turns int) error {
	s.turns = turns
	g := s.horizon(turns, true)
	solution, err := s.run(g)
	if err != nil {
		return err
	}
	if solution == nil {
		s.none(turns)
		return nil
	}
	if err := s.take(g, solution); err != nil {
		return err
	}
	s.proven()
	least := s.leastCost()
	longer := s.a.Best.Cost > 0 && (least < 1 || s.a.Best.Cost > (int64(turns)+1)*least) // could a longer plan cost less?
	if longer && s.q.Plans != engine.Any && int64(turns) < assignments(s.p, s.allCells())-1 {
		s.a.Bound = nil
		s.a.Status, s.a.Reason = engine.Feasible, fmt.Sprintf("plans of more than %d moves might cost less", turns)
	}
	return nil
}

// none is the verdict that no plan has at most so many moves. It is proof that
// there is none at all if that is as many as there are states.
func (s *solver) none(turns int) {
	if states := assignments(s.p, s.allCells()); int64(turns) >= states-1 {
		s.a.Status = engine.None
		return
	}
	s.a.Status, s.a.Reason = engine.NoneWithinBound, fmt.Sprintf("there is no plan of up to %d moves", turns)
}

func (s *solver) allCells() []int {
	cells := make([]int, len(s.p.Cells))
	for i := range cells {
		cells[i] = i
	}
	return cells
}

// sameCosts reports whether every move costs the same.
func (s *solver) sameCosts() bool {
	for _, c := range s.cases {
		if c.cost != s.cases[0].cost {
			return false
		}
	}
	return true
}

func (s *solver) leastCost() int64 {
	least := int64(1)
	for i, c := range s.cases {
		if i == 0 || c.cost < least {
			least = c.cost
		}
	}
	return least
}

// deepen looks at one turn more each time until there is a plan; where moves do not
// cost the same, it goes on as long as a longer plan could cost less.
func (s *solver) deepen() error {
	most := maxTurns
	if s.q.Bounded {
		most = min(most, s.q.Length)
	}
	first := s.earliest(most)
	if first < 0 {
		s.a.Status = engine.None
		return nil
	}
	for t := first; t <= most; t++ {
		if err := context.Cause(s.ctx); err != nil {
			return err
		}
		s.turns = t
		bound := int64(t) * s.leastCost()
		s.a.Bound = &bound
		g := s.horizon(t, false)
		if !s.sameCosts() && s.q.Plans != engine.Any {
			g.m.Minimize(g.cost())
		}
		solution, err := s.run(g)
		if err != nil {
			return s.unfinished(t, err)
		}
		if solution != nil {
			if err := s.take(g, solution); err != nil {
				return err
			}
			return s.cheapest(t)
		}
		if states := assignments(s.p, s.allCells()); int64(t) >= states-1 {
			s.a.Bound = nil
			s.a.Status = engine.None
			return nil
		}
	}
	s.none(most)
	return nil
}

func (s *solver) unfinished(turns int, err error) error {
	s.a.Stats.Notes = append(s.a.Stats.Notes, fmt.Sprintf("there is no plan of less than %d moves", turns))
	return err
}

// cheapest looks for plans of more moves that cost less than the one found, as long
// as there can be any: a plan of n moves costs at least n times the least cost.
func (s *solver) cheapest(turns int) error {
	least := s.leastCost()
	if s.q.Plans == engine.Any || s.sameCosts() || s.a.Best.Cost == 0 {
		s.proven()
		return nil
	}
	if least < 1 {
		s.a.Bound = nil
		s.a.Status, s.a.Reason = engine.Feasible, "moves that cost nothing leave no bound on the number of turns"
		return nil
	}
	for t := turns + 1; int64(t)*least < s.a.Best.Cost; t++ {
		if s.q.Bounded && t > s.q.Length {
			break
		}
		if t > maxTurns {
			s.a.Bound = nil
			s.a.Status, s.a.Reason = engine.Feasible, fmt.Sprintf("plans of more than %d moves might cost less", maxTurns)
			return nil
		}
		s.turns = t
		g := s.horizon(t, false)
		g.cheaper(s.a.Best.Cost)
		g.m.Minimize(g.cost())
		solution, err := s.run(g)
		if err != nil {
			return err
		}
		if solution != nil {
			if err := s.take(g, solution); err != nil {
				return err
			}
		}
	}
	s.proven()
	return nil
}

// cheaper asks for a plan that costs less.
func (g *program) cheaper(cost int64) {
	g.m.AddNamed("cheaper", g.cost().AtMost(float64(cost-1)))
}

// A Program is the mixed-integer program of a problem's plans, or solutions.
type Program struct {
	Problem *problem.Problem
	of      *program
}

// NewProgram makes the program of the plans of at most horizon moves that cost as
// little as possible, or, for a problem without moves, of its solutions. If ctx ends before
// it is made, the error is that of ctx.
func NewProgram(ctx context.Context, p *model.Problem, horizon int) (pr *Program, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *unsupported:
			err = &engine.Refusal{Engine: "milp", Why: r.Error()}
		default:
			panic(r)
		}
	}()
	s := &solver{ctx: ctx, p: p}
	if s.planner, err = newPlanner(p); err != nil {
		return nil, err
	}
	s.planner.ctx = ctx
	pr = &Program{}
	if len(p.Schemas) == 0 {
		pr.of = s.unknowns()
	} else {
		pr.of = s.horizon(horizon, true)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	pr.Problem, err = pr.of.m.Problem()
	return pr, err
}

// Plan reads the plan of a solution. It is not checked.
func (pr *Program) Plan(s problem.Solution) model.Plan { return pr.of.plan(pr.of.m.Solution(s)) }
