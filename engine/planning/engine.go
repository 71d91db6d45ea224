package planning

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"farbank/engine"
	"farbank/model"
	"farbank/planning"
	"farbank/solver"
)

// Engine is the engine named planning. Its zero value is ready to use.
type Engine struct {
	mu   sync.Mutex
	last *remembered
	few  int // for tests: limit on the number of cases of a condition, to use other translations; 0 means the default
}

// A remembered is a translation that Can began, for use by Solve.
type remembered struct {
	of   *model.Problem
	how  options
	done chan struct{} // closed when the fields below are set
	tr   *translation
	err  error
	bug  any // the value of a panic, for the caller who waits
}

// make translates the problem.
func (r *remembered) make(ctx context.Context) {
	defer close(r.done)
	defer func() { r.bug = recover() }()
	r.tr, r.err = translate(ctx, r.of, r.how)
}

// ended panics as the translation did, if it did.
func (r *remembered) ended() {
	if r.bug != nil {
		panic(r.bug)
	}
}

// canTime is the time for which Can waits for the translation. It goes on for Solve, if something can end it.
const canTime = time.Second

// New returns the engine.
func New() *Engine { return &Engine{} }

// Name returns "planning".
func (*Engine) Name() string { return "planning" }

// About returns a description of one line.
func (*Engine) About() string {
	return "informed search: heuristics from abstractions, relaxations and landmarks, found automatically"
}

// Capabilities returns what the engine supports: single plans.
func (*Engine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: true,
		Strategy: []engine.Strategy{engine.UniformCost, engine.Greedy, engine.AStar, engine.IDAStar, engine.Bidirectional, engine.Beam, engine.Width, engine.Symbolic},
		Improve:  true,
		Kinds:    []engine.Kind{engine.Shortest, engine.Any}, Wants: []engine.Want{engine.One}}
}

// Races reports whether the engine should run in parallel to another one for a single plan.
func (*Engine) Races(p *model.Problem, q engine.Question) bool {
	return q.Want == engine.One && len(p.Schemas) > 0 && p.NumFind == 0 && p.Goals == nil && (q.Plans == engine.Shortest || q.Plans == engine.Any) &&
		q.Prefer == engine.NoPreference && !q.FreeEnd && !q.Bounded
}

// Prefers reports whether the question asks for a search with a heuristic: the heuristics of this engine
// are stronger than that of the engine search.
func (*Engine) Prefers(q engine.Question) bool {
	return q.Strategy == engine.Greedy || q.Strategy == engine.AStar || q.Strategy == engine.IDAStar
}

// Can refuses problems that are not planning tasks of reasonable size.
func (e *Engine) Can(p *model.Problem, q engine.Question) error {
	return e.CanContext(context.Background(), p, q)
}

// CanContext is like Can with a context: it translates the problem.
func (e *Engine) CanContext(ctx context.Context, p *model.Problem, q engine.Question) error {
	if err := engine.CheckCapabilities(e.Name(), e.Capabilities(), p, q); err != nil {
		return err
	}
	refuse := func(why string) error { return &engine.Refusal{Engine: e.Name(), Why: why} }
	switch {
	case len(p.Schemas) == 0:
		return refuse("nothing moves")
	case q.Bounded:
		return refuse("it does not support a bound on the number of moves")
	case q.Horizon > 0:
		return refuse("it has no horizon")
	}
	for i := range p.Cells {
		if c := &p.Cells[i]; c.Span() > planning.MaxSize {
			return refuse(fmt.Sprintf("%s has more than %d values", c.Name, planning.MaxSize))
		}
	}
	r := &remembered{of: p, how: e.optionsFor(q), done: make(chan struct{})}
	work, cancel := ctx, context.CancelFunc(func() {})
	if ctx.Done() == nil {
		work, cancel = context.WithTimeout(ctx, canTime)
	}
	go func() {
		defer cancel()
		r.make(work)
	}()
	select {
	case <-r.done:
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(canTime):
	}
	select {
	case <-r.done:
		r.ended()
		var large *tooLarge
		switch {
		case errors.As(r.err, &large):
			return refuse(large.what)
		case r.err != nil && ctx.Err() != nil:
			return context.Cause(ctx)
		case r.err != nil:
			return nil // Solve reports the error
		}
	default:
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last = r
	return nil
}

// translation returns the task of a problem, which Can may have begun to make.
func (e *Engine) translation(ctx context.Context, p *model.Problem, q engine.Question) (*translation, error) {
	e.mu.Lock()
	last := e.last
	e.last = nil
	e.mu.Unlock()
	if last != nil && last.of == p && last.how == e.optionsFor(q) {
		select {
		case <-last.done:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		last.ended()
		if large := (*tooLarge)(nil); last.err == nil || errors.As(last.err, &large) {
			return last.tr, last.err
		}
	}
	return translate(ctx, p, e.optionsFor(q))
}

// Solve answers a question; see engine.Engine.
func (e *Engine) Solve(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) (*engine.Answer, error) {
	s := &job{e: e, ctx: ctx, p: p, q: q, begun: time.Now(), a: &engine.Answer{Stats: engine.Stats{Engine: e.Name()}}}
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

// A job answers one question.
type job struct {
	e        *Engine
	ctx      context.Context
	p        *model.Problem
	q        engine.Question
	a        *engine.Answer
	begun    time.Time
	tr       *translation
	reported engine.Progress // last progress; for anytime search with the best cost and the bound
}

func (s *job) solve() error {
	tr, err := s.e.translation(s.ctx, s.p, s.q)
	s.phase("translation")
	if err != nil {
		return s.while("the problem was translated", err)
	}
	s.tr = tr
	if tr.impossible {
		if s.a.Status = engine.None; tr.goalless {
			s.a.Reason = "the goal holds in no state"
		}
		return nil
	}
	if s.q.Plans == engine.Any && !s.q.Improve && s.q.Strategy == 0 && s.q.Checkpoints == nil {
		return s.any(tr.task)
	}
	ready, err := planning.Prepare(s.ctx, tr.task, min(s.q.Memory/2, maxTables))
	s.phase("preparation")
	if err != nil {
		return s.while("the search was prepared", err)
	}
	r, err := s.search(ready)
	if err != nil {
		return err
	}
	s.take(r)
	s.phase("search")
	return nil
}

// any looks for any plan, and prepares beside an early search.
func (s *job) any(t *planning.Task) error {
	r, err := planning.Solve(s.ctx, t, s.options())
	if err != nil {
		return err
	}
	s.take(r)
	s.phase("search")
	return nil
}

// maxTables is the maximum number of bytes of tables, regardless of the memory: filling them takes time.
const maxTables = 1 << 30

// while adds a note if a limit was reached before the search.
func (s *job) while(what string, err error) error {
	if engine.Stopped(s.ctx, err) != "" {
		s.a.Stats.Notes = append(s.a.Stats.Notes, "the limit was reached while "+what)
	}
	return err
}

// phase records the time of a part of the work.
func (s *job) phase(name string) {
	elapsed := time.Since(s.begun)
	for _, p := range s.a.Stats.Phases {
		elapsed -= p.Elapsed
	}
	s.a.Stats.Phases = append(s.a.Stats.Phases, engine.Phase{Name: name, Elapsed: elapsed})
}

func (s *job) search(ready *planning.Prepared) (*planning.Result, error) {
	return ready.Solve(s.ctx, s.options())
}

func (s *job) options() planning.SolveOptions {
	o := planning.SolveOptions{Linear: linear, Options: planning.Options{Memory: s.q.Memory / 2}}
	if s.q.Plans == engine.Shortest {
		o.OnSolution = func(plan []int, cost int64) { s.q.Shared.Offer(s.plan(plan, cost)) }
	}
	o.Progress = s.progress
	if s.q.Improve {
		o.Aim, o.OnSolution = planning.Anytime, func(_ []int, cost int64) { s.better(cost) }
	}
	if c := s.q.Checkpoints; c != nil && !s.q.Improve {
		o.Checkpoints = func(search string) solver.Checkpoint {
			return c.Within("planning").For(s.ctx, search, planning.CheckpointVersion)
		}
	}
	if s.q.Plans == engine.Any && !s.q.Improve {
		o.Aim = planning.Satisficing
	}
	if s.q.Tables != "" {
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
	case engine.Symbolic:
		o.Search = planning.BySymbolic
	}
	return o
}

// plan translates a plan of the task to the problem.
func (s *job) plan(operators []int, cost int64) model.Plan {
	plan := model.Plan{Moves: []int{}, Cost: cost}
	for _, o := range operators {
		if m := s.tr.moves[o]; m >= 0 {
			plan.Moves = append(plan.Moves, m)
		}
	}
	return plan
}

// take translates the result to the answer.
func (s *job) take(r *planning.Result) {
	st := &s.a.Stats
	st.Generated, st.Expanded, st.Stored, st.Memory = r.Stats.Generated, r.Stats.Expanded, r.Stats.Stored, r.Stats.Memory
	st.Notes = append(st.Notes, describe(r.Stats))
	for _, other := range r.Stats.Others {
		st.Notes = append(st.Notes, "also: "+describe(other))
	}
	if r.Plan != nil {
		plan := s.plan(r.Plan, r.Cost)
		s.a.Best = &plan
	}
	switch {
	case r.Status == planning.Infeasible:
		s.a.Status = engine.None
		looked := fmt.Sprintf("%d states were", r.Stats.Expanded)
		if r.Stats.Expanded == 1 {
			looked = "1 state was"
		}
		s.a.Reason = looked + " expanded; from all others an admissible heuristic shows that the goal is unreachable"
		return
	case r.Status == planning.Solved, r.Status == planning.Feasible && s.q.Plans == engine.Any && !s.q.Improve:
		s.a.Status = engine.Solved
	case r.Status == planning.Feasible && r.Reason == nil:
		s.a.Status, s.a.Reason = engine.Feasible, "the search does not prove that its plan is the cheapest"
	default:
		s.a.Halt(s.reason(r.Reason))
	}
	if (s.q.Plans == engine.Shortest || s.q.Improve) && r.Bound > 0 {
		s.a.Bound = &r.Bound
	}
}

// describe returns a description of a search in one line.
func describe(s planning.Stats) string {
	text := s.Search
	switch {
	case s.Heuristic == "":
	case s.Initial == planning.Infinite:
		return fmt.Sprintf("%s, %s: the goal is unreachable from the start", text, s.Heuristic)
	default:
		text += fmt.Sprintf(", %s: %d at the start", s.Heuristic, s.Initial)
	}
	return fmt.Sprintf("%s, %d states expanded", text, s.Expanded)
}

func (s *job) reason(err error) string {
	if why := engine.Stopped(s.ctx, err); why != "" {
		return why
	}
	if err != nil {
		return err.Error()
	}
	return "the search ended"
}

// where returns the position of a condition.
func where(p *model.Problem, e *model.Expr) string {
	if e.Pos.Line == 0 {
		return "of a move"
	}
	return fmt.Sprintf("at %s:%d:%d", p.File, e.Pos.Line, e.Pos.Col)
}
