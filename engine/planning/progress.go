package planning

import (
	"time"

	"farbank/engine"
	"farbank/planning"
)

// progress tells how far a search is, and others what it has proven.
func (s *solver) progress(p planning.Progress) {
	if s.q.Plans == engine.Shortest && p.Bound > 0 {
		s.q.Shared.Prove(p.Bound)
	}
	if s.q.Progress == nil {
		return
	}
	phase := "search"
	if p.Search == planning.Tables {
		phase = planning.Tables
	}
	s.told.Phase, s.told.States, s.told.Depth, s.told.Memory = phase, p.Stored, p.Bound, p.Memory
	if s.q.Improve && p.Bound > 0 && (s.told.Bound == nil || *s.told.Bound < p.Bound) {
		s.told.Bound = &p.Bound
	}
	s.tell()
}

// better tells of a plan that costs less than those before.
func (s *solver) better(cost int64) {
	if s.q.Progress != nil {
		s.told.Phase, s.told.Best = "search", &cost
		s.tell()
	}
}

func (s *solver) tell() {
	s.told.Elapsed = time.Since(s.begun)
	s.q.Progress(s.told)
}
