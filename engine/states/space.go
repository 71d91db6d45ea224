package states

import (
	"context"
	"slices"
	"time"

	"farbank/engine/search/assign"
	"farbank/graph"
	"farbank/model"
)

// A Space presents a problem as a graph: states packed by a model.Layout, with safe successors
// only, labeled by the number of the move. It starts with the reference interpreter and later
// compiles the problem with package native. It implements graph.Graph for a single goroutine; see
// Fork.
type Space struct {
	Problem  *model.Problem
	Layout   *model.Layout
	Sorted   bool      // sort the successors of a state by label
	Symmetry *Symmetry // nil: none is used
	Note     string    // result of compiling, if it was tried

	ctx     context.Context
	freeEnd bool
	step    *model.Stepper
	state   model.State
	next    model.State
	buf     graph.Successors
	start   []uint64 // with a symmetry: the initial state, not canonical
	compiled
}

// New returns the space of a problem. With freeEnd every state is a goal.
func New(ctx context.Context, p *model.Problem, freeEnd bool) *Space {
	return &Space{ctx: ctx, Problem: p, Layout: model.NewLayout(p), freeEnd: freeEnd, step: p.NewStepper(),
		state: make(model.State, len(p.Cells)), next: make(model.State, len(p.Cells))}
}

// Words returns the number of words of a packed state.
func (s *Space) Words() int { return s.Layout.Words }

// Bits returns the number of bits that a state uses in its last word.
func (s *Space) Bits() int { return s.Layout.Bits }

// Starts calls add with the initial state for each assignment of the find cells, if it is safe.
func (s *Space) Starts(add func([]uint64) error) error {
	words := make([]uint64, s.Layout.Words)
	var failed error
	begin := func(find []int64) bool {
		state, ok, err := s.Problem.Begin(find)
		if err == nil && ok {
			ok, err = s.Problem.Safe(state)
		}
		if err == nil && ok {
			s.Layout.Pack(state, words)
			if s.Symmetry != nil {
				s.start = slices.Clone(words)
				s.Symmetry.canonical(words)
			}
			err = add(words)
		}
		failed = err
		return err == nil
	}
	if s.Problem.NumFind == 0 {
		if broken, err := s.Problem.Required(nil); err != nil || len(broken) > 0 {
			return err
		}
		begin(nil)
		return failed
	}
	if err := assign.Each(s.ctx, s.Problem, begin); err != nil {
		return err
	}
	return failed
}

// Expand sets out to the successors of a batch of states; see graph.Graph.
func (s *Space) Expand(batch []uint64, out *graph.Successors) error {
	err := s.successors(batch, out)
	if s.Symmetry != nil && err == nil {
		w := s.Layout.Words
		for at := 0; at < len(out.States); at += w {
			s.Symmetry.canonical(out.States[at : at+w])
		}
	}
	return err
}

func (s *Space) successors(batch []uint64, out *graph.Successors) error {
	if s.instance == nil {
		s.considerCompiling(batch)
	}
	if s.instance != nil {
		return s.expandCompiled(batch, out)
	}
	n := len(batch) / s.Layout.Words
	s.interpreted += n
	s.buf.Reset()
	begun := time.Now()
	err := s.interpret(batch, &s.buf)
	if pace := time.Since(begun) / time.Duration(max(n, 1)); s.pace == 0 || pace < s.pace {
		s.pace = pace
	}
	*out = s.buf
	return err
}

// interpret computes successors by the reference interpreter.
func (s *Space) interpret(batch []uint64, out *graph.Successors) error {
	w := s.Layout.Words
	words := make([]uint64, w)
	for i := 0; i*w < len(batch); i++ {
		if s.ctx.Err() != nil {
			return context.Cause(s.ctx)
		}
		s.Layout.Unpack(batch[i*w:(i+1)*w], s.state)
		for n, m := range s.Problem.Moves {
			cost, ok, err := s.step.Step(m, s.state, s.next)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			if safe, err := s.Problem.Safe(s.next); err != nil {
				return err
			} else if !safe {
				continue
			}
			s.Layout.Pack(s.next, words)
			out.States = append(out.States, words...)
			out.From = append(out.From, int32(i))
			out.Label = append(out.Label, int32(n))
			out.Cost = append(out.Cost, cost)
		}
	}
	return nil
}

// Goals sets goal[i] if the i-th state of the batch is a goal.
func (s *Space) Goals(batch []uint64, goal []bool) error {
	w := s.Layout.Words
	if s.freeEnd || len(s.Problem.Goal) == 0 {
		for i := range goal {
			goal[i] = true
		}
		return nil
	}
	if s.instance != nil {
		return s.goalsCompiled(batch, goal)
	}
	for i := range goal {
		s.Layout.Unpack(batch[i*w:(i+1)*w], s.state)
		var err error
		if goal[i], err = s.Problem.AtGoal(s.state); err != nil {
			return err
		}
	}
	return nil
}

// Plan returns the plan of a path.
func (s *Space) Plan(path *graph.Path) (model.Plan, error) {
	if s.Symmetry != nil {
		var err error
		if path, err = s.replay(path); err != nil {
			return model.Plan{}, err
		}
	}
	cost, err := path.Cost()
	state := make(model.State, len(s.Problem.Cells))
	s.Layout.Unpack(path.Start, state)
	p := model.Plan{Find: state[:s.Problem.NumFind:s.Problem.NumFind], Cost: cost, Moves: make([]int, len(path.Edges))}
	for i, e := range path.Edges {
		p.Moves[i] = int(e.Label)
	}
	return p, err
}
