package search

import (
	"context"
	"slices"

	"farbank/engine/search/assign"
	"farbank/graph"
	"farbank/model"
)

// A space shows a problem to package graph: states packed by a model.Layout, safe
// successors only, labelled by the number of the move. It begins with the reference
// interpreter; a search that goes on is worth the time to compile the problem, and
// then uses package native.
type space struct {
	ctx     context.Context
	p       *model.Problem
	layout  *model.Layout
	freeEnd bool
	sorted  bool // successors of a state by rising label, whoever computes them
	step    *model.Stepper
	state   model.State
	next    model.State
	buf     graph.Successors
	sym     *symmetry // nil: none is used
	start   []uint64  // with a symmetry: the one start state, as it is
	compiled
}

func newSpace(ctx context.Context, p *model.Problem, freeEnd bool) *space {
	return &space{ctx: ctx, p: p, layout: model.NewLayout(p), freeEnd: freeEnd, step: p.NewStepper(),
		state: make(model.State, len(p.Cells)), next: make(model.State, len(p.Cells))}
}

func (s *space) Words() int { return s.layout.Words }

// Bits is how many bits of its word a state uses.
func (s *space) Bits() int { return s.layout.Bits }

// Starts gives the state that each assignment of the find cells begins in, if it is
// safe.
func (s *space) Starts(add func([]uint64) error) error {
	words := make([]uint64, s.layout.Words)
	var failed error
	begin := func(find []int64) bool {
		state, ok, err := s.p.Begin(find)
		if err == nil && ok {
			ok, err = s.p.Safe(state)
		}
		if err == nil && ok {
			s.layout.Pack(state, words)
			if s.sym != nil {
				s.start = slices.Clone(words)
				s.sym.canonical(words)
			}
			err = add(words)
		}
		failed = err
		return err == nil
	}
	if s.p.NumFind == 0 {
		if broken, err := s.p.Required(nil); err != nil || len(broken) > 0 {
			return err
		}
		begin(nil)
		return failed
	}
	if err := assign.Each(s.ctx, s.p, begin); err != nil {
		return err
	}
	return failed
}

func (s *space) Expand(batch []uint64, out *graph.Successors) error {
	err := s.successors(batch, out)
	if s.sym != nil && err == nil {
		w := s.layout.Words
		for at := 0; at < len(out.States); at += w {
			s.sym.canonical(out.States[at : at+w])
		}
	}
	return err
}

func (s *space) successors(batch []uint64, out *graph.Successors) error {
	if s.instance == nil {
		s.considerCompiling(batch)
	}
	if s.instance != nil {
		return s.expandCompiled(batch, out)
	}
	s.interpreted += len(batch) / s.layout.Words
	s.buf.Reset()
	err := s.interpret(batch, &s.buf)
	*out = s.buf
	return err
}

// interpret computes successors by the reference interpreter.
func (s *space) interpret(batch []uint64, out *graph.Successors) error {
	w := s.layout.Words
	words := make([]uint64, w)
	for i := 0; i*w < len(batch); i++ {
		if s.ctx.Err() != nil {
			return context.Cause(s.ctx)
		}
		s.layout.Unpack(batch[i*w:(i+1)*w], s.state)
		for n, m := range s.p.Moves {
			cost, ok, err := s.step.Step(m, s.state, s.next)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			if safe, err := s.p.Safe(s.next); err != nil {
				return err
			} else if !safe {
				continue
			}
			s.layout.Pack(s.next, words)
			out.States = append(out.States, words...)
			out.From = append(out.From, int32(i))
			out.Label = append(out.Label, int32(n))
			out.Cost = append(out.Cost, cost)
		}
	}
	return nil
}

func (s *space) Goals(batch []uint64, goal []bool) error {
	w := s.layout.Words
	if s.freeEnd || len(s.p.Goal) == 0 {
		for i := range goal {
			goal[i] = true
		}
		return nil
	}
	if s.instance != nil {
		return s.goalsCompiled(batch, goal)
	}
	for i := range goal {
		s.layout.Unpack(batch[i*w:(i+1)*w], s.state)
		var err error
		if goal[i], err = s.p.AtGoal(s.state); err != nil {
			return err
		}
	}
	return nil
}

// plan makes a plan of a path.
func (s *space) plan(path *graph.Path) (model.Plan, error) {
	if s.sym != nil {
		var err error
		if path, err = s.replay(path); err != nil {
			return model.Plan{}, err
		}
	}
	cost, err := path.Cost()
	state := make(model.State, len(s.p.Cells))
	s.layout.Unpack(path.Start, state)
	p := model.Plan{Find: state[:s.p.NumFind:s.p.NumFind], Cost: cost, Moves: make([]int, len(path.Edges))}
	for i, e := range path.Edges {
		p.Moves[i] = int(e.Label)
	}
	return p, err
}
