package states

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"farbank/graph"
	"farbank/model"
	"farbank/model/native"
)

// compiled is the part of a Space that runs machine code or, without a compiler for the machine,
// the vectorized evaluator.
type compiled struct {
	interpreted int           // states expanded by the interpreter
	pace        time.Duration // of the interpreter for a state, in its fastest batch: in others it may have waited
	tried       bool
	draft       *native.Draft // the code before compilation; nil: not written, or too large
	drafted     bool
	code        *native.Code
	instance    native.Expander
}

// Compiling takes some milliseconds, more for many moves. Before that, the interpreter expands this
// number of states and tries this number of moves.
const (
	minStates = 200
	minSteps  = 2000 // moves tried
)

// compileTime is about half of the time for compiling a byte of code. A short search does not pay for compiling: the
// interpreter first works for this time for each byte.
const compileTime = 300 * time.Nanosecond

// considerCompiling compiles the problem if enough states have been expanded.
func (s *Space) considerCompiling(batch []uint64) {
	if s.tried || s.interpreted < minStates || s.interpreted*len(s.Problem.Moves) < minSteps {
		return
	}
	s.drafting()
	if s.tried || s.draft != nil && s.pace*time.Duration(s.interpreted) < compileTime*time.Duration(s.draft.Size()) {
		return
	}
	s.compile(batch)
}

// Compile compiles the problem now, unless that was tried already, for callers that expect many
// states. It compares the code with the interpreter on a batch of states.
func (s *Space) Compile(batch []uint64) {
	if !s.tried {
		s.drafting()
	}
	if !s.tried {
		s.compile(batch)
	}
}

// drafting writes the code, unless that was done already.
func (s *Space) drafting() {
	if !s.drafted {
		s.drafted = true
		s.write()
	}
}

// write writes the code. If the problem does not allow it, compiling is not tried again.
func (s *Space) write() {
	var err error
	var ok bool
	s.draft, ok = until(s.ctx, func() (d *native.Draft) {
		d, err = native.Write(s.ctx, s.Problem, s.Layout)
		return d
	}, func(*native.Draft) {})
	if ok && err != nil && !errors.Is(err, native.ErrLarge) {
		s.tried = true
		if !errors.Is(err, native.ErrUnfit) {
			s.Note = "not compiled: " + err.Error()
		}
	}
}

// compile compiles the draft. It compares the code with the interpreter on a batch of states before
// it is used, since a fault would lead to wrong answers.
func (s *Space) compile(batch []uint64) {
	s.tried = true
	begun := time.Now()
	draft := s.draft
	s.draft = nil
	type made struct {
		code *native.Code
		x    native.Expander
		err  error
	}
	m, ok := until(s.ctx, func() made {
		code, x, err := s.expander(draft)
		return made{code, x, err}
	}, func(m made) {
		if m.code != nil {
			m.code.Close(context.Background())
		}
	})
	if !ok {
		return // the search ends at its next check of the context
	}
	code, x, err := m.code, m.x, m.err
	if err == nil && !s.agrees(x, batch) {
		err = errors.New("the machine code does not agree with the interpreter")
	}
	switch {
	case err != nil && code != nil:
		code.Close(context.Background())
		fallthrough
	case err != nil:
		if !errors.Is(err, native.ErrUnfit) {
			s.Note = "not compiled: " + err.Error()
		}
		return
	case code == nil:
		s.Note = "not compiled: vectorized evaluation instead"
	default:
		s.Note = fmt.Sprintf("compiled to %d bytes of WebAssembly in %s", code.Size(), time.Since(begun).Round(time.Microsecond))
	}
	s.code, s.instance = code, x
}

// until returns the result of f, or false once ctx has ended: analyzing and compiling a large
// problem takes seconds and cannot be interrupted. A later result of f is passed to discard.
func until[T any](ctx context.Context, f func() T, discard func(T)) (result T, ok bool) {
	done := make(chan T)
	go func() {
		x := f()
		select {
		case done <- x:
		case <-ctx.Done():
			discard(x)
		}
	}()
	select {
	case result = <-done:
		return result, true
	case <-ctx.Done():
		return result, false
	}
}

// expander compiles a draft. If that is impossible, it returns a native.Vector.
func (s *Space) expander(draft *native.Draft) (*native.Code, native.Expander, error) {
	var code *native.Code
	err := native.ErrLarge
	if draft != nil {
		code, err = draft.Compile(s.ctx)
	}
	if err != nil { // the code would be too large, or there is no compiler for the machine
		v, err := native.NewVectorContext(s.ctx, s.Problem, s.Layout)
		return nil, v, err
	}
	i, err := code.Instance(s.ctx)
	return code, i, err
}

// agrees reports whether the code and the interpreter have the same results on a batch.
func (s *Space) agrees(x native.Expander, batch []uint64) bool {
	w := s.Layout.Words
	for len(batch) > 0 {
		part := batch[:min(len(batch), x.Batch()*w)]
		batch = batch[len(part):]
		out, err := x.Expand(part)
		var want graph.Successors
		if err != nil || s.interpret(part, &want) != nil || len(out.From) != len(want.From) {
			return false
		}
		got := s.inOrder(out)
		for k := range want.From {
			if got.From[k] != want.From[k] || got.Label[k] != want.Label[k] || got.Cost != nil && got.Cost[k] != want.Cost[k] ||
				got.Cost == nil && want.Cost[k] != 1 || !slices.Equal(got.States[k*w:(k+1)*w], want.States[k*w:(k+1)*w]) {
				return false
			}
		}
	}
	return true
}

// inOrder returns the successors of each state in ascending order of their labels.
func (s *Space) inOrder(out native.Successors) graph.Successors {
	order := make([]int, len(out.From))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(out.From[a], out.From[b]), cmp.Compare(out.Label[a], out.Label[b]))
	})
	b, w := &s.buf, s.Layout.Words
	b.Reset()
	for _, k := range order {
		b.States = append(b.States, out.States[k*w:(k+1)*w]...)
		b.From = append(b.From, out.From[k])
		b.Label = append(b.Label, out.Label[k])
		if out.Cost != nil {
			b.Cost = append(b.Cost, out.Cost[k])
		}
	}
	sorted := *b
	if out.Cost == nil {
		sorted.Cost = nil
	}
	return sorted
}

// Batch returns the preferred number of states to expand at a time.
func (s *Space) Batch() int {
	if s.instance != nil {
		return s.instance.Batch()
	}
	return 32
}

// expandCompiled computes successors with machine code.
func (s *Space) expandCompiled(batch []uint64, out *graph.Successors) error {
	if err := s.ctx.Err(); err != nil {
		return context.Cause(s.ctx)
	}
	most := s.instance.Batch() * s.Layout.Words
	if len(batch) > most {
		return s.expandParts(batch, most, out)
	}
	got, err := s.instance.Expand(batch)
	if err != nil {
		return err
	}
	if s.Sorted {
		*out = s.inOrder(got)
		return nil
	}
	*out = graph.Successors{States: got.States, From: got.From, Label: got.Label, Cost: got.Cost}
	return nil
}

// expandParts splits a batch that is too large for the code.
func (s *Space) expandParts(batch []uint64, most int, out *graph.Successors) error {
	var all graph.Successors
	for at := 0; at < len(batch); at += most {
		var part graph.Successors
		if err := s.expandCompiled(batch[at:min(at+most, len(batch))], &part); err != nil {
			return err
		}
		all.States = append(all.States, part.States...)
		all.Label = append(all.Label, part.Label...)
		all.Cost = append(all.Cost, part.Cost...)
		for _, f := range part.From {
			all.From = append(all.From, f+int32(at/s.Layout.Words))
		}
	}
	*out = all
	return nil
}

func (s *Space) goalsCompiled(batch []uint64, goal []bool) error {
	w, most := s.Layout.Words, s.instance.Batch()
	for at := 0; at < len(goal); at += most {
		to := min(at+most, len(goal))
		if err := s.instance.Goals(batch[at*w:to*w], goal[at:to]); err != nil {
			return err
		}
	}
	return nil
}

// Fork returns a space for another goroutine.
func (s *Space) Fork() (graph.Graph, error) {
	f := &Space{ctx: s.ctx, Problem: s.Problem, Layout: s.Layout, freeEnd: s.freeEnd, Sorted: s.Sorted, Symmetry: s.Symmetry.fork(), step: s.Problem.NewStepper(),
		state: make(model.State, len(s.Problem.Cells)), next: make(model.State, len(s.Problem.Cells))}
	f.tried = true
	var err error
	switch {
	case s.code != nil:
		f.instance, err = s.code.Instance(s.ctx)
	case s.instance != nil:
		f.instance, err = native.NewVectorContext(s.ctx, s.Problem, s.Layout)
	}
	return f, err
}

// Close frees the code.
func (s *Space) Close() {
	if s.code != nil {
		s.code.Close(context.Background())
	}
}
