package search

import (
	"context"
	"time"

	"farbank/engine"
	"farbank/engine/states"
	"farbank/graph"
	"farbank/model"
)

// Prove searches for one shortest plan and returns the searched states as a proof. It ignores all
// of the question but its limits. It does not use symmetry, so that a checker need not either.
func (e *Engine) Prove(ctx context.Context, p *model.Problem, q engine.Question) (*engine.Proof, error) {
	q = engine.Question{Workers: q.Workers, Memory: q.Memory / 2, Disk: q.Disk, Progress: q.Progress} // the other half is for the copy
	if len(p.Schemas) == 0 {
		a, err := e.Solve(ctx, p, q, nil)
		return &engine.Proof{Answer: a}, err // every initial state is a goal state, or there is no initial state
	}
	begun := time.Now()
	s := &solver{ctx: ctx, q: q, space: states.New(ctx, p, false), a: &engine.Answer{}, begun: begun, exact: true}
	defer s.space.Close()
	r, err := s.search(p.UnitCosts())
	if err != nil {
		return nil, err
	}
	s.addStats(r.Stats)
	proof := &engine.Proof{Answer: s.a}
	switch {
	case r.Reason != nil:
		s.bound(r.Bound)
		err = s.stopped(r.Reason)
	case r.Layers() != nil:
		s.a.Status = engine.None
		if r.Status.Found() {
			err = s.provenPlan(r)
		}
		proof.Layers, proof.Release, proof.Keep = r.Layers(), r.Release, r.Keep
	case !r.Status.Found():
		s.a.Status = engine.None
		proof.States = reached(r, func(int) bool { return true })
	default:
		err = s.provePlan(r, proof)
	}
	s.a.Stats.Notes = append(s.a.Stats.Notes, s.notes...)
	s.a.Stats.Engine, s.a.Stats.StateBytes, s.a.Stats.Elapsed = e.Name(), int64(s.space.Layout.Words)*8, time.Since(begun)
	return proof, err
}

// provenPlan passes on the plan that a search found and records that it is optimal.
func (s *solver) provenPlan(r *graph.Search) error {
	path, err := r.Path(r.Goal)
	if err != nil {
		return err
	}
	s.a.Status = engine.Solved
	s.give(path)
	s.bound(r.Cost)
	return s.wide
}

func (s *solver) provePlan(r *graph.Search, proof *engine.Proof) error {
	if err := s.provenPlan(r); err != nil {
		return err
	}
	proof.States = reached(r, func(i int) bool {
		d := r.Distance(i)
		if d < 0 || d >= r.Cost {
			return false
		}
		proof.Distances = append(proof.Distances, d)
		return true
	})
	return nil
}

// reached returns copies of the states of a search for which wanted reports true.
func reached(r *graph.Search, wanted func(i int) bool) []uint64 {
	var out []uint64
	for i := range r.Store.Len() {
		if wanted(i) {
			out = append(out, r.Store.State(i)...)
		}
	}
	return out
}
