package planning

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"farbank/engine"
	"farbank/internal/durable"
	"farbank/model"
	"farbank/planning"
)

// Engine is the engine named planning. The zero value is ready.
type Engine struct {
	mu   sync.Mutex
	last remembered
	few  int // in tests: in how many ways a condition may hold or fail, that other ways to tell it are met; 0: as usual
}

// A remembered translation is one that was made to see whether it can be; Solve takes it.
type remembered struct {
	of  *model.Problem
	how telling
	tr  *translation
}

// canTime is how long Can looks for what Solve would refuse.
const canTime = time.Second

// New returns the engine.
func New() *Engine { return &Engine{} }

// Name returns "planning".
func (*Engine) Name() string { return "planning" }

// About says in a line what the engine does.
func (*Engine) About() string {
	return "informed search: heuristics from abstractions, relaxations and landmarks, found by themselves"
}

// Capabilities are those for one plan.
func (*Engine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: true,
		Strategy: []engine.Strategy{engine.UniformCost, engine.Greedy, engine.AStar, engine.IDAStar, engine.Bidirectional, engine.Beam, engine.Width},
		Improve:  true,
		Kinds:    []engine.Kind{engine.Shortest, engine.Any}, Wants: []engine.Want{engine.One}}
}

// Races says that the engine is worth asking beside another for one plan.
func (*Engine) Races(p *model.Problem, q engine.Question) bool {
	return len(p.Schemas) > 0 && p.NumFind == 0 && p.Goals == nil && (q.Plans == engine.Shortest || q.Plans == engine.Any) &&
		q.Prefer == engine.NoPreference && !q.FreeEnd && !q.Bounded
}

// Can refuses what is no planning task of reasonable size.
func (e *Engine) Can(p *model.Problem, q engine.Question) error {
	return e.CanContext(context.Background(), p, q)
}

// CanContext is Can, but with an end: it makes the task.
func (e *Engine) CanContext(ctx context.Context, p *model.Problem, q engine.Question) error {
	if err := engine.CheckCapabilities(e.Name(), e.Capabilities(), p, q); err != nil {
		return err
	}
	refuse := func(why string) error { return &engine.Refusal{Engine: e.Name(), Why: why} }
	switch {
	case len(p.Schemas) == 0:
		return refuse("nothing moves")
	case q.Bounded:
		return refuse("it finds plans of any length; a bound on the number of moves is not for it")
	case q.Horizon > 0:
		return refuse("it has no horizon")
	}
	for i := range p.Cells {
		if c := &p.Cells[i]; c.Span() > planning.MaxSize {
			return refuse(fmt.Sprintf("%s has more than %d values", c.Name, planning.MaxSize))
		}
	}
	short, cancel := context.WithTimeout(ctx, canTime)
	defer cancel()
	tr, err := translate(short, p, e.tellingFor(q))
	switch {
	case err != nil && ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil && short.Err() != nil:
		return nil // Solve will say it
	case err != nil:
		return refuse(err.Error())
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last = remembered{p, e.tellingFor(q), tr}
	return nil
}

// translation is the task of a problem: the one remembered, or else made anew.
func (e *Engine) translation(ctx context.Context, p *model.Problem, q engine.Question) (*translation, error) {
	e.mu.Lock()
	last := e.last
	e.last = remembered{}
	e.mu.Unlock()
	if last.of == p && last.how == e.tellingFor(q) {
		return last.tr, nil
	}
	return translate(ctx, p, e.tellingFor(q))
}

// Solve answers a question; see engine.Engine.
func (e *Engine) Solve(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) (*engine.Answer, error) {
	s := &solver{e: e, ctx: ctx, p: p, q: q, begun: time.Now(), a: &engine.Answer{Stats: engine.Stats{Engine: e.Name()}}}
	err := s.solve()
	s.a.Stats.Elapsed = time.Since(s.begun)
	var large *tooLarge
	if errors.As(err, &large) {
		s.a.Status, s.a.Reason = engine.Unsupported, large.what
		return s.a, nil
	}
	if _, err = s.a.Stop(ctx, err); err != nil {
		return nil, err
	}
	return s.a, nil
}

// A solver answers one question.
type solver struct {
	e     *Engine
	ctx   context.Context
	p     *model.Problem
	q     engine.Question
	a     *engine.Answer
	begun time.Time
	tr    *translation
	told  engine.Progress // the last: while a plan is improved, with the best and what is proven
}

func (s *solver) solve() error {
	tr, err := s.e.translation(s.ctx, s.p, s.q)
	s.phase("translation")
	if err != nil {
		return s.while("the problem was told as a task", err)
	}
	s.tr = tr
	if tr.impossible {
		if s.a.Status = engine.None; tr.goalless {
			s.a.Reason = "the goal holds in no state"
		}
		return nil
	}
	ready, err := planning.Prepare(s.ctx, tr.task, min(s.q.Memory/2, mostTables))
	s.phase("preparation")
	if err != nil {
		return s.while("the search was prepared", err)
	}
	r := s.search(ready)
	var broken *planning.CheckpointError
	if errors.As(r.Err, &broken) {
		return r.Err
	}
	s.take(r)
	s.phase("search")
	return nil
}

// mostTables is how many bytes tables take at most, however many there are: to fill them takes time.
const mostTables = 1 << 30

// while notes what a limit came into, where no state was looked at yet.
func (s *solver) while(what string, err error) error {
	if engine.Stopped(s.ctx, err) != "" {
		s.a.Stats.Notes = append(s.a.Stats.Notes, "the limit came while "+what)
	}
	return err
}

// phase notes how long a part of the work took.
func (s *solver) phase(name string) {
	elapsed := time.Since(s.begun)
	for _, p := range s.a.Stats.Phases {
		elapsed -= p.Elapsed
	}
	s.a.Stats.Phases = append(s.a.Stats.Phases, engine.Phase{Name: name, Elapsed: elapsed})
}

func (s *solver) search(ready *planning.Prepared) *planning.Result {
	o := planning.SolveOptions{Linear: linear, Options: planning.Options{Memory: s.q.Memory / 2}}
	if s.q.Plans == engine.Shortest {
		o.Improved = func(plan []int, cost int64) { s.q.Shared.Offer(s.plan(plan, cost)) }
	}
	o.Progress = s.progress
	if s.q.Improve {
		o.Aim, o.Improved = planning.Better, func(_ []int, cost int64) { s.better(cost) }
	}
	if c := s.q.Checkpoints; c != nil && !s.q.Improve {
		o.Checkpoint = func(search string) planning.Checkpoint {
			return c.Within("planning").For(s.ctx, search, planning.CheckpointVersion)
		}
	}
	if s.q.Plans == engine.Any && !s.q.Improve {
		o.Aim = planning.Soon
	}
	if durable.Possible && s.q.Tables != "" {
		o.Tables = &tableFolder{s.q.Tables, func(text string) { s.a.Stats.Notes = append(s.a.Stats.Notes, text) }}
	}
	switch s.q.Strategy {
	case engine.UniformCost:
		o.Search = planning.ByUniformCost
	case engine.Greedy:
		o.Search = planning.ByGreedy
	case engine.AStar:
		o.Search = planning.ByAStar
	case engine.IDAStar:
		o.Search = planning.ByIDAStar
	case engine.Bidirectional:
		o.Search = planning.ByBothEnds
	case engine.Beam:
		o.Search = planning.ByBeam
	case engine.Width:
		o.Search = planning.ByWidth
	}
	return ready.Solve(s.ctx, o)
}

// plan is a plan of the task as one of the problem.
func (s *solver) plan(operators []int, cost int64) model.Plan {
	plan := model.Plan{Moves: []int{}, Cost: cost}
	for _, o := range operators {
		if m := s.tr.moves[o]; m >= 0 {
			plan.Moves = append(plan.Moves, m)
		}
	}
	return plan
}

// take tells the result as an answer.
func (s *solver) take(r *planning.Result) {
	st := &s.a.Stats
	st.Generated, st.Expanded, st.Stored, st.Memory = r.Stats.Generated, r.Stats.Expanded, r.Stats.Stored, r.Stats.Memory
	st.Notes = append(st.Notes, describe(r.Stats))
	for _, other := range r.Stats.Others {
		st.Notes = append(st.Notes, "beside it: "+describe(other))
	}
	if r.Plan != nil {
		plan := s.plan(r.Plan, r.Cost)
		s.a.Best = &plan
	}
	switch {
	case r.Status == planning.None:
		s.a.Status = engine.None
		looked := fmt.Sprintf("%d states were", r.Stats.Expanded)
		if r.Stats.Expanded == 1 {
			looked = "1 state was"
		}
		s.a.Reason = looked + " looked at, and from all others the goal cannot be reached, since a bound that is never too high is infinite there"
		return
	case r.Status == planning.Solved, r.Status == planning.Feasible && s.q.Plans == engine.Any && !s.q.Improve:
		s.a.Status = engine.Solved
	case r.Status == planning.Feasible && r.Err == nil:
		s.a.Status, s.a.Reason = engine.Feasible, "the search does not prove that its plan is the cheapest"
	default:
		s.a.Halt(s.reason(r.Err))
	}
	if (s.q.Plans == engine.Shortest || s.q.Improve) && r.Bound > 0 {
		s.a.Bound = &r.Bound
	}
}

// describe tells of a search in a line.
func describe(s planning.Stats) string {
	text := s.Search
	switch {
	case s.Heuristic == "":
	case s.Initial == planning.Infinite:
		return fmt.Sprintf("%s, %s: no way from the start", text, s.Heuristic)
	default:
		text += fmt.Sprintf(", %s: %d at the start", s.Heuristic, s.Initial)
	}
	return fmt.Sprintf("%s, %d states expanded", text, s.Expanded)
}

func (s *solver) reason(err error) string {
	if why := engine.Stopped(s.ctx, err); why != "" {
		return why
	}
	if err != nil {
		return err.Error()
	}
	return "the search ended"
}

// where names a condition by its place.
func where(p *model.Problem, e *model.Expr) string {
	if e.Pos.Line == 0 {
		return "of a move"
	}
	return fmt.Sprintf("at %s:%d:%d", p.File, e.Pos.Line, e.Pos.Col)
}
