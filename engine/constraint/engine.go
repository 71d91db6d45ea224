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
)

// Engine is the engine named constraint. The zero value is ready.
type Engine struct{}

// New returns the engine.
func New() *Engine { return &Engine{} }

// Name returns "constraint".
func (*Engine) Name() string { return "constraint" }

// About says in a line what the engine does.
func (*Engine) About() string {
	return "propagation and clauses learned from contradictions; plans of one move more each time"
}

// Capabilities are those for unknowns, and for one plan.
func (*Engine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: true, Find: true, Objective: true, First: true,
		Kinds: []engine.Kind{engine.Shortest, engine.Simple, engine.Walks, engine.Any, engine.Ends},
		Wants: []engine.Want{engine.One, engine.All, engine.Count}}
}

// Races says that the engine is worth asking beside another for values to be found.
func (*Engine) Races(p *model.Problem, q engine.Question) bool {
	return len(p.Schemas) == 0 && p.NumFind > 0
}

const (
	maxTurns     = 500
	maxOperators = 1 << 15
	maxSize      = 1 << 20 // expressions that are written, of one turn
)

// Can refuses what has numbers that are too large, and of problems with moves all but one plan.
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
			return refuse("it looks for one plan")
		case q.FreeEnd:
			return refuse("it looks for the goal")
		case p.Goals != nil:
			return refuse("it optimises unknowns or plans, not both")
		case q.Plans == engine.Walks && q.Length > maxTurns, q.Horizon > maxTurns:
			return refuse("it looks at most %d moves ahead", maxTurns)
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
	return newSolver(ctx, p, q, yield).answer()
}

func newSolver(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) *solver {
	return &solver{ctx: ctx, p: p, q: q, yield: yield, begun: time.Now(), a: &engine.Answer{Stats: engine.Stats{Engine: New().Name()}}}
}

func (s *solver) answer() (*engine.Answer, error) {
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

// A solver answers one question.
type solver struct {
	ctx     context.Context
	p       *model.Problem
	q       engine.Question
	yield   func(model.Plan) bool
	a       *engine.Answer
	begun   time.Time
	told    time.Time
	turns   int // being looked at
	nodes   int64
	listing bool      // the best value is known
	proof   io.Writer // gets a proof, if not nil
}

// caught solves, and takes for errors what ends the writing of a model, and what should not
// happen in the library.
func (s *solver) caught(do func() error) (err error) {
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

func (s *solver) solve() error {
	switch {
	case len(s.p.Schemas) > 0:
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

// unsupported is what the library has no form for, or too large a one.
type unsupported struct{ what string }

func (u *unsupported) Error() string { return u.what }

func refused(format string, args ...any) *unsupported {
	return &unsupported{fmt.Sprintf(format, args...)}
}

// stopped is how the writing of a model ends with its context.
type stopped struct{ cause error }

// wrong is an error that ends the writing.
type wrong struct{ err error }

// failure is an error of the library: that of a limit as it is, others say that something is too
// large.
func (s *solver) failure(err error) error {
	if err == nil || s.ctx.Err() != nil || engine.Stopped(s.ctx, err) != "" {
		return err
	}
	var broken *constraint.CheckpointError
	if errors.As(err, &broken) {
		return err
	}
	return refused("%v", err)
}

// progress has the library tell how far it is.
func (s *solver) progress(m *constraint.Model) {
	m.Progress = func(p constraint.Progress) {
		s.nodes = p.Stats.Decisions
		now := time.Now()
		if now.Sub(s.told) < 200*time.Millisecond {
			return
		}
		s.told = now
		if s.p.Goals != nil && s.q.Plans == engine.Shortest && !s.listing {
			s.q.Shared.Prove(p.Bound)
		}
		if s.q.Progress == nil {
			return
		}
		told := engine.Progress{Phase: "search", States: s.nodes, Nodes: s.nodes, Depth: int64(s.turns), Elapsed: now.Sub(s.begun)}
		if s.a.Best != nil && s.p.Goals != nil {
			told.Best = &s.a.Best.Cost
		}
		told.Bound = s.boundOf(p)
		s.q.Progress(told)
	}
}

// boundOf is what is known of the best while the library works; nil: nothing.
func (s *solver) boundOf(p constraint.Progress) *int64 {
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

// stats adds what the library has done.
func (s *solver) stats(st constraint.Stats) {
	s.a.Stats.Nodes += st.Decisions
	s.a.Stats.Notes = append(s.a.Stats.Notes, fmt.Sprintf("%d contradictions, %d clauses learned, %d restarts", st.Conflicts, st.Learned, st.Restarts))
}
