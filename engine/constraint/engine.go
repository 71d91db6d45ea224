package constraint

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"farbank/constraint"
	"farbank/engine"
	"farbank/model"
	"farbank/solver"
)

// Engine is the engine named constraint. The zero value is ready.
type Engine struct {
	few int // for tests: solutions counted before the search for symmetries; 0 means the default
}

// New returns the engine.
func New() *Engine { return &Engine{} }

// Name returns "constraint".
func (*Engine) Name() string { return "constraint" }

// About returns a one-line description of the engine.
func (*Engine) About() string {
	return "constraint propagation with clause learning; planning by iterated satisfiability"
}

// Capabilities returns those for unknowns, and for one plan.
func (*Engine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: true, Find: true, Objective: true, First: true,
		Kinds: []engine.Kind{engine.Shortest, engine.Simple, engine.Walks, engine.Any, engine.Ends},
		Wants: []engine.Want{engine.One, engine.All, engine.Count}}
}

// Races reports whether the problem has unknowns but no moves, or is a schedule: then the engine is worth running
// beside another.
func (*Engine) Races(p *model.Problem, q engine.Question) bool {
	return len(p.Schemas) == 0 && p.NumFind > 0 || schedules(p, q)
}

// Leads reports whether the engine should get a processor of its own beside others: solutions and optima of unknowns are
// found and proven sooner by learned clauses than by enumeration or a linear relaxation, most of the time.
func (*Engine) Leads(p *model.Problem, q engine.Question) bool {
	return len(p.Schemas) == 0 && q.Want == engine.One
}

// largeConditions is the number of nodes of the conditions, as trees, from which the engine starts before others.
const largeConditions = 1 << 14

// Precedes reports whether the engine should start before the preferred one: with large conditions a step of learning
// propagation costs less than one of enumeration.
func (e *Engine) Precedes(p *model.Problem, q engine.Question) bool {
	return schedules(p, q) || e.Races(p, q) && p.ConditionSize() >= largeConditions
}

const (
	maxTurns     = 500
	maxOperators = 1 << 15
	maxSize      = 1 << 20 // expressions that are written for one move
)

// Can refuses problems with large numbers, and for problems with moves all questions but those for
// one plan.
func (e *Engine) Can(p *model.Problem, q engine.Question) error {
	if err := engine.CheckCapabilities(e.Name(), e.Capabilities(), p, q); err != nil {
		return err
	}
	refuse := func(format string, args ...any) error {
		return &engine.Refusal{Engine: e.Name(), Why: fmt.Sprintf(format, args...)}
	}
	if len(p.Schemas) > 0 {
		switch {
		case q.Plans == engine.Simple || q.Plans == engine.Ends:
			return refuse("it gives no %s plans", q.Plans)
		case q.Want != engine.One:
			return refuse("it finds only one plan")
		case q.FreeEnd:
			return refuse("it looks for the goal")
		case p.Goals != nil:
			return refuse("it optimises unknowns or plans, not both")
		case q.Plans == engine.Walks && q.Length > maxTurns, q.Horizon > maxTurns:
			return refuse("it finds plans of at most %d moves", maxTurns)
		case len(p.Moves) > maxOperators:
			return refuse("there are more than %d moves", maxOperators)
		}
	}
	for i := range p.Cells {
		if c := &p.Cells[i]; c.Lo < -constraint.MaxValue || c.Hi > constraint.MaxValue {
			return refuse("%s has values larger than 2^52", c.Name)
		}
	}
	for _, rules := range [][]model.Rule{p.Require, p.Safety, p.Goal} {
		for i := range rules {
			if rules[i].Cond.Wide {
				return refuse("a value may not fit 64 bits")
			}
		}
	}
	if p.Goals != nil && p.Goals.Value.Wide {
		return refuse("the value of the objective may not fit 64 bits")
	}
	return nil
}

// Solve answers a question; see engine.Engine.
func (e *Engine) Solve(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) (*engine.Answer, error) {
	s := newJob(ctx, p, q, yield)
	if e.few > 0 {
		s.few = e.few
	}
	return s.answer()
}

func newJob(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) *job {
	return &job{ctx: ctx, p: p, q: q, yield: yield, begun: time.Now(), few: fewSolutions, a: &engine.Answer{Stats: engine.Stats{Engine: New().Name()}}}
}

func (s *job) answer() (*engine.Answer, error) {
	err := s.caught(s.solve)
	s.a.Stats.Elapsed = time.Since(s.begun)
	if stopped, _ := s.a.Stop(s.ctx, err); err == nil || stopped {
		return s.a, nil
	}
	var u *unsupported
	if !errors.As(err, &u) {
		return nil, err
	}
	if s.a.Best == nil {
		s.a.Status, s.a.Reason, s.a.Bound, s.a.Count = engine.Unsupported, u.what, nil, nil
	} else {
		s.a.Halt(u.what)
	}
	return s.a, nil
}

// A job is the work on one question.
type job struct {
	ctx      context.Context
	p        *model.Problem
	q        engine.Question
	yield    func(model.Plan) bool
	a        *engine.Answer
	begun    time.Time
	reported time.Time
	turns    int // number of moves of the current attempt
	nodes    int64
	listing  bool      // the optimal value is known
	few      int       // solutions counted before the search for symmetries
	proof    io.Writer // receives a proof, if not nil
}

// caught calls do. It returns panics that end the writing of a model, and those of the library, as
// errors.
func (s *job) caught(do func() error) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *stopped:
			err = r.cause
		case *unsupported:
			err = r
		case *wrong:
			err = r.err
		default:
			err = fmt.Errorf("engine constraint: %v", r)
		}
	}()
	return do()
}

func (s *job) solve() error {
	switch {
	case len(s.p.Schemas) > 0:
		if done, err := s.schedule(); done || err != nil {
			return err
		}
		return s.plan()
	case s.q.Plans == engine.Walks && s.q.Length > 0:
		s.a.Status, s.a.Reason = engine.NoneWithinBound, "there are no moves"
		if s.q.Want == engine.Count {
			s.none()
		}
		return nil
	}
	return s.find()
}

// unsupported is the error that the library cannot represent something, or only too large.
type unsupported struct{ what string }

func (u *unsupported) Error() string { return u.what }

func refused(format string, args ...any) *unsupported {
	return &unsupported{fmt.Sprintf(format, args...)}
}

// stopped is the panic value that ends the writing of a model with its context.
type stopped struct{ cause error }

// wrong is the panic value of an error that ends the writing.
type wrong struct{ err error }

// failure converts an error of the library: errors of limits and checkpoints stay, others mean that
// something is too large.
func (s *job) failure(err error) error {
	if err == nil || s.ctx.Err() != nil || engine.Stopped(s.ctx, err) != "" {
		return err
	}
	var broken *solver.CheckpointError
	if errors.As(err, &broken) {
		return err
	}
	return refused("%v", err)
}

// progress sets up the progress reports of the library.
func (s *job) progress(m *constraint.Model) {
	turn := engine.Turns(s.ctx)
	m.Progress = func(p constraint.Progress) {
		if s.nodes = p.Stats.Decisions; turn != nil {
			turn(p.Stats.Propagations*20 + p.Stats.Decisions*50 + p.Stats.Conflicts*500) // in units of about 10 ns
		}
		now := time.Now()
		if now.Sub(s.reported) < 200*time.Millisecond {
			return
		}
		s.reported = now
		if s.p.Goals != nil && s.q.Plans == engine.Shortest && !s.listing {
			s.q.Shared.Prove(p.Bound)
		}
		if s.q.Progress == nil {
			return
		}
		current := engine.Progress{Phase: "search", States: s.nodes, Nodes: s.nodes, Depth: int64(s.turns), Elapsed: now.Sub(s.begun)}
		if s.a.Best != nil && s.p.Goals != nil {
			current.Best = &s.a.Best.Cost
		}
		current.Bound = s.boundOf(p)
		s.q.Progress(current)
	}
}

// boundOf returns the proven bound while the library works, or nil.
func (s *job) boundOf(p constraint.Progress) *int64 {
	switch {
	case s.q.Plans != engine.Shortest || s.listing:
		return nil
	case len(s.p.Schemas) > 0:
		return s.a.Bound
	case s.p.Goals != nil && p.Bound > -constraint.MaxValue && p.Bound < constraint.MaxValue:
		return &p.Bound
	}
	return nil
}

// stats adds the statistics of the library.
func (s *job) stats(st constraint.Stats) {
	s.a.Stats.Nodes += st.Decisions
	s.a.Stats.Notes = append(s.a.Stats.Notes, fmt.Sprintf("%d conflicts, %d clauses learned, %d restarts", st.Conflicts, st.Learned, st.Restarts))
}
