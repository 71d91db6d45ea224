//go:build !wasm

package constraint

import (
	"context"
	"errors"
	"math"

	"farbank/constraint/jump"
	"farbank/constraint/kernel"
)

// Limits of the local search for a first solution.
const (
	firstPause    = 1 << 20 // propagations of the search before the local search begins; they double after each try
	firstShare    = 0.25    // work of the local search for that of the search; halved after each try without progress
	nearlyBroken  = 4       // number of violated constraints up to which the values guide the search
	guidedStretch = 500     // conflicts of a guided search
)

// A first alternates the search for a first solution with a local search on violations. What the local search finds only
// guides the choices of values, so it need not know all constraints. Work is counted, so the search is deterministic.
type first struct {
	b      *building
	j      *jump.Search // nil: not begun
	seed   uint64
	pause  int64
	share  float64 // work of the local search for that of the search
	fewest int     // violated constraints after the last try
	spent  int64   // work of the solver at the end of the last try
	off    bool
}

// newFirst returns nil if the model allows only the search it asks for.
func newFirst(m *Model, b *building) *first {
	if m.OnlyAsked {
		return nil
	}
	return &first{b: b, seed: m.Seed, pause: firstPause, share: firstShare, fewest: math.MaxInt / 4}
}

// next is like Next of the solver, which run calls. It may return kernel.ErrBudget.
func (f *first) next(ctx context.Context, run func() (kernel.Status, error)) (kernel.Status, error) {
	s := f.b.s
	if f.off {
		return run()
	}
	s.Effort(f.pause)
	status, err := run()
	s.Effort(0)
	if !errors.Is(err, kernel.ErrBudget) || ctx.Err() != nil {
		return status, err
	}
	return f.local(ctx)
}

// local runs the local search and, if it comes close to a solution, the search guided by its values.
func (f *first) local(ctx context.Context) (kernel.Status, error) {
	s := f.b.s
	s.Restart()
	if s.Refuted() {
		return kernel.Exhausted, nil
	}
	if f.j == nil {
		f.j = jump.New(s, f.seed)
		f.off = !f.j.Usable()
	}
	before := f.j.Work()
	f.j.Run(ctx, int64(f.share*float64(s.Stats().Work-f.spent)))
	s.AddWork(f.j.Work() - before)
	if f.j.Broken() > f.fewest*3/4 {
		f.share /= 2 // no progress
	}
	f.fewest = f.j.Broken()
	f.spent = s.Stats().Work
	f.pause *= 2
	if f.off || f.j.Broken() > nearlyBroken {
		return kernel.Unknown, kernel.ErrBudget
	}
	values := f.j.Values()
	s.Turn(true)
	s.Guide(values)
	s.Lean(values)
	s.Budget(guidedStretch)
	status, err := s.Next(ctx)
	s.Budget(0)
	s.Lean(nil)
	return status, err
}
