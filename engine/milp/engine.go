package milp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"farbank/engine"
	"farbank/milp/branch"
	"farbank/model"
)

// Engine is the engine named milp. The zero value is ready.
type Engine struct{}

// New returns the engine.
func New() *Engine { return &Engine{} }

// Name returns "milp".
func (*Engine) Name() string { return "milp" }

// About describes the engine in one line.
func (*Engine) About() string {
	return "mixed-integer programming: a plan of a fixed number of turns is a point of a polytope"
}

// Capabilities returns the questions that the engine answers: one best plan or solution.
func (*Engine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: true, Find: true, Objective: true,
		Kinds: []engine.Kind{engine.Shortest, engine.Any, engine.Walks}, Wants: []engine.Want{engine.One}}
}

// Races reports whether the engine is worth running in parallel with another: for unknowns without
// moves.
func (*Engine) Races(p *model.Problem, q engine.Question) bool {
	return q.Want == engine.One && len(p.Schemas) == 0 && p.NumFind > 0 && (q.Plans == engine.Shortest || q.Plans == engine.Any)
}

const (
	maxColumns = 60000   // of one turn, or of a problem without moves
	maxSize    = 1 << 18 // nodes of all expressions
	maxTurns   = 200
	canTime    = time.Second // time limit of Can for finding what Solve would refuse
)

// Can returns an error if the problem has no linear form of reasonable size.
func (e *Engine) Can(p *model.Problem, q engine.Question) error {
	return e.CanContext(context.Background(), p, q)
}

// CanContext is like Can, but ends with ctx. It evaluates the moves for all relevant values.
func (e *Engine) CanContext(ctx context.Context, p *model.Problem, q engine.Question) error {
	if err := engine.CheckCapabilities(e.Name(), e.Capabilities(), p, q); err != nil {
		return err
	}
	refuse := func(why string) error { return &engine.Refusal{Engine: e.Name(), Why: why} }
	switch {
	case q.FreeEnd:
		return refuse("it searches for the goal")
	case p.Goals != nil && len(p.Schemas) > 0:
		return refuse("it optimises unknowns or plans, not both")
	case q.Plans == engine.Walks && q.Length > maxTurns, q.Horizon > maxTurns:
		return refuse(fmt.Sprintf("it looks at most %d turns ahead", maxTurns))
	}
	columns, size := int64(0), int64(0)
	for i := range p.Cells {
		switch c := &p.Cells[i]; {
		case c.Span() <= maxValues:
			columns += c.Span()
		case i < p.NumFind && c.Span() <= maxNumber:
			columns++
		default:
			return refuse(fmt.Sprintf("%s has more than %d values", c.Name, maxValues))
		}
	}
	for _, list := range [][]model.Rule{p.Require, p.Safety, p.Goal} {
		for i := range list {
			size = model.TreeSize(size, list[i].Cond)
			if list[i].Cond.Wide {
				return refuse("a value may be too large for floating point")
			}
		}
	}
	if columns > maxColumns || size > maxSize {
		return refuse("the program would be too large")
	}
	short, cancel := context.WithTimeout(ctx, canTime)
	defer cancel()
	pl := &planner{ctx: short, p: p, left: maxLooks}
	cases, err := pl.casesOf()
	switch {
	case err != nil && ctx.Err() != nil:
		return context.Cause(ctx)
	case short.Err() != nil:
		return nil // Solve will report it
	case err != nil:
		return refuse(pl.refusal(err).Error())
	}
	if columns+int64(len(cases)) > maxColumns {
		return refuse("the program would be too large")
	}
	return nil
}

// Solve answers a question; see engine.Engine.
func (e *Engine) Solve(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) (*engine.Answer, error) {
	s := &solver{ctx: ctx, p: p, q: q, begun: time.Now(), a: &engine.Answer{Stats: engine.Stats{Engine: e.Name()}}}
	err := s.caught()
	s.a.Stats.Elapsed = time.Since(s.begun)
	if stopped, _ := s.a.Stop(ctx, err); err == nil || stopped {
		return s.a, nil
	}
	var u *unsupported
	switch {
	case errors.Is(err, branch.ErrTolerance):
		s.a.Halt(err.Error())
	case errors.As(err, &u) && s.a.Best == nil:
		s.a.Status, s.a.Reason, s.a.Bound = engine.Unsupported, u.what, nil
		return s.a, nil
	case errors.As(err, &u):
		s.a.Halt(u.what)
	default:
		return nil, err
	}
	return s.a, nil
}

// caught runs solve, and returns panics of the translation as errors.
func (s *solver) caught() (err error) {
	defer catch(s.ctx, &err)
	return s.solve()
}

func catch(ctx context.Context, err *error) {
	switch r := recover().(type) {
	case nil:
	case *stopped:
		*err = r.cause
	case *unsupported:
		if *err = r; ctx.Err() != nil {
			*err = context.Cause(ctx)
		}
	default:
		panic(r)
	}
}
